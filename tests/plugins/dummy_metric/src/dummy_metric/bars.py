"""A format: columns between vertical bars, named by the first line. Files end in ``.bars``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tertium.plugin import Block, ColumnTable, Found, InputError, Key, Records, Source, TableFormat, TextBlock


def _rows(source: Source) -> list[list[str]]:
    with source.open() as file:
        return [line.split("|") for line in file.read().decode("utf-8").splitlines()]


class Bars(ColumnTable):
    def __init__(self, source: Source) -> None:
        self.name = source.name
        self._header, *self._lines = _rows(source)

    def read(self, keys: Sequence[Key], segments: int, found: Found) -> Iterator[tuple[Block, ...]]:
        missing = [key for key in keys if key not in self._header]
        if missing:
            raise InputError(f"{self.name} has no column '{missing[0]}', only {', '.join(self._header)}.")
        for first in range(0, len(self._lines), segments):
            part = self._lines[first : first + segments]
            places = [self._header.index(str(key)) for key in keys]
            yield tuple(TextBlock([row[place] for row in part], len(part), first + 1) for place in places)


def open_columns(source: Source, missing: str, fields: int | None) -> Bars:
    return Bars(source)


def read_records(source: Source) -> Records:
    header, *lines = _rows(source)
    columns = {name: [row[place] for row in lines] for place, name in enumerate(header)}
    return Records(source.name, columns, range(2, len(lines) + 2))


FORMAT = TableFormat(
    "a table of bars", (".bars",), columns="dummy_metric.bars:open_columns", records="dummy_metric.bars:read_records"
)
