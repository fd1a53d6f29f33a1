"""What a meta-evaluation found: frozen records, no formatting. A number that does not exist is NaN, with the reason."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from tertium.results.scores import finite_or_none

SIGNED = ("pearson", "spearman", "kendall_b", "kendall_c")  # statistics that --absolute takes the sign from


@dataclass(frozen=True)
class Estimate:
    """A statistic with its bootstrap interval; `epsilon` is the calibrated tie, `reason` why there is no value."""

    value: float
    low: float = float("nan")
    high: float = float("nan")
    resamples: int = 0
    epsilon: float | None = None
    reason: str = ""

    def to_dict(self) -> dict[str, Any]:
        made: dict[str, Any] = {
            "value": finite_or_none(self.value),
            "low": finite_or_none(self.low),
            "high": finite_or_none(self.high),
            "resamples": self.resamples,
        }
        if self.epsilon is not None:
            made["epsilon"] = finite_or_none(self.epsilon)
        if self.reason:
            made["reason"] = self.reason
        return made


@dataclass(frozen=True)
class Chance:
    """What noise reaches on this data: the mean of random metrics, and what 95 % of them stay below."""

    mean: float
    high: float
    draws: int

    def to_dict(self) -> dict[str, Any]:
        return {"mean": finite_or_none(self.mean), "high": finite_or_none(self.high), "draws": self.draws}


@dataclass(frozen=True)
class Row:
    """One metric (or scores from elsewhere, or sentinel) by every statistic of a level."""

    name: str
    signature: str
    kind: str
    cluster: int | None
    estimates: Mapping[str, Estimate]
    without_outliers: Mapping[str, float] = field(default_factory=dict)
    missing: int = 0

    def to_dict(self) -> dict[str, Any]:
        made: dict[str, Any] = {
            "name": self.name,
            "signature": self.signature,
            "kind": self.kind,
            "cluster": self.cluster,
            "statistics": {name: estimate.to_dict() for name, estimate in self.estimates.items()},
        }
        if self.without_outliers:
            made["without_outliers"] = {name: finite_or_none(value) for name, value in self.without_outliers.items()}
        if self.missing:
            made["missing_scores"] = self.missing
        return made


@dataclass(frozen=True)
class MetricTest:
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
class Power:
    """How many `unit` (judgments, systems) would separate the two best metrics, of which there are `now`.

    `needed` is None where they do not differ at all.
    """

    best: str
    second: str
    difference: float
    now: int
    needed: int | None
    unit: str

    def to_dict(self) -> dict[str, Any]:
        return {**asdict(self), "difference": finite_or_none(self.difference)}


@dataclass(frozen=True)
class Level:
    """A table: rows best first by the statistic `main`; `basis` says in words what was compared with what.

    `absolute`: correlations are without their sign.
    """

    level: str
    basis: str
    main: str
    statistics: tuple[str, ...]
    rows: tuple[Row, ...]
    chance: Mapping[str, Chance]
    tests: tuple[MetricTest, ...]
    power: Power | None
    grouping: str = ""
    absolute: bool = False

    def to_dict(self) -> dict[str, Any]:
        return {
            "level": self.level,
            "basis": self.basis,
            "grouping": self.grouping or None,
            "main": self.main,
            "absolute": self.absolute,
            "rows": [row.to_dict() for row in self.rows],
            "chance": {name: chance.to_dict() for name, chance in self.chance.items()},
            "tests": [
                {
                    **asdict(test),
                    **{name: finite_or_none(getattr(test, name)) for name in ("difference", "p", "spread")},
                }
                for test in self.tests
            ],
            "power": None if self.power is None else self.power.to_dict(),
        }


@dataclass(frozen=True)
class CampaignFound:
    """One campaign: what there was to judge by, and its tables."""

    name: str
    languages: str
    systems: tuple[str, ...]
    segments: int
    judged: str
    missing: str
    outliers: tuple[str, ...]
    unrated: tuple[str, ...]
    notes: tuple[str, ...]
    levels: tuple[Level, ...]

    def to_dict(self) -> dict[str, Any]:
        return {
            "campaign": self.name,
            "languages": self.languages or None,
            "systems": list(self.systems),
            "segments": self.segments,
            "judged": self.judged,
            "missing": self.missing,
            "outliers": list(self.outliers),
            "unrated": list(self.unrated),
            "notes": list(self.notes),
            "levels": [level.to_dict() for level in self.levels],
        }


@dataclass(frozen=True)
class MetaReport:
    """All campaigns, and their average where there are several."""

    version: str
    seed: int
    resamples: int
    permutations: int
    campaigns: tuple[CampaignFound, ...]
    average: tuple[Level, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        return {
            "tertium": self.version,
            "seed": self.seed,
            "resamples": self.resamples,
            "permutations": self.permutations,
            "campaigns": [campaign.to_dict() for campaign in self.campaigns],
            "average": [level.to_dict() for level in self.average],
        }
