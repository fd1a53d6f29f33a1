"""How far the words of whole systems moved, as a picture: a histogram for each system, all on one scale.

Bars to the left of the middle are words that stand earlier than in the reference, to the right later ones; blue and
orange are told apart by every common kind of colour blindness (Okabe & Ito), and the place says the same.
"""

from __future__ import annotations

from html import escape

from tertium.errors import printable
from tertium.render.reports.order_sheets import about, bin_label, percent
from tertium.render.tables.widths import shortened
from tertium.results.order import OrderReport, SystemOrder

EARLIER, LATER, AROUND, INK, GREY, PAPER = "#0072b2", "#d55e00", "#767676", "#1a1a1a", "#5a5a5a", "#ffffff"
_BAR, _GAP, _HEIGHT, _MARGIN, _SIZE = 24, 5, 120, 18, 13
_ACROSS = 2  # panels beside each other
_NAME = 44  # columns of a system's name, at most


def svg(report: OrderReport) -> str:
    """A complete SVG document."""
    bins = len(report.systems[0].facts.displacement)
    wide, high = bins * (_BAR + _GAP) + 2 * _MARGIN, _HEIGHT + 96
    across = min(_ACROSS, len(report.systems))
    top = 3 * _MARGIN
    width, height = across * wide + _MARGIN, top + -(-len(report.systems) // across) * high + _MARGIN
    most = max((each.share for system in report.systems for each in system.facts.displacement), default=0.0) or 1.0
    panels = "".join(
        _panel(system, _MARGIN / 2 + place % across * wide, top + place // across * high, most)
        for place, system in enumerate(report.systems)
    )
    title = f"How far moved {report.unit}s went"  # short: one panel is no wider than this in a wide font
    scale = f"in % of all that correspond; {about(report)}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        f'role="img" font-family="Helvetica, Arial, \'Noto Sans\', sans-serif" font-size="{_SIZE}" fill="{INK}">'
        f"<title>{title}</title><desc>{_text(scale)}</desc>"
        f'<rect width="100%" height="100%" fill="{PAPER}"/>'
        f'<text x="{_MARGIN}" y="{_MARGIN + 8}" font-size="{_SIZE + 2}" font-weight="bold">{title}</text>'
        f'<text x="{_MARGIN}" y="{_MARGIN + 26}" fill="{GREY}">{_text(scale)}</text>{panels}</svg>\n'
    )


def _panel(system: SystemOrder, left: float, top: float, most: float) -> str:
    facts = system.facts
    said = (
        f"monotone {percent(facts.monotone_share)} %, moved {percent(facts.moved_share)} %, Kendall {facts.kendall:.1f}"
    )
    x, base = left + _MARGIN, top + 46 + _HEIGHT
    made = [
        f'<text x="{x:.0f}" y="{top + 18:.0f}" font-weight="bold">{_text(shortened(system.name, _NAME))}</text>',
        f'<text x="{x:.0f}" y="{top + 36:.0f}" fill="{GREY}" font-size="{_SIZE - 1}">{_text(said)}</text>',
    ]
    middle = len(facts.displacement) // 2
    for place, each in enumerate(facts.displacement):
        at = x + place * (_BAR + _GAP)
        tall = (_HEIGHT - 20) * each.share / most
        colour = AROUND if place == middle else EARLIER if place < middle else LATER
        number = percent(each.share)
        centre = at + _BAR / 2
        made.append(
            f'<rect x="{at:.1f}" y="{base - tall:.1f}" width="{_BAR}" height="{tall:.1f}" fill="{colour}"/>'
            f'<text x="{centre:.1f}" y="{base - tall - 4:.1f}" text-anchor="middle" font-size="{_SIZE - 3}" '
            f'fill="{GREY}">{number}</text>'
            f'<text x="{centre:.1f}" y="{base + 14:.1f}" text-anchor="middle" font-size="{_SIZE - 3}">'
            f"{bin_label(each)}</text>"
        )
    end = x + len(facts.displacement) * (_BAR + _GAP) - _GAP
    made.append(
        f'<path d="M{x:.1f} {base:.1f} H{end:.1f}" stroke="{INK}" stroke-width="1"/>'
        f'<text x="{x:.1f}" y="{base + 30:.1f}" fill="{EARLIER}">← earlier</text>'
        f'<text x="{end:.1f}" y="{base + 30:.1f}" text-anchor="end" fill="{LATER}">later →</text>'
    )
    return f"<g>{''.join(made)}</g>"


def _text(text: str) -> str:
    return escape(printable(text))
