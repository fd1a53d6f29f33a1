"""What a meta-evaluation found: frozen records, no formatting. A number that does not exist is NaN, with the reason."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from tertium.results.record import Record, Result, in_json

SIGNED = ("pearson", "spearman", "kendall_b", "kendall_c")  # statistics that --absolute takes the sign from


def _or_null(text: str) -> str | None:
    return text or None


@dataclass(frozen=True)
class Estimate(Record):
    """A statistic with its bootstrap interval; `epsilon` is the calibrated tie, `reason` why there is no value."""

    value: float
    low: float = float("nan")
    high: float = float("nan")
    resamples: int = 0
    epsilon: float | None = field(default=None, metadata=in_json(optional=True))
    reason: str = field(default="", metadata=in_json(optional=True))


@dataclass(frozen=True)
class Chance(Record):
    """What noise reaches on this data: the mean of random metrics, and what 95 % of them stay below."""

    mean: float
    high: float
    draws: int


@dataclass(frozen=True)
class Row(Record):
    """One metric (or scores from elsewhere, or sentinel) by every statistic of a level."""

    name: str
    signature: str
    kind: str
    cluster: int | None
    estimates: Mapping[str, Estimate] = field(metadata=in_json("statistics"))
    without_outliers: Mapping[str, float] = field(default_factory=dict, metadata=in_json(optional=True))
    missing: int = field(default=0, metadata=in_json("missing_scores", optional=True))


@dataclass(frozen=True)
class MetricTest(Record):
    """`difference` of the statistic, better minus worse, and how likely so much is by luck; `spread` is the standard
    deviation of the differences when swapped."""

    better: str
    worse: str
    test: str
    difference: float
    p: float
    permutations: int
    spread: float = float("nan")


@dataclass(frozen=True)
class Power(Record):
    """How many `unit` (judgments, systems) would separate the two best metrics, of which there are `now`.

    `needed` is None where they do not differ at all.
    """

    best: str
    second: str
    difference: float
    now: int
    needed: int | None
    unit: str


@dataclass(frozen=True)
class Level(Record):
    """A table: rows best first by the statistic `main`; `basis` says in words what was compared with what.

    `absolute`: correlations are without their sign.
    """

    level: str
    basis: str
    grouping: str = field(default="", kw_only=True, metadata=in_json(through=_or_null))
    main: str
    absolute: bool = field(default=False, kw_only=True)
    statistics: tuple[str, ...] = field(metadata=in_json(hidden=True))
    rows: tuple[Row, ...]
    chance: Mapping[str, Chance]
    tests: tuple[MetricTest, ...]
    power: Power | None


@dataclass(frozen=True)
class CampaignFound(Record):
    """One campaign: what there was to judge by, and its tables."""

    name: str = field(metadata=in_json("campaign"))
    languages: str = field(metadata=in_json(through=_or_null))
    systems: tuple[str, ...]
    segments: int
    judged: str
    missing: str
    outliers: tuple[str, ...]
    unrated: tuple[str, ...]
    notes: tuple[str, ...]
    levels: tuple[Level, ...]


@dataclass(frozen=True, repr=False)
class MetaReport(Result):
    """All campaigns, and their average where there are several."""

    kind: ClassVar[str] = "meta"
    tables: ClassVar[Mapping[str, str]] = {
        "metrics": "campaigns.levels.rows:metric.statistics",
        "tests": "campaigns.levels.tests",
        "average": "average.rows:metric.statistics",
    }

    version: str = field(metadata=in_json("tertium"))
    seed: int
    resamples: int
    permutations: int
    campaigns: tuple[CampaignFound, ...]
    average: tuple[Level, ...] = ()
    warnings: tuple[str, ...] = ()  # what a person should know, in sentences
