"""From rows to corpus scores: exact, mergeable totals of one metric and one system.

Sums are exact (native/numbers/exact_sum.hpp), so a corpus score has the same bits however the segments were ordered,
chunked, or spread over threads and machines.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from tertium.arrays import Floats
from tertium.kernels.sums import ColumnSums, column_sums
from tertium.metrics.rows import Better, Pooling, Rows
from tertium.results.scores import MetricScore
from tertium.results.signatures import ReferenceCount, scored_signature

if TYPE_CHECKING:
    from tertium.metrics.base import Metric


class Totals:
    """What must be remembered of the segments seen so far. Leaves only: a Combination is the sum of its leaves."""

    def __init__(self, metric: Metric) -> None:
        self.metric = metric
        self.segments = 0
        self.scored = 0
        self.flags: Counter[str] = Counter()
        self._columns = column_sums(len(metric.columns))
        self._scores = column_sums(1)

    def add(self, rows: Rows, want_scores: bool = True) -> Floats | None:
        """Add selected rows of one system; returns their segment scores (NaN: none), on the natural scale.

        A POOL metric's corpus score needs no segment scores: they are computed only if wanted. Then segments that are
        in the sums but have no score of their own count as unscored too.
        """
        count = len(rows.masked)
        self.segments += count
        for flag, marks in rows.flags.items():
            self.flags[flag] += int(marks.sum())
        self._columns.add(np.ascontiguousarray(rows.values, dtype=np.float64), np.ascontiguousarray(rows.masked))
        mean = self.metric.pooling is Pooling.MEAN
        if not (mean or want_scores):
            self.scored += int(count - rows.masked.sum())
            return None
        scores = np.where(rows.masked, np.nan, self.metric.segment_score(rows.values))
        unscored = np.isnan(scores)
        self.scored += int(count - unscored.sum())
        if mean:
            self._scores.add(np.ascontiguousarray(scores.reshape(-1, 1)), unscored)
        return scores

    def merge(self, other: Totals) -> None:
        self.segments += other.segments
        self.scored += other.scored
        self.flags.update(other.flags)
        self._columns.merge(other._columns)
        self._scores.merge(other._scores)

    def state(self) -> dict[str, Any]:
        """All of it in plain values and arrays, exactly; ``restored`` reads it."""
        return {
            "segments": self.segments,
            "scored": self.scored,
            "flags": dict(self.flags),
            "columns": _terms(self._columns, len(self.metric.columns)),
            "scores": _terms(self._scores, 1),
        }

    @classmethod
    def restored(cls, metric: Metric, state: Mapping[str, Any]) -> Totals:
        """Totals that ``state`` was taken of; the same bits in every later result."""
        made = cls(metric)
        made.segments, made.scored = int(state["segments"]), int(state["scored"])
        made.flags = Counter({str(flag): int(count) for flag, count in state["flags"].items()})
        for sums, terms in ((made._columns, state["columns"]), (made._scores, state["scores"])):
            sums.add(np.ascontiguousarray(terms, dtype=np.float64), np.zeros(len(terms), dtype=bool))
        return made

    def value(self) -> float:
        """The corpus score on the natural scale; NaN if no segment could be scored."""
        if self.metric.pooling is Pooling.POOL:
            return float(self.metric.score(self._columns.values()))
        return float(self._scores.values()[0] / self.scored) if self.scored else float("nan")

    def sums(self) -> Floats:
        """How many segments have a score, the sum of their scores (of a MEAN metric), and the sum of every column."""
        return np.concatenate([[self.scored], self._scores.values(), self._columns.values()])

    def rows(self) -> dict[str, float]:
        return dict(zip(self.metric.columns, self._columns.values().tolist(), strict=True))


def _terms(sums: ColumnSums, columns: int) -> Floats:
    """Doubles, a row for each round, whose exact sum is that of the columns: what rounding left over comes next.

    A sum that is no number, or infinite, is one for good: it is said once.
    """
    rest = column_sums(columns)
    rest.merge(sums)
    kept = np.zeros(1, dtype=bool)
    finite = np.ones(columns, dtype=bool)
    terms: list[Floats] = []
    while True:
        values = np.where(finite, rest.values(), 0.0)
        if not values.any():
            return np.array(terms).reshape(len(terms), columns)
        terms.append(values)
        finite &= np.isfinite(values)
        rest.add(np.where(finite, -values, 0.0).reshape(1, -1), kept)


def finish(
    metric: Metric,
    totals: Mapping[Metric, Totals],
    references: ReferenceCount,
    segment_values: Mapping[Metric, Floats] | None = None,
    unscored: int | None = None,
) -> MetricScore:
    """The result record of a metric from the totals of its leaves.

    ``unscored`` is how many segments have no score, where whoever kept the segment scores has counted them.
    """
    leaves = metric.leaves()
    used = [totals[leaf] for _, leaf in leaves]
    value = sum_of_leaves([(weight, totals[leaf].value()) for weight, leaf in leaves])
    rows = used[0].rows()
    if len(leaves) > 1:
        rows = {
            f"{label}.{name}": number
            for label, (_, leaf) in zip(leaf_labels(leaves), leaves, strict=True)
            for name, number in totals[leaf].rows().items()
        }
    if unscored is None:
        unscored = max(part.segments - part.scored for part in used)
    segment_scores = None
    if segment_values is not None:
        scores = scaled_scores(metric, segment_values)
        unscored = int(np.isnan(scores).sum())
        segment_scores = as_segment_scores(scores)
    flags: Counter[str] = Counter()
    for part in used:
        flags |= part.flags
    return MetricScore(
        metric=str(metric),
        score=metric.scale * value,
        value=value,
        signature=scored_signature(metric.signature, references),
        higher_is_better=metric.better is Better.HIGHER,
        segments=used[0].segments,
        rows=rows,
        unscored=unscored,
        flags={name: count for name, count in sorted(flags.items()) if count},
        segment_scores=segment_scores,
        ceiling=metric.ceiling,
    )


def scaled_scores(metric: Metric, values: Mapping[Metric, Floats]) -> Floats:
    """Segment scores as they are printed, from those of the leaves on the natural scale; NaN: none."""
    return np.asarray(metric.scale * np.sum([weight * values[leaf] for weight, leaf in metric.leaves()], axis=0))


def as_segment_scores(scores: Floats) -> tuple[float | None, ...]:
    """As records hold them."""
    return tuple(None if np.isnan(x) else x for x in scores.tolist())


def sum_of_leaves(terms: Sequence[tuple[float, float]]) -> float:
    """Σ weight · value; a single leaf of weight 1 keeps its value's bits."""
    total = 0.0
    for weight, value in terms:
        total += weight * value
    return total


def leaf_labels(leaves: Sequence[tuple[float, Metric]]) -> list[str]:
    """What the leaves of a sum are called in the names of its columns: by name, or in full where names repeat."""
    names = [leaf.name for _, leaf in leaves]
    return [name if names.count(name) == 1 else str(leaf) for name, (_, leaf) in zip(names, leaves, strict=True)]
