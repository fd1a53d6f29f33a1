"""What tuning found: frozen records, no formatting. A number that does not exist is NaN."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Literal

from tertium.results.record import Record, Result, in_json

REAL, WORSE, NOISE = "real", "worse", "not distinguishable from noise"


def _not_minus_zero(value: float) -> float:
    return value + 0.0


def _none_if_empty(text: str) -> str | None:
    return text or None


@dataclass(frozen=True)
class FoldResult(Record):
    """One held-out part, by the numbers found without it."""

    name: str
    untuned: float
    tuned: float
    baseline: str
    numbers: tuple[float, ...]
    strength: float | None = field(metadata=in_json(hidden=True))


@dataclass(frozen=True)
class Validation(Record):
    """Means over the held-out parts; ``gain`` is tuned less untuned."""

    unit: str = field(metadata=in_json("left_out"))
    untuned: float
    tuned: float
    gain: float
    low: float
    high: float
    level: float
    resamples: int
    verdict: str = field(init=False)
    folds: tuple[FoldResult, ...]

    def __post_init__(self) -> None:
        verdict = REAL if self.low > 0 else WORSE if self.high < 0 else NOISE
        object.__setattr__(self, "verdict", verdict)


@dataclass(frozen=True)
class TunedNumber(Record):
    """One parameter or weight, with its range over the folds; ``against`` marks a weight that turns a term around."""

    name: str
    value: float = field(metadata=in_json(through=_not_minus_zero))
    low: float = field(metadata=in_json("lowest_fold"))
    high: float = field(metadata=in_json("highest_fold"))
    against: bool


@dataclass(frozen=True)
class TunedCampaign(Record):
    """One campaign that was tuned on: what it holds, and the objective's value on all of it.

    ``scores`` counts people's scores of segments, ``systems_by`` says where people's scores of systems come from.
    """

    name: str
    sha256: str
    systems: int
    segments: int
    comparisons: int
    scores: int = field(metadata=in_json(hidden=True))
    systems_by: str = field(metadata=in_json(hidden=True))
    tuned: float = field(metadata=in_json(hidden=True))
    untuned: float = field(metadata=in_json(hidden=True))


@dataclass(frozen=True)
class TrainedCampaign(Record):
    """The objective on one campaign that the numbers were found on."""

    name: str
    tuned: float
    untuned: float


@dataclass(frozen=True)
class Training(Record):
    """The objective on the data that the numbers were found on: more than they reach elsewhere."""

    baseline: str
    untuned: float
    tuned: float
    campaigns: tuple[TrainedCampaign, ...]


@dataclass(frozen=True, repr=False)
class TuneReport(Result):
    """The metric found on all data, its numbers, and what to think of it.

    ``given`` is what was asked for and ``metric`` what came of it, as a name to score with; ``signature`` is the same
    with every setting. ``languages`` are the pairs whose target chose tokenizer and stems, empty where that changed
    nothing, and ``languages_by`` says who named them.
    """

    kind: ClassVar[str] = "tune"
    tables: ClassVar[Mapping[str, str]] = {
        "numbers": "numbers",
        "campaigns": "training.campaigns",
        "folds": "validation.folds",
    }

    version: str = field(metadata=in_json("tertium"))
    given: str
    languages: str = field(metadata=in_json(through=_none_if_empty))
    languages_by: Literal["option", "folder", "folders"] = field(metadata=in_json(hidden=True))
    metric: str
    signature: str
    objective: str
    level: str
    method: str
    strength: float | None
    seed: int
    restarts: int = field(metadata=in_json(hidden=True))
    numbers: tuple[TunedNumber, ...]
    campaigns: tuple[TunedCampaign, ...] = field(metadata=in_json("data"))
    baseline: str = field(metadata=in_json(hidden=True))
    untuned: float = field(metadata=in_json(hidden=True))
    tuned: float = field(metadata=in_json(hidden=True))
    training: Training = field(init=False)
    validation: Validation | None
    warnings: tuple[str, ...] = ()  # what a person should know, in sentences

    def __post_init__(self) -> None:
        campaigns = tuple(TrainedCampaign(one.name, one.tuned, one.untuned) for one in self.campaigns)
        object.__setattr__(self, "training", Training(self.baseline, self.untuned, self.tuned, campaigns))
