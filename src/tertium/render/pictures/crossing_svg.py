"""The crossing diagram as a picture: SVG that prints well and does not depend on colour alone.

A block is a ribbon with a line for each of its rows. Blue thin lines keep the order, orange thick dashed ones moved,
dotted ones join different forms; words without a partner are grey, in italics, with a sign. Below are the trees of
metrics that compare graphs. Blue and orange are told apart by every common kind of colour blindness (Okabe & Ito); in a
page the colours are the page's.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from html import escape

from tertium.errors import counted, printable
from tertium.render.pictures.crossing_rows import Row, Rows, rows_of
from tertium.render.pictures.relation_svg import drawn as drawn_trees
from tertium.render.reports.order_words import places, summary
from tertium.render.tables.widths import cell_width
from tertium.results.forensics import Forensics

ROW, SIZE, CANVAS, MARGIN = 24, 15, 200, 16
# Average advance of a sans-serif letter; generous, so that no label touches a line.
LETTER = 0.58 * SIZE
_COLUMNS = 34  # of a row, at most
_DIGIT = 0.56 * (SIZE - 4)


@dataclass(frozen=True)
class Palette:
    """The colours of a picture."""

    kept: str
    moved: str
    alone: str
    ink: str
    paper: str


# A picture in a file of its own brings its paper; one in a page takes the page's colours, light or dark.
PRINTED = Palette("#0072b2", "#d55e00", "#767676", "#1a1a1a", "#ffffff")
OF_PAGE = Palette("var(--accent)", "var(--moved)", "var(--soft)", "var(--ink)", "none")


def svg(seen: Forensics, *, trees: bool = True, palette: Palette = PRINTED) -> str:
    """A complete SVG document, with the trees of graphs or without."""
    rows = rows_of(seen, _COLUMNS)
    height = max(len(rows.ref), len(rows.hyp), 1)
    digits = max((len(places(row.first, row.last)) for row in (*rows.ref, *rows.hyp)), default=1)
    beside = digits * _DIGIT + 16  # from the canvas to the words: the positions stand between
    left = MARGIN + max(_width(rows.ref), 9 * LETTER) + beside + 8
    right = left + CANVAS
    width = round(right + 8 + beside + max(_width(rows.hyp), 10 * LETTER) + MARGIN)
    top = MARGIN + 2 * ROW
    drawn = _ribbons(rows, left, right, top, palette)
    drawn += [
        _line(rows.ref[a], a, b, left, right, top, palette)
        for a, b in sorted(rows.links, key=lambda link: rows.ref[link[0]].moved)
    ]
    drawn += [_words(row, place, left - 8, top, -beside, "−", palette) for place, row in enumerate(rows.ref)]
    drawn += [_words(row, place, right + 8, top, beside, "+", palette) for place, row in enumerate(rows.hyp)]
    heads = (
        f'<text x="{left - 8:.0f}" y="{MARGIN + SIZE}" text-anchor="end" font-weight="bold">reference</text>'
        f'<text x="{right + 8:.0f}" y="{MARGIN + SIZE}" font-weight="bold">{_label(seen.system or "hypothesis")}</text>'
    )
    said = f"{summary(seen)} ({seen.unit}s); {counted(len(seen.moves), 'move')}"
    width = max(width, round(2 * MARGIN + len(said) * LETTER))
    below, bottom = [], top + height * ROW + 3 * ROW
    for name, found in seen.relations if trees else ():
        shown, wide, high = drawn_trees(name, found, MARGIN, bottom)
        below.append(shown)
        width, bottom = max(width, round(wide + 2 * MARGIN)), bottom + round(high) + ROW
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{bottom}" viewBox="0 0 {width} {bottom}" '
        f'role="img" font-family="Helvetica, Arial, \'Noto Sans\', sans-serif" font-size="{SIZE}" fill="{palette.ink}">'
        f"<title>Word order of a translation</title><desc>{_label(said)}</desc>"
        f'<rect width="100%" height="100%" fill="{palette.paper}"/>{heads}{"".join(drawn)}'
        f"{_legend(top + height * ROW + ROW, said, palette)}{''.join(below)}</svg>\n"
    )


def _width(rows: tuple[Row, ...]) -> float:
    """Of the widest row, with the sign that some have."""
    return max((cell_width(row.text) + (2 if row.block is None else 0) for row in rows), default=0) * LETTER


def _label(text: str) -> str:
    return escape(printable(text))


def _ribbons(rows: Rows, left: float, right: float, top: float, palette: Palette) -> list[str]:
    """Each block of several words as an area from all its rows on the one side to all its rows on the other."""
    ends: dict[int, tuple[Row, int, int, int, int]] = {}  # by block: first and last row on both sides
    for a, b in rows.links:
        row = rows.ref[a]
        if row.block is not None:
            _, first, _, opposite, _ = ends.get(row.block, (row, a, a, b, b))
            ends[row.block] = (row, first, a, opposite, b)
    made = []
    for row, first, last, opposite, end in ends.values():
        if first == last and row.first == row.last:
            continue
        bend, inner = CANVAS * 0.4, 3
        y1, y2 = top + first * ROW + inner, top + (last + 1) * ROW - inner
        y3, y4 = top + opposite * ROW + inner, top + (end + 1) * ROW - inner
        path = (
            f"M{left:.1f} {y1:.1f} C{left + bend:.1f} {y1:.1f} {right - bend:.1f} {y3:.1f} {right:.1f} {y3:.1f} "
            f"V{y4:.1f} C{right - bend:.1f} {y4:.1f} {left + bend:.1f} {y2:.1f} {left:.1f} {y2:.1f} Z"
        )
        made.append(f'<path d="{path}" fill="{palette.moved if row.moved else palette.kept}" fill-opacity="0.16"/>')
    return made


def _line(row: Row, ref: int, hyp: int, left: float, right: float, top: float, palette: Palette) -> str:
    start, end = top + (ref + 0.5) * ROW, top + (hyp + 0.5) * ROW
    bend = CANVAS * 0.4
    colour, stroke = (palette.moved, 2.4) if row.moved else (palette.kept, 1.4)
    dash = ' stroke-dasharray="7 3"' if row.moved else ""
    if row.stage not in ("exact", "given"):
        dash = ' stroke-dasharray="1.5 3.5" stroke-linecap="round"'
    path = f"M{left:.1f} {start:.1f} C{left + bend:.1f} {start:.1f} {right - bend:.1f} {end:.1f} {right:.1f} {end:.1f}"
    return f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{stroke}"{dash}/>'


def _words(row: Row, place: int, x: float, top: float, outwards: float, sign: str, palette: Palette) -> str:
    """Positions, words and sign are texts of their own: words written from right to left must not reorder them."""
    y = top + (place + 0.5) * ROW + SIZE * 0.35
    anchor = "end" if outwards < 0 else "start"
    alone = palette.alone
    style = (
        f' fill="{alone}" font-style="italic"' if row.block is None else f' fill="{palette.moved}"' if row.moved else ""
    )
    made = (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{alone}" font-size="{SIZE - 4}">'
        f"{places(row.first, row.last)}</text>"
    )
    x += outwards
    if row.block is None:
        made += f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{alone}" font-weight="bold">{sign}</text>'
        x += SIZE if outwards > 0 else -SIZE
    reading = ""
    if _is_right_to_left(row.text):  # the start of such a text is its right end
        reading, anchor = ' direction="rtl"', "start" if anchor == "end" else "end"
    return (
        f'{made}<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{reading} xml:space="preserve"{style}>'
        f"{_label(row.text)}</text>"
    )


def _is_right_to_left(text: str) -> bool:
    strong = (unicodedata.bidirectional(char) for char in text)
    return next((kind for kind in strong if kind in ("L", "R", "AL")), "L") != "L"


def _legend(y: float, summary: str, palette: Palette) -> str:
    small = SIZE - 2
    samples = (
        (palette.kept, 1.4, "", "in order"),
        (palette.moved, 2.4, ' stroke-dasharray="7 3"', "moved"),
        (palette.kept, 1.4, ' stroke-dasharray="1.5 3.5" stroke-linecap="round"', "other form"),
    )
    made, x = [], float(MARGIN)
    for colour, stroke, dash, name in samples:
        made.append(
            f'<path d="M{x:.0f} {y:.0f} h28" stroke="{colour}" stroke-width="{stroke}"{dash}/>'
            f'<text x="{x + 34:.0f}" y="{y + 5:.0f}" font-size="{small}">{name}</text>'
        )
        x += 58 + len(name) * small * 0.52  # about as wide as the words are drawn
    made.append(
        f'<text x="{x:.0f}" y="{y + 5:.0f}" font-size="{small}" fill="{palette.alone}" font-style="italic">'
        "− missing   + extra</text>"
    )
    made.append(
        f'<text x="{MARGIN}" y="{y + 5 + ROW:.0f}" font-size="{small}" fill="{palette.alone}">{_label(summary)}</text>'
    )
    return "".join(made)
