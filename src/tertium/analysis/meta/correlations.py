"""Correlations between human and metric scores, over the last axis and vectorised over the others.

Definitions: docs/statistics.md#correlations.

Every function takes two arrays (..., n), higher is better in both, and gives (...), NaN where the statistic does not
exist: fewer than two values, a missing one (NaN), or a constant vector (scipy's Kendall gives NaN without a word there,
other tools give 0). Constant means equal values, not a small variance: means are rounded, so a variance of
equal values may be positive.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tertium.kernels.order import increasing_pairs

Floats: TypeAlias = NDArray[np.float64]
Bools: TypeAlias = NDArray[np.bool_]
Correlation: TypeAlias = Callable[[Floats, Floats], Floats]

# Differences of scores that are equal but for rounding count as ties: relative to the largest score.
TIE = 1e-12


def pearson(x: Floats, y: Floats) -> Floats:
    """Pearson's r. Centred first: the textbook formula in one pass loses all digits at an offset of 1e9."""
    x, y = np.broadcast_arrays(np.asarray(x, dtype=np.float64), np.asarray(y, dtype=np.float64))
    if x.shape[-1] < 2:
        return np.full(x.shape[:-1], np.nan)
    a = x - x.mean(axis=-1, keepdims=True)
    b = y - y.mean(axis=-1, keepdims=True)
    # Scaled by the largest deviation, so that squares neither vanish nor overflow.
    a = _divide(a, np.abs(a).max(axis=-1, keepdims=True))
    b = _divide(b, np.abs(b).max(axis=-1, keepdims=True))
    made = _divide((a * b).sum(axis=-1), np.sqrt((a * a).sum(axis=-1) * (b * b).sum(axis=-1)))
    return np.where(_constant(x) | _constant(y), np.nan, np.clip(made, -1.0, 1.0))


def spearman(x: Floats, y: Floats) -> Floats:
    """Spearman's rho: Pearson of mid-ranks."""
    x, y = np.broadcast_arrays(np.asarray(x, dtype=np.float64), np.asarray(y, dtype=np.float64))
    return _complete(x, y, pearson(mid_ranks(x), mid_ranks(y)))


def kendall_b(x: Floats, y: Floats) -> Floats:
    """Kendall's τ-b: (C - D)/√((C + D + Tx)(C + D + Ty)), T the pairs tied in one alone."""
    counts = pair_counts(x, y)
    untied_x = counts.concordant + counts.discordant + counts.tied_y
    untied_y = counts.concordant + counts.discordant + counts.tied_x
    return _complete(x, y, _divide(counts.concordant - counts.discordant, np.sqrt(untied_x * untied_y)))


def kendall_c(x: Floats, y: Floats) -> Floats:
    """Stuart's τ-c: 2m(C - D)/(n²(m - 1)), m the smaller number of distinct values."""
    x, y = np.broadcast_arrays(np.asarray(x, dtype=np.float64), np.asarray(y, dtype=np.float64))
    counts = pair_counts(x, y)
    distinct = np.minimum(_distinct(x), _distinct(y)).astype(np.float64)
    size = float(x.shape[-1]) ** 2
    return _complete(x, y, _divide(2 * distinct * (counts.concordant - counts.discordant), size * (distinct - 1)))


def pairwise_accuracy(x: Floats, y: Floats) -> Floats:
    """Share of all pairs that both order the same way, ties included (mt-metrics-eval's convention `all_pairs`)."""
    counts = pair_counts(x, y)
    return _complete(x, y, _divide(counts.concordant + counts.tied_both, counts.total))


def decided_accuracy(x: Floats, y: Floats) -> Floats:
    """The same over the pairs that `x`, the human scores, do not tie (`human_ties_excluded`)."""
    counts = pair_counts(x, y)
    return _complete(x, y, _divide(counts.concordant, counts.concordant + counts.discordant + counts.tied_y))


class PairCounts(NamedTuple):
    """How two score vectors order all pairs; `tied_x` are pairs that x alone ties."""

    concordant: Floats
    discordant: Floats
    tied_x: Floats
    tied_y: Floats
    tied_both: Floats

    @property
    def total(self) -> Floats:
        return np.asarray(self.concordant + self.discordant + self.tied_x + self.tied_y + self.tied_both)


_ALL_PAIRS = 64  # up to so many values all pairs are compared at once, beyond the native O(n log n) counts inversions


def pair_counts(x: Floats, y: Floats) -> PairCounts:
    x, y = np.broadcast_arrays(np.asarray(x, dtype=np.float64), np.asarray(y, dtype=np.float64))
    if x.shape[-1] <= _ALL_PAIRS:
        return _counts_of_signs(*(pair_signs(scores) for scores in (x, y)))
    flat = [_many_pairs(a, b) for a, b in zip(x.reshape(-1, x.shape[-1]), y.reshape(-1, y.shape[-1]), strict=True)]
    return PairCounts(*(np.array(column, dtype=np.float64).reshape(x.shape[:-1]) for column in zip(*flat, strict=True)))


def pair_signs(scores: Floats) -> NDArray[np.int8]:
    """(..., n(n-1)/2): which of each two is higher, in the order of np.triu_indices."""
    first, second = np.triu_indices(scores.shape[-1], 1)
    return difference_signs(scores[..., first] - scores[..., second], scale_of(scores)[..., None])


def difference_signs(difference: Floats, scale: Floats | float) -> NDArray[np.int8]:
    """Signs of differences, 0 for those that rounding alone may have made; NaN has none."""
    tolerance = TIE * np.asarray(scale)
    return (difference > tolerance).astype(np.int8) - (difference < -tolerance).astype(np.int8)


def scale_of(scores: Floats) -> Floats:
    """The largest absolute value over the last axis, NaN left out."""
    return np.asarray(np.where(np.isnan(scores), 0.0, np.abs(scores)).max(axis=-1, initial=0.0))


def all_equal(scores: Floats) -> bool:
    """Is there one value only, NaN left out? Such scores order nothing."""
    there = scores[~np.isnan(scores)]
    return len(there) > 0 and bool(there.max() == there.min())


def mid_ranks(x: Floats) -> Floats:
    """Ranks from 1 over the last axis, equal values sharing the mean of theirs."""
    x = np.asarray(x, dtype=np.float64)
    size = x.shape[-1]
    order = np.argsort(x, axis=-1, kind="stable")
    ordered = np.take_along_axis(x, order, axis=-1)
    index = np.broadcast_to(np.arange(size), x.shape)
    starts = np.ones(x.shape, dtype=bool)
    starts[..., 1:] = ordered[..., 1:] != ordered[..., :-1]
    ends = np.ones(x.shape, dtype=bool)
    ends[..., :-1] = starts[..., 1:]
    first = np.maximum.accumulate(np.where(starts, index, 0), axis=-1)
    last = np.flip(np.minimum.accumulate(np.flip(np.where(ends, index, size), axis=-1), axis=-1), axis=-1)
    ranks = np.empty(x.shape)
    np.put_along_axis(ranks, order, (first + last) / 2 + 1, axis=-1)
    return ranks


def _counts_of_signs(x: NDArray[np.int8], y: NDArray[np.int8]) -> PairCounts:
    both = x * y

    def count(marks: Bools) -> Floats:
        return np.asarray(marks.sum(axis=-1), dtype=np.float64)

    return PairCounts(
        count(both > 0),
        count(both < 0),
        count((x == 0) & (y != 0)),
        count((x != 0) & (y == 0)),
        count((x == 0) & (y == 0)),
    )


def _many_pairs(x: Floats, y: Floats) -> tuple[int, int, int, int, int]:
    a, b = _dense(x), _dense(y)
    concordant = increasing_pairs(np.ascontiguousarray(b[np.lexsort((-b, a))]))
    discordant = increasing_pairs(np.ascontiguousarray(b.max() - b[np.lexsort((b, a))]))
    tied_a, tied_b = _tied(a), _tied(b)
    both = _tied(a.astype(np.int64) * (int(b.max(initial=0)) + 1) + b)
    return concordant, discordant, tied_a - both, tied_b - both, both


def _dense(values: Floats) -> NDArray[np.int32]:
    """Ranks 0, 1, ... of distinct values; neighbours within rounding are one value."""
    order = np.argsort(values, kind="stable")
    steps = np.diff(values[order]) > TIE * float(scale_of(values))
    dense = np.empty(len(values), dtype=np.int32)
    dense[order] = np.concatenate([[0], np.cumsum(steps)])
    return dense


def _tied(values: NDArray[np.int32] | NDArray[np.int64]) -> int:
    counts = np.unique(values, return_counts=True)[1].astype(np.int64)
    return int((counts * (counts - 1) // 2).sum())


def _distinct(x: Floats) -> NDArray[np.int64]:
    ordered = np.sort(x, axis=-1)
    steps = np.diff(ordered, axis=-1) > TIE * scale_of(x)[..., None]
    return np.asarray(steps.sum(axis=-1) + 1)


def _constant(x: Floats) -> Bools:
    return np.asarray(x.max(axis=-1) == x.min(axis=-1)) | np.isnan(x).any(axis=-1)


def _complete(x: Floats, y: Floats, made: Floats) -> Floats:
    """NaN where a value is missing: NaN has a place in a sorted order, but it orders nothing."""
    return np.where(np.isnan(x).any(axis=-1) | np.isnan(y).any(axis=-1), np.nan, made)


def _divide(a: Floats, b: Floats) -> Floats:
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(np.where(b > 0, a / b, np.nan))


def centred(table: Floats) -> Floats:
    """(systems, segments) less the mean of every segment, flat; NaN where there is no score."""
    there = np.isfinite(table)
    count = np.maximum(there.sum(axis=0), 1)
    mean = np.where(there, table, 0.0).sum(axis=0) / count
    return np.asarray((table - mean).reshape(-1))
