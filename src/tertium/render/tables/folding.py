"""What to do with tables and sentences that are wider than the page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tertium.render.tables.grid import Column
from tertium.render.tables.widths import cell_width


def folded(columns: Sequence[Column], widths: Sequence[int], width: int, gap: int) -> list[list[int]]:
    """The columns of each part of a table: the names that lead it, then as many others as fit.

    Columns that are ``joined`` stay with the one before them.
    """
    names = next((place for place, column in enumerate(columns) if column.right), 1)
    lead = list(range(max(names, 1)))
    first = sum(widths[place] + gap for place in lead)
    parts: list[list[int]] = []
    used = 0
    for group in _groups(columns, len(lead)):
        needed = sum(widths[place] + gap for place in group)
        if not parts or used + needed - gap > width:
            parts.append([*lead])
            used = first
        parts[-1] += group
        used += needed
    return parts or [lead]


def _groups(columns: Sequence[Column], start: int) -> list[list[int]]:
    made: list[list[int]] = []
    for place in range(start, len(columns)):
        if columns[place].joined and made:
            made[-1].append(place)
        else:
            made.append([place])
    return made


def wrapped(sentence: str, width: int, indent: str = "  ") -> Iterator[str]:
    """Lines that end between words, the later ones indented; what holds a long signature is left whole for copying."""
    words = sentence.split(" ")
    if cell_width(sentence) <= width or any(cell_width(word) > width - len(indent) for word in words):
        yield sentence
        return
    line = words[0]
    for word in words[1:]:
        if cell_width(line) + 1 + cell_width(word) > width:
            yield line
            line = indent + word
        else:
            line = f"{line} {word}"
    yield line
