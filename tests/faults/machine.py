"""The process in which calls fail (failing.py), asked from the tests; and what must hold afterwards."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from faults.failing import KINDS
from faults.writing import Writing, contents, renew

HERE = Path(__file__).resolve().parent
TIMEOUT = -1


@dataclass(frozen=True)
class Ended:
    """How a command ended. ``calls`` is empty if it was killed."""

    status: int
    said: str
    calls: dict[str, int]
    failed: int
    seconds: float

    @property
    def code(self) -> int | None:
        return os.WEXITSTATUS(self.status) if self.status >= 0 and os.WIFEXITED(self.status) else None

    @property
    def signal(self) -> int | None:
        return os.WTERMSIG(self.status) if self.status >= 0 and os.WIFSIGNALED(self.status) else None


def built_shim(folder: Path) -> Path:
    compiler = next((found for name in ("cc", "gcc", "clang") if (found := shutil.which(name))), None)
    if not sys.platform.startswith("linux") or compiler is None:
        pytest.skip("failing calls need Linux and a C compiler")
    if "asan" in os.environ.get("LD_PRELOAD", ""):
        pytest.skip("the sanitizers replace malloc, and so does the shim")
    made = folder / "shim.so"
    options = ["-shared", "-fPIC", "-O1", "-Wall", "-Wextra", "-Werror", "-o", str(made), str(HERE / "shim.c"), "-ldl"]
    built = subprocess.run([compiler, *options], capture_output=True, text=True)
    if built.returncode and "fatal error" in built.stderr:
        pytest.skip(f"the shim does not compile here: {built.stderr.splitlines()[0]}")
    assert built.returncode == 0, built.stderr
    return made


class Machine:
    def __init__(self, folder: Path) -> None:
        shim = built_shim(folder)
        (folder / "tmp").mkdir()
        environment = os.environ | {
            "LD_PRELOAD": str(shim),
            "TERTIUM_PARSE_CACHE": str(folder / "parses"),
            "XDG_CACHE_HOME": str(folder / "cache"),
            "PYTHONPATH": os.pathsep.join([str(HERE.parent)]),
            "COLUMNS": "100",
            "TMPDIR": str(folder / "tmp"),  # a result that cannot be written is kept there
            "OPENBLAS_NUM_THREADS": "1",  # a copy of a process has its first thread alone
        }
        self._process = subprocess.Popen(
            [sys.executable, str(HERE / "failing.py"), str(folder / "said.txt")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
        )
        assert self._process.stdout is not None
        assert self._process.stdout.readline() == "ready\n"

    def run(self, argv: list[str], cwd: Path, **wrong: Any) -> Ended:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps({"argv": argv, "cwd": str(cwd), **wrong}) + "\n")
        self._process.stdin.flush()
        answer = json.loads(self._process.stdout.readline())
        counts = answer["calls"]
        calls = dict(zip(KINDS, counts, strict=False)) if counts else {}
        return Ended(answer["status"], answer["said"], calls, counts[-1] if counts else 0, answer["seconds"])

    def close(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(30)


def parts_left(folder: Path) -> list[str]:
    """Temporary files that a command left behind."""
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.name.endswith(".part"))


@dataclass(frozen=True)
class Known:
    """What a command's output is before and after, from runs in which nothing went wrong."""

    folder: Path
    old_folder: Path
    old: dict[str, bytes]
    new: dict[str, bytes]
    usual: Ended


def learn(machine: Machine, writing: Writing, folder: Path, other: Path) -> Known:
    """Run it on two inputs; twice on the first, for an output that is never the same could not be checked."""
    renew(other, writing, None)
    before = machine.run(writing.argv, other)
    assert before.code in (0, 1), before.said
    made = []
    for _ in range(2):
        renew(folder, writing, other)
        usual = machine.run(writing.argv, folder)
        assert usual.code in (0, 1), usual.said
        made.append(contents(folder, writing))
    assert made[0] == made[1], f"{writing.name} does not write the same twice"
    old = {} if writing.state or writing.fresh else contents(other, writing)
    assert old != made[0]
    old = {name: data for name, data in old.items() if not name.startswith("new")}  # taken away before each run
    return Known(folder, other, old, made[0], usual)


def complaint(writing: Writing, known: Known, ended: Ended, *, killed: bool, memory: bool = False) -> str:
    """What is wrong after a fault; nothing if all is as promised.

    ``memory``: where it is refused, Python and libraries may end the process themselves; the files must hold even so.
    """
    now = contents(known.folder, writing)
    if ended.status == TIMEOUT and not memory:
        return "did not end"
    names = known.old.keys() | known.new.keys() | now.keys()
    for name in names:
        have = now.get(name)
        if have not in (known.old.get(name), known.new.get(name)):
            return f"'{name}' is neither old nor new: {len(have or b'')} bytes"
    if killed or ended.status == TIMEOUT:
        return ""
    if ended.code is None and not memory:
        return f"ended by signal {signal.Signals(ended.signal or 0).name}"
    if ended.code == known.usual.code and now != known.new:
        return "says that all is well, and the new result is not there"
    if "Traceback" in ended.said and not memory:
        return f"traceback: {ended.said.splitlines()[-1]}"
    if ended.code not in (known.usual.code, None) and not ended.said.strip():
        return f"exit code {ended.code} and not a word"
    if ended.code is not None and (left := parts_left(known.folder)):
        return f"left behind: {left}"
    return ""
