"""Calls that fail, full disks, limits and signals: the old result or the new one, never neither, never half.

Every output of every command (writing.py) is made in a process whose calls of the C library fail (shim.c, failing.py).
"""

from __future__ import annotations

import errno
import importlib.util
import os
import signal
from pathlib import Path

import pytest

from faults.machine import Machine, complaint, learn
from faults.plans import Fault, every_way, failing, quick
from faults.writing import WRITINGS, Writing, contents, lay_out, renew
from tertium.cli.command_table import COMMANDS
from tertium.cli.output import OutputFile, OutputFolder

NAMED = {writing.name: writing for writing in WRITINGS}
# Each takes seconds, for it loads pyarrow or draws pictures.
SLOW = {"compare --save-rows", "gate --save-rows", "meta --plots"}
SHARE = 1 if os.environ.get("TERTIUM_EVERY_FAULT") else 5  # all of them take most of an hour


def test_every_output_of_every_command_is_tried() -> None:
    declared = {
        f"{name} {action.option_strings[-1]}"
        for name, command in COMMANDS.items()
        for action in command.parser()._actions
        if isinstance(action.type, type) and issubclass(action.type, OutputFile | OutputFolder)
    }
    assert declared == NAMED.keys()


def tried(machine: Machine, writing: Writing, folder: Path, faults: str) -> tuple[int, list[str]]:
    """How many faults there were, and what was wrong after them."""
    if writing.needs and importlib.util.find_spec(writing.needs) is None:
        pytest.skip(f"{writing.needs} is not installed")
    lay_out(folder / "a")
    lay_out(folder / "b", skip=40)
    known = learn(machine, writing, folder / "a", folder / "b")
    plan: list[Fault] = list(quick(known) if faults == "quick" else every_way(known, 1))
    if faults == "share":
        assert len(plan) > 50
        plan = plan[::SHARE]
    wrong = []
    for fault in plan:
        renew(known.folder, writing, known.old_folder)
        ended = machine.run(writing.argv, known.folder, **fault.wrong)
        if said := complaint(writing, known, ended, killed=fault.killed, memory=fault.memory):
            wrong.append(f"{fault.name}: {said}")
        if writing.state or (faults == "quick" and fault.killed):  # what was left behind does not harm the next run
            if writing.fresh:
                renew(known.folder, writing, known.old_folder)
            again = machine.run(writing.argv, known.folder)
            if (again.code, contents(known.folder, writing)) != (known.usual.code, known.new):
                wrong.append(f"{fault.name}: the next run ends with {again.code}: {again.said}")
    return len(plan), wrong


@pytest.mark.parametrize("name", sorted(NAMED.keys() - SLOW))
def test_the_old_result_or_the_new_one(machine: Machine, name: str, tmp_path: Path) -> None:
    count, wrong = tried(machine, NAMED[name], tmp_path, "quick")
    assert count == 4
    assert wrong == []


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(NAMED))
def test_the_old_result_or_the_new_one_whatever_fails(machine: Machine, name: str, tmp_path: Path) -> None:
    count, wrong = tried(machine, NAMED[name], tmp_path, "share")
    print(f"{name}: {count} faults")
    assert count > 50 // SHARE
    assert wrong == []


def test_the_shim_bites(machine: Machine, tmp_path: Path) -> None:
    """A program that writes in place is caught: calls fail, disks are full, and half a file is called so."""
    writing = NAMED["idf --output"]
    lay_out(tmp_path / "a")
    lay_out(tmp_path / "b", skip=40)
    known = learn(machine, writing, tmp_path / "a", tmp_path / "b")
    assert known.usual.calls["write"] >= 1
    assert known.usual.calls["rename"] == 1
    ended = machine.run(writing.argv, known.folder, **failing("write", 1, errno.ENOSPC).wrong)
    assert (ended.code, ended.failed) == (2, 1)
    assert "no space left on device; what was there before is kept." in ended.said
    ended = machine.run(writing.argv, known.folder, **failing("rename", 1, -signal.SIGKILL).wrong)
    assert ended.signal == signal.SIGKILL
    half = known.new["out"][: len(known.new["out"]) // 2]
    (known.folder / "out").write_bytes(half)
    assert "neither old nor new" in complaint(writing, known, ended, killed=True)
    (known.folder / "out").write_bytes(known.old["out"])
    assert (
        complaint(writing, known, known.usual, killed=False) == "says that all is well, and the new result is not there"
    )


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_is_read_only(machine: Machine, tmp_path: Path) -> None:
    writing = NAMED["score --output"]
    lay_out(tmp_path / "a")
    (tmp_path / "a" / "out").write_text("old")
    (tmp_path / "a").chmod(0o500)
    ended = machine.run(writing.argv, tmp_path / "a")
    (tmp_path / "a").chmod(0o700)
    assert ended.code == 2
    assert "cannot be written by this user" in ended.said
    assert (tmp_path / "a" / "out").read_text() == "old"
