"""Options together, drawn by a seed: every command with some of its options and values, good and bad.

An exception that leaves the command line is a bug of ours, and so are an odd exit code, a warning of Python and a
changed input. ``make slow`` draws ten times as many; TERTIUM_COMBINATIONS=5000 as many as one likes.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import warnings
from pathlib import Path
from typing import Any

import pytest

from tertium.cli.command_table import COMMANDS
from tertium.cli.main import main
from tertium.cli.output import OutputFile, OutputFolder

EXAMPLES = Path(__file__).parents[2] / "examples"
TEXTS = ["ref.txt", "-i", "a.txt", "b.txt"]
GIVEN = {
    "score": TEXTS,
    "explain": TEXTS,
    "order": TEXTS,
    "compare": [*TEXTS, "-n", "30"],
    "report": [*TEXTS, "-n", "30", "-o", "page.html"],
    "diff": TEXTS,
    "doctor": TEXTS,
    "gate": ["ref.txt", "-i", "a.txt", "--baseline", "b.txt", "--max-drop", "1", "-n", "30"],
    "mbr": ["nbest.txt"],
    "align": ["src.txt", "a.txt", "--iterations", "1"],
    "meta": ["judged", "--resamples", "10", "--permutations", "10"],
    "tune": ["judged", "bleu", "chrf", "--resamples", "10", "--restarts", "2"],
    "unl": ["--conllu", "killed.conllu"],
    "idf": ["a.txt", "-o", "made"],
    "lsa": ["train", "a.txt", "-k", "3", "-o", "made"],
    "function-words": ["a.txt", "-o", "made"],
    "paraphrases": ["src.txt", "a.txt", "-o", "made"],
}
FILES = ["a.txt", "src.txt", "folder", "table.tsv", "nbest.txt", "judged", "killed.conllu", "nope", "", "table.tsv:hyp"]
METRICS = ["bleu", "chrf", "ter", "nist", "meteor", "tertium", "recall", "bleu:order=2", "rouge-l:stat=p", "lr-kb4"]
METRICS += ["lr-kb1:align=direct", "0.5*bleu + 0.5*chrf", "kendall", "nope", "bleu:tok=char", "gtm:e=2", "card:a.txt"]
NUMBERS = ["0", "1", "2", "3", "-1", "7", "50", "0.5", "1e9", "nan", "inf", "9" * 20, "x", ""]
LANGUAGES = ["en", "de", "es-en", "en-zh", "zh", "xx", "en-", "tr", "EN"]
NAMES = ["a", "b", "hyp", "ref1", "T106", "alpha", "x y", "ref-length", "1", "length", ""]
WORDS = ["a", "1", "x=y", "a=a.txt,b.txt", "1/2", "13a", "none", "char", "zh"]
LEFT_OUT = {"--engine", "--with", "--parser", "--parse-hyp", "--plots", "--threads"}  # other programs; minutes
OUTPUTS = ["made", "other", "deep/made", "a.txt", "folder", os.devnull]


def value(action: argparse.Action, draw: random.Random) -> str:
    kind = str(action.metavar)
    if action.choices is not None:
        return draw.choice([*map(str, action.choices), "zzz"])
    if isinstance(action.type, type) and issubclass(action.type, OutputFile | OutputFolder):
        return draw.choice(OUTPUTS)
    if "METRIC" in kind:
        return draw.choice(METRICS)
    if "LANG" in kind:
        return draw.choice(LANGUAGES)
    if "FILE" in kind or kind in ("SYS", "REF", "SRC", "DIR", "CORPUS", "BASE", "NBEST"):
        return draw.choice(FILES)
    return draw.choice(NUMBERS if len(kind) == 1 else NAMES if kind in ("NAME", "COL", "KIND", "CODE") else WORDS)


def drawn(draw: random.Random) -> list[str]:
    """A command line: what the command needs, and one to four of its options."""
    command = draw.choice(sorted(GIVEN))
    every = [a for a in COMMANDS[command].parser()._actions if a.option_strings and a.dest != "help"]
    known = [a for a in every if not LEFT_OUT & set(a.option_strings)]
    arguments = [command, *GIVEN[command]]
    for action in draw.sample(known, min(len(known), draw.choice([1, 2, 2, 3, 4]))):
        arguments.append(action.option_strings[-1])
        count: Any = {None: 1, "?": 1, "+": draw.choice([1, 2]), "*": draw.choice([0, 1, 2])}.get(
            action.nargs if isinstance(action.nargs, str) else None, 1
        )
        arguments += [value(action, draw) for _ in range(0 if action.nargs == 0 else count)]
    return arguments


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, source in (("ref", "ref1"), ("src", "src"), ("a", "systems/direct"), ("b", "systems/via-ca")):
        lines = (EXAMPLES / "es-en" / f"{source}.txt").read_text(encoding="utf-8").splitlines(keepends=True)
        (tmp_path / f"{name}.txt").write_text("".join(lines[:12]), encoding="utf-8")
    shutil.copy(EXAMPLES / "excerpt.tsv", tmp_path / "table.tsv")
    shutil.copy(EXAMPLES / "nbest.txt", tmp_path)
    shutil.copy(EXAMPLES / "unl" / "killed.conllu", tmp_path)
    shutil.copytree(EXAMPLES / "judged", tmp_path / "judged")
    (tmp_path / "folder").mkdir()
    shutil.copy(tmp_path / "a.txt", tmp_path / "folder" / "1.txt")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path


def try_all(seed: int, count: int, place: Path, capfd: pytest.CaptureFixture[str]) -> set[int]:
    draw = random.Random(seed)
    inputs = {path: path.read_bytes() for path in place.rglob("*") if path.is_file()}
    codes = set()
    for _ in range(count):
        arguments = drawn(draw)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            try:
                code = main(arguments)
            except Exception as problem:
                raise AssertionError(f"{arguments} raised {problem!r}") from problem
        said = capfd.readouterr().err
        assert code in (0, 1, 2), (arguments, said)
        assert "Traceback" not in said, arguments
        again = {"--input", "--translations", "--baseline", "--conllu"} & set(arguments[len(GIVEN[arguments[0]]) :])
        read = set() if again else {place / word for word in GIVEN[arguments[0]]}
        changed = [path for path, data in inputs.items() if path.read_bytes() != data]
        assert not read & set(changed), arguments
        for path in changed:  # an output that was no input of this command
            path.write_bytes(inputs[path])
        codes.add(code)
    return codes


def test_options_together(place: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert try_all(0, 400, place, capfd) >= {0, 2}


@pytest.mark.slow
def test_many_options_together(place: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert try_all(1, int(os.environ.get("TERTIUM_COMBINATIONS", "4000")), place, capfd) >= {0, 2}
