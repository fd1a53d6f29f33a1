"""CSV as RFC 4180 has it: columns between commas, fields in quotation marks where they hold commas, marks or line ends.

A field that opens with a quotation mark must close with one before a comma or the end of a line; a mark that is never
closed, or that is followed by more text, is an error with its line, for it would merge rows without a word
(docs/faults.md A4). A mark inside an unquoted field is a character. All rows have as many fields as the first.

Columns are given by name, and then the first row is the header, or all of them by number from 1, and then every row is
a segment. Positions count rows without the header, since a row may have several lines.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from itertools import islice

from tertium.corpus.files.access import Source
from tertium.corpus.files.encoding import decode_lines
from tertium.corpus.formats.columns import Block, ColumnTable, Key, TextBlock
from tertium.corpus.formats.text import Lines
from tertium.corpus.formats.tsv import place_of
from tertium.corpus.notices import Found
from tertium.errors import InputError, counted

_LINES = 4096  # of a block


def open_columns(source: Source, missing: str, fields: int | None) -> CsvFile:
    """As the table of formats calls it."""
    return CsvFile(source)


def csv_rows(source: Source, found: Found | None = None) -> Iterator[tuple[int, list[str]]]:
    """(line that the row begins on, fields) of every row."""
    reader = csv.reader(_lines(source, found or Found()), strict=True)
    begins = 1
    while True:
        try:
            row = next(reader, None)
        except csv.Error as error:
            raise _refused(source.name, begins, reader.line_num, str(error)) from None
        if row is None:
            return
        yield begins, row or [""]
        begins = reader.line_num + 1


def _lines(source: Source, found: Found) -> Iterator[str]:
    for block in Lines(source).blocks(_LINES, found):
        for line in decode_lines(bytes(block.data), source.name, block.first):
            yield f"{line}\n"


def _refused(name: str, begins: int, line: int, why: str) -> InputError:
    if "field larger" in why:
        return InputError(
            f"{name} line {begins} begins a field of more than {csv.field_size_limit()} characters; a quotation mark "
            "is probably not closed, else save the table as JSON Lines."
        )
    if "unexpected end of data" in why:
        return InputError(
            f"{name} line {begins} begins a row whose quotation mark is never closed, which would swallow all rows "
            'behind it; close it, or double it ("").'
        )
    return InputError(
        f"{name} line {line} has text behind a closing quotation mark, in the row that begins on line {begins}; double "
        'quotation marks inside a field ("").'
    )


class CsvFile(ColumnTable):
    """A CSV file."""

    unit = "row"

    def __init__(self, source: Source) -> None:
        self.name = source.name
        self._source = source

    def read(self, keys: Sequence[Key], segments: int, found: Found) -> Iterator[tuple[Block, ...]]:
        rows = csv_rows(self._source, found)
        first = next(rows, None)
        if first is None:
            return
        width = len(first[1])
        places = [place_of(key, first[1], self.name) for key in keys]
        left = list(islice(rows, segments)) if any(isinstance(key, str) for key in keys) else [first]
        if left and left[0] is first:
            left += islice(rows, segments - 1)
        done = 1
        while left:
            for line, row in left:
                if len(row) != width:
                    raise InputError(
                        f"{self.name} line {line} has {counted(len(row), 'field')} but the first row has {width}; "
                        "put texts that hold commas in quotation marks."
                    )
            yield tuple(TextBlock([row[place] for _, row in left], len(left), done) for place in places)
            done += len(left)
            left = list(islice(rows, segments))
