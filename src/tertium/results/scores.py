"""Records of scores. What a record holds is on the paper's natural scale (``value``) and on the scale the field
prints (``score = scale * value``)."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Interval:
    """A confidence interval on ``score``'s scale, with everything needed to compute it again."""

    low: float
    high: float
    level: float
    resamples: int
    seed: int

    def to_dict(self) -> dict[str, Any]:
        return {"low": self.low, "high": self.high, "level": self.level, "resamples": self.resamples, "seed": self.seed}


@dataclass(frozen=True)
class PairedP:
    """The p-value of a paired test against the first system, with everything needed to compute it again.

    ``test`` is "bs" (paired bootstrap) or "ar" (approximate randomisation); ``sides`` says how it was read: "two",
    "one", or "moses" (|d*| - mean |d*| > |d|, as Moses' program and sacreBLEU have it). Not corrected for the number of
    systems.
    """

    p: float
    significant: bool
    test: str
    sides: str
    draws: int
    seed: int

    def to_dict(self) -> dict[str, Any]:
        return {
            "p": finite_or_none(self.p),
            "significant": self.significant,
            "test": self.test,
            "sides": self.sides,
            "draws": self.draws,
            "seed": self.seed,
        }


@dataclass(frozen=True)
class MetricScore:
    """One metric for one system: the corpus score and the summed statistics it was computed from.

    ``rows`` names every column's sum over the segments; ``segment_scores`` holds None where a segment has no score.
    ``unscored`` counts such segments; ``flags`` counts segments by what was remarkable about them (``capped``: the
    search met its documented work budget).
    """

    metric: str
    score: float
    value: float
    signature: str
    higher_is_better: bool
    segments: int
    rows: Mapping[str, float] = field(default_factory=dict)
    unscored: int = 0
    flags: Mapping[str, int] = field(default_factory=dict)
    interval: Interval | None = None
    test: PairedP | None = None
    segment_scores: tuple[float | None, ...] | None = None

    def to_dict(self) -> dict[str, Any]:
        """The form ``-f json`` prints."""
        made: dict[str, Any] = {
            "metric": self.metric,
            "score": finite_or_none(self.score),
            "value": finite_or_none(self.value),
            "signature": self.signature,
            "interval": None if self.interval is None else self.interval.to_dict(),
        }
        if self.test is not None:
            made["test"] = self.test.to_dict()
        if self.unscored:
            made["unscored"] = self.unscored
        if self.flags:
            made["flags"] = dict(self.flags)
        if self.segment_scores is not None:
            made["segment_scores"] = list(self.segment_scores)
        return made


@dataclass(frozen=True)
class SystemScores:
    """All metrics of one system, in the order asked for."""

    name: str
    scores: tuple[MetricScore, ...]

    def __getitem__(self, metric: str) -> MetricScore:
        for score in self.scores:
            if metric in (score.metric, score.signature):
                return score
        raise KeyError(f"no metric {metric!r} here; there are {', '.join(s.metric for s in self.scores)}")

    def to_dict(self) -> dict[str, Any]:
        return {"name": self.name, "scores": [score.to_dict() for score in self.scores]}


@dataclass(frozen=True)
class Report:
    """Every system by every metric; ``notices`` are the warnings about the input, in order."""

    version: str
    segments: int
    systems: tuple[SystemScores, ...]
    notices: tuple[Any, ...] = ()

    def __getitem__(self, system: str) -> SystemScores:
        for scores in self.systems:
            if scores.name == system:
                return scores
        raise KeyError(f"no system {system!r} here; there are {', '.join(s.name for s in self.systems)}")

    def to_dict(self) -> dict[str, Any]:
        return {
            "tertium": self.version,
            "segments": self.segments,
            "systems": [system.to_dict() for system in self.systems],
        }


def finite_or_none(number: float) -> float | None:
    """JSON has no NaN and no infinity: a score that does not exist is null."""
    return number if math.isfinite(number) else None
