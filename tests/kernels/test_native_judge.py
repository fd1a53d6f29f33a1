"""The judge in C++: its textbook versions are those of tests/textbook, and it finds a mistake and makes it small."""

from __future__ import annotations

import math
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
BATCH = 20  # of what the program prints; every batch asks in another way

pytestmark = [pytest.mark.slow, pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")]


@pytest.fixture(scope="module", autouse=True)
def _judged() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(ROOT / "tools"))
        yield


def flat(result: Any) -> Iterator[float]:
    """All numbers of a result, one after the other; letters by their number."""
    if isinstance(result, str):
        yield from map(ord, result)
    elif isinstance(result, Iterable):
        for part in sorted(result) if isinstance(result, set) else result:
            yield from flat(part)
    else:
        yield float(result)


def test_the_program_has_every_kernel() -> None:
    from judge import native
    from judge.kernels import KERNELS

    listed = subprocess.run([str(native.program()), "list"], check=True, capture_output=True, text=True).stdout.split()
    assert listed == [kernel.name for kernel in KERNELS]


def kernel_names() -> list[str]:
    text = (ROOT / "fuzz" / "native" / "judge" / "judge.cpp").read_text(encoding="utf-8")
    return [line.split('"')[1] for line in text.splitlines() if line.startswith('    {"')]


@pytest.mark.parametrize("name", kernel_names())
def test_its_textbook_version_is_that_of_python(name: str) -> None:
    """All pairs of some batches, made up and of the example."""
    from judge import native
    from judge.kernels import KERNELS
    from judge.pairs import Pair

    kernel = next(kernel for kernel in KERNELS if kernel.name == name)
    count = BATCH * max(20, 2 * len(kernel.options))
    made = native.lines([name, str(count), "7", "print", str(native.real_pairs(None))], native.program())
    *shown, counts = made
    assert (counts["pairs"], counts["differences"]) == (count, 0)
    assert counts["real"] > 10
    options = set()
    for start in range(0, count, BATCH):
        batch = shown[start : start + BATCH]
        (option,) = {one["option"] for one in batch}
        options.add(option)
        pairs = [Pair(tuple(one["hyp"]), tuple(map(tuple, one["refs"]))) for one in batch]
        expected = kernel.textbook(pairs, **kernel.options[option])
        for one, row in zip(batch, expected, strict=True):
            numbers = list(flat(row))
            made_numbers = zip(one["textbook"], numbers, strict=True)
            assert all(math.isclose(a, b, rel_tol=1e-9, abs_tol=1e-6) for a, b in made_numbers), one
    assert options == set(range(len(kernel.options)))


def test_it_finds_a_mistake_and_makes_it_small() -> None:
    """The kernel that is wrong by one as soon as both sides have three words."""
    from judge import native

    *shown, counts = native.lines(["canary", "2000", "1", "60"], native.program())
    assert 0 < counts["differences"] < 2000
    assert len(shown) == 3
    for one in shown:
        assert (len(one["hyp"]), list(map(len, one["refs"]))) == (3, [3])
        assert one["native"][0] == one["textbook"][0] + 1
