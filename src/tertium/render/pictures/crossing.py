"""The crossing diagram for terminals: reference words on the left, hypothesis words on the right, links between them.

Links are drawn with Braille dots, two by four to a character, so that lines of any slope show in a few columns. Each
sentence runs downwards: any length fits any terminal, and a crossing is a crossing.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tertium.errors import printable
from tertium.render.reports import relation_trees
from tertium.render.tables.widths import cell_width
from tertium.results.forensics import Block, Forensics, Loss

CANVAS = 24  # columns between the two sentences
# The eight dots of a Braille character by (row, column): Unicode numbers them down the left column first.
_DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
_PAINT = {"moved": "\x1b[1;33m", "kept": "\x1b[36m", "missing": "\x1b[35m", "dim": "\x1b[2m", "bold": "\x1b[1m"}
_PLAIN = "\x1b[0m"


def picture(seen: Forensics, *, colour: bool = False) -> str:
    """The whole explanation as text: diagram, permutation, blocks, words, losses."""
    parts = [_diagram(seen, colour), _order(seen, colour), _words(seen, colour)]
    parts += [
        f"{_painted('relations', 'bold', colour)}  {name}\n{relation_trees.trees(found)}"
        for name, found in seen.relations
    ]
    if seen.losses:
        parts.append(_losses(seen.losses, colour))
    return "\n\n".join(part for part in parts if part) + "\n"


def title(seen: Forensics) -> str:
    """Which segment of which system this is."""
    return f"{printable(seen.system)} segment {seen.segment}, reference {seen.reference}"


def _painted(text: str, style: str, colour: bool) -> str:
    return f"{_PAINT[style]}{text}{_PLAIN}" if colour and text else text


def _diagram(seen: Forensics, colour: bool) -> str:
    rows = max(len(seen.ref), len(seen.hyp))
    kept, moved = _canvas(seen, rows, moved=False), _canvas(seen, rows, moved=True)
    by_ref = {link.ref: link for link in seen.links}
    by_hyp = {link.hyp: link for link in seen.links}
    left = max((cell_width(printable(word)) for word in seen.ref), default=0)
    numbers = len(str(rows))
    lines = [
        " " * max(left - 3, 0)
        + _painted("reference".rjust(9), "bold", colour)
        + " " * (numbers + CANVAS + 1)
        + _painted("hypothesis", "bold", colour)
    ]
    for row in range(rows):
        line = " " * (left + 3 + numbers)
        if row < len(seen.ref):
            word = printable(seen.ref[row])
            link = by_ref.get(row)
            mark = "-" if link is None else " "
            style = "missing" if link is None else "moved" if link.moved else "dim"
            pad = " " * (left - cell_width(word))
            line = f"{mark} {pad}{_painted(word, style, colour) if style != 'dim' else word} {row + 1:>{numbers}}"
        middle = "".join(_cell(kept[row][c], moved[row][c], colour) for c in range(CANVAS))
        right = ""
        if row < len(seen.hyp):
            word = printable(seen.hyp[row])
            link = by_hyp.get(row)
            mark = " +" if link is None else " ~" if link.stage != "exact" else ""
            style = "missing" if link is None else "moved" if link.moved else "dim"
            shown = _painted(word, style, colour) if style != "dim" else word
            right = f"{row + 1:<{numbers}} {shown}{mark}"
        lines.append(f"{line} {middle} {right}".rstrip())
    return "\n".join(lines)


def _cell(kept: int, moved: int, colour: bool) -> str:
    if not kept and not moved:
        return " "
    return _painted(chr(0x2800 + (kept | moved)), "moved" if moved else "kept", colour)


def _canvas(seen: Forensics, rows: int, *, moved: bool) -> list[list[int]]:
    """Braille dots of the links that moved, or of those that did not."""
    width = CANVAS * 2
    dots = np.zeros((rows * 4, width), dtype=np.uint8)
    for link in seen.links:
        if link.moved != moved:
            continue
        start, end = link.ref * 4 + 1, link.hyp * 4 + 1
        steps = max(width - 1, abs(end - start))
        along = np.arange(steps + 1)
        across = np.rint(along * (width - 1) / steps).astype(np.intp)
        dots[np.rint(start + (end - start) * along / steps).astype(np.intp), across] = 1
    shaped = dots.reshape(rows, 4, CANVAS, 2) * np.array(_DOTS, dtype=np.uint8)[None, :, None, :]
    cells: list[list[int]] = shaped.sum(axis=(1, 3)).tolist()
    return cells


def _order(seen: Forensics, colour: bool) -> str:
    if not seen.links:
        return "No word of the hypothesis corresponds to a word of the reference."
    permutation = " ".join(str(rank) for rank in seen.permutation)
    lines = [f"{_painted('order', 'bold', colour)}  {permutation}"]
    moved = [block for block in seen.blocks if block.moved]
    if not moved:
        lines.append("Every corresponding word stands in the order of the reference.")
    lines.extend(f"  moved {_direction(block)}: {_painted(_text(block), 'moved', colour)}" for block in moved)
    return "\n".join(lines)


def _direction(block: Block) -> str:
    if block.shift == 0:
        return "within its neighbours"
    words = "word" if abs(block.shift) == 1 else "words"
    return f"{abs(block.shift)} {words} {'later' if block.shift > 0 else 'earlier'}"


def _text(block: Block) -> str:
    return printable(" ".join(block.words))


def _words(seen: Forensics, colour: bool) -> str:
    def listed(words: Sequence[str], positions: Sequence[int]) -> str:
        return ", ".join(f"{printable(words[i])} ({i + 1})" for i in positions) or "none"

    inexact = [link for link in seen.links if link.stage != "exact"]
    lines = [
        f"{_painted('words', 'bold', colour)}  {len(seen.links)} correspond, "
        f"{len(seen.missing)} missing, {len(seen.extra)} extra",
        f"  missing from the hypothesis (-): {listed(seen.ref, seen.missing)}",
        f"  extra in the hypothesis (+): {listed(seen.hyp, seen.extra)}",
    ]
    if inexact:
        pairs = ", ".join(f"{printable(seen.ref[k.ref])} ~ {printable(seen.hyp[k.hyp])} ({k.stage})" for k in inexact)
        lines.append(f"  not the same form (~): {pairs}")
    return "\n".join(lines)


def _losses(losses: Sequence[Loss], colour: bool) -> str:
    def number(value: float | None) -> str:
        return "" if value is None else f"{value:.1f}" if value == value else "none"

    head = ("metric", "score", "lost", "words", "order", "length", "")
    rows: list[tuple[str, ...]] = [head]
    for whole in losses:
        for loss in (whole, *whole.terms):
            parts = [number(v) for v in (loss.score, loss.lost, loss.words, loss.order, loss.length)]
            rows.append((loss.metric if loss is whole else f"  {loss.metric}", *parts, loss.note))
    widths = [max(cell_width(row[c]) for row in rows) for c in range(len(head) - 1)]
    lines = []
    for k, row in enumerate(rows):
        cells = [row[0].ljust(widths[0]), *(row[c].rjust(widths[c]) for c in range(1, len(widths)))]
        line = f"{'  '.join(cells)}  {row[-1]}".rstrip()
        lines.append(_painted(line, "bold", colour) if k == 0 else line)
    return "\n".join(lines)
