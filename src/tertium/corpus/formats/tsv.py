"""TSV: columns between TABs, with no quoting of any kind.

A quotation mark is a character (readers that take it for quoting merge rows silently, docs/faults.md A4), blanks are
kept, the words null, NA and nan are words. Only `\\n` and a `\\r` before it are taken off a line, so that an empty last
field stays. A line with another number of fields than the first is an error: it holds a TAB too many or too few, and
nobody can tell which column the text belongs to.

Columns are given by name, and then the first line is the header, or all of them by number from 1, and then every line
is a segment.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from tertium.corpus.files.access import Source
from tertium.corpus.files.encoding import decode_lines
from tertium.corpus.formats.columns import Block, ColumnTable, Key, RawBlock, TextBlock
from tertium.corpus.formats.text import Lines
from tertium.corpus.notices import Found
from tertium.errors import InputError, did_you_mean, printable

_HEADER_WORDS = frozenset(
    "hyp hypothesis hypotheses mt output system sys translation target tgt ref refs reference references "
    "src source sources text segment sentence id seg_id".split()
)


def open_columns(source: Source, missing: str, fields: int | None) -> TsvFile:
    """As the table of formats calls it."""
    return TsvFile(source, fields)


class TsvFile(ColumnTable):
    """A TSV file; `fields`, if given, is how many every line must have."""

    def __init__(self, source: Source, fields: int | None = None) -> None:
        self.name = source.name
        self._fields = fields
        self._lines = Lines(source)

    def read(self, keys: Sequence[Key], segments: int, found: Found) -> Iterator[tuple[Block, ...]]:
        header = any(isinstance(key, str) for key in keys)
        places: list[int] | None = None
        # With a header, line 1 is not a segment: the first block is one line longer.
        for block in self._lines.blocks(segments, found, extra=int(header)):
            rows = self._rows(block, found)
            if places is None:
                width = len(rows[0])
                places = [place_of(key, rows[0], self.name) for key in keys]
                if header:
                    rows = rows[1:]
                elif len(rows[0]) > 1 and all(rows[0][place].strip().lower() in _HEADER_WORDS for place in places):
                    found.note("maybe-header", self.name, 1)
                if self._fields is not None and width != self._fields:
                    raise self._ragged(1, width, self._fields, f"{self._fields} are asked for")
            first = block.first + (block.count - len(rows))
            for index, row in enumerate(rows):
                if len(row) != width:
                    raise self._ragged(first + index, len(row), width, f"line 1 has {width}")
            if rows:
                yield tuple(TextBlock([row[place] for row in rows], len(rows), first) for place in places)

    def first_line(self, key: Key) -> int:
        return 2 if isinstance(key, str) else 1

    def _rows(self, block: RawBlock, found: Found) -> list[list[str]]:
        lines = decode_lines(bytes(block.data), self.name, block.first)
        ended = [index for index, line in enumerate(lines) if line.endswith("\r")]
        for index in ended:
            lines[index] = lines[index][:-1]
        found.note_lines("cr", self.name, block.first + np.array(ended, dtype=np.int64))
        return [line.split("\t") for line in lines]

    def _ragged(self, line: int, has: int, expected: int, why: str) -> InputError:
        fields = "1 field" if has == 1 else f"{has} fields"
        few = "a TAB is missing" if has < expected else "a TAB inside a text cannot be told from a separator"
        return InputError(f"{self.name}:{line} has {fields} but {why}; {few}.")


def place_of(key: Key, row: Sequence[str], name: str) -> int:
    """Where in the first row of a table a column stands."""
    if isinstance(key, int):
        if not 1 <= key <= len(row):
            columns = "1 column" if len(row) == 1 else f"{len(row)} columns"
            raise InputError(f"{name} has {columns}, expected column {key} (they count from 1); check the number.")
        return key - 1
    wanted = str(key)
    if row.count(wanted) == 1:
        return row.index(wanted)
    if wanted in row:
        raise InputError(f"{name} has {row.count(wanted)} columns named '{printable(wanted)}'; rename one.")
    known = [printable(heading) for heading in row]
    near = did_you_mean(wanted, known) or "; give a name from its first line, or only numbers if it has no header."
    raise InputError(f"{name} has no column '{printable(wanted)}', only {', '.join(known[:20])}{near}")
