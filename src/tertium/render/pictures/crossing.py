"""The crossing diagram for terminals: the reference on the left, the hypothesis on the right, links between them.

A row is a block as written, or as much of it as fits, so that words that move together are seen to. Links are drawn
with Braille dots, two by four to a character, so that lines of any slope show in a few columns. Each sentence runs
downwards: any length fits any terminal, and a crossing is a crossing.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tertium.errors import printable
from tertium.render.pictures.crossing_rows import Row, Rows, rows_of
from tertium.render.reports import relation_trees
from tertium.render.reports.order_words import move_sentence, other_forms, places, quoted, summary, without_partner
from tertium.render.tables.widths import cell_width, text_lines
from tertium.results.forensics import Forensics, Loss

CANVAS = 20  # columns between the two sentences
COLUMNS = 80  # of text that is not for a terminal
_WIDEST = 40  # columns of a row, however wide the terminal
# The eight dots of a Braille character by (row, column): Unicode numbers them down the left column first.
_DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
_PAINT = {"moved": "\x1b[1;33m", "kept": "\x1b[36m", "missing": "\x1b[35m", "dim": "\x1b[2m", "bold": "\x1b[1m"}
_PLAIN = "\x1b[0m"


def picture(seen: Forensics, *, colour: bool = False, columns: int | None = None) -> str:
    """The whole explanation as text: the sentences, the diagram, what moved, words, losses."""
    wide = max(columns or COLUMNS, 60)
    parts = [_texts(seen, colour, wide), _diagram(seen, colour, wide), _order(seen, colour, wide)]
    parts.append(_words(seen, colour, wide))
    parts += [
        f"{_painted('relations', 'bold', colour)}  {name}\n{relation_trees.trees(found)}"
        for name, found in seen.relations
    ]
    if seen.losses:
        parts.append(_losses(seen.losses, colour, wide))
    return "\n\n".join(part for part in parts if part) + "\n"


def title(seen: Forensics) -> str:
    """Which segment of which system this is."""
    return f"{printable(seen.system)} segment {seen.segment}, reference {seen.reference}"


def _painted(text: str, style: str, colour: bool) -> str:
    return f"{_PAINT[style]}{text}{_PLAIN}" if colour and text else text


def _texts(seen: Forensics, colour: bool, columns: int) -> str:
    """The sentences as written."""
    given = [("source", seen.source), ("reference", seen.ref_text), ("hypothesis", seen.hyp_text)]
    lines = []
    for name, text in given:
        if text is not None:
            first, *more = text_lines(printable(" ".join(text.split())), columns - 12) or ["(empty)"]
            lines += [_painted(name.ljust(12), "bold", colour) + first, *(" " * 12 + line for line in more)]
    return "\n".join(lines)


def _diagram(seen: Forensics, colour: bool, columns: int) -> str:
    numbers = max(len(places(size - 1, size - 1)) for size in (len(seen.ref) or 1, len(seen.hyp) or 1)) * 2 + 1
    most = min(_WIDEST, (columns - CANVAS - 2 * numbers - 9) // 2)
    rows = rows_of(seen, most)
    height = max(len(rows.ref), len(rows.hyp))
    kept, moved = _canvas(rows, height, moved=False), _canvas(rows, height, moved=True)
    numbers = max((len(places(row.first, row.last)) for row in (*rows.ref, *rows.hyp)), default=1)
    left = max((cell_width(row.text) for row in rows.ref), default=0)
    left = max(left, len("reference") - 1 - numbers)
    lines = [
        _painted("reference".rjust(left + 3 + numbers), "bold", colour)
        + " " * (CANVAS + 2)
        + _painted("hypothesis", "bold", colour)
    ]
    for place in range(height):
        line = " " * (left + 3 + numbers)
        if place < len(rows.ref):
            row = rows.ref[place]
            mark = "-" if row.block is None else " "
            pad = " " * (left - cell_width(row.text))
            line = f"{mark} {pad}{_row(row, colour)} {places(row.first, row.last):>{numbers}}"
        middle = "".join(_cell(kept[place][c], moved[place][c], colour) for c in range(CANVAS))
        right = ""
        if place < len(rows.hyp):
            row = rows.hyp[place]
            mark = " +" if row.block is None else " ~" if row.stage not in ("exact", "given") else ""
            right = f"{places(row.first, row.last):<{numbers}} {_row(row, colour)}{mark}"
        lines.append(f"{line} {middle} {right}".rstrip())
    return "\n".join(lines)


def _row(row: Row, colour: bool) -> str:
    style = "missing" if row.block is None else "moved" if row.moved else ""
    return _painted(row.text, style, colour) if style else row.text


def _cell(kept: int, moved: int, colour: bool) -> str:
    if not kept and not moved:
        return " "
    return _painted(chr(0x2800 + (kept | moved)), "moved" if moved else "kept", colour)


def _canvas(rows: Rows, height: int, *, moved: bool) -> list[list[int]]:
    """Braille dots of the links that moved, or of those that did not."""
    width = CANVAS * 2
    dots = np.zeros((height * 4, width), dtype=np.uint8)
    for ref, hyp in rows.links:
        if rows.ref[ref].moved != moved:
            continue
        start, end = ref * 4 + 1, hyp * 4 + 1
        steps = max(width - 1, abs(end - start))
        along = np.arange(steps + 1)
        across = np.rint(along * (width - 1) / steps).astype(np.intp)
        dots[np.rint(start + (end - start) * along / steps).astype(np.intp), across] = 1
    shaped = dots.reshape(height, 4, CANVAS, 2) * np.array(_DOTS, dtype=np.uint8)[None, :, None, :]
    cells: list[list[int]] = shaped.sum(axis=(1, 3)).tolist()
    return cells


def _order(seen: Forensics, colour: bool, columns: int) -> str:
    if not seen.links:
        return f"No {seen.unit} of the hypothesis corresponds to a {seen.unit} of the reference."
    if not seen.moves:
        return f"Every corresponding {seen.unit} stands in the order of the reference."
    lines = [_painted("order", "bold", colour)]
    for move in seen.moves:
        first, *more = text_lines(move_sentence(move, seen.unit), columns - 4)
        lines += [f"  {first}", *(f"    {line}" for line in more)]
    if colour:
        lines = [line.replace(quoted(move.text), _painted(quoted(move.text), "moved", True)) for line in lines]
    return "\n".join(lines)


def _words(seen: Forensics, colour: bool, columns: int) -> str:
    missing, extra = without_partner(seen)
    lists = [
        ("missing from the hypothesis (-)", [str(words) for words in missing]),
        ("extra in the hypothesis (+)", [str(words) for words in extra]),
        ("not the same form (~)", [f"{ref} ~ {hyp}" for ref, hyp in other_forms(seen)]),
    ]
    lines = [f"{_painted(f'{seen.unit}s', 'bold', colour)}  {summary(seen)}"]
    for name, listed in lists:
        if listed:
            first, *more = text_lines(f"{name}: {', '.join(listed)}", columns - 4)
            lines += [f"  {first}", *(f"    {line}" for line in more)]
    return "\n".join(lines)


def _losses(losses: Sequence[Loss], colour: bool, columns: int) -> str:
    def number(value: float | None) -> str:
        return "" if value is None else f"{value:.1f}" if value == value else "none"

    head = ("metric", "score", "lost", "words", "order", "length")
    rows: list[tuple[str, ...]] = [head]
    notes: dict[str, list[str]] = {}
    for whole in losses:
        for loss in (whole, *whole.terms):
            name = printable(loss.metric)
            parts = [number(v) for v in (loss.score, loss.lost, loss.words, loss.order, loss.length)]
            rows.append((name if loss is whole else f"  {name}", *parts))
            if loss.note:
                notes.setdefault(printable(loss.note), []).append(name)
    widths = [max(cell_width(row[c]) for row in rows) for c in range(len(head))]
    lines = []
    for k, row in enumerate(rows):
        line = "  ".join([row[0].ljust(widths[0]), *(row[c].rjust(widths[c]) for c in range(1, len(widths)))]).rstrip()
        lines.append(_painted(line, "bold", colour) if k == 0 else line)
    for note, names in notes.items():
        first, *more = text_lines(f"{', '.join(dict.fromkeys(names))} – {note}", columns - 4)
        lines += [f"  {first}", *(f"    {line}" for line in more)]
    return "\n".join(lines)
