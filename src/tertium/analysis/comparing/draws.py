"""How much is drawn: said by every door, before anything that draws is loaded."""

from __future__ import annotations

from dataclasses import dataclass

from tertium.errors import InputError

TRIALS = 10_000  # of approximate randomisation, as in MultEval and sacreBLEU


@dataclass(frozen=True)
class Bootstrap:
    """How many resamples, from which seed (0 is a seed), and how much of them the interval holds."""

    resamples: int = 1000
    seed: int = 12345
    level: float = 0.95

    def __post_init__(self) -> None:
        if self.resamples < 1:
            raise InputError(f"a bootstrap needs at least 1 resample, got {self.resamples}.")
        if not 0 < self.level < 1:
            raise InputError(f"a confidence level lies between 0 and 1, got {self.level}.")
        if not 0 <= self.seed < 2**64:
            raise InputError(f"a seed is a whole number between 0 and 2**64 - 1, got {str(self.seed)[:40]}.")
