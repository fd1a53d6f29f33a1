"""Dot and line: a score and its interval on an axis that all rows of a column share. Never a bar from zero.

The picture is an SVG of 120 by 16 units, class ``dots``. The axis runs from x = 6 (``low``) to x = 114 (``high``).
Children: ``line.axis``; ``line.span`` from x1 to x2, the interval, missing where there is none; ``circle.dot`` at cx,
missing where there is no score. Scripts that put in new numbers move these. The numbers stand in the same cell, so the
picture is hidden from screen readers.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from tertium.results.scores import Interval

WIDTH, HEIGHT, START, END = 120, 16, 6, 114


@dataclass(frozen=True)
class Axis:
    """Where scores lie: the lowest and the highest end of all intervals."""

    low: float
    high: float

    @staticmethod
    def over(scores: Iterable[float], intervals: Iterable[Interval | None]) -> Axis:
        ends = [number for number in scores if math.isfinite(number)]
        ends += [end for interval in intervals if interval is not None for end in (interval.low, interval.high)]
        ends = [end for end in ends if math.isfinite(end)]
        return Axis(min(ends), max(ends)) if ends else Axis(0.0, 0.0)

    def x(self, value: float) -> float:
        if self.high <= self.low:
            return (START + END) / 2
        return START + (END - START) * (value - self.low) / (self.high - self.low)


def dots(score: float, interval: Interval | None, axis: Axis) -> str:
    middle = HEIGHT // 2
    parts = [f'<line class="axis" x1="{START}" x2="{END}" y1="{middle}" y2="{middle}"/>']
    if interval is not None and math.isfinite(interval.low) and math.isfinite(interval.high):
        first, last = axis.x(interval.low), axis.x(interval.high)
        parts.append(f'<line class="span" x1="{first:.1f}" x2="{last:.1f}" y1="{middle}" y2="{middle}"/>')
    if math.isfinite(score):
        parts.append(f'<circle class="dot" cx="{axis.x(score):.1f}" cy="{middle}" r="4"/>')
    return f'<svg class="dots" viewBox="0 0 {WIDTH} {HEIGHT}" aria-hidden="true">{"".join(parts)}</svg>'
