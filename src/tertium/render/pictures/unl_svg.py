"""A UNL graph as a picture: a tree from left to right, relations that close circles as dashed curves.

Boxes hold the headword, in small type its constraints and attributes; the entry has a thick frame. Arrows point from
head to dependent. Blue and orange are told apart by every common kind of colour blindness, and the dashes do not need
colour at all.
"""

from __future__ import annotations

from html import escape

from tertium.corpus.annotations.unl import Node, Sentence
from tertium.errors import counted, printable
from tertium.render.reports.unl_outline import Step, marks, outline
from tertium.render.tables.widths import cell_width

SIZE, SMALL, ROW, GAP, MARGIN = 15, 11, 62, 104, 18
LETTER, SMALL_LETTER = 0.62 * SIZE, 0.58 * SMALL
INK, PAPER, BOX, TREE, CLOSING, FAINT = "#1a1a1a", "#ffffff", "#f4f7fa", "#0072b2", "#b34700", "#5c5c5c"
BOX_HEIGHT = 46
WIDEST = 46  # letters of constraints that are shown


def svg(sentence: Sentence) -> str:
    """A complete SVG document."""
    steps = outline(sentence)
    tree = [step for step in steps if not step.again]
    rows = _rows(steps)
    columns = _columns(sentence, tree)
    place = {step.node: (columns[step.depth][0], rows[step.node]) for step in tree}
    width = {step.node: _box_width(sentence.nodes[step.node]) for step in tree}
    right = max((place[step.node][0] + width[step.node] for step in tree), default=200.0)
    title = printable(sentence.text) or "A UNL graph"
    wrapped = _wrapped(title, max(40, int((right - MARGIN) / LETTER)))
    top = MARGIN + len(wrapped) * (SIZE + 6) + 10
    height = top + (max(rows.values(), default=0) + 1) * ROW + MARGIN
    total = round(
        max(right, MARGIN + max(map(cell_width, wrapped)) * LETTER) + MARGIN + (70 if len(steps) > len(tree) else 0)
    )
    drawn = []
    for step in steps:
        if step.depth:
            drawn.append(_edge(step, steps[step.parent].node, place, width, top))
    drawn += [_box(sentence.nodes[step.node], *place[step.node], width[step.node], top) for step in tree]
    heading = "".join(
        f'<text x="{MARGIN}" y="{MARGIN + SIZE + i * (SIZE + 6)}" fill="{FAINT}">{escape(line)}</text>'
        for i, line in enumerate(wrapped)
    )
    summary = f"{counted(len(sentence.nodes), 'universal word')}, {counted(len(sentence.relations), 'relation')}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{total}" height="{height:.0f}" '
        f'viewBox="0 0 {total} {height:.0f}" role="img" font-family="Helvetica, Arial, \'Noto Sans\', sans-serif" '
        f'font-size="{SIZE}" fill="{INK}"><title>{escape(title)}</title><desc>{summary}</desc>'
        f"<defs>{_arrow('tree', TREE)}{_arrow('closing', CLOSING)}</defs>"
        f'<rect width="100%" height="100%" fill="{PAPER}"/>{heading}{"".join(drawn)}</svg>\n'
    )


def _rows(steps: list[Step]) -> dict[int, float]:
    """A row for every leaf, and for others the middle of what is below them."""
    tree = [at for at, step in enumerate(steps) if not step.again]
    below: dict[int, list[int]] = {}
    for at in tree:
        if steps[at].parent >= 0:
            below.setdefault(steps[at].parent, []).append(at)
    rows: dict[int, float] = {}
    leaves = 0
    for at in tree:
        if at not in below:
            rows[at] = float(leaves)
            leaves += 1
    for at in reversed(tree):
        if at in below:
            rows[at] = (rows[below[at][0]] + rows[below[at][-1]]) / 2
    return {steps[at].node: row for at, row in rows.items()}


def _columns(sentence: Sentence, tree: list[Step]) -> list[tuple[float, float]]:
    """Left edge and width of every depth."""
    made: list[tuple[float, float]] = []
    left = float(MARGIN)
    wide: dict[int, float] = {0: 0.0}
    for step in tree:
        wide[step.depth] = max(wide.get(step.depth, 0.0), _box_width(sentence.nodes[step.node]))
    for _, widest in sorted(wide.items()):
        made.append((left, widest))
        left += widest + GAP
    return made


def _lines(node: Node) -> tuple[str, str]:
    head = f":{node.id}" if node.is_scope else printable(node.headword) + (f" :{node.id}" if node.id else "")
    small = " ".join(part for part in (printable(node.constraints), marks(node)) if part)
    return (head if len(head) <= WIDEST else f"{head[: WIDEST - 1]}…"), (
        small if len(small) <= WIDEST else f"{small[: WIDEST - 1]}…"
    )


def _box_width(node: Node) -> float:
    head, small = _lines(node)
    return max(cell_width(head) * LETTER, cell_width(small) * SMALL_LETTER) + 22


def _box(node: Node, x: float, row: float, width: float, top: float) -> str:
    y = top + row * ROW
    head, small = _lines(node)
    frame = 2.6 if "entry" in node.attributes else 1.0
    middle = y + (BOX_HEIGHT / 2 + 5 if not small else 20)
    second = f'<text x="{x + 11:.1f}" y="{y + 36:.1f}" font-size="{SMALL}" fill="{FAINT}">{escape(small)}</text>'
    return (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{BOX_HEIGHT}" rx="7" fill="{BOX}" stroke="{INK}" '
        f'stroke-width="{frame}"/><text x="{x + 11:.1f}" y="{middle:.1f}" font-weight="bold">{escape(head)}</text>'
        f"{second if small else ''}"
    )


def _edge(step: Step, parent: int, place: dict[int, tuple[float, float]], width: dict[int, float], top: float) -> str:
    (x1, row1), (x2, row2) = place[parent], place[step.node]
    y1, y2 = (top + row * ROW + BOX_HEIGHT / 2 for row in (row1, row2))
    kind, colour = ("closing", CLOSING) if step.again else ("tree", TREE)
    ends = f'marker-{"end" if step.forward else "start"}="url(#{kind})"'
    if step.again:
        start, end = x1 + width[parent], x2 + width[step.node]
        reach = max(start, end) + 46 + 6 * abs(row1 - row2)
        path = f"M{start:.1f} {y1 + 9:.1f} C{reach:.1f} {y1 + 9:.1f} {reach:.1f} {y2 + 9:.1f} {end:.1f} {y2 + 9:.1f}"
        # the middle of the curve
        x, y = (start + 6 * reach + end) / 8, (y1 + y2) / 2 + 9
    else:
        start, end = x1 + width[parent], x2
        turn = end - GAP * 0.72
        bend = f"C{turn:.1f} {y1:.1f} {turn:.1f} {y2:.1f} {end - GAP * 0.5:.1f} {y2:.1f}"
        path = f"M{start:.1f} {y1:.1f} {bend} L{end:.1f} {y2:.1f}"
        x, y = end - GAP * 0.30, y2
    dash = ' stroke-dasharray="6 4"' if step.again else ""
    half = len(step.label) * LETTER / 2 + 3
    return (
        f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="1.6"{dash} {ends}/>'
        f'<rect x="{x - half:.1f}" y="{y - 10:.1f}" width="{2 * half:.1f}" height="19" fill="{PAPER}"/>'
        f'<text x="{x:.1f}" y="{y + 5:.1f}" text-anchor="middle" font-style="italic" fill="{colour}">'
        f"{escape(step.label)}</text>"
    )


def _arrow(name: str, colour: str) -> str:
    return (
        f'<marker id="{name}" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" '
        f'orient="auto-start-reverse"><path d="M0 0 L10 5 L0 10 z" fill="{colour}"/></marker>'
    )


def _wrapped(title: str, letters: int) -> list[str]:
    lines = [""]
    for word in title.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > letters:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines
