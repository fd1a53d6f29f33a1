"""Segment level: does a metric order two translations of one segment as people do?

Definitions: docs/statistics.md#segment-level-agreement.

| name | value | metric tie | human tie |
|---|---|---|---|
| `consistency` | C/(C + D + T) | inconsistent | left out |
| `wmt12` | (C - D - T)/(C + D + T) | discordant | left out |
| `wmt13` | (C - D)/(C + D) | left out | left out |
| `wmt14` | (C - D)/(C + D + T) | counts 0 | left out |
| `acc23` | (C + T_both)/all | right if people tie too | right if the metric ties too |
| `tau23` | (C + T_both - D - T_human - T_metric)/all | | |

Consistency: Birch & Osborne (2010), LRscore. The WMT variants: Macháček & Bojar (2014), Results of the WMT14 metrics
shared task. acc23, tau23 and tie calibration: Deutsch, Foster & Freitag (2023), Ties matter.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from tertium.analysis.meta.correlations import TIE, difference_signs, pair_counts
from tertium.corpus.campaigns.judgments import PairJudgments

Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.int64]

# Columns of `Comparisons.counts`.
CONCORDANT, DISCORDANT, METRIC_TIE, HUMAN_TIE, BOTH_TIE = range(5)


@dataclass(frozen=True, eq=False)
class Comparisons:
    """Pairs of scored texts with people's verdict: cells `first[k]` and `second[k]` of a flattened score matrix.

    `group[k]` is the item (or system) the pair belongs to, 0 .. groups - 1; `weight[k]` how many judgments say so.
    """

    first: Ints
    second: Ints
    relation: NDArray[np.int8]
    weight: Floats
    group: Ints
    groups: int
    sampled: bool = False

    def __len__(self) -> int:
        return len(self.first)

    @property
    def judgments(self) -> int:
        return int(self.weight.sum())

    def differences(self, scores: Floats) -> Floats:
        """Metric differences, first minus second; NaN where a score is missing."""
        flat = scores.reshape(-1)
        return flat[self.first] - flat[self.second]

    def counts(self, scores: Floats, epsilon: float = 0.0) -> Floats:
        """(groups, 5): C, D, metric ties, human ties, both; pairs with a missing score are in none of them."""
        difference = self.differences(scores)
        return self.counts_of(difference, epsilon, score_scale(scores))

    def counts_of(self, difference: Floats, epsilon: float, scale: float) -> Floats:
        there = ~np.isnan(difference)
        metric = difference_signs(difference, scale)
        if epsilon > 0:
            metric = np.where(np.abs(difference) <= epsilon + TIE * scale, 0, metric).astype(np.int8)
        kind = _kinds(self.relation, metric)
        index = self.group * 5 + kind
        made = np.bincount(index[there], weights=self.weight[there], minlength=self.groups * 5)
        return np.asarray(made.reshape(self.groups, 5), dtype=np.float64)


def _kinds(human: NDArray[np.int8], metric: NDArray[np.int8]) -> Ints:
    """The column of `counts` each pair belongs to."""
    product = human * metric
    kind = np.where(product > 0, CONCORDANT, DISCORDANT)
    kind = np.where((human != 0) & (metric == 0), METRIC_TIE, kind)
    kind = np.where((human == 0) & (metric != 0), HUMAN_TIE, kind)
    return np.where((human == 0) & (metric == 0), BOTH_TIE, kind).astype(np.int64)


def judged_comparisons(pairs: PairJudgments, segments: int) -> Comparisons:
    """Comparisons as people made them, grouped by segment."""
    return Comparisons(
        pairs.first * segments + pairs.segment,
        pairs.second * segments + pairs.segment,
        pairs.relation.astype(np.int8),
        pairs.count.astype(np.float64),
        pairs.segment,
        segments,
    )


MOST = {"item": 20_000_000, "system": 300_000, "none": 300_000}  # a share of 300,000 is known to 0.002


def scored_comparisons(human: Floats, grouping: str, most: int = 0, seed: int = 12345) -> Comparisons:
    """All pairs that human scores (systems, segments) make: of one segment (`item`), one system, or any (`none`).

    Where there are more than `most`, a seeded sample of so many stands for them, and `sampled` says so; what can be
    counted without looking at every pair is then counted by `exact_counts`.
    """
    parts = _parts(~np.isnan(human), grouping)
    most = most or MOST[grouping]
    total = sum(len(part) * (len(part) - 1) // 2 for part in parts)
    if total > most:
        return _sampled(human, parts, most, total, seed)
    firsts, seconds, groups = [], [], []
    for number, part in enumerate(parts):
        a, b = np.triu_indices(len(part), 1)
        firsts.append(part[a])
        seconds.append(part[b])
        groups.append(np.full(len(a), number, dtype=np.int64))
    return _of_cells(human, np.concatenate(firsts), np.concatenate(seconds), np.concatenate(groups), len(parts), False)


def _parts(there: NDArray[np.bool_], grouping: str) -> list[Ints]:
    """Cells of each group."""
    cells = np.arange(there.size).reshape(there.shape)
    if grouping == "item":
        return [cells[there[:, at], at] for at in range(there.shape[1])]
    if grouping == "system":
        return [cells[at, there[at]] for at in range(there.shape[0])]
    return [cells[there]]


def exact_counts(human: Floats, metric: Floats, grouping: str) -> Floats:
    """`Comparisons.counts` of all pairs, however many: O(n log n) for each group."""
    x, y = human.reshape(-1), metric.reshape(-1)
    made = np.zeros((len(parts := _parts(~np.isnan(human) & ~np.isnan(metric), grouping)), 5))
    for row, part in zip(made, parts, strict=True):
        if len(part) > 1:
            counts = pair_counts(x[part], y[part])
            row[[CONCORDANT, DISCORDANT, METRIC_TIE, HUMAN_TIE, BOTH_TIE]] = (
                counts.concordant,
                counts.discordant,
                counts.tied_y,
                counts.tied_x,
                counts.tied_both,
            )
    return made


def _sampled(human: Floats, parts: list[NDArray[np.int64]], most: int, total: int, seed: int) -> Comparisons:
    generator = np.random.Generator(np.random.Philox(key=np.array([seed, 7], dtype=np.uint64)))
    firsts, seconds, groups = [], [], []
    for number, part in enumerate(parts):
        size = len(part) * (len(part) - 1) // 2
        wanted = round(most * size / total)
        a = generator.integers(0, max(len(part), 1), size=wanted)
        b = generator.integers(0, max(len(part), 1), size=wanted)
        kept = a != b
        firsts.append(part[a[kept]])
        seconds.append(part[b[kept]])
        groups.append(np.full(int(kept.sum()), number, dtype=np.int64))
    return _of_cells(human, np.concatenate(firsts), np.concatenate(seconds), np.concatenate(groups), len(parts), True)


def _of_cells(human: Floats, first: Ints, second: Ints, group: Ints, groups: int, sampled: bool) -> Comparisons:
    flat = human.reshape(-1)
    relation = difference_signs(flat[first] - flat[second], score_scale(human))
    return Comparisons(first, second, relation, np.ones(len(first)), group, groups, sampled)


def score_scale(scores: Floats) -> float:
    return float(np.nanmax(np.abs(scores))) if np.isfinite(scores).any() else 0.0


# -- statistics of counts (..., 5)


def consistency(counts: Floats) -> Floats:
    return _ratio(counts[..., CONCORDANT], _decided(counts))


def wmt12(counts: Floats) -> Floats:
    wrong = counts[..., DISCORDANT] + counts[..., METRIC_TIE]
    return _ratio(counts[..., CONCORDANT] - wrong, _decided(counts))


def wmt13(counts: Floats) -> Floats:
    c, d = counts[..., CONCORDANT], counts[..., DISCORDANT]
    return _ratio(c - d, c + d)


def wmt14(counts: Floats) -> Floats:
    return _ratio(counts[..., CONCORDANT] - counts[..., DISCORDANT], _decided(counts))


def acc23(counts: Floats) -> Floats:
    return _ratio(counts[..., CONCORDANT] + counts[..., BOTH_TIE], counts.sum(axis=-1))


def tau23(counts: Floats) -> Floats:
    right = counts[..., CONCORDANT] + counts[..., BOTH_TIE]
    return _ratio(2 * right - counts.sum(axis=-1), counts.sum(axis=-1))


def tau_b(counts: Floats) -> Floats:
    """Kendall's τ-b of each group from its counts: the same as `kendall_b` of its scores."""
    c, d = counts[..., CONCORDANT], counts[..., DISCORDANT]
    return _ratio(c - d, np.sqrt((c + d + counts[..., METRIC_TIE]) * (c + d + counts[..., HUMAN_TIE])))


# Pooled over all pairs of a language pair, whatever the grouping, and averaged over groups.
POOLED: dict[str, Callable[[Floats], Floats]] = {
    "consistency": consistency,
    "wmt12": wmt12,
    "wmt13": wmt13,
    "wmt14": wmt14,
}
AVERAGED: dict[str, Callable[[Floats], Floats]] = {"tau_b": tau_b, "acc23": acc23, "tau23": tau23}


def _decided(counts: Floats) -> Floats:
    return np.asarray(counts[..., CONCORDANT] + counts[..., DISCORDANT] + counts[..., METRIC_TIE])


def _ratio(a: Floats, b: Floats) -> Floats:
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(np.where(b > 0, a / b, np.nan))


@dataclass(frozen=True)
class Calibrated:
    """The best mean of acc23 over groups, and the ε at which metric differences up to it are ties."""

    value: float
    epsilon: float


def calibrate(comparisons: Comparisons, scores: Floats) -> Calibrated:
    """Try 0 and every observed |Δ| as ε and keep the best mean acc23 over groups, the smallest of equals.

    One sort and one running sum: raising ε over |Δ_k| turns pair k from concordant or discordant into a tie, which
    changes its group's share by ±1/size or by nothing. Equal differences (up to rounding) change together.
    """
    difference = comparisons.differences(scores)
    there = ~np.isnan(difference)
    size = np.bincount(comparisons.group[there], weights=comparisons.weight[there], minlength=comparisons.groups)
    used = int((size > 0).sum())
    if not used:
        return Calibrated(float("nan"), float("nan"))
    scale = score_scale(scores)
    start = acc23(comparisons.counts_of(difference, 0.0, scale))
    base = float(np.nanmean(start))
    magnitude = np.abs(difference[there])
    relation = comparisons.relation[there]
    metric = difference_signs(difference[there], scale)
    share = comparisons.weight[there] / size[comparisons.group[there]] / used
    # What becoming a metric tie changes: a human tie becomes right, a right order becomes wrong.
    change = np.where(metric == 0, 0.0, np.where(relation == 0, share, np.where(relation * metric > 0, -share, 0.0)))
    order = np.argsort(magnitude, kind="stable")
    running = base + np.cumsum(change[order])
    ordered = magnitude[order]
    last = np.append(np.diff(ordered) > TIE * scale, True)  # the last of each run of equal differences
    values, epsilons = running[last], ordered[last]
    best = int(np.argmax(values)) if len(values) else 0
    if not len(values) or values[best] <= base + TIE:
        return Calibrated(base, 0.0)
    return Calibrated(float(values[best]), float(epsilons[best]))
