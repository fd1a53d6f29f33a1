"""What type checkers see: every metric class with its parameters, every task with its keywords."""

from __future__ import annotations

import inspect
import re
import subprocess
import sys
from pathlib import Path

import pytest

import tertium
from tertium.metrics.registry import BUILTIN

USES = Path(__file__).with_name("uses.py")
ROOT = Path(__file__).parents[2]


def test_mypy_takes_the_right_uses_and_refuses_the_wrong_ones() -> None:
    seen = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", str(USES)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    refused = {int(found) for found in re.findall(r"uses\.py:(\d+): error:", seen.stdout)}
    lines = USES.read_text(encoding="utf-8").splitlines()
    wrong = {number for number, line in enumerate(lines, 1) if line.endswith("# wrong")}
    assert len(wrong) > 10
    assert refused == wrong, seen.stdout + seen.stderr


def test_a_registered_metric_is_found_under_its_own_name() -> None:
    """The line that type checkers read is the line that registers the metric: here they cannot differ."""
    assert BUILTIN["chrf++"] == "tertium.metrics.chrf:ChrFPlusPlus"
    for name, place in BUILTIN.items():
        module, _, attribute = place.partition(":")
        found = getattr(tertium, attribute)
        assert (found.__module__, found.name) == (module, name)
        assert attribute in dir(tertium)


TASKS = [name for name in tertium.__all__ if inspect.isfunction(getattr(tertium, name))]


@pytest.mark.parametrize("name", TASKS)
def test_every_function_declares_its_keywords_and_what_it_gives(name: str) -> None:
    """A bare ``**options`` or a parameter without a type would let a misspelt keyword through."""
    signature = inspect.signature(getattr(tertium, name))
    assert signature.return_annotation not in (inspect.Signature.empty, "Any")
    for parameter in signature.parameters.values():
        assert parameter.annotation is not inspect.Parameter.empty, parameter
        assert parameter.kind is not inspect.Parameter.VAR_KEYWORD or "Unpack" in parameter.annotation, parameter
