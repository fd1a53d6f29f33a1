"""Tables of records with a header: TSV, CSV, JSON Lines, Parquet. Columns by name, every cell with its line.

TSV has no quoting (a quotation mark is a character). CSV is read as `csv_table` does. Numbers in JSON stay as they are
written and are read as strictly as those of the other formats.
"""

from __future__ import annotations

import importlib
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tertium.corpus.files.access import Source
from tertium.corpus.files.encoding import decode_lines
from tertium.corpus.files.limits import Limits
from tertium.corpus.formats.csv_table import csv_rows
from tertium.corpus.formats.jsonl import JsonlFile
from tertium.corpus.formats.parquet import decoded_bytes, refuse_bomb
from tertium.corpus.formats.table_formats import records_format
from tertium.corpus.formats.text import Lines
from tertium.corpus.notices import Found
from tertium.errors import FileError, InputError, MissingExtraError, counted, did_you_mean, install, printable

_BLOCK = 1 << 16
_PARQUET_BLOCK = 1024  # rows that are decoded before their size is known


@dataclass(frozen=True, eq=False)
class Records:
    """Columns of equal length; row i stands on line `places[i]` of the file."""

    name: str
    columns: Mapping[str, Sequence[Any]]
    places: Sequence[int]
    unit: str = "line"
    headings: Mapping[str, str] = field(default_factory=dict)  # columns as the file writes them

    def __len__(self) -> int:
        return len(self.places)

    def place(self, row: int, column: str = "") -> str:
        """For messages."""
        return f"{self.name} {self.unit} {self.places[row]}" + (f", column '{printable(column)}'," if column else "")

    def column(self, name: str) -> Sequence[Any]:
        if name not in self.columns:
            known = [printable(column) for column in self.columns]
            near = did_you_mean(name, known) or "."
            raise InputError(f"{self.name} has no column '{printable(name)}', only {', '.join(known[:20])}{near}")
        return self.columns[name]


def read_records(path: str | os.PathLike[str], limits: Limits | None = None) -> Records:
    """The whole table; its first line (or its schema) names the columns."""
    source = Source(path, limits=limits)
    return records_format(source).read_records(source)


def read_fields(path: str | os.PathLike[str], limits: Limits | None = None) -> Iterator[tuple[int, list[str]]]:
    """(line, fields between TABs) of a file without a header."""
    yield from _rows(Source(path, limits=limits))


def column_name(text: str) -> str:
    """A header's word as we compare it: `Seg ID`, `seg-id` and `seg_id` are one, `judgeId` is `judgeid`."""
    return re.sub(r"[\s\-.]+", "_", text.strip().lower())


def _rows(source: Source) -> Iterator[tuple[int, list[str]]]:
    for block in Lines(source).blocks(_BLOCK, Found()):
        for index, line in enumerate(decode_lines(bytes(block.data), source.name, block.first)):
            yield block.first + index, line.removesuffix("\r").split("\t")


def _headings(names: Iterable[str], place: str) -> dict[str, str]:
    """Columns as we compare them to how the file writes them; an error where two are one."""
    made: dict[str, str] = {}
    for name in names:
        key = column_name(name)
        if key in made:
            spelled = "" if made[key] == name else f" ('{printable(made[key])}' and '{printable(name)}')"
            raise InputError(f"{place} has two columns named '{printable(key)}'{spelled}; rename one.")
        made[key] = name
    return made


def tsv_records(source: Source) -> Records:
    return _table(source, _rows(source))


def csv_records(source: Source) -> Records:
    return _table(source, csv_rows(source), commas=True)


def _table(source: Source, rows: Iterator[tuple[int, list[str]]], *, commas: bool = False) -> Records:
    first = next(rows, None)
    if first is None:
        raise InputError(f"{source.name} is empty, expected a header and rows.")
    header = [column_name(word) for word in first[1]]
    if len(header) == 1 and commas and (";" in header[0] or "\t" in first[1][0]):
        raise InputError(f"{source.name} is named .csv but has no commas in its header; separate columns with commas.")
    headings = _headings(first[1], source.name)
    columns: list[list[str]] = [[] for _ in header]
    places: list[int] = []
    for line, fields in rows:
        if len(fields) != len(header):
            if fields == [""]:
                raise InputError(f"{source.name} line {line} is blank, expected {len(header)} fields; remove it.")
            raise InputError(
                f"{source.name} line {line} has {counted(len(fields), 'field')} but the header "
                f"has {len(header)}; a separator is missing, or there is one too many."
            )
        for column, cell in zip(columns, fields, strict=True):
            column.append(cell)
        places.append(line)
    return Records(source.name, dict(zip(header, columns, strict=True)), places, headings=headings)


def json_records(source: Source) -> Records:
    columns: dict[str, list[Any]] = {}
    headings: dict[str, str] = {}
    places: list[int] = []
    for line, record in JsonlFile(source).records():
        headings |= _headings(record, f"{source.name} line {line}")
        for key, value in record.items():
            columns.setdefault(column_name(key), [None] * len(places)).append(value)
        places.append(line)
        for values in columns.values():
            if len(values) < len(places):
                values.append(None)
    if not places:
        raise InputError(f"{source.name} is empty, expected one object per line.")
    return Records(source.name, columns, places, headings=headings)


def parquet_records(source: Source) -> Records:
    try:
        arrow = importlib.import_module("pyarrow")
        parquet = importlib.import_module("pyarrow.parquet")
    except ImportError:
        raise MissingExtraError(f"reading Parquet needs the extra 'arrow': {install('arrow')}.") from None
    try:
        with source.open_seekable() as file:
            # Arrow's threads may still be starting when an error ends the program, which then aborts.
            table = parquet.ParquetFile(file, pre_buffer=False)
            stored = refuse_bomb(table, file, source)
            schema = table.schema_arrow
            for name, kind in zip(schema.names, schema.types, strict=True):
                if arrow.types.is_binary(kind) or arrow.types.is_large_binary(kind):
                    raise InputError(
                        f"{source.name} column '{printable(name)}' holds bytes, expected text; write it as strings."
                    )
            headings = _headings(schema.names, source.name)
            columns: dict[str, list[Any]] = {column_name(name): [] for name in schema.names}
            grown, most = 0, max(source.limits.ratio_from, source.limits.ratio * stored)
            for batch in table.iter_batches(_PARQUET_BLOCK, use_threads=False):
                grown += sum(map(decoded_bytes, batch.columns))
                if grown > most:  # a value that is repeated is stored once, and need not be short
                    raise FileError(
                        f"{source.name} holds more than {source.limits.ratio} times its {stored} bytes, "
                        f"over {most} bytes of text and numbers, which is no table of judgments or scores; check it."
                    )
                for values, column in zip(columns.values(), batch.columns, strict=True):
                    values += column.to_pylist()
    except (arrow.ArrowException, OSError, UnicodeDecodeError, IndexError, OverflowError, KeyError) as error:
        reason = printable(str(error).strip().split("\n")[0])
        raise FileError(f"{source.name} is a damaged Parquet file ({reason}); copy or write it again.") from None
    return Records(source.name, columns, range(1, len(next(iter(columns.values()), ())) + 1), "row", headings)
