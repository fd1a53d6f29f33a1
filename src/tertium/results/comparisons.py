"""Frozen records of comparisons and gates; no formatting. Scores and differences are on the printed scale.

A difference is *second minus first*; the first system of a comparison is the baseline. Wins and losses are the second
system's. ``p`` is the raw p-value, ``p_holm`` the one corrected for the other comparisons of its family.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tertium.results.scores import Interval, finite_or_none


@dataclass(frozen=True)
class Procedure:
    """How everything was computed: enough to compute it again."""

    test: str  # "bs": paired bootstrap, "ar": approximate randomisation
    sides: str  # "two", "one", "moses"
    resamples: int
    trials: int | None  # of approximate randomisation
    seed: int
    level: float
    alpha: float
    power: float
    against: str  # "all" pairs, or "baseline"
    unit: str = "segment"  # what is drawn: "segment" or "document"
    units: int = 0

    def to_dict(self) -> dict[str, Any]:
        names = ("test", "sides", "resamples", "trials", "seed", "level", "alpha", "power", "against", "unit", "units")
        return {name: getattr(self, name) for name in names}


@dataclass(frozen=True)
class RunSpread:
    """Several runs of one system: how far they lie apart, beside what the choice of segments explains."""

    scores: tuple[float, ...]
    between: float  # standard deviation between the runs
    segments: float  # standard error of their mean over segments

    def to_dict(self) -> dict[str, Any]:
        return {
            "scores": [finite_or_none(score) for score in self.scores],
            "sd_between_runs": finite_or_none(self.between),
            "se_over_segments": finite_or_none(self.segments),
        }


@dataclass(frozen=True)
class Standing:
    """One system by one metric; systems that share a letter do not differ significantly."""

    name: str
    score: float
    interval: Interval | None
    letters: str | None = None
    unscored: int = 0
    runs: RunSpread | None = None

    def to_dict(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "score": finite_or_none(self.score),
            "interval": None if self.interval is None else self.interval.to_dict(),
            "letters": self.letters,
            "unscored": self.unscored,
            "runs": None if self.runs is None else self.runs.to_dict(),
        }


@dataclass(frozen=True)
class Difference:
    """``second`` against ``first`` by one metric."""

    first: str
    second: str
    delta: float
    interval: Interval | None
    p: float
    p_holm: float
    significant: bool
    identical: bool
    effect: float  # the difference in standard deviations of a single unit's contribution to it
    effect_interval: Interval | None
    wins: int
    ties: int
    losses: int
    detectable: float  # the smallest difference that would be found with the procedure's power
    needed: int | None  # units that would make the observed difference significant with that power

    def to_dict(self) -> dict[str, Any]:
        return {
            "first": self.first,
            "second": self.second,
            "delta": finite_or_none(self.delta),
            "interval": None if self.interval is None else self.interval.to_dict(),
            "p": finite_or_none(self.p),
            "p_holm": finite_or_none(self.p_holm),
            "significant": self.significant,
            "identical": self.identical,
            "effect": finite_or_none(self.effect),
            "effect_interval": None if self.effect_interval is None else self.effect_interval.to_dict(),
            "wins": self.wins,
            "ties": self.ties,
            "losses": self.losses,
            "smallest_detectable": finite_or_none(self.detectable),
            "units_needed": self.needed,
        }


@dataclass(frozen=True)
class MetricComparison:
    """All systems by one metric."""

    metric: str
    signature: str
    higher_is_better: bool
    scale: float
    systems: tuple[Standing, ...]
    differences: tuple[Difference, ...]

    def to_dict(self) -> dict[str, Any]:
        return {
            "metric": self.metric,
            "signature": self.signature,
            "higher_is_better": self.higher_is_better,
            "systems": [system.to_dict() for system in self.systems],
            "differences": [difference.to_dict() for difference in self.differences],
        }


@dataclass(frozen=True)
class Slice:
    """A part of the segments: one system against the baseline by one metric."""

    by: str
    label: str
    segments: int
    metric: str
    higher_is_better: bool
    scale: float
    first: str
    second: str
    first_score: float
    second_score: float
    delta: float
    interval: Interval | None
    p: float
    p_holm: float
    significant: bool

    def to_dict(self) -> dict[str, Any]:
        return {
            "by": self.by,
            "label": self.label,
            "segments": self.segments,
            "metric": self.metric,
            "first": self.first,
            "second": self.second,
            "first_score": finite_or_none(self.first_score),
            "second_score": finite_or_none(self.second_score),
            "delta": finite_or_none(self.delta),
            "interval": None if self.interval is None else self.interval.to_dict(),
            "p": finite_or_none(self.p),
            "p_holm": finite_or_none(self.p_holm),
            "significant": self.significant,
        }


@dataclass(frozen=True)
class Comparison:
    """What ``tertium compare`` says."""

    version: str
    segments: int
    procedure: Procedure
    metrics: tuple[MetricComparison, ...]
    slices: tuple[Slice, ...] = ()
    notices: tuple[Any, ...] = ()

    def __getitem__(self, metric: str) -> MetricComparison:
        for found in self.metrics:
            if metric in (found.metric, found.signature):
                return found
        raise KeyError(f"no metric {metric!r} here; there are {', '.join(m.metric for m in self.metrics)}")

    def to_dict(self) -> dict[str, Any]:
        made: dict[str, Any] = {
            "tertium": self.version,
            "segments": self.segments,
            "procedure": self.procedure.to_dict(),
            "metrics": [metric.to_dict() for metric in self.metrics],
        }
        if self.slices:
            made["slices"] = [part.to_dict() for part in self.slices]
        return made


@dataclass(frozen=True)
class Check:
    """One metric (of one slice) at the gate.

    ``drop`` is how much worse the new system is, on the printed scale, whichever way is better; ``bound`` is the most
    it may be at this level of confidence. The verdict is "pass" if the bound is below ``max_drop``, "fail" if the new
    system is worse by more for certain, else "unproven".
    """

    metric: str
    where: str  # "all segments", or a slice
    segments: int
    baseline: float
    new: float
    drop: float
    bound: float
    max_drop: float
    p: float
    verdict: str

    def to_dict(self) -> dict[str, Any]:
        return {
            "metric": self.metric,
            "where": self.where,
            "segments": self.segments,
            "baseline": finite_or_none(self.baseline),
            "new": finite_or_none(self.new),
            "drop": finite_or_none(self.drop),
            "bound": finite_or_none(self.bound),
            "max_drop": self.max_drop,
            "p": finite_or_none(self.p),
            "verdict": self.verdict,
        }


@dataclass(frozen=True)
class GateReport:
    """What ``tertium gate`` says of one new system."""

    version: str
    baseline: str
    new: str
    segments: int
    resamples: int
    seed: int
    alpha: float
    passed: bool
    checks: tuple[Check, ...]
    signatures: tuple[tuple[str, str], ...]
    documents: int | None = None  # how many are drawn whole; None where segments are drawn
    notices: tuple[Any, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        return {
            "tertium": self.version,
            "baseline": self.baseline,
            "new": self.new,
            "segments": self.segments,
            "documents": self.documents,
            "resamples": self.resamples,
            "seed": self.seed,
            "alpha": self.alpha,
            "passed": self.passed,
            "checks": [check.to_dict() for check in self.checks],
            "signatures": dict(self.signatures),
        }
