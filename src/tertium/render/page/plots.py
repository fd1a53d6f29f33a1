"""Small pictures of a page as SVG: scales with round ticks, frames, names beside points that do not cover each other.

Colours are classes of ``plots.css``. A picture stands in a figure, with its numbers as a table below it, for those who
do not see it and for those who want to copy them.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from tertium.errors import printable
from tertium.render.tables.widths import cell_width, shortened

LETTER, LINE = 6.4, 14.0  # of the letters of a picture, 11 units high; generous
_STEPS = (1.0, 2.0, 2.5, 5.0, 10.0)


@dataclass(frozen=True)
class Scale:
    """Numbers from ``low`` to ``high`` at places from ``start`` to ``end``, which may run backwards."""

    low: float
    high: float
    start: float
    end: float

    @staticmethod
    def over(values: Sequence[float], start: float, end: float, *, room: float = 0.0) -> Scale:
        """All finite values, with some room beside them as a share of their range."""
        known = [value for value in values if math.isfinite(value)] or [0.0]
        low, high = min(known), max(known)
        if high <= low:
            low, high = low - 0.5, high + 0.5
        more = room * (high - low)
        return Scale(low - more, high + more, start, end)

    def at(self, value: float) -> float:
        return self.start + (self.end - self.start) * (value - self.low) / (self.high - self.low)

    def ticks(self, most: int = 6) -> list[float]:
        """Round numbers inside, at most so many."""
        whole = self.high - self.low
        size = 10 ** math.floor(math.log10(whole / most))
        step = next(size * each for each in _STEPS if whole / (size * each) <= most)
        first, last = math.ceil(self.low / step - 1e-9), math.floor(self.high / step + 1e-9)
        return [number * step for number in range(first, last + 1)]


def tick_text(value: float, ticks: Sequence[float]) -> str:
    """With as many decimals as tell the ticks apart."""
    step = min((b - a for a, b in itertools.pairwise(ticks)), default=1.0)
    places = max(0, -math.floor(math.log10(step) + 1e-9)) if step < 1 else 0
    if round(step * 10**places, 6) % 1:
        places += 1
    made = f"{value:.{places}f}"
    return made.removeprefix("-") if not made.strip("-0.") else made


def frame(x: Scale, y: Scale, x_title: str, y_title: str, *, x_ticks: Sequence[tuple[float, str]] | None = None) -> str:
    """Axes with ticks, lines across and titles; x at the bottom, y on the left."""
    left, right = min(x.start, x.end), max(x.start, x.end)
    top, bottom = min(y.start, y.end), max(y.start, y.end)
    parts = []
    ticks = y.ticks()
    for tick in ticks:
        at = y.at(tick)
        parts.append(f'<path class="grid" d="M{left:.1f} {at:.1f}H{right:.1f}"/>')
        parts.append(label(left - 5, at + 4, tick_text(tick, ticks), "end", "tick"))
    if x_ticks is None:
        numbers = x.ticks()
        x_ticks = [(tick, tick_text(tick, numbers)) for tick in numbers]
    for tick, said in x_ticks:
        at = x.at(tick)
        parts.append(f'<path class="grid" d="M{at:.1f} {top:.1f}V{bottom:.1f}"/>')
        parts.append(label(at, bottom + 14, said, "middle", "tick"))
    parts.append(f'<path class="axis" d="M{left:.1f} {top:.1f}V{bottom:.1f}H{right:.1f}"/>')
    parts.append(label((left + right) / 2, bottom + 30, x_title, "middle", "tick"))
    parts.append(label(left, top - 8, y_title, "start", "tick"))
    return "".join(parts)


def label(x: float, y: float, said: str, anchor: str = "start", kind: str = "label") -> str:
    """A text that nothing can break out of; one written from right to left is anchored at its other end by itself."""
    return (
        f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" direction="ltr">'
        f"{escape(printable(said))}</text>"
    )


def drawing(width: float, height: float, body: str, said: str) -> str:
    """A picture that says in one sentence what it shows."""
    return (
        f'<svg class="plot" viewBox="0 0 {width:g} {height:g}" role="img" width="{width:g}" height="{height:g}" '
        f'aria-label="{escape(printable(said))}">{body}</svg>'
    )


def figure(caption: str, picture: str, table: str, *, kind: str = "", attributes: str = "", below: str = "") -> str:
    """A picture under its caption (HTML), its numbers as a table, and what else is ``below``."""
    return (
        f'<figure class="{f"picture {kind}".strip()}"{attributes}><figcaption>{caption}</figcaption>'
        f'<div class="canvas" tabindex="0" role="group" aria-label="picture">{picture}</div>'
        f'<details class="numbers"><summary>Show as table</summary>{table}</details>{below}</figure>\n'
    )


def table(head: Sequence[str], rows: Sequence[Sequence[str]], *, words: int = 1, title: str = "numbers") -> str:
    """A plain table; the first ``words`` columns are texts, the first of them names the row. All is escaped here."""
    heads = "".join(
        f'<th scope="col"{"" if place < words else _NUMBER} dir="auto">{_text(name)}</th>'
        for place, name in enumerate(head)
    )
    body = "".join(
        "<tr>"
        + "".join(
            f'<th scope="row" dir="auto">{_text(cell)}</th>'
            if place == 0
            else f'<td{"" if place < words else _NUMBER} dir="auto">{_text(cell)}</td>'
            for place, cell in enumerate(row)
        )
        + "</tr>\n"
        for row in rows
    )
    return (
        f'<div class="wide" role="region" aria-label="{_text(title)}" tabindex="0"><table>'
        f"<thead><tr>{heads}</tr></thead>\n<tbody>{body}</tbody></table></div>"
    )


_NUMBER = ' class="n"'


def _text(value: str) -> str:
    return escape(printable(value))


@dataclass(frozen=True)
class Placed:
    """A name beside its point: where its text starts or ends, and whether a line must lead back to the point."""

    text: str
    x: float
    y: float
    anchor: str
    led: bool


Box = tuple[float, float, float, float]


def beside(
    points: Sequence[tuple[float, float]], names: Sequence[str], box: Box, width: int = 18
) -> list[Placed | None]:
    """A place for each name where it covers no other name and no point, inside the box; None where there is none.

    Long names are cut to ``width`` columns.
    """
    dots = [(x - 5, y - 5, x + 5, y + 5) for x, y in points]
    taken: list[Box] = []
    made: list[Placed | None] = [None] * len(points)
    for place in sorted(range(len(points)), key=lambda place: points[place][1]):
        text = shortened(printable(names[place]), width)
        others = [*taken, *(dot for other, dot in enumerate(dots) if other != place)]
        for gap, shift in _TRIED:
            x, y = points[place][0] + gap, points[place][1] + shift
            wide = cell_width(text) * LETTER
            left = x if gap > 0 else x - wide
            spot = (left - 1, y - LINE / 2, left + wide + 1, y + LINE / 2)
            inside = box[0] <= spot[0] and box[1] <= spot[1] and spot[2] <= box[2] and spot[3] <= box[3]
            if inside and not any(_overlap(spot, other) for other in others):
                taken.append(spot)
                led = abs(shift) > LINE / 2 or abs(gap) > 12
                made[place] = Placed(text, x, y, "start" if gap > 0 else "end", led)
                break
    return made


# Gaps to the right and left, and shifts down and up, the nearest first; the right is better than the left.
_TRIED = sorted(
    ((gap, step * LINE * 0.5) for gap in (8.0, -8.0, 24.0, -24.0, 52.0, -52.0, 90.0, -90.0) for step in range(-16, 17)),
    key=lambda tried: abs(tried[1]) + 0.7 * (abs(tried[0]) - 8) + (tried[0] < 0),
)


def _overlap(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
