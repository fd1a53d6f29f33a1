"""Files with columns: every column becomes a text of its own, so that all that comes after knows lines alone.

TSV, CSV and JSON Lines are told by the name that a person gives the file. Parquet is refused: what it unpacks to has no
bound that could be known beforehand, and this runs in the process of the server.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tertium.corpus.files.access import Source
from tertium.corpus.formats.columns import Key, TextBlock
from tertium.corpus.formats.table_formats import CSV, JSON_LINES, PARQUET, TSV, TableFormat, suffix_of
from tertium.corpus.notices import Found
from tertium.errors import InputError, TertiumError, counted, printable

_MOST_COLUMNS = 50
_ROWS = 4096
_HEADING = re.compile(r"(?=.{1,40}$)[^\W\d][\w.:/-]*(?: [\w:/-]+)?")  # a sentence has more words, or an end
_BREAKS = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True)
class Column:
    """``path`` is a new file with one cell a line."""

    name: str
    path: Path


@dataclass(frozen=True)
class Columns:
    """What a table holds; ``remarks`` are sentences about what was left out or changed."""

    columns: tuple[Column, ...]
    remarks: tuple[str, ...]


def table_format(label: str, head: bytes) -> TableFormat | None:
    """The format of a file with columns; None is plain text. A name without a hint is that of plain text."""
    suffix = suffix_of(label)
    if suffix in PARQUET.suffixes or head.startswith(PARQUET.magic):
        raise InputError(
            f"{printable(label)} is Parquet, which the page does not read; save its columns as TSV or JSON Lines, or "
            "score it on the command line."
        )
    return next((known for known in (TSV, CSV, JSON_LINES) if suffix in known.suffixes), None)


def split(path: Path, known: TableFormat, stem: Path, most: int) -> Columns:
    """A file for each column, named after ``stem``; an error if none can be read, or beyond ``most`` bytes."""
    made: list[Column] = []
    remarks: list[str] = []
    refused: TertiumError | None = None
    for number, key in enumerate(_keys(path, known)):
        target = stem.with_name(f"{stem.name}-{number}")
        try:
            breaks = _write(path, known, key, target, most - sum(one.path.stat().st_size for one in made))
        except TertiumError as problem:
            target.unlink(missing_ok=True)
            refused = refused or problem
            remarks.append(f"{_said(key)} is left out: {problem}")
            continue
        if breaks:
            cells = counted(breaks, "cell")
            remarks.append(f"{_said(key)} has line breaks in {cells}, which are read as spaces.")
        made.append(Column(str(key) if isinstance(key, str) else f"column {key}", target))
    if not made:
        raise refused or InputError(f"{printable(str(path))} has no column of texts.")
    return Columns(tuple(made), tuple(remarks))


def _said(key: Key) -> str:
    return f"column {key}" if isinstance(key, int) else f"column '{printable(str(key))[:60]}'"


def _keys(path: Path, known: TableFormat) -> Sequence[Key]:
    """Names of columns; numbers where the first line is none of names."""
    source = Source(path)
    with source.open() as file:
        first = file.readline(1 << 20).decode("utf-8-sig", "replace")
    if known is JSON_LINES:
        try:
            record = json.loads(first)
        except (ValueError, RecursionError):
            record = None
        if not isinstance(record, dict):
            raise InputError(f"{source.name} is JSON over many lines or no JSON, expected one object per line.")
        found: list[Key] = [key for key, value in record.items() if isinstance(value, str)]
    else:
        cells = _first_row(source, known, first)
        named = len(set(cells)) == len(cells) and all(_HEADING.fullmatch(cell) for cell in cells)
        found = list(cells) if named else list(range(1, len(cells) + 1))
    if len(found) > _MOST_COLUMNS:
        raise InputError(f"{source.name} has {len(found)} columns, more than {_MOST_COLUMNS}; leave some out.")
    return found


def _first_row(source: Source, known: TableFormat, line: str) -> list[str]:
    if known is TSV:
        return line.rstrip("\r\n").split("\t")
    from tertium.corpus.formats.csv_table import csv_rows

    return next((row for _, row in csv_rows(source)), [])


def _write(path: Path, known: TableFormat, key: Key, target: Path, most: int) -> int:
    """How many cells have a line break in them."""
    breaks = size = 0
    with target.open("xb") as file:
        for text in _cells(path, known, key):
            clean = _BREAKS.sub(" ", text)
            breaks += clean != text
            data = clean.encode("utf-8", "surrogatepass") + b"\n"
            size += len(data)
            if size > most:
                raise InputError("its texts are larger than all that the page takes together.")
            file.write(data)
    return breaks


def _cells(path: Path, known: TableFormat, key: Key) -> Iterator[str]:
    for (block,) in known.open_columns(Source(path), "error", None).read((key,), _ROWS, Found()):
        if not isinstance(block, TextBlock) or block.offsets is not None:
            raise InputError("it holds lists, expected one text in each row.")
        for text in block.texts:
            yield text or ""
