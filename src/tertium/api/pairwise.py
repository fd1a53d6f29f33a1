"""``tertium.pairwise``: every hypothesis against every reference."""

from __future__ import annotations

from collections.abc import Sequence

from tertium.api.door import check_types
from tertium.api.shapes import Metrics
from tertium.api.strings import strings_of
from tertium.api.warned import Warned
from tertium.arrays import Floats
from tertium.errors import SpecError
from tertium.tasks.metric_choice import metrics_of
from tertium.tasks.pairwise import PairwiseRequest, run


def pairwise(
    hypotheses: Sequence[str], references: Sequence[str], metric: Metrics = "chrf", *, threads: int | None = None
) -> Floats:
    """Every hypothesis against every reference: an array (hypotheses, references) of segment scores.

    ``metric`` is any metric or weighted sum; NaN stands where a pair has no score. ``matrix.mean(axis=1).argmax()`` is
    the minimum-Bayes-risk choice (``tertium.mbr`` makes it from n-best lists).

    >>> pairwise(["the cat sat", "a dog"], ["the cat sat", "the cat sat down"], "wer").round(1).tolist()
    [[0.0, 25.0], [100.0, 100.0]]
    """
    check_types(pairwise, locals())
    chosen, *others = metrics_of(metric)
    if others:
        raise SpecError(f"a matrix is of one metric, got {len(others) + 1}; call pairwise for each.")
    texts = strings_of("hypotheses", hypotheses), strings_of("references", references)
    return run(PairwiseRequest(*texts, chosen, threads), Warned())
