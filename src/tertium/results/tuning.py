"""What tuning found: frozen records, no formatting. A number that does not exist is NaN."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from tertium.results.record import SCHEMA, SCHEMA_KEY, finite_or_none

REAL, WORSE, NOISE = "real", "worse", "not distinguishable from noise"


@dataclass(frozen=True)
class FoldResult:
    """One held-out part, by the numbers found without it."""

    name: str
    numbers: tuple[float, ...]
    tuned: float
    untuned: float
    baseline: str
    strength: float | None

    def to_dict(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "untuned": self.untuned,
            "tuned": self.tuned,
            "baseline": self.baseline,
            "numbers": list(self.numbers),
        }


@dataclass(frozen=True)
class Validation:
    """Means over the held-out parts; ``gain`` is tuned less untuned."""

    unit: str
    folds: tuple[FoldResult, ...]
    tuned: float
    untuned: float
    gain: float
    low: float
    high: float
    level: float
    resamples: int

    @property
    def verdict(self) -> str:
        if self.low > 0:
            return REAL
        return WORSE if self.high < 0 else NOISE

    def to_dict(self) -> dict[str, Any]:
        return {
            "left_out": self.unit,
            "untuned": self.untuned,
            "tuned": self.tuned,
            "gain": self.gain,
            "low": self.low,
            "high": self.high,
            "level": self.level,
            "resamples": self.resamples,
            "verdict": self.verdict,
            "folds": [fold.to_dict() for fold in self.folds],
        }


@dataclass(frozen=True)
class TunedNumber:
    """One parameter or weight, with its range over the folds; ``against`` marks a weight that turns a term around."""

    name: str
    value: float
    low: float
    high: float
    against: bool

    def to_dict(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "value": self.value + 0.0,  # no -0.0
            "lowest_fold": self.low,
            "highest_fold": self.high,
            "against": self.against,
        }


@dataclass(frozen=True)
class TunedCampaign:
    """One campaign that was tuned on: what it holds, and the objective's value on all of it.

    ``scores`` counts people's scores of segments, ``systems_by`` says where people's scores of systems come from.
    """

    name: str
    sha256: str
    systems: int
    segments: int
    comparisons: int
    scores: int
    systems_by: str
    tuned: float
    untuned: float

    def to_dict(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "sha256": self.sha256,
            "systems": self.systems,
            "segments": self.segments,
            "comparisons": self.comparisons,
        }


@dataclass(frozen=True)
class TuneReport:
    """The metric found on all data, its numbers, and what to think of it.

    ``given`` is what was asked for and ``metric`` what came of it, as a name to score with; ``signature`` is the same
    with every setting. ``languages`` are the pairs whose target chose tokenizer and stems, empty where that changed
    nothing, and ``languages_by`` says who named them.
    """

    version: str
    given: str
    languages: str
    languages_by: Literal["option", "folder", "folders"]
    metric: str
    signature: str
    objective: str
    level: str
    method: str
    strength: float | None
    seed: int
    restarts: int
    numbers: tuple[TunedNumber, ...]
    campaigns: tuple[TunedCampaign, ...]
    baseline: str
    untuned: float
    tuned: float
    validation: Validation | None

    def to_dict(self) -> dict[str, Any]:
        """Everything: full precision, None where there is no number."""
        made: dict[str, Any] = _without_nan(
            {
                SCHEMA_KEY: SCHEMA,
                "tertium": self.version,
                "given": self.given,
                "languages": self.languages or None,
                "metric": self.metric,
                "signature": self.signature,
                "objective": self.objective,
                "level": self.level,
                "method": self.method,
                "strength": self.strength,
                "seed": self.seed,
                "numbers": [number.to_dict() for number in self.numbers],
                "data": [campaign.to_dict() for campaign in self.campaigns],
                "training": {
                    "baseline": self.baseline,
                    "untuned": self.untuned,
                    "tuned": self.tuned,
                    "campaigns": [
                        {"name": campaign.name, "tuned": campaign.tuned, "untuned": campaign.untuned}
                        for campaign in self.campaigns
                    ],
                },
                "validation": None if self.validation is None else self.validation.to_dict(),
            }
        )
        return made


def _without_nan(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_nan(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_without_nan(item) for item in value]
    return finite_or_none(value) if isinstance(value, float) else value
