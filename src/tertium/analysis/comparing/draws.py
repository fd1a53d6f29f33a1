"""How much is drawn: said by every door, before anything that draws is loaded."""

from __future__ import annotations

import numbers
from dataclasses import dataclass

from tertium.errors import InputError, brief_value, is_whole

TRIALS = 10_000  # of approximate randomisation, as in MultEval and sacreBLEU
MOST_DRAWS = 10_000_000  # a p-value of 1e-7; 10,000 cost a second with 16 systems
_SECONDS = 1e-4  # of one draw, with 16 systems and 3,000 segments
_UNITS = (("year", 365 * 86400), ("day", 86400), ("hour", 3600), ("minute", 60))


@dataclass(frozen=True)
class Bootstrap:
    """How many resamples, from which seed (0 is a seed), and how much of them the interval holds."""

    resamples: int = 1000
    seed: int = 12345
    level: float = 0.95

    def __post_init__(self) -> None:
        check_draws(self.resamples, "the number of resamples")
        if not _is_share(self.level):
            raise InputError(f"a confidence level lies between 0 and 1, got {brief_value(self.level)}.")
        if not is_whole(self.seed) or not 0 <= self.seed < 2**64:
            raise InputError(f"a seed is a whole number between 0 and 2**64 - 1, got {brief_value(self.seed)}.")


def check_draws(draws: int, what: str) -> None:
    """An error unless the number is between 1 and the most that make sense."""
    if not is_whole(draws) or draws < 1:
        raise InputError(f"{what} must be a whole number of at least 1, got {brief_value(draws)}.")
    if draws > MOST_DRAWS:
        raise InputError(
            f"{what} is {brief_value(draws)}, which would take {_duration(draws)}; at most {MOST_DRAWS:,} are drawn, "
            "enough for p-values of 0.0000001."
        )


def _is_share(value: object) -> bool:
    return isinstance(value, numbers.Real) and 0 < float(value) < 1


def _duration(draws: int) -> str:
    """Of more than MOST_DRAWS, which take some minutes at least."""
    # Whole numbers: draws may be too many for a float.
    times = ((draws // round(seconds / _SECONDS), unit) for unit, seconds in _UNITS)
    time, unit = next((time, unit) for time, unit in times if time >= 2)
    return f"{time} {unit}s or so" if time < 1000 else f"thousands of {unit}s"
