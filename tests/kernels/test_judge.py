"""tools/judge: all kernels equal their textbook versions on some pairs, and a mistake is found and made small."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from textbook import edit as textbook

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "tools"))


def test_every_kernel_equals_its_textbook_version(tmp_path: Path) -> None:
    asked = [sys.executable, "-m", "judge", "200", "--python", "--seed", "7", "--data", str(tmp_path)]
    paths = os.pathsep.join(str(ROOT / name) for name in ("tests", "tools"))
    done = subprocess.run(asked, capture_output=True, text=True, env=os.environ | {"PYTHONPATH": paths})
    assert done.returncode == 0, done.stdout + done.stderr
    rows = [line.split() for line in done.stdout.splitlines()[1:]]
    assert len(rows) == 20
    assert all(row[1] == "200" and row[3] == "0" for row in rows)


@pytest.mark.usefixtures("judged")
def test_every_module_of_the_textbook_has_its_judge() -> None:
    from judge import kernels

    books = {path.stem for path in (ROOT / "tests" / "textbook").glob("*.py")}
    imported = {module.__name__.removeprefix("textbook.") for name, module in vars(kernels).items() if "_book" in name}
    # Sentences are made there, not scored; the error rate is no kernel's: tests alone compute it. Pivoting reads whole
    # texts, not pairs: tests/tasks/test_paraphrases.py judges it.
    assert books - imported == {"sentences", "alignment_error", "pivoting"}


@pytest.mark.usefixtures("judged")
def test_a_mistake_is_found_and_made_small() -> None:
    """A distance that is wrong as soon as a word comes twice in a row on both sides."""
    from judge.__main__ import judge
    from judge.kernels import KERNELS

    edits = next(kernel for kernel in KERNELS if kernel.name == "edits")

    def doubled(words: tuple[str, ...]) -> bool:
        return any(one == other for one, other in pairwise(words))

    def wrong(pairs, surplus):  # type: ignore[no-untyped-def]
        rows = edits.textbook(pairs, surplus=surplus)
        return [
            [row[0] + (doubled(p.hyp) and doubled(p.refs[0])), *row[1:]] for row, p in zip(rows, pairs, strict=True)
        ]

    verdict = judge(replace(edits, textbook=wrong), 2000, 1, float("inf"), None)
    assert 0 < verdict.differences < 2000
    assert verdict.real > 100
    for found in verdict.shown:
        assert (len(found.pair.hyp), list(map(len, found.pair.refs))) == (2, [2])
        distance = textbook.edit_distance(found.pair.refs[0], found.pair.hyp)
        assert (found.native[0], found.textbook[0]) == (distance, distance + 1)
