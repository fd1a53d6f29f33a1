"""What a whole run of the program costs, from the shell: start, read 3,000 lines, score, print, end.

Modules are compiled before, as an installed package's are; so are everybody else's. CPU seconds of the process and of
its threads are counted, for numpy's own threads spin beside the main one.
"""

from __future__ import annotations

import os
import statistics
from dataclasses import dataclass
from pathlib import Path

from bench.data import Files
from bench.timing import cpu_seconds

TIMES_NUMPY, TIMES_SACREBLEU = 1.6, 0.5


@dataclass(frozen=True)
class Started:
    """Median CPU seconds, and the medians of the ratios of single rounds."""

    ours: float
    numpy: float
    sacrebleu: float
    times_numpy: float
    times_sacrebleu: float


def scoring(files: Files, work: Path, rounds: int = 11) -> Started:
    """``tertium score`` by BLEU beside ``python -c "import numpy"`` and sacreBLEU's whole run, in turn."""
    texts = [str(files.ref), "-i", str(files.hyp), "-m", "bleu"]
    commands = (  # as the installed scripts do it
        ["-c", "from tertium.cli import program; program()", "score", *texts],
        ["-c", "import numpy"],
        ["-c", "from sacrebleu.sacrebleu import main; main()", *texts],
    )
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment["PYTHONPYCACHEPREFIX"] = str(work / "compiled")
    for command in commands:
        cpu_seconds(command, environment)
    taken = [[cpu_seconds(command, environment) for command in commands] for _ in range(rounds)]
    ours, numpy, sacrebleu = (statistics.median(column) for column in zip(*taken, strict=True))
    return Started(
        ours,
        numpy,
        sacrebleu,
        statistics.median(row[0] / row[1] for row in taken),
        statistics.median(row[0] / row[2] for row in taken),
    )
