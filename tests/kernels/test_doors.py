"""No caller of the native module can end the process: every function refuses hostile arguments, or answers them.

The calls are made in child processes (hostile.py), so that a crash is a failure of a test and not the end of all tests.
"""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

from kernels.good_arguments import Door, doors
from tertium.kernels import _native

TESTS = str(Path(__file__).resolve().parents[1])
SHARES = 4


def complaints(*arguments: str) -> tuple[list[str], int]:
    """What was wrong with the answers of a child, and how many calls it made."""
    try:
        child = subprocess.run(
            [sys.executable, "-m", "kernels.hostile", *arguments],
            capture_output=True,
            text=True,
            timeout=300,
            env=os.environ | {"PYTHONPATH": TESTS},
        )
    except subprocess.TimeoutExpired as hung:
        said = (hung.stdout or b"").decode(errors="replace").splitlines()
        return [f"no end: {said[-1] if said else 'nothing was called'}"], len(said)
    said = child.stdout.splitlines()
    found = [line.removeprefix("WRONG ") for line in said if line.startswith("WRONG ")]
    if child.returncode != 0:
        last = said[-1] if said else "nothing was called"
        found.append(f"died with {child.returncode} of {last}\n{child.stderr[-2000:]}")
    return found, len(said) - len(found)


def test_every_function_of_the_module_is_a_door() -> None:
    known = {door.name for door in doors()}
    for name, value in vars(_native).items():
        if name.startswith("_") or (name.startswith("Arrow") and importlib.util.find_spec("pyarrow") is None):
            continue
        if not isinstance(value, type):
            assert name in known
            continue
        for method, member in vars(value).items():
            if (callable(member) and not method.startswith("_")) or isinstance(member, staticmethod):
                assert f"{name}.{method}" in known


def test_every_door_takes_good_arguments() -> None:
    """Else a bad argument would be refused for another one's sake, and nothing behind that check be tested."""
    found, calls = complaints("good")
    assert found == []
    assert calls == len(doors())


@pytest.mark.parametrize("share", range(SHARES))
def test_one_bad_argument_is_refused_or_answered(share: int) -> None:
    chosen: list[Door] = [door for door in doors() if door.arguments][share::SHARES]
    found, calls = complaints("one", *(door.name for door in chosen))
    assert found == []
    assert calls > 500


@pytest.mark.parametrize("seed", range(2))
def test_several_bad_arguments_are_refused_or_answered(seed: int) -> None:
    found, calls = complaints("several", str(seed), "4000")
    assert found == []
    assert calls == 4000


@pytest.mark.skipif(os.name != "posix", reason="elsewhere a crash is no signal")
def test_a_crash_is_seen() -> None:
    """The walk would be worth nothing if a child that dies looked like one that has nothing to say."""
    found, _ = complaints("crash")
    assert len(found) == 1
    assert found[0].startswith("died with -") or "AddressSanitizer: SEGV" in found[0]
