"""The Python blocks of the tutorial run and print what they say; its console blocks are checked with all others."""

from __future__ import annotations

import doctest
import warnings
from pathlib import Path

PAGE = Path(__file__).resolve().parents[2] / "docs" / "tutorial.md"


def test_the_python_blocks_of_the_tutorial_run() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # two segments are few, and the doctor says so
        done = doctest.testfile(str(PAGE), module_relative=False)
    assert done.attempted > 8
    assert done.failed == 0
