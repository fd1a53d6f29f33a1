"""System level: does a metric rank whole systems as people do?

Intervals resample systems and, where segments are known, segments at the same time (BOOT-BOTH, Deutsch et al. 2021):
few systems are what makes system-level correlations uncertain. A system drawn twice makes no pair with itself.
"""

from __future__ import annotations

import math
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from tertium.analysis.campaign_evidence import CampaignEvidence, Judge
from tertium.analysis.correlations import (
    Correlation,
    kendall_b,
    kendall_c,
    pair_signs,
    pairwise_accuracy,
    pearson,
    spearman,
)
from tertium.analysis.levels import LevelParts, Measured
from tertium.analysis.meta_records import Chance
from tertium.analysis.metric_tests import Swappable, Tested, standardised, williams
from tertium.analysis.resampling import Bootstrap
from tertium.analysis.soft_accuracy import PERMUTATIONS, p_values, signs

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


def system_level(evidence: CampaignEvidence, bootstrap: Bootstrap, main: str) -> LevelParts:
    human = evidence.human
    count = len(human)
    drawn = _drawn_systems(count, bootstrap)
    outlying = outliers(human)
    soft = _SoftAccuracy(evidence, drawn, bootstrap)
    judges = {judge.name: judge for judge in evidence.judges}

    def swappable(better: str, worse: str) -> Swappable:
        x, y = (standardised(judges[name].system) for name in (better, worse))
        statistic = CORRELATIONS[main]

        def swapped(masks: NDArray[np.bool_]) -> Floats:
            one, two = np.where(masks, y, x), np.where(masks, x, y)
            # A swap that leaves a constant vector has no statistic: it shows no difference either.
            return np.nan_to_num(statistic(human, one) - statistic(human, two))

        return Swappable(count, float(statistic(human, x) - statistic(human, y)), swapped)

    def extra(better: str, worse: str) -> list[Tested]:
        if main != "pearson":
            return []
        x, y = judges[better].system, judges[worse].system
        rs = [float(pearson(a, b)) for a, b in ((human, x), (human, y), (x, y))]
        return [Tested(better, worse, "Williams", rs[0] - rs[1], williams(rs[0], rs[1], rs[2], count), 0)]

    return LevelParts(
        "system",
        evidence.system_by,
        main,
        STATISTICS,
        tuple(_measured(judge, evidence, drawn, outlying, soft) for judge in evidence.judges),
        _chance(human, soft, bootstrap.seed),
        swappable,
        extra,
        count,
        "systems",
    )


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
    judge: Judge, evidence: CampaignEvidence, drawn: NDArray[np.int64], outlying: NDArray[np.bool_], soft: _SoftAccuracy
) -> Measured:
    human, scores = evidence.human, judge.system
    values: dict[str, float] = {}
    draws: dict[str, Floats] = {}
    reasons: dict[str, str] = {}
    x = _taken(evidence.human_resampled, human, drawn)
    y = _taken(judge.resampled, scores, drawn)
    usable = np.isfinite(scores).all()
    for name, statistic in CORRELATIONS.items():
        if len(human) < FEWEST and name != "accuracy":
            values[name], reasons[name] = float("nan"), "two systems: any two points lie on a line"
            continue
        if not usable:
            values[name], reasons[name] = float("nan"), "a system has no score"
            continue
        values[name] = float(statistic(human, scores))
        draws[name] = _accuracies(x, y, drawn) if name == "accuracy" else statistic(x, y)
        if np.isnan(values[name]):
            constant = "metric" if scores.max() == scores.min() else "human"
            reasons[name] = f"the {constant} scores of all systems are equal"
    values["spa"], draws["spa"], reason = soft.of(judge)
    if reason:
        reasons["spa"] = reason
    without = {}
    if outlying.any() and usable:
        kept = ~outlying
        without = {name: float(statistic(human[kept], scores[kept])) for name, statistic in CORRELATIONS.items()}
    return Measured(judge.name, judge.signature, judge.kind, values, draws, reasons, {}, without, judge.missing)


def _drawn_systems(count: int, bootstrap: Bootstrap) -> NDArray[np.int64]:
    generator = np.random.Generator(np.random.Philox(key=np.array([bootstrap.seed, 1 << 40], dtype=np.uint64)))
    return generator.integers(0, count, size=(bootstrap.resamples, count))


def _taken(resampled: Floats | None, fixed: Floats, drawn: NDArray[np.int64]) -> Floats:
    return fixed[drawn] if resampled is None else np.take_along_axis(resampled, drawn, axis=1)


def _accuracies(x: Floats, y: Floats, drawn: NDArray[np.int64]) -> Floats:
    first, second = np.triu_indices(drawn.shape[1], 1)
    other = drawn[:, first] != drawn[:, second]
    right = (pair_signs(x) == pair_signs(y)) & other
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(right.sum(axis=1) / other.sum(axis=1), dtype=np.float64)


class _SoftAccuracy:
    """Soft pairwise accuracy, with people's p-values computed once."""

    def __init__(self, evidence: CampaignEvidence, drawn: NDArray[np.int64], bootstrap: Bootstrap) -> None:
        scores = evidence.judgments.scores
        self.human: Floats | None = None
        self.drawn = drawn
        if scores is not None:
            self._spoken = (~np.isnan(scores)).any(axis=0)
            self._signs = signs(int(self._spoken.sum()), PERMUTATIONS, bootstrap.seed)
            self.human = p_values(scores[:, self._spoken], self._signs)

    def of(self, judge: Judge) -> tuple[float, Floats, str]:
        nothing = np.array([])
        if self.human is None:
            return float("nan"), nothing, "people scored no segments"
        if judge.segment is None:
            return float("nan"), nothing, "no segment scores"
        gaps = np.abs(self.human - p_values(judge.segment[:, self._spoken], self._signs))
        if np.isnan(gaps).any():
            return float("nan"), nothing, "a pair of systems shares no scored segment"
        count = len(judge.segment)
        square = np.zeros((count, count))
        first, second = np.triu_indices(count, 1)
        square[first, second] = square[second, first] = gaps
        a, b = self.drawn[:, first], self.drawn[:, second]
        with np.errstate(invalid="ignore", divide="ignore"):
            drawn = 1 - square[a, b].sum(axis=1) / (a != b).sum(axis=1)
        return float(1 - gaps.mean()), drawn, ""


def _chance(human: Floats, soft: _SoftAccuracy, seed: int) -> dict[str, Chance]:
    generator = np.random.Generator(np.random.Philox(key=np.array([seed, (1 << 40) + 1], dtype=np.uint64)))
    noise = generator.standard_normal((_CHANCE, len(human)))
    made = {}
    for name, statistic in CORRELATIONS.items():
        if len(human) >= FEWEST or name == "accuracy":
            made[name] = _summary(statistic(human, noise))
    if soft.human is not None:
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
