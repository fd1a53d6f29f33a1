"""What both levels share: statistics with their resamples, from which tables, clusters and averages are made."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from tertium.analysis.meta.metric_tests import Permutations, Swappable, clusters, permutation_test
from tertium.analysis.meta.study_size import by_formula, by_repetition
from tertium.progress import SILENT, Listener
from tertium.results.meta import Chance, Estimate, Level, MetricTest, Power, Row

Floats: TypeAlias = NDArray[np.float64]

CONFIDENCE = 0.95


@dataclass(frozen=True, eq=False)
class Measured:
    """One metric by every statistic: values, and their resamples (resamples,)."""

    name: str
    signature: str
    kind: str
    values: Mapping[str, float]
    draws: Mapping[str, Floats]
    reasons: Mapping[str, str] = field(default_factory=dict)
    epsilons: Mapping[str, float] = field(default_factory=dict)
    without_outliers: Mapping[str, float] = field(default_factory=dict)
    missing: int = 0

    def estimate(self, statistic: str) -> Estimate:
        value = self.values[statistic]
        epsilon = self.epsilons.get(statistic)
        drawn = self.draws.get(statistic, np.array([]))
        drawn = drawn[np.isfinite(drawn)]
        if math.isnan(value) or not len(drawn):
            return Estimate(value, epsilon=epsilon, reason=self.reasons.get(statistic, ""))
        tail = (1 - CONFIDENCE) / 2
        low, high = np.quantile(drawn, [tail, 1 - tail])
        return Estimate(value, float(low), float(high), len(drawn), epsilon, self.reasons.get(statistic, ""))


@dataclass(frozen=True, eq=False)
class LevelParts:
    """One campaign's side of a table; `swappable` gives the comparison of two metrics by the main statistic."""

    level: str
    basis: str
    main: str
    statistics: tuple[str, ...]
    measured: tuple[Measured, ...]
    chance: Mapping[str, Chance]
    swappable: Callable[[str, str], Swappable]
    extra_tests: Callable[[str, str], list[MetricTest]]
    now: int
    unit: str
    grouping: str = ""
    absolute: bool = False
    source: str = ""  # of segments: which of people's judgments, scores or comparisons


def table(parts: Sequence[LevelParts], how: Permutations, listener: Listener = SILENT, where: str = "") -> Level:
    """One campaign's table, or the average of several."""
    first = parts[0]
    measured = _averaged(parts)
    order = sorted(measured, key=lambda item: _descending(item.values[first.main]))
    tests: dict[tuple[str, str], MetricTest] = {}
    extra: list[MetricTest] = []

    def significant(better: str, worse: str) -> bool:
        if (better, worse) not in tests:
            listener.progress(f"testing {where}", 0, 0)
            swaps = [part.swappable(better, worse) for part in parts]
            tests[better, worse] = permutation_test(better, worse, swaps, how, "PERM-BOTH")
            if len(parts) == 1:
                extra.extend(first.extra_tests(better, worse))
        p = tests[better, worse].p
        return not math.isnan(p) and p < how.level

    ranked = [item.name for item in order if item.kind != "sentinel" and not math.isnan(item.values[first.main])]
    groups = clusters(ranked, significant) if how.most else {}
    power = None
    if len(ranked) > 1:
        best, second = (next(item for item in measured if item.name == name) for name in ranked[:2])
        if how.most:
            significant(best.name, second.name)
        power = _power(best, second, parts, how, tests.get((best.name, second.name)))
    rows = tuple(
        Row(
            item.name,
            item.signature,
            item.kind,
            groups.get(item.name),
            {statistic: item.estimate(statistic) for statistic in first.statistics},
            item.without_outliers,
            item.missing,
        )
        for item in order
    )
    basis = first.basis if len(parts) == 1 else f"mean of {len(parts)} campaigns"
    return Level(
        first.level,
        basis,
        first.main,
        first.statistics,
        rows,
        _averaged_chance(parts),
        (*tests.values(), *extra),
        power,
        grouping=first.grouping,
        absolute=first.absolute,
    )


def _descending(value: float) -> tuple[bool, float]:
    return (math.isnan(value), -value if not math.isnan(value) else 0.0)


def _averaged(parts: Sequence[LevelParts]) -> list[Measured]:
    """Judges that every campaign has; a statistic that one of them lacks has no mean."""
    if len(parts) == 1:
        return list(parts[0].measured)
    shared = [item.name for item in parts[0].measured]
    shared = [name for name in shared if all(any(name == item.name for item in part.measured) for part in parts)]
    made = []
    for name in shared:
        items = [next(item for item in part.measured if item.name == name) for part in parts]
        values, draws, reasons = {}, {}, {}
        for statistic in parts[0].statistics:
            values[statistic] = float(np.mean([item.values[statistic] for item in items]))
            arrays = [item.draws.get(statistic, np.array([])) for item in items]
            size = min(map(len, arrays))
            draws[statistic] = np.mean([array[:size] for array in arrays], axis=0) if size else np.array([])
            if math.isnan(values[statistic]):
                reasons[statistic] = "one of the campaigns has no value"
        made.append(
            Measured(
                name, items[0].signature, items[0].kind, values, draws, reasons, missing=sum(i.missing for i in items)
            )
        )
    return made


def _averaged_chance(parts: Sequence[LevelParts]) -> dict[str, Chance]:
    made = {}
    for statistic in parts[0].statistics:
        found = [part.chance[statistic] for part in parts if statistic in part.chance]
        if len(found) == len(parts):
            mean = float(np.mean([chance.mean for chance in found]))
            # Independent campaigns: spreads above the mean add as squares do.
            spread = math.sqrt(sum((chance.high - chance.mean) ** 2 for chance in found)) / len(found)
            made[statistic] = Chance(mean, mean + spread, found[0].draws)
    return made


def _power(
    best: Measured,
    second: Measured,
    parts: Sequence[LevelParts],
    how: Permutations,
    test: MetricTest | None,
) -> Power | None:
    first = parts[0]
    difference = best.values[first.main] - second.values[first.main]
    one, two = best.draws.get(first.main), second.draws.get(first.main)
    if one is None or two is None or not len(one) or len(one) != len(two):
        return None
    drawn = one - two
    drawn = drawn[np.isfinite(drawn)]
    if len(drawn) < 2:
        return None
    now, needed = sum(part.now for part in parts), None
    if difference > 0:
        swaps = [part.swappable(best.name, second.name) for part in parts] if how.most else []
        if swaps and all(swap.drawn is not None for swap in swaps):
            needed = by_repetition(swaps, how)
        if needed is None:
            needed = by_formula(difference, now, float("nan") if test is None else test.spread, drawn)
    return Power(best.name, second.name, difference, now, needed, first.unit)
