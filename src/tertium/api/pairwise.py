"""``tertium.pairwise``: every hypothesis against every reference."""

from __future__ import annotations

from collections.abc import Sequence

from tertium.analysis.mbr.pairwise import matrix
from tertium.arrays import Floats
from tertium.engine import local
from tertium.errors import InputError, SpecError
from tertium.metrics.base import Metric
from tertium.tasks.metric_choice import metrics_of


def pairwise(
    hypotheses: Sequence[str], references: Sequence[str], metric: str | Metric = "chrf", *, threads: int | None = None
) -> Floats:
    """Every hypothesis against every reference: an array (hypotheses, references) of segment scores.

    ``metric`` is any metric or weighted sum; NaN stands where a pair has no score. ``matrix.mean(axis=1).argmax()`` is
    the minimum-Bayes-risk choice (``tertium mbr`` makes it from n-best lists).

    >>> pairwise(["the cat sat", "a dog"], ["the cat sat", "the cat sat down"], "wer").round(1).tolist()
    [[0.0, 25.0], [100.0, 100.0]]
    """
    chosen, *others = metrics_of(metric)
    if others:
        raise SpecError(f"a matrix is of one metric, got {len(others) + 1}; call pairwise for each.")
    for name, texts in (("hypotheses", hypotheses), ("references", references)):
        if isinstance(texts, str) or not hasattr(texts, "__len__"):
            raise InputError(f"{name} is {type(texts).__name__}, expected a list of strings.")
        if len(texts) == 0:
            raise InputError(f"{name} is empty, expected at least one string.")
        wrong = next((place for place, text in enumerate(texts) if not isinstance(text, str)), None)
        if wrong is not None:
            raise InputError(f"{name}[{wrong}] is {type(texts[wrong]).__name__}, expected a string.")
    return matrix(hypotheses, references, chosen, threads or local.usable_cores())
