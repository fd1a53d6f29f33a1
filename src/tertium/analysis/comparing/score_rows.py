"""What a comparison looks at: for every metric the rows of all systems, as matrices that are only added up.

A metric is a weighted sum of leaves. A leaf is a matrix (units, systems, columns) and a function from column sums to a
value: for POOL metrics the rows and their formula, for MEAN metrics the pair (segment score, 1) and its quotient. Both
are linear in the units, so a resample, a slice, a document and a swap of two systems are all sums of rows, and nothing
is aligned or tokenised again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from tertium.arrays import Bools, Floats, Int64s, SmallFloats
from tertium.engine.rows import KeptRows
from tertium.errors import InputError
from tertium.kernels.sums import column_sums
from tertium.metrics.base import Better, Metric, Pooling
from tertium.metrics.measuring import unique_leaves
from tertium.results.signatures import scored_signature

Formula = Callable[[Floats], Floats]

_LARGEST_EXACT = 2.0**24  # up to here float32 has every whole number


@dataclass(frozen=True, eq=False)
class Leaf:
    """Rows (units, systems, columns), zeros where nothing counts; ``finish`` turns (..., columns) into (...).

    ``metric`` is the one whose formula that is; None: the quotient of two columns. ``masked`` says which pairs of
    segment and system count nothing; None: all count, or the rows say so themselves.
    """

    rows: Floats
    finish: Formula
    metric: Metric | None = None
    masked: Bools | None = None

    @cached_property
    def whole(self) -> bool:
        """Are all numbers integers? Then sums and differences of sums are exact in float64."""
        return bool(np.all(self.rows == np.rint(self.rows)))

    @cached_property
    def small(self) -> SmallFloats | None:
        """The rows (units, all else) in float32 if no sum of as many of them can exceed what it holds exactly.

        Such sums are the same numbers as in float64, in half the time.
        """
        if not self.whole or len(self.rows) * np.abs(self.rows).max(initial=0.0) > _LARGEST_EXACT:
            return None
        return self.rows.reshape(len(self.rows), -1).astype(np.float32)

    @property
    def _scored(self) -> tuple[int, ...] | None:
        return None if self.metric is None else self.metric.scored_columns

    @cached_property
    def _apart(self) -> tuple[SmallFloats, Int64s, Floats] | None:
        """The small rows without columns that no score reads or that others tell: (distinct columns, which of them each
        scored column is, what each has more in every unit).

        Lengths of references are the same for all systems, and a segment has one bigram less than words: of BLEU and
        chrF two fifths of the columns need not be added up again and again.
        """
        if self.small is None:
            return None
        small = self.small
        if self._scored is not None:
            small = small.reshape(self.rows.shape)[..., self._scored].reshape(len(small), -1)
        least = small.min(axis=0)
        columns = np.ascontiguousarray((small - least).T)  # not negative, so that sums stay as small
        places: dict[bytes, int] = {}
        which = np.array([places.setdefault(column.tobytes(), len(places)) for column in columns], dtype=np.int64)
        first = np.unique(which, return_index=True)[1]
        return np.ascontiguousarray(columns[first].T), which, least.astype(np.float64)

    def resampled(self, weights: Floats | SmallFloats) -> Floats:
        """``sums`` of resamples, whose weights are together as many as there are units: the same numbers, sooner.

        Columns that no score reads are zeros.
        """
        if self._apart is None or weights.dtype != np.float32:
            return self.sums(weights)
        distinct, which, more = self._apart
        flat = np.take(weights @ distinct, which, axis=1).astype(np.float64)
        flat += len(self.rows) * more
        if self._scored is None:
            return flat.reshape(len(weights), *self.rows.shape[1:])
        made = np.zeros((len(weights), *self.rows.shape[1:]))
        made[..., self._scored] = flat.reshape(*made.shape[:2], -1)
        return made

    @cached_property
    def totals(self) -> Floats:
        """(systems, columns), exactly rounded, so that they are the scores of ``tertium score`` to the last bit."""
        flat = np.ascontiguousarray(self.rows.reshape(len(self.rows), -1))
        sums = column_sums(flat.shape[1])
        sums.add(flat, np.zeros(len(flat), dtype=bool))
        return np.asarray(sums.values()).reshape(self.rows.shape[1:])

    def take(self, units: Int64s) -> Leaf:
        """Some of the units."""
        masked = None if self.masked is None else self.masked[units]
        return Leaf(self.rows[units], self.finish, self.metric, masked)

    def sums(self, weights: Floats | SmallFloats) -> Floats:
        """(resamples, units) to (resamples, systems, columns), as exact as in float64.

        Weights are whole numbers, those of one resample as many as there are units or fewer.
        """
        if self.small is not None and weights.dtype == np.float32:
            flat = (weights @ self.small).astype(np.float64)
        else:
            flat = weights.astype(np.float64, copy=False) @ self.rows.reshape(len(self.rows), -1)
        return np.asarray(flat.reshape(len(weights), *self.rows.shape[1:]))


@dataclass(frozen=True, eq=False)
class Measure:
    """A metric as a weighted sum of leaves (places in ``ScoreRows.leaves``), with its name and its direction."""

    label: str
    signature: str
    higher: bool
    scale: float
    terms: tuple[tuple[float, int], ...]
    segment_scores: Floats  # (systems, segments), natural scale; NaN: none
    best: float = np.nan  # the score of which nothing is lost
    losses: Floats | None = None  # (systems, segments, 3): what words, order and length cost, if somebody asked

    def take(self, segments: Int64s) -> Measure:
        """Some of the segments."""
        losses = None if self.losses is None else self.losses[:, segments]
        return replace(self, segment_scores=self.segment_scores[:, segments], losses=losses)


@dataclass(frozen=True)
class Group:
    """A system: one of the scored ones, or several that are runs of it."""

    name: str
    members: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class ScoreRows:
    """Every system by every metric; ``units`` of the leaves are segments, or documents after ``by_document``."""

    groups: tuple[Group, ...]
    leaves: tuple[Leaf, ...]
    measures: tuple[Measure, ...]
    unit: str = "segment"

    @property
    def units(self) -> int:
        return len(self.leaves[0].rows)

    @property
    def segments(self) -> int:
        return int(self.measures[0].segment_scores.shape[1])

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(group.name for group in self.groups)

    def combine(self, values: Sequence[Floats]) -> Floats:
        """Leaves' values (...) to printed scores (..., measures)."""
        made = []
        for measure in self.measures:
            total: Any = 0.0
            for weight, place in measure.terms:
                total = total + weight * values[place]
            made.append(measure.scale * total)
        return np.stack(made, axis=-1)

    def observed(self) -> Floats:
        """(systems, measures): the scores themselves."""
        return self.combine([leaf.finish(leaf.totals) for leaf in self.leaves])

    def take(self, segments: Int64s) -> ScoreRows:
        """Some of the segments."""
        return replace(
            self,
            leaves=tuple(leaf.take(segments) for leaf in self.leaves),
            measures=tuple(m.take(segments) for m in self.measures),
        )

    def by_document(self, labels: Sequence[str]) -> ScoreRows:
        """Segments of one label become one unit, whole and indivisible."""
        if len(labels) != self.units:
            raise InputError(f"there are {len(labels)} document labels for {self.units} segments; give one for each.")
        places = {label: place for place, label in enumerate(dict.fromkeys(labels))}
        if len(places) < 2:
            raise InputError("all segments are of one document; resampling documents needs at least two.")
        order = np.array([places[label] for label in labels])
        leaves = []
        for leaf in self.leaves:
            rows = np.zeros((len(places), *leaf.rows.shape[1:]))
            np.add.at(rows, order, leaf.rows)
            leaves.append(Leaf(rows, leaf.finish, leaf.metric))
        return replace(self, leaves=tuple(leaves), unit="document")

    def identical(self, first: int, second: int) -> bool:
        """Have two systems (places in ``groups``) the same rows everywhere?"""
        mine, theirs = self.groups[first].members, self.groups[second].members
        if len(mine) != len(theirs):
            return False
        members = list(zip(mine, theirs, strict=True))
        # The few totals first: of systems that differ, hardly any pair gets to the rows.
        return all(np.array_equal(leaf.totals[a], leaf.totals[b]) for leaf in self.leaves for a, b in members) and all(
            np.array_equal(leaf.rows[:, a], leaf.rows[:, b]) for leaf in self.leaves for a, b in members
        )


def score_rows_of(
    names: Sequence[str], metrics: Sequence[Metric], kept: KeptRows, *, losses: bool = False
) -> ScoreRows:
    """From the rows of a scoring run; ``kept`` is emptied on the way, so that rows are not held twice."""
    places: dict[Metric, int] = {}
    leaves: list[Leaf] = []
    scores: list[Floats] = []
    lost: list[Floats | None] = []
    for leaf in unique_leaves(metrics):
        values, masked = kept.take(leaf)
        segment_scores = np.where(masked, np.nan, leaf.segment_score(values))
        places[leaf] = len(leaves)
        leaves.append(_leaf(leaf, values, masked, segment_scores))
        scores.append(segment_scores)
        lost.append(leaf.losses(values) if losses else None)
    measures = []
    for metric in metrics:
        terms = tuple((weight, places[leaf]) for weight, leaf in metric.leaves())
        measures.append(
            Measure(
                label=str(metric),
                signature=scored_signature(metric.signature, kept.references),
                higher=metric.better is Better.HIGHER,
                scale=metric.scale,
                terms=terms,
                segment_scores=np.asarray(sum(weight * scores[place] for weight, place in terms)),
                best=metric.best,
                losses=_losses(metric, [lost[place] for _, place in terms]) if losses else None,
            )
        )
    return ScoreRows(alone(names), tuple(leaves), tuple(measures))


def _losses(metric: Metric, of_leaves: Sequence[Floats | None]) -> Floats | None:
    """Those of a sum are the weighted sum of its terms' (as in ``Preset.losses``), if every term comes apart."""
    leaves = metric.leaves()
    if len(leaves) == 1 and leaves[0][1] == metric:
        return of_leaves[0]
    total: Any = 0.0
    for (weight, leaf), part in zip(leaves, of_leaves, strict=True):
        if part is None:
            return None
        total = total + (-weight if leaf.better is Better.LOWER else weight) * part
    return np.asarray(total)


def score_rows_of_sums(metrics: Sequence[Metric], sums: Mapping[Metric, Floats], unit: str) -> ScoreRows:
    """From sums over units larger than a segment, by leaf: (units, systems, columns), of a MEAN metric (units, systems,
    2) with the sum of the scores and their number."""
    places = {leaf: place for place, leaf in enumerate(sums)}
    leaves = tuple(Leaf(rows, _quotient if leaf.pooling is Pooling.MEAN else leaf.score) for leaf, rows in sums.items())
    systems = leaves[0].rows.shape[1]
    measures = tuple(
        Measure(
            label=str(metric),
            signature=metric.signature,
            higher=metric.better is Better.HIGHER,
            scale=metric.scale,
            terms=tuple((weight, places[leaf]) for weight, leaf in metric.leaves()),
            segment_scores=np.zeros((systems, 0)),
        )
        for metric in metrics
    )
    return ScoreRows(alone([""] * systems), leaves, measures, unit)


def mean_score_rows(
    names: Sequence[str], label: str, signature: str, scores: Floats, higher: bool, scale: float = 1.0
) -> ScoreRows:
    """From (systems, segments) scores of another tool; the corpus score is their mean."""
    leaf = _mean_leaf(scores)
    return ScoreRows(alone(names), (leaf,), (Measure(label, signature, higher, scale, ((1.0, 0),), scores),))


def joined(parts: Sequence[ScoreRows]) -> ScoreRows:
    """Rows of other metrics put beside the first ones, of the same systems and segments."""
    first = parts[0]
    leaves: list[Leaf] = []
    measures: list[Measure] = []
    for part in parts:
        if part.names != first.names or part.segments != first.segments:
            raise InputError(
                f"scores of {part.segments} segments of {', '.join(part.names)} cannot be put beside those of "
                f"{first.segments} segments of {', '.join(first.names)}; systems and segments must be the same."
            )
        shift = len(leaves)
        leaves += part.leaves
        for measure in part.measures:
            measures.append(replace(measure, terms=tuple((weight, place + shift) for weight, place in measure.terms)))
    return replace(first, leaves=tuple(leaves), measures=tuple(measures))


def alone(names: Sequence[str]) -> tuple[Group, ...]:
    """Every scored system is a system of its own."""
    return tuple(Group(name, (place,)) for place, name in enumerate(names))


def _leaf(metric: Metric, values: Floats, masked: Bools, segment_scores: Floats) -> Leaf:
    if metric.pooling is Pooling.MEAN:
        return _mean_leaf(segment_scores)
    rows = np.ascontiguousarray(np.moveaxis(values, 0, 1))
    rows[masked.T] = 0.0
    return Leaf(rows, metric.score, metric, np.ascontiguousarray(masked.T) if masked.any() else None)


def _mean_leaf(scores: Floats) -> Leaf:
    present = ~np.isnan(scores.T)
    return Leaf(np.stack([np.where(present, scores.T, 0.0), present.astype(float)], axis=-1), _quotient)


def _quotient(values: Floats) -> Floats:
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(values[..., 1] > 0, values[..., 0] / values[..., 1], np.nan)
