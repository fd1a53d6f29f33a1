"""How numbers of a comparison are written: scores with their spread, signed differences, p-values with a star."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tertium.render.tables.grid import NO_SCORE, number_text, p_text
from tertium.results.comparisons import Procedure, Standing
from tertium.results.scores import Interval


@dataclass(frozen=True)
class Numbers:
    """How many decimals a metric's scores have; differences have one more."""

    places: int

    @staticmethod
    def of(scale: float, width: int | None) -> Numbers:
        """What was asked for, else one decimal of percentages and three of anything else."""
        return Numbers((1 if scale == 100 else 3) if width is None else width)

    def score(self, value: float) -> str:
        return number_text(value, self.places)

    def spreads(self, systems: Sequence[Standing]) -> list[str]:
        """Scores with half of their intervals behind them, the signs below one another."""
        halves = [_half(system.interval, self.places) for system in systems]
        width = max(map(len, halves), default=0)
        made = []
        for system, half in zip(systems, halves, strict=True):
            spread = f" ±{half:>{width}}" if half else " " * (width + 2 if width else 0)
            made.append(self.score(system.score) + spread)
        return made

    def delta(self, value: float, interval: Interval | None = None) -> str:
        return signed(value, self.places + 1) + bracket(interval, self.places + 1)


def signed(value: float, places: int) -> str:
    text = number_text(value, places)
    return text if text == NO_SCORE or text.startswith("-") or not text.strip("0.") else f"+{text}"


def bracket(interval: Interval | None, places: int) -> str:
    """The ends of an interval of differences."""
    return "" if interval is None else f" [{signed(interval.low, places)}, {signed(interval.high, places)}]"


def p_cell(p: float, significant: bool, made: int) -> str:
    """A p-value of so many draws."""
    return p_text(p, made) + ("*" if significant else "")


def tone(delta: float, significant: bool, higher: bool) -> str | None:
    """Good or bad news, if it is any."""
    if not significant or delta == 0:
        return None
    return "good" if (delta > 0) == higher else "bad"


def draws(how: Procedure) -> int:
    """How many draws the p-values are of."""
    return how.resamples if how.trials is None else how.trials


def _half(interval: Interval | None, places: int) -> str:
    return "" if interval is None else number_text((interval.high - interval.low) / 2, places)
