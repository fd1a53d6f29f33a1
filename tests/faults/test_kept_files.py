"""What is kept for later survives calls that fail, full disks, limits, signals and damage, and recovers by itself.

These are the history of ``tertium serve`` and the caches of parses, links and scores; commands and their outputs are
tried in test_failing_calls.py.
"""

from __future__ import annotations

import os
import random
import shutil
from contextlib import suppress
from pathlib import Path

import pytest

from faults.keeping import KEEPINGS, SHELF, Keeping, batch_of, begin_history, begin_values, open_values, run_of
from faults.machine import TIMEOUT, Ended, Machine
from faults.plans import every_fault
from tertium.serve.history import History, NotKeptError
from tertium.serve.kept import KeptRun

SHARE = 1 if os.environ.get("TERTIUM_EVERY_FAULT") else 5


def worked(machine: Machine, name: str, begun: Path, folder: Path, **wrong: object) -> Ended:
    """The work, on files as they were when it all began."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(begun, folder)
    asked = {"keep": True, "env": {SHELF.variable: str(folder)}}
    return machine.run([name, str(folder)], folder, **asked, **wrong)


def complaint(kept: Keeping, folder: Path, ended: Ended, *, killed: bool, memory: bool) -> str:
    """What is wrong with the file or with what was said."""
    found = kept.found(folder)
    if found not in (kept.before, kept.after):
        return f"holds {found}"
    if ended.status == TIMEOUT:
        return "" if memory else "did not end"
    if ended.code == 0 and found != kept.after:
        return "says that all is well, and the work is not there"
    if killed or memory:
        return ""
    if ended.code not in (0, 2) or "Traceback" in ended.said:
        return f"ended with {ended.status}: {ended.said}"
    return "" if ended.code == 0 or "cannot be" in ended.said else f"says {ended.said!r}"


@pytest.mark.parametrize("name", KEEPINGS)
def test_kept_files_are_whole_whatever_fails(
    machine: Machine, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept, begun, folder = KEEPINGS[name], tmp_path / "begun", tmp_path / "folder"
    begun.mkdir()
    monkeypatch.setenv(SHELF.variable, str(begun))
    kept.begin(begun)
    monkeypatch.setenv(SHELF.variable, str(folder))
    usual = worked(machine, name, begun, folder)
    assert usual.code == 0, usual.said
    assert kept.found(folder) == kept.after
    assert usual.calls["write"] > 3
    plan = list(every_fault(usual, 30_000, seed=2))[::SHARE]
    wrong = []
    for fault in plan:
        ended = worked(machine, name, begun, folder, **fault.wrong)
        if said := complaint(kept, folder, ended, killed=fault.killed, memory=fault.memory):
            wrong.append(f"{fault.name}: {said}")
        if kept.found(folder) == kept.before:  # done again, nothing is in the way
            again = machine.run([name, str(folder)], folder, keep=True, env={SHELF.variable: str(folder)})
            if again.code or kept.found(folder) != kept.after:
                wrong.append(f"{fault.name}: the next run ends with {again.code}: {again.said}")
    print(f"{name}: {len(plan)} faults")
    assert len(plan) > 60 // SHARE
    assert wrong == []


def spoil(path: Path, rng: random.Random) -> None:
    """Bytes that another program, or a disk, has changed."""
    data = bytearray(path.read_bytes())
    at = rng.randrange(len(data))
    how = rng.choice(("flip", "page", "cut", "noise"))
    if how == "flip":
        for _ in range(rng.randint(1, 20)):
            data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    elif how == "page":
        data[at // 4096 * 4096 : at // 4096 * 4096 + 4096] = bytes(4096)
    elif how == "cut":
        del data[at:]
    else:
        data[at : at + 500] = rng.randbytes(len(data[at : at + 500]))
    path.write_bytes(data)


DAMAGES = 60


def looked_at(history: History, run: KeptRun) -> None:
    """Page and texts are those of the run of this number, or said to be gone."""
    made = run_of(run.id)
    with suppress(NotKeptError):
        assert history.page(run.id) == made.page
    for text in run.texts:
        with suppress(NotKeptError):
            assert history.content(text.digest) == made.contents[text.digest]


def test_a_damaged_history_gives_whole_runs_or_none(tmp_path: Path) -> None:
    begin_history(tmp_path)
    path, whole = tmp_path / "h.sqlite", (tmp_path / "h.sqlite").read_bytes()
    mended = 0
    for seed in range(DAMAGES):
        for old in tmp_path.iterdir():
            old.unlink()
        path.write_bytes(whole)
        spoil(path, random.Random(seed))
        history = History(path)
        for run in history.runs():
            looked_at(history, run)
        number = history.add(run_of(9))
        assert history.page(number) == run_of(9).page
        mended += history.remark is not None
        history.close()
    assert mended > DAMAGES // 4


def test_damaged_values_are_lost_and_never_wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(SHELF.variable, str(tmp_path))
    begin_values(tmp_path)
    path, whole = tmp_path / "kept.sqlite", (tmp_path / "kept.sqlite").read_bytes()
    made = batch_of(1)
    for seed in range(DAMAGES):
        for old in tmp_path.iterdir():
            old.unlink()
        path.write_bytes(whole)
        spoil(path, random.Random(seed))
        kept = open_values(tmp_path)
        found = kept.get_bytes(list(made))
        assert found.items() <= made.items(), seed
        kept.put_bytes(batch_of(2))
        assert kept.get_bytes(list(batch_of(2))) == batch_of(2)
        kept.close()
