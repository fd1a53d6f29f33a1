"""Frozen records of comparisons and gates; no formatting. Scores and differences are on the printed scale.

A difference is *second minus first*; the first system of a comparison is the baseline. Wins and losses are the second
system's. ``p`` is the raw p-value, ``p_holm`` the one corrected for the other comparisons of its family.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from tertium.results.lookup import find
from tertium.results.record import Record, Result, in_json
from tertium.results.scores import Interval
from tertium.results.signatures import short_form


@dataclass(frozen=True)
class Procedure(Record):
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
    baseline: str = ""  # the system that was given first
    order: str = "score"  # of the systems of each metric: "score", the best first, or as "given"
    unit: str = "segment"  # what is drawn: "segment" or "document"
    units: int = 0


@dataclass(frozen=True)
class RunSpread(Record):
    """Several runs of one system: how far they lie apart, beside what the choice of segments explains."""

    scores: tuple[float, ...]
    between: float = field(metadata=in_json("sd_between_runs"))  # standard deviation between the runs
    segments: float = field(metadata=in_json("se_over_segments"))  # standard error of their mean over segments


@dataclass(frozen=True)
class Ranks(Record):
    """The best and the worst rank that the significant differences leave a system, counted from 1."""

    best: int
    worst: int


@dataclass(frozen=True)
class Standing(Record):
    """One system by one metric; systems that share a letter do not differ significantly.

    ``letters`` and ``rank`` are None where not every pair was tested.
    """

    name: str
    score: float
    interval: Interval | None
    letters: str | None = None
    rank: Ranks | None = None
    unscored: int = 0
    runs: RunSpread | None = None


@dataclass(frozen=True)
class Difference(Record):
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
    # the smallest difference that would be found with the procedure's power
    detectable: float = field(metadata=in_json("smallest_detectable"))
    # units that would make the observed difference significant with that power
    needed: int | None = field(metadata=in_json("units_needed"))


@dataclass(frozen=True, repr=False)
class MetricComparison(Record):
    """All systems by one metric."""

    metric: str
    signature: str
    higher_is_better: bool
    scale: float = field(metadata=in_json(hidden=True))
    systems: tuple[Standing, ...]
    differences: tuple[Difference, ...]

    @property
    def short_signature(self) -> str:
        """For a paper: only what is not the default, the number of references and the version."""
        return short_form(self.metric, self.signature)

    def __repr__(self) -> str:
        """A line for each system: its score, and how it differs from the first of its pair."""
        width = max((len(system.name) for system in self.systems), default=0)
        digits = 2 if self.scale >= 10 else 4
        lines = [self.short_signature]
        for system in self.systems:
            found = (
                f"{one.delta:+.{digits}f} from {one.first}, p {one.p:.4f}{'*' if one.significant else ''}"
                for one in self.differences
                if one.second == system.name
            )
            lines.append(f"  {system.name:<{width}}  {system.score:8.{digits}f}  {'; '.join(found)}".rstrip())
        return "\n".join(lines)


@dataclass(frozen=True)
class Slice(Record):
    """A part of the segments: one system against the baseline by one metric."""

    by: str
    label: str
    segments: int
    metric: str
    higher_is_better: bool = field(metadata=in_json(hidden=True))
    scale: float = field(metadata=in_json(hidden=True))
    first: str
    second: str
    first_score: float
    second_score: float
    delta: float
    interval: Interval | None
    p: float
    p_holm: float
    significant: bool


@dataclass(frozen=True)
class SliceStanding(Record):
    """All systems in a part of the segments by one metric, in the order they were given."""

    by: str
    label: str
    segments: int
    metric: str
    scores: tuple[float, ...]
    intervals: tuple[Interval | None, ...]


@dataclass(frozen=True, repr=False)
class Comparison(Result):
    """What ``tertium compare`` says."""

    kind: ClassVar[str] = "compare"
    tables: ClassVar[Mapping[str, str]] = {
        "systems": "metrics.systems",
        "differences": "metrics.differences",
        "slices": "slices",
    }

    version: str = field(metadata=in_json("tertium"))
    segments: int
    procedure: Procedure
    metrics: tuple[MetricComparison, ...]
    slices: tuple[Slice, ...] = field(default=(), metadata=in_json(optional=True))
    warnings: tuple[str, ...] = ()  # what a person should know, in sentences
    slice_standings: tuple[SliceStanding, ...] = field(default=(), metadata=in_json(hidden=True))
    notices: tuple[Any, ...] = field(default=(), metadata=in_json(hidden=True))
    asked: tuple[str, ...] = field(default=(), metadata=in_json(hidden=True))  # as in SystemScores

    def __getitem__(self, metric: str) -> MetricComparison:
        return find(metric, self.metrics, self.asked)


@dataclass(frozen=True)
class Check(Record):
    """One metric (of one slice) at the gate.

    ``drop`` is how much worse the new system is, on the printed scale, whichever way is better; ``bound`` is the most
    it may be at this level of confidence. The verdict is "pass" if the bound is below ``max_drop``, "fail" if the new
    system is worse by more for certain, else "unproven". ``max_drop_share`` is the limit as a share of the baseline's
    score, where it was given so. A check of a ``floor`` has no drop: the score itself must not be worse.
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
    max_drop_share: float | None = None
    floor: float | None = None
    higher_is_better: bool = field(default=True, metadata=in_json(hidden=True))
    scale: float = field(default=1.0, metadata=in_json(hidden=True))  # 100 of percentages


def _by_metric(signatures: tuple[tuple[str, str], ...]) -> Mapping[str, str]:
    return dict(signatures)


@dataclass(frozen=True, repr=False)
class GateReport(Result):
    """What ``tertium gate`` says of one new system."""

    kind: ClassVar[str] = "gate"
    tables: ClassVar[Mapping[str, str]] = {"checks": "checks"}

    version: str = field(metadata=in_json("tertium"))
    baseline: str | None  # None where there are floors alone
    new: str
    segments: int
    documents: int | None = field(default=None, kw_only=True)  # how many are drawn whole; None where segments are drawn
    resamples: int
    seed: int
    alpha: float
    passed: bool
    checks: tuple[Check, ...]
    signatures: tuple[tuple[str, str], ...] = field(metadata=in_json(through=_by_metric))
    warnings: tuple[str, ...] = ()  # what a person should know, in sentences
    notices: tuple[Any, ...] = field(default=(), metadata=in_json(hidden=True))
