"""The crossing diagram as a picture: SVG that prints well and does not depend on colour alone.

Blue thin lines keep the order, orange thick dashed ones moved, dotted ones join different forms; words without a
partner are grey, in italics, with a sign. Below are the trees of metrics that compare graphs. Blue and orange are told
apart by every common kind of colour blindness (Okabe & Ito).
"""

from __future__ import annotations

from html import escape

from tertium.errors import counted, printable
from tertium.render.pictures.relation_svg import drawn as drawn_trees
from tertium.render.tables.widths import cell_width
from tertium.results.forensics import Forensics, WordLink

ROW, SIZE, CANVAS, MARGIN = 24, 15, 240, 16
KEPT, MOVED, LONELY, INK, PAPER = "#0072b2", "#d55e00", "#767676", "#1a1a1a", "#ffffff"
# Average advance of a sans-serif letter; generous, so that no label touches a line.
LETTER = 0.62 * SIZE


def svg(seen: Forensics, *, trees: bool = True) -> str:
    """A complete SVG document, with the trees of graphs or without."""
    rows = max(len(seen.ref), len(seen.hyp), 1)
    left = MARGIN + max(_width(seen.ref), 9 * LETTER) + 2.6 * SIZE
    right = left + CANVAS
    width = round(right + 2.6 * SIZE + max(_width(seen.hyp), 10 * LETTER) + MARGIN)
    top = MARGIN + 2 * ROW
    height = top + rows * ROW + 3 * ROW
    drawn = [_line(link, left, right, top) for link in sorted(seen.links, key=lambda link: link.moved)]
    linked_ref = {link.ref: link for link in seen.links}
    linked_hyp = {link.hyp: link for link in seen.links}
    for j, word in enumerate(seen.ref):
        drawn.append(_word(word, j, left - 8, top, "end", linked_ref.get(j), "−"))
    for i, word in enumerate(seen.hyp):
        drawn.append(_word(word, i, right + 8, top, "start", linked_hyp.get(i), "+"))
    heads = (
        f'<text x="{left - 8:.0f}" y="{MARGIN + SIZE}" text-anchor="end" font-weight="bold">reference</text>'
        f'<text x="{right + 8:.0f}" y="{MARGIN + SIZE}" font-weight="bold">{_label(seen.system or "hypothesis")}</text>'
    )
    moved = sum(block.moved for block in seen.blocks)
    summary = (
        f"{len(seen.links)} corresponding, {len(seen.missing)} missing, {len(seen.extra)} extra; "
        f"{counted(moved, 'block')} moved"
    )
    below = []
    for name, found in seen.relations if trees else ():
        shown, wide, high = drawn_trees(name, found, MARGIN, height)
        below.append(shown)
        width, height = max(width, round(wide + 2 * MARGIN)), height + round(high) + ROW
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        f'role="img" font-family="Helvetica, Arial, \'Noto Sans\', sans-serif" font-size="{SIZE}" fill="{INK}">'
        f"<title>Word order of a translation</title><desc>{_label(summary)}</desc>"
        f'<rect width="100%" height="100%" fill="{PAPER}"/>{heads}{"".join(drawn)}'
        f"{_legend(top + rows * ROW + ROW, summary)}{''.join(below)}</svg>\n"
    )


def _width(words: tuple[str, ...]) -> float:
    return max((cell_width(printable(word)) for word in words), default=0) * LETTER


def _label(text: str) -> str:
    return escape(printable(text))


def _line(link: WordLink, left: float, right: float, top: float) -> str:
    start, end = top + (link.ref + 0.5) * ROW, top + (link.hyp + 0.5) * ROW
    bend = CANVAS * 0.4
    colour, stroke = (MOVED, 2.4) if link.moved else (KEPT, 1.4)
    dash = ' stroke-dasharray="7 3"' if link.moved else ""
    if link.stage != "exact":
        dash = ' stroke-dasharray="1.5 3.5" stroke-linecap="round"'
    path = f"M{left:.1f} {start:.1f} C{left + bend:.1f} {start:.1f} {right - bend:.1f} {end:.1f} {right:.1f} {end:.1f}"
    return f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{stroke}"{dash}/>'


def _word(word: str, place: int, x: float, top: float, anchor: str, link: WordLink | None, sign: str) -> str:
    """Number, word and sign are texts of their own: a word written from right to left must not reorder them."""
    y = top + (place + 0.5) * ROW + SIZE * 0.35
    outwards = -1 if anchor == "end" else 1
    style = f' fill="{LONELY}" font-style="italic"' if link is None else f' fill="{MOVED}"' if link.moved else ""
    mark = f'<tspan fill="{LONELY}" font-weight="bold">{sign}</tspan>' if link is None else ""
    parts = (mark, _label(word)) if anchor == "end" else (_label(word), mark)
    body = '<tspan dx="6"> </tspan>'.join(part for part in parts if part)
    beside = f'y="{y:.1f}" text-anchor="{anchor}"'
    return (
        f'<text x="{x:.1f}" {beside} fill="{LONELY}" font-size="{SIZE - 4}">{place + 1}</text>'
        f'<text x="{x + outwards * 1.7 * SIZE:.1f}" {beside} xml:space="preserve"{style}>{body}</text>'
    )


def _legend(y: float, summary: str) -> str:
    small = SIZE - 2
    samples = (
        (KEPT, 1.4, "", "in order"),
        (MOVED, 2.4, ' stroke-dasharray="7 3"', "moved"),
        (KEPT, 1.4, ' stroke-dasharray="1.5 3.5" stroke-linecap="round"', "other form"),
    )
    made, x = [], float(MARGIN)
    for colour, stroke, dash, name in samples:
        made.append(
            f'<path d="M{x:.0f} {y:.0f} h28" stroke="{colour}" stroke-width="{stroke}"{dash}/>'
            f'<text x="{x + 34:.0f}" y="{y + 5:.0f}" font-size="{small}">{name}</text>'
        )
        x += 44 + len(name) * LETTER
    made.append(
        f'<text x="{x:.0f}" y="{y + 5:.0f}" font-size="{small}" fill="{LONELY}" font-style="italic">'
        "− missing   + extra</text>"
    )
    made.append(
        f'<text x="{MARGIN}" y="{y + 5 + ROW:.0f}" font-size="{small}" fill="{LONELY}">{_label(summary)}</text>'
    )
    return "".join(made)
