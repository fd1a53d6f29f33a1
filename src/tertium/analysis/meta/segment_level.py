"""Segment level: does a metric see which of two translations is better? Grouping says which pairs are compared.

`item`: translations of one segment by different systems. `system`: outputs of one system for different segments.
`none`: any two outputs. Comparisons that people made are always of one item, and have no τ-b, for several people may
have ordered one pair in both ways. Intervals resample groups (segments where there are none), with the calibrated ε
kept.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from tertium.analysis.comparing.resampling import Bootstrap, draw_counts
from tertium.analysis.meta.campaign_scores import CampaignScores, MetricScores
from tertium.analysis.meta.correlations import all_equal
from tertium.analysis.meta.level_table import LevelParts, Measured
from tertium.analysis.meta.metric_tests import Swappable, standardised
from tertium.analysis.meta.pair_agreement import (
    AVERAGED,
    CONCORDANT,
    DISCORDANT,
    POOLED,
    Comparisons,
    acc23,
    calibrate,
    exact_counts,
    judged_comparisons,
    score_scale,
    scored_comparisons,
    tau_b,
)
from tertium.analysis.meta.sentinels import random_scores
from tertium.errors import InputError
from tertium.results.meta import Chance

Floats: TypeAlias = NDArray[np.float64]

STATISTICS = (*POOLED, "tau_b", "acc23")
GROUPINGS = ("item", "system", "none")
_CHANCE = 50
_TOLERANCE = 1e-11  # of standardised scores: what rounding may make of equal ones
_FEWER = 100  # resamples where every one of them goes over all pairs again
_WORDS = {
    "item": "pairs of translations of one segment",
    "system": "pairs of segments of one system",
    "none": "pairs of any two translations",
}


def segment_level(campaign: CampaignScores, bootstrap: Bootstrap, main: str, grouping: str, source: str) -> LevelParts:
    """`source` is "scores" or "comparisons": which of people's judgments are compared with."""
    judgments = campaign.judgments
    if source == "comparisons":
        if judgments.pairs is None:
            raise InputError(f"{campaign.name} has no comparisons.")
        pairs = judged_comparisons(judgments.pairs, campaign.segments)
        grouping = "item"
        basis = f"{pairs.judgments:,} comparisons by people"
    else:
        if judgments.scores is None:
            raise InputError(f"{campaign.name} has no segment scores.")
        pairs = scored_comparisons(judgments.scores, grouping, seed=bootstrap.seed)
        basis = f"{len(pairs):,} {_WORDS[grouping]}" + (
            " (a sample: acc23, tests and intervals rest on it)" if pairs.sampled else ""
        )
    tables = {metric.name: metric.segment for metric in campaign.metrics if metric.segment is not None}
    measured = [_measured(metric, pairs, bootstrap, campaign, grouping, source) for metric in campaign.metrics]

    def swappable(better: str, worse: str) -> Swappable:
        return _swappable(pairs, tables[better], tables[worse], main)

    noise = _chance(pairs, campaign, bootstrap.seed)
    coverage = judgments.coverage
    now = pairs.judgments if source == "comparisons" else coverage.judged if coverage is not None else 0
    return LevelParts(
        "segment",
        basis,
        main,
        STATISTICS,
        tuple(measured),
        {name: chance for name, chance in noise.items() if source == "scores" or name != "tau_b"},
        swappable,
        lambda better, worse: [],
        now,
        "judgments",
        grouping,
        source=source,
    )


def _measured(
    metric: MetricScores, pairs: Comparisons, bootstrap: Bootstrap, campaign: CampaignScores, grouping: str, source: str
) -> Measured:
    reason = ""
    if metric.segment is None:
        reason = "no segment scores"
    elif all_equal(metric.segment):
        reason = "the metric scores are all equal"
    elif not pairs.relation.any():  # acc23 would be 1 for any metric, by tying everything
        reason = "people prefer no translation to another"
    if metric.segment is None or reason:
        reasons = dict.fromkeys(STATISTICS, reason)
        values = dict.fromkeys(STATISTICS, float("nan"))
        return Measured(metric.name, metric.signature, metric.kind, values, {}, reasons)
    best = calibrate(pairs, metric.segment)
    counts, tied = pairs.counts(metric.segment), pairs.counts(metric.segment, best.epsilon)
    human = campaign.judgments.scores
    if pairs.sampled and human is not None:
        counts = exact_counts(human, metric.segment, grouping)
    values = _values(counts.sum(axis=0), tau_b(counts), acc23(tied))
    reasons = {}
    for name, value in values.items():
        if np.isnan(value):
            reasons[name] = "no pair is decided both by people and by the metric"
    if best.epsilon > 0 and not tied[:, [CONCORDANT, DISCORDANT]].any():
        reasons["acc23"] = "the best ε ties every pair, so that the value is the share of pairs that people tie"
    draws = _draws(metric.segment, pairs, counts, tied, bootstrap, campaign, grouping, best.epsilon)
    if source == "comparisons":
        values["tau_b"], draws["tau_b"] = float("nan"), np.array([])
        reasons["tau_b"] = "people compared pairs and gave no scores"
    return Measured(
        metric.name,
        metric.signature,
        metric.kind,
        values,
        draws,
        reasons,
        {"acc23": best.epsilon},
        {},
        metric.missing,
    )


def _values(pooled: Floats, tau: Floats, accuracy: Floats) -> dict[str, float]:
    made = {name: float(statistic(pooled)) for name, statistic in POOLED.items()}
    for name, groups in (("tau_b", tau), ("acc23", accuracy)):
        made[name] = float(np.nanmean(groups)) if np.isfinite(groups).any() else float("nan")
    return made


def _draws(
    scores: Floats,
    pairs: Comparisons,
    counts: Floats,
    tied: Floats,
    bootstrap: Bootstrap,
    campaign: CampaignScores,
    grouping: str,
    epsilon: float,
) -> dict[str, Floats]:
    if grouping == "none":
        return _draws_over_segments(scores, pairs, bootstrap, campaign, epsilon)
    used = counts.sum(axis=1) > 0
    if used.sum() < 2:
        return {}
    counts, tied = counts[used], tied[used]
    weight = draw_counts(len(counts), bootstrap.seed, 0, bootstrap.resamples)
    pooled = weight @ counts
    made = {name: statistic(pooled) for name, statistic in POOLED.items()}
    for name, groups in (("tau_b", tau_b(counts)), ("acc23", acc23(tied))):
        there = np.isfinite(groups)
        with np.errstate(invalid="ignore", divide="ignore"):
            made[name] = weight[:, there] @ groups[there] / weight[:, there].sum(axis=1)
    return made


def _draws_over_segments(
    scores: Floats, pairs: Comparisons, bootstrap: Bootstrap, campaign: CampaignScores, epsilon: float
) -> dict[str, Floats]:
    """Without groups, a resample of segments weighs a pair by how often both its segments were drawn."""
    resamples = min(bootstrap.resamples, _FEWER)
    drawn = draw_counts(campaign.segments, bootstrap.seed, 0, resamples)
    difference = pairs.differences(scores)
    scale = score_scale(scores)
    a, b = pairs.first % campaign.segments, pairs.second % campaign.segments
    rows: dict[str, list[float]] = {name: [] for name in STATISTICS}
    for weight in drawn:
        again = Comparisons(pairs.first, pairs.second, pairs.relation, weight[a] * weight[b], pairs.group, pairs.groups)
        counts, tied = (again.counts_of(difference, e, scale) for e in (0.0, epsilon))
        for name, value in _values(counts.sum(axis=0), tau_b(counts), acc23(tied)).items():
            rows[name].append(value)
    return {name: np.array(values) for name, values in rows.items()}


def _swappable(pairs: Comparisons, one: Floats, two: Floats, main: str) -> Swappable:
    """Entries that take part in a comparison are swapped; acc23 calibrates its ε anew every time."""
    cells, place = np.unique(np.concatenate([pairs.first, pairs.second]), return_inverse=True)
    first, second = place[: len(pairs)], place[len(pairs) :]
    x, y = (standardised(table).reshape(-1)[cells] for table in (one, two))
    small = Comparisons(first, second, pairs.relation, pairs.weight, pairs.group, pairs.groups)
    if main in _LINEAR and not (np.isnan(x).any() or np.isnan(y).any()):
        terms = _terms(small, x, y, main)
        return Swappable(len(cells), float(terms.sum()), lambda masks: np.where(masks, -1.0, 1.0) @ terms)
    value = _fast(small, main) if not (np.isnan(x).any() or np.isnan(y).any()) else _general(small, main)

    def swapped(masks: NDArray[np.bool_]) -> Floats:
        return np.array([value(np.where(mask, y, x)) - value(np.where(mask, x, y)) for mask in masks])

    return Swappable(len(cells), value(x) - value(y), swapped)


# What a right and a wrong order add to these, in units of 1/decided pairs; a tie adds nothing that changes by swaps.
_LINEAR = {"consistency": (1.0, 0.0), "wmt12": (2.0, 0.0), "wmt14": (1.0, -1.0)}


def _terms(pairs: Comparisons, x: Floats, y: Floats, main: str) -> Floats:
    """What each entry adds to the difference between two metrics; swapped, it adds its negative.

    A pair's part of the difference depends on which of its two entries are swapped, and changes its sign when exactly
    the others are. A function of two signs that does so is a sum of one term for each, so that a swap of all entries
    is one product instead of a walk over all pairs.
    """
    decided = pairs.relation != 0
    first, second, weight = pairs.first[decided], pairs.second[decided], pairs.weight[decided]
    order, gain = pairs.relation[decided], _LINEAR[main]

    def part(a: Floats, b: Floats) -> Floats:
        difference = (a[first] - b[second]) * order
        right, wrong = difference > _TOLERANCE, difference < -_TOLERANCE
        return np.asarray(weight * (gain[0] * right + gain[1] * wrong), dtype=np.float64)

    kept, second_swapped, first_swapped, both = (part(a, b) for a in (x, y) for b in (x, y))
    terms = np.bincount(first, (kept + second_swapped - first_swapped - both) / 2, minlength=len(x))
    terms += np.bincount(second, (kept + first_swapped - second_swapped - both) / 2, minlength=len(x))
    return np.asarray(terms / weight.sum() if len(weight) else np.full(len(x), np.nan))


Value: TypeAlias = Callable[[Floats], float]


def _general(pairs: Comparisons, main: str) -> Value:
    def value(scores: Floats) -> float:
        if main == "acc23":
            return calibrate(pairs, scores).value
        counts = pairs.counts(scores)
        if main in POOLED:
            return float(POOLED[main](counts.sum(axis=0)))
        groups = AVERAGED[main](counts)
        return float(np.nanmean(groups)) if np.isfinite(groups).any() else float("nan")

    return value


def _fast(pairs: Comparisons, main: str) -> Value:
    """The same where no score is missing, so that what a pair weighs is known beforehand."""
    if main in POOLED:
        decided = pairs.relation != 0
        first, second, weight = pairs.first[decided], pairs.second[decided], pairs.weight[decided]
        sign, total = pairs.relation[decided].astype(np.float64), float(pairs.weight[decided].sum())

        def pooled(scores: Floats) -> float:
            difference = (scores[first] - scores[second]) * sign
            right = float(weight[difference > _TOLERANCE].sum())
            wrong = float(weight[difference < -_TOLERANCE].sum())
            return float(POOLED[main](np.array([right, wrong, total - right - wrong, 0.0, 0.0])))

        return pooled
    if main != "acc23":
        return _general(pairs, main)
    size = np.bincount(pairs.group, weights=pairs.weight, minlength=pairs.groups)
    share = pairs.weight / size[pairs.group] / (size > 0).sum()
    order = pairs.relation.astype(np.float64)
    tie = pairs.relation == 0

    def accuracy(scores: Floats) -> float:
        # The same running sum as `calibrate`, without what it returns beside the best value.
        difference = scores[pairs.first] - scores[pairs.second]
        magnitude = np.abs(difference)
        equal = magnitude <= _TOLERANCE
        right = (difference * order > 0) & ~equal
        base = float(share[np.where(tie, equal, right)].sum())
        change = np.where(equal, 0.0, np.where(tie, share, np.where(right, -share, 0.0)))
        sequence = np.argsort(magnitude)
        ordered = magnitude[sequence]
        last = np.append(np.diff(ordered) > _TOLERANCE, True)
        return base + max(0.0, float(np.cumsum(change[sequence])[last].max()))

    return accuracy


def _chance(pairs: Comparisons, campaign: CampaignScores, seed: int) -> dict[str, Chance]:
    """What noise reaches: not 0 or 1/2 where ties are calibrated or metrics disagree."""
    rows: dict[str, list[float]] = {name: [] for name in STATISTICS}
    if not pairs.relation.any():
        return {}
    for number in range(_CHANCE if len(pairs) < 200_000 else _CHANCE // 5):
        noise = random_scores(len(campaign.systems), campaign.segments, seed, 100 + number)
        best = calibrate(pairs, noise)
        counts, tied = pairs.counts(noise), pairs.counts(noise, best.epsilon)
        for name, value in _values(counts.sum(axis=0), tau_b(counts), acc23(tied)).items():
            rows[name].append(value)
    made = {}
    for name, values in rows.items():
        finite = np.array(values)[np.isfinite(values)]
        if len(finite):
            made[name] = Chance(float(finite.mean()), float(np.quantile(finite, 0.95)), len(finite))
    return made
