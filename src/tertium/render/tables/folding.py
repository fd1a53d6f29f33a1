"""What to do with tables and sentences that are wider than the page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tertium.render.tables.grid import Column
from tertium.render.tables.widths import cell_width, shortened

_SHORTEST_NAME = 12


def folded(columns: Sequence[Column], widths: Sequence[int], width: int, gap: int) -> list[list[int]]:
    """The columns of each part of a table: the names that lead it, then as many others as fit.

    Columns that are ``joined`` stay with the one before them.
    """
    lead = list(range(_leading(columns)))
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


def narrowed(columns: Sequence[Column], cells: Sequence[Sequence[str]], width: int, gap: int) -> list[Sequence[str]]:
    """The cells by column, long names cut in the middle where no number would fit on the page beside them.

    A column stays as it is if two of its names would become one.
    """
    lead = _leading(columns)
    widths = [max(map(cell_width, (column.heading, *cells[place]))) for place, column in enumerate(columns)]
    beside = max((sum(widths[place] + gap for place in group) for group in _groups(columns, lead)), default=0)
    limits = widths[:lead]
    while sum(limits) + gap * lead + beside - gap > width and max(limits) > _SHORTEST_NAME:
        limits[limits.index(max(limits))] -= 1
    made = [[shortened(text, limit) for text in texts] for texts, limit in zip(cells, limits, strict=False)]
    kept = [short if len(set(short)) == len(set(full)) else full for short, full in zip(made, cells, strict=False)]
    return [*kept, *cells[lead:]]


def _leading(columns: Sequence[Column]) -> int:
    """How many columns of names come before the first number."""
    return max(next((place for place, column in enumerate(columns) if column.right), 1), 1)


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
