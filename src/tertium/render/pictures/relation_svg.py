"""Two graphs as trees in an SVG: the lines of ``relation_trees``, hypothesis left, reference right.

What matched is plain; what is missing or extra is orange, has its sign and is underlined, so that colour is not needed.
"""

from __future__ import annotations

from html import escape

from tertium.render.reports.relation_trees import counts, tree
from tertium.render.tables.widths import cell_width
from tertium.results.forensics import Relations

SIZE, LINE, GAP = 14, 17, 36
LETTER = 0.602 * SIZE  # of the common fixed-width fonts
OTHER = "#b34700"


def drawn(name: str, found: Relations, x: float, y: float) -> tuple[str, float, float]:
    """The two trees with their heading, from (x, y) on: SVG, width and height."""
    sides = (
        ["hypothesis", *tree(found.hyp, found.hyp_words, "+")],
        [f"reference {found.reference}", *tree(found.ref, found.ref_words, "-")],
    )
    widths = [max(map(cell_width, lines)) * LETTER for lines in sides]
    parts = [f'<text x="{x:.0f}" y="{y + SIZE:.0f}" font-weight="bold">relations: {escape(name)}</text>']
    top = y + 2.4 * LINE
    for lines, left in zip(sides, (x, x + widths[0] + GAP), strict=True):
        parts += [_line(line, left, top + at * LINE, at == 0) for at, line in enumerate(lines)]
    end = top + max(map(len, sides)) * LINE
    parts.append(f'<text x="{x:.0f}" y="{end:.0f}" font-size="{SIZE}">{counts(found)}</text>')
    shown = f'<g font-size="{SIZE}" font-family="\'DejaVu Sans Mono\', Menlo, Consolas, monospace">{"".join(parts)}</g>'
    return shown, max(sum(widths) + GAP, cell_width(counts(found)) * LETTER), end - y + LINE


def _line(line: str, x: float, y: float, heading: bool) -> str:
    """The sign and the branches, then the words: only words are underlined."""
    words = line.lstrip(" =+-│├└─")
    lead = line[: len(line) - len(words)]
    unlike = not heading and line[:1] in "+-"
    style = f' fill="{OTHER}"' if unlike else ' font-style="italic"' if heading else ""
    said = f'<tspan text-decoration="underline">{escape(words)}</tspan>' if unlike else escape(words)
    return f'<text x="{x:.1f}" y="{y:.1f}" style="white-space:pre"{style}>{escape(lead)}{said}</text>'
