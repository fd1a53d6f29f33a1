"""The child of these tests as a tool, and what its log says."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path

PROGRAM = Path(__file__).with_name("child_program.py")


def tool(mode: str, log: Path | None = None, **more: str) -> str:
    """``--with`` for a mode of the child program."""
    words = [sys.executable, str(PROGRAM), mode, *(["--log", str(log)] if log else [])]
    settings = {"name": "overlap"} | more
    return f'command:run="{" ".join(words)}",' + ",".join(f"{key}={value}" for key, value in settings.items())


def items(log: Path) -> list[str]:
    """The outputs that the child was asked about, in order."""
    if not log.exists():
        return []
    return [line[5:] for line in log.read_text("utf-8").splitlines() if line.startswith("item ")]


def processes(log: Path) -> list[int]:
    """The processes that were started, the child's own first."""
    return [int(line[6:]) for line in log.read_text("utf-8").splitlines() if line.startswith("start ")]


def alive(process: int) -> bool:
    """Is it there, and more than a corpse that waits for its parent?"""
    try:
        os.kill(process, 0)
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (OSError, IndexError):
        return False


def all_gone(started: Sequence[int]) -> bool:
    """Soon: who is killed is there until the system comes to it, and that of a busy machine takes its time."""
    deadline = time.monotonic() + 30
    while any(map(alive, started)) and time.monotonic() < deadline:
        time.sleep(0.05)
    return not any(map(alive, started))
