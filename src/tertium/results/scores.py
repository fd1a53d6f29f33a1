"""Records of scores. What a record holds is on the paper's natural scale (``value``) and on the scale the field
prints (``score = scale * value``)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from tertium.results.lookup import find, known_metric
from tertium.results.record import Record, Result, Shown, in_json
from tertium.results.signatures import short_form

Detail = float | tuple[float, ...]
NAMELESS = "system"  # what the one system is called that has no name


@dataclass(frozen=True)
class Interval(Record):
    """A confidence interval on ``score``'s scale, with everything needed to compute it again.

    ``bags``: not segments were drawn but so many bags of them (see ``tertium.arrow``).
    """

    low: float
    high: float
    level: float
    resamples: int
    seed: int
    bags: int = field(default=0, metadata=in_json(optional=True))


@dataclass(frozen=True)
class PairedP(Record):
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


def _details(score: MetricScore) -> Mapping[str, float | tuple[float, ...]]:
    return score.details


def _ceiling(score: MetricScore) -> str:
    """For JSON: frames have numbers alone."""
    return score.ceiling


@dataclass(frozen=True, repr=False)
class MetricScore(Record, Shown):
    """One metric for one system: the corpus score and the summed statistics it was computed from.

    ``rows`` names every column's sum over the segments; ``segment_scores`` holds None where a segment has no score.
    ``ceiling`` says why a perfect translation stays below 100, for metrics of which that is true.
    ``unscored`` counts such segments; ``flags`` counts segments by what was remarkable about them (``capped``: the
    search met its documented work budget).
    """

    kind: ClassVar[str] = "score"
    tables: ClassVar[Mapping[str, str]] = {"score": "", "segments": "segment_scores"}

    metric: str
    score: float
    value: float
    signature: str
    higher_is_better: bool = field(metadata=in_json(hidden=True))
    segments: int = field(metadata=in_json(hidden=True))
    rows: Mapping[str, float] = field(
        default_factory=dict, metadata=in_json("details", optional=True, through=_details, of_record=True)
    )
    interval: Interval | None = None
    test: PairedP | None = field(default=None, metadata=in_json(optional=True))
    unscored: int = field(default=0, metadata=in_json(optional=True))
    flags: Mapping[str, int] = field(default_factory=dict, metadata=in_json(optional=True))
    segment_scores: tuple[float | None, ...] | None = field(default=None, metadata=in_json(optional=True))
    ceiling: str = field(default="", metadata=in_json(optional=True, through=_ceiling, of_record=True))

    @property
    def short_signature(self) -> str:
        """For a paper: only what is not the default, the number of references and the version."""
        return short_form(self.metric, self.signature)

    @property
    def details(self) -> Mapping[str, Detail]:
        """What stands behind the score, where the metric says so: BLEU's precisions, brevity penalty and lengths, TER's
        edits. Made when asked for, from ``rows``."""
        metric = known_metric(self.signature)
        if metric is None or not self.rows:
            return {}
        import numpy as np  # whoever has rows has it loaded

        found: Mapping[str, Detail] = metric.details(np.array(list(self.rows.values()), dtype=np.float64))
        return found

    def as_rendered(self) -> Report:
        return SystemScores("", (self,)).as_rendered()


@dataclass(frozen=True, repr=False)
class SystemScores(Record, Shown):
    """All metrics of one system, in the order asked for. Each is found by its name, however its parameters are written.

    ``asked`` are the metrics as they were asked for, where a language chose more of their parameters.
    """

    kind: ClassVar[str] = "score"
    tables: ClassVar[Mapping[str, str]] = {"scores": "scores", "segments": "scores.segment_scores"}

    name: str
    scores: tuple[MetricScore, ...]
    asked: tuple[str, ...] = field(default=(), metadata=in_json(hidden=True))

    def __getitem__(self, metric: str) -> MetricScore:
        return find(metric, self.scores, self.asked)

    def as_rendered(self) -> Report:
        shown = replace(self, name="") if self.name == NAMELESS else self
        return Report("", self.scores[0].segments, (shown,))


@dataclass(frozen=True, repr=False)
class Report(Result):
    """Every system by every metric.

    ``warnings`` are sentences that a person should know; ``notices`` are remarks of reading, before they are sentences.
    """

    kind: ClassVar[str] = "score"
    tables: ClassVar[Mapping[str, str]] = {"scores": "systems.scores", "segments": "systems.scores.segment_scores"}

    version: str = field(metadata=in_json("tertium"))
    segments: int
    systems: tuple[SystemScores, ...]
    warnings: tuple[str, ...] = ()
    notices: tuple[Any, ...] = field(default=(), metadata=in_json(hidden=True))

    def __getitem__(self, system: str) -> SystemScores:
        for scores in self.systems:
            if scores.name == system:
                return scores
        raise KeyError(f"no system {system!r} here; there are {', '.join(s.name for s in self.systems)}")


@dataclass(frozen=True)
class SystemLine(Result):
    """One system of a report on a line of its own."""

    version: str = field(metadata=in_json("tertium"))
    segments: int
    system: SystemScores = field(metadata=in_json(inline=True))


@dataclass(frozen=True)
class SegmentLine(Result):
    """The scores of one segment, by system and metric; segments count from 1."""

    segment: int
    scores: Mapping[str, Mapping[str, float]]
