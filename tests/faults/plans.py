"""What may go wrong with a command, in numbers: which call fails, where the disk is full, when a signal comes."""

from __future__ import annotations

import errno
import random
import signal
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from faults.machine import Ended, Known

NEVER = 10**9
_SAID = 2000  # bytes that a command may need to say what went wrong: that is kept in a file, too
PATIENCE = 12  # seconds for a run that is refused memory: Python's Thread.start may wait for ever then
ERRORS = {
    "write": (errno.ENOSPC, errno.EIO),
    "fsync": (errno.EIO,),
    "rename": (errno.EIO, errno.EXDEV),
    "create": (errno.EROFS, errno.EACCES),
}


@dataclass(frozen=True)
class Fault:
    name: str
    wrong: dict[str, Any]
    killed: bool = False  # the process cannot say anything
    memory: bool = False


def failing(kind: str, first: int, error: int, every: int = NEVER) -> Fault:
    often = f"from {first}, every {every}" if every != NEVER else f"number {first}"
    wrong = {"fault": {"kind": kind, "first": first, "every": every, "error": error}}
    name = f"{kind} {often}: {errno.errorcode.get(error) or signal.Signals(-error).name}"
    memory = kind in ("malloc", "mmap")
    return Fault(name, {**wrong, "seconds": PATIENCE} if memory else wrong, killed=error < 0, memory=memory)


def some(count: int, most: int) -> list[int]:
    """At most ``most`` of 1 .. count, the first and the last among them."""
    if count <= most:
        return list(range(1, count + 1))
    return sorted({1 + round(k * (count - 1) / (most - 1)) for k in range(most)})


def quick(known: Known) -> Iterator[Fault]:
    calls = known.usual.calls
    yield failing("write", calls["write"], errno.ENOSPC)
    yield failing("rename", calls["rename"], errno.EIO)
    yield failing("rename", calls["rename"], -signal.SIGKILL)
    yield disk(sum(map(len, known.new.values())) // 2)


def every_way(known: Known, seed: int) -> Iterator[Fault]:
    yield from every_fault(known.usual, sum(map(len, known.new.values())), seed)


def every_fault(usual: Ended, size: int, seed: int) -> Iterator[Fault]:
    """The long list: every call of the few kinds, a sample of the many, limits, disks and moments.

    ``usual`` is a run in which nothing went wrong, and ``size`` how many bytes it wrote.
    """
    calls, rng = usual.calls, random.Random(seed)
    for kind, errors in ERRORS.items():
        for number in some(calls[kind], 8):
            yield from (failing(kind, number, error) for error in errors)
            yield failing(kind, number, -signal.SIGKILL)
            yield failing(kind, number, -signal.SIGTERM)
        yield from (failing(kind, first, errors[0], every) for first, every in ((1, 1), (1, 2), (2, 3), (3, 3)))
    for kind, most in (("mmap", 6), ("malloc", 16)):
        for number in some(calls[kind], most):
            yield failing(kind, number, errno.ENOMEM)
    yield from (failing("malloc", rng.randrange(1, step), errno.ENOMEM, step) for step in (1000, 300, 100, 10))
    yield from (disk(most) for most in {0, 1, size // 3, size // 2, size - 1})
    for most in sorted({size // 3, size // 2, size - 1}):
        if most > _SAID:
            yield Fault(f"files of {most} bytes at most", {"limits": {"size": most}})
    for files in (0, 1, 2, 3, 5, 8):
        yield Fault(f"{files} more files", {"limits": {"files": files}})
    for more in (0.1, 1, 4, 16, 64):
        yield Fault(f"{more} MB more memory", {"limits": {"memory": more}, "seconds": PATIENCE}, memory=True)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGPIPE, signal.SIGKILL):
        for _ in range(5):
            after = rng.uniform(0, usual.seconds)
            yield Fault(f"{number.name} after {after:.3f} s", {"signal": [int(number), after]}, killed=True)


def disk(room: int) -> Fault:
    return Fault(f"{room} bytes of room", {"fault": {"kind": "disk", "every": room, "error": errno.ENOSPC}})
