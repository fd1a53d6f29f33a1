"""How a ratio is measured: both sides in turn, in one process, several times; the median of the pairs' ratios.

Alternating cancels what a machine does over time (other processes, heat); a ratio of one pair compares two runs a
moment apart. CPU seconds of this process are counted, so that a neighbour's load changes neither side; where threads
are the question, wall-clock time is.
"""

from __future__ import annotations

import gc
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Ratio:
    """Median seconds of both sides, and how many times faster ours is, with the range over the pairs."""

    ours: float
    peer: float
    times: float
    low: float
    high: float


def seconds(work: Callable[[], object], clock: Callable[[], float] = time.process_time) -> float:
    gc.collect()
    start = clock()
    work()
    return clock() - start


def compare(
    ours: Callable[[], object],
    peer: Callable[[], object],
    pairs: int,
    clock: Callable[[], float] = time.process_time,
    inner: int = 1,
) -> Ratio:
    """Interleave; ``inner`` runs of ours make one measurement where one run is shorter than the clock can tell."""

    def repeated() -> None:
        for _ in range(inner):
            ours()

    ours()  # loading libraries and page caches is nobody's scoring time; the peer's imports are done when it is built
    mine, theirs = [], []
    for _ in range(pairs):
        theirs.append(seconds(peer, clock))
        mine.append(seconds(repeated, clock) / inner)
    ratios = [t / m for m, t in zip(mine, theirs, strict=True)]
    return Ratio(
        statistics.median(mine), statistics.median(theirs), statistics.median(ratios), min(ratios), max(ratios)
    )


def cpu_seconds(arguments: list[str], environment: Mapping[str, str]) -> float:
    """What a run of Python with these arguments costs, its threads and the end of the process included."""
    process = subprocess.Popen([sys.executable, *arguments], stdout=subprocess.DEVNULL, env=environment)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"{' '.join(arguments[:3])} ended with {process.returncode}")
    return usage.ru_utime + usage.ru_stime


def peak_mib(command: list[str]) -> float:
    """The most memory a command held, in MiB; started by a process of its own, for the peak of children is that of
    all, and a new process is said to have used as much as the one that started it."""
    code = (
        "import resource, subprocess, sys; subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL, "
        "stderr=subprocess.DEVNULL); print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024)"
    )
    done = subprocess.run([sys.executable, "-c", code, *command], capture_output=True, text=True, check=True)
    return float(done.stdout)
