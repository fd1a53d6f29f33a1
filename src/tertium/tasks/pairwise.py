"""Every hypothesis against every reference: a matrix of segment scores."""

from __future__ import annotations

from dataclasses import dataclass

from tertium.analysis.mbr.pairwise import matrix
from tertium.arrays import Floats
from tertium.engine import local
from tertium.metrics.base import Metric
from tertium.progress import SILENT, Listener


@dataclass(frozen=True)
class PairwiseRequest:
    """What ``tertium.pairwise`` asks for."""

    hypotheses: tuple[str, ...]
    references: tuple[str, ...]
    metric: Metric
    threads: int | None = None


def run(request: PairwiseRequest, listener: Listener = SILENT) -> Floats:
    """(hypotheses, references) on the scale the field prints; NaN where a pair has no score."""
    threads = local.threads_of(request.threads)
    return matrix(request.hypotheses, request.references, request.metric, threads)
