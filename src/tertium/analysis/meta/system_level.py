"""System level: does a metric rank whole systems as people do?

Intervals resample systems and, where segments are known, segments at the same time (BOOT-BOTH, Deutsch et al. 2021):
few systems are what makes system-level correlations uncertain. A system drawn twice makes no pair with itself.
"""

from __future__ import annotations

import math
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from tertium.analysis.comparing.resampling import Bootstrap
from tertium.analysis.meta.campaign_scores import CampaignScores, MetricScores
from tertium.analysis.meta.correlations import (
    Correlation,
    all_equal,
    kendall_b,
    kendall_c,
    pair_signs,
    pairwise_accuracy,
    pearson,
    spearman,
)
from tertium.analysis.meta.level_table import LevelParts, Measured
from tertium.analysis.meta.metric_tests import Swappable, standardised, williams
from tertium.analysis.meta.soft_accuracy import PERMUTATIONS, p_of_two, p_values, signs
from tertium.results.meta import SIGNED, Chance, MetricTest

Floats: TypeAlias = NDArray[np.float64]

CORRELATIONS: dict[str, Correlation] = {
    "pearson": pearson,
    "spearman": spearman,
    "kendall_b": kendall_b,
    "kendall_c": kendall_c,
    "accuracy": pairwise_accuracy,
}
STATISTICS = (*CORRELATIONS, "spa")
FEWEST = 3  # two points always lie on a line
_CHANCE = 1000


def correlations(absolute: bool = False) -> dict[str, Correlation]:
    """The statistics of two vectors; absolute values (papers on error metrics print them) only on request."""
    return (
        CORRELATIONS if not absolute else {**CORRELATIONS, **{name: _absolute(CORRELATIONS[name]) for name in SIGNED}}
    )


def _absolute(statistic: Correlation) -> Correlation:
    return lambda x, y: np.abs(statistic(x, y))


def system_level(campaign: CampaignScores, bootstrap: Bootstrap, main: str, *, absolute: bool = False) -> LevelParts:
    human = campaign.human
    count = len(human)
    statistics = correlations(absolute)
    drawn = _drawn_systems(count, bootstrap)
    outlying = outliers(human)
    soft = _SoftAccuracy(campaign, drawn, bootstrap)
    metrics = {metric.name: metric for metric in campaign.metrics}

    def swappable(better: str, worse: str) -> Swappable:
        if main == "spa":
            return soft.swappable(metrics[better], metrics[worse])
        return _swappable(statistics[main], human, metrics[better].system, metrics[worse].system)

    def extra(better: str, worse: str) -> list[MetricTest]:
        if main != "pearson":
            return []
        x, y = metrics[better].system, metrics[worse].system
        if absolute:
            x, y = (scores * np.sign(pearson(human, scores)) for scores in (x, y))
        rs = [float(pearson(a, b)) for a, b in ((human, x), (human, y), (x, y))]
        return [MetricTest(better, worse, "Williams", rs[0] - rs[1], williams(rs[0], rs[1], rs[2], count), 0)]

    return LevelParts(
        "system",
        campaign.system_by,
        main,
        STATISTICS,
        tuple(_measured(metric, campaign, statistics, drawn, outlying, soft) for metric in campaign.metrics),
        _chance(human, statistics, soft, bootstrap.seed),
        swappable,
        extra,
        count,
        "systems",
        absolute=absolute,
    )


def _swappable(statistic: Correlation, human: Floats, one: Floats, two: Floats) -> Swappable:
    x, y = standardised(one), standardised(two)

    def swapped(masks: NDArray[np.bool_]) -> Floats:
        # A swap that leaves a constant vector has no statistic: it shows no difference either.
        return np.nan_to_num(statistic(human, np.where(masks, y, x)) - statistic(human, np.where(masks, x, y)))

    def drawn(places: NDArray[np.int64]) -> Swappable:
        return _swappable(statistic, human[places], one[places], two[places])

    return Swappable(len(human), float(statistic(human, x) - statistic(human, y)), swapped, drawn)


def outliers(human: Floats) -> NDArray[np.bool_]:
    """Systems so far off that they decide a correlation: beyond 2.5 deviations by the median absolute deviation.

    Mathur, Baldwin & Cohn (2020), Tangled up in BLEU. None where fewer than four systems are, or none would remain.
    """
    if len(human) < 4:
        return np.zeros(len(human), dtype=bool)
    distance = np.abs(human - np.median(human))
    spread = 1.4826 * float(np.median(distance))
    far = distance > 2.5 * spread if spread > 0 else np.zeros(len(human), dtype=bool)
    return far if (~far).sum() >= FEWEST else np.zeros(len(human), dtype=bool)


def _measured(
    metric: MetricScores,
    campaign: CampaignScores,
    statistics: dict[str, Correlation],
    drawn: NDArray[np.int64],
    outlying: NDArray[np.bool_],
    soft: _SoftAccuracy,
) -> Measured:
    human, scores = campaign.human, metric.system
    values: dict[str, float] = {}
    draws: dict[str, Floats] = {}
    reasons: dict[str, str] = {}
    x = _taken(campaign.human_resampled, human, drawn)
    y = _taken(metric.resampled, scores, drawn)
    usable = np.isfinite(scores).all() and np.isfinite(human).all()
    for name, statistic in statistics.items():
        if len(human) < FEWEST and name != "accuracy":
            values[name], reasons[name] = float("nan"), "two systems: any two points lie on a line"
            continue
        if not usable:
            people = np.isfinite(scores).all()
            values[name], reasons[name] = float("nan"), f"a system has no {'human ' if people else ''}score"
            continue
        constant = "metric" if all_equal(scores) else "human" if all_equal(human) else ""
        if constant:
            # A share of pairs ordered alike exists, 0 where one side orders none: it would pass for a finding.
            values[name], reasons[name] = float("nan"), f"the {constant} scores of all systems are equal"
            continue
        values[name] = float(statistic(human, scores))
        draws[name] = _accuracies(x, y, drawn) if name == "accuracy" else statistic(x, y)
    values["spa"], draws["spa"], reason = soft.of(metric)
    if reason:
        reasons["spa"] = reason
    without = {}
    if outlying.any() and usable:
        kept = ~outlying
        without = {name: float(statistic(human[kept], scores[kept])) for name, statistic in statistics.items()}
    return Measured(metric.name, metric.signature, metric.kind, values, draws, reasons, {}, without, metric.missing)


def _drawn_systems(count: int, bootstrap: Bootstrap) -> NDArray[np.int64]:
    generator = np.random.Generator(np.random.Philox(key=np.array([bootstrap.seed, 1 << 40], dtype=np.uint64)))
    return generator.integers(0, count, size=(bootstrap.resamples, count))


def _taken(resampled: Floats | None, fixed: Floats, drawn: NDArray[np.int64]) -> Floats:
    return fixed[drawn] if resampled is None else np.take_along_axis(resampled, drawn, axis=1)


def _accuracies(x: Floats, y: Floats, drawn: NDArray[np.int64]) -> Floats:
    first, second = np.triu_indices(drawn.shape[1], 1)
    other = drawn[:, first] != drawn[:, second]
    right = (pair_signs(x) == pair_signs(y)) & other
    missing = np.isnan(x).any(axis=1) | np.isnan(y).any(axis=1)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(missing, np.nan, right.sum(axis=1) / other.sum(axis=1))


class _SoftAccuracy:
    """Soft pairwise accuracy, with people's p-values computed once."""

    def __init__(self, campaign: CampaignScores, drawn: NDArray[np.int64], bootstrap: Bootstrap) -> None:
        scores = campaign.judgments.scores
        self.human: Floats | None = None
        self.drawn = drawn
        if scores is not None:
            self._spoken = (~np.isnan(scores)).any(axis=0)
            self.constant = all_equal(scores)
            self._signs = signs(int(self._spoken.sum()), PERMUTATIONS, bootstrap.seed)
            self.human = p_values(scores[:, self._spoken], self._signs)

    def swappable(self, better: MetricScores, worse: MetricScores) -> Swappable:
        """Systems are swapped, with all their segments.

        What one pair of systems adds to the difference depends on which of the two are swapped, and changes its sign
        when both are swapped back; so it is a sum of one term for each of the two systems.
        """
        one, two = better.segment, worse.segment
        if self.human is None or one is None or two is None:
            return Swappable(1, float("nan"), lambda masks: np.full(len(masks), np.nan))
        x, y = standardised(one)[:, self._spoken], standardised(two)[:, self._spoken]
        count = len(x)
        first, second = np.triu_indices(count, 1)
        kept, second_swapped, first_swapped, both = (
            1 - np.abs(self.human - p_of_two(a[first], b[second], self._signs)) for a in (x, y) for b in (x, y)
        )
        terms = np.zeros(count)
        np.add.at(terms, first, (kept + second_swapped - first_swapped - both) / 2)
        np.add.at(terms, second, (kept + first_swapped - second_swapped - both) / 2)
        terms /= len(first)
        return Swappable(count, float(terms.sum()), lambda masks: np.where(masks, -1.0, 1.0) @ terms)

    def of(self, metric: MetricScores) -> tuple[float, Floats, str]:
        nothing = np.array([])
        if self.human is None:
            return float("nan"), nothing, "people scored no segments"
        if metric.segment is None:
            return float("nan"), nothing, "no segment scores"
        if self.constant or all_equal(metric.segment):
            return float("nan"), nothing, f"the {'human' if self.constant else 'metric'} scores are all equal"
        gaps = np.abs(self.human - p_values(metric.segment[:, self._spoken], self._signs))
        if np.isnan(gaps).any():
            return float("nan"), nothing, "a pair of systems shares no scored segment"
        count = len(metric.segment)
        square = np.zeros((count, count))
        first, second = np.triu_indices(count, 1)
        square[first, second] = square[second, first] = gaps
        a, b = self.drawn[:, first], self.drawn[:, second]
        with np.errstate(invalid="ignore", divide="ignore"):
            drawn = 1 - square[a, b].sum(axis=1) / (a != b).sum(axis=1)
        return float(1 - gaps.mean()), drawn, ""


def _chance(human: Floats, statistics: dict[str, Correlation], soft: _SoftAccuracy, seed: int) -> dict[str, Chance]:
    generator = np.random.Generator(np.random.Philox(key=np.array([seed, (1 << 40) + 1], dtype=np.uint64)))
    noise = generator.standard_normal((_CHANCE, len(human)))
    made = {}
    for name, statistic in statistics.items() if not all_equal(human) else ():  # chance is of what metrics could reach
        if len(human) >= FEWEST or name == "accuracy":
            made[name] = _summary(statistic(human, noise))
    if soft.human is not None and not soft.constant:
        first, second = np.triu_indices(len(human), 1)
        # p of noise: a standard normal difference of two system means, √2 apart.
        p = 0.5 * _erfc((noise[:, first] - noise[:, second]) / 2)
        made["spa"] = _summary(1 - np.abs(p - soft.human).mean(axis=1))
    return made


def _summary(values: Floats) -> Chance:
    values = values[np.isfinite(values)]
    if not len(values):
        return Chance(float("nan"), float("nan"), 0)
    return Chance(float(values.mean()), float(np.quantile(values, 0.95)), len(values))


def _erfc(x: Floats) -> Floats:
    return np.asarray(np.vectorize(math.erfc, otypes=[np.float64])(x))
