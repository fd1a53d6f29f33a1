"""Formats of tables: one list, one look at a file. A new format is a module with its readers and one entry here.

A format can be read in two ways. *Columns* run in step with other texts, block by block: one column is one system or
reference. *Records* are the whole table at once: judgments, scores. Other packages add formats through entry points
(group ``tertium.formats``); each names a ``TableFormat``.
"""

from __future__ import annotations

import importlib
import os
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from tertium.corpus.files.access import STDIN, Source
from tertium.errors import InputError, SpecError
from tertium.other_packages import added, load

if TYPE_CHECKING:
    from tertium.corpus.formats.columns import ColumnTable
    from tertium.corpus.formats.records import Records

GROUP = "tertium.formats"

_WILD = re.compile(r"[*?]|\[[^]]+\]")

_COMPRESSED = frozenset({".gz", ".xz", ".zst", ".bz2"})
_HEADER_BYTES = 1 << 16


def _has_a_brace(source: Source) -> bool:
    with source.open() as file:
        return file.read(4).removeprefix(b"\xef\xbb\xbf")[:1] == b"{"


def _has_commas_alone(source: Source) -> bool:
    """Is the header CSV although the name does not say so? WMT12's rankings are in a .txt."""
    with source.open() as file:
        header = file.readline(_HEADER_BYTES)
    return b"," in header and b"\t" not in header


@dataclass(frozen=True)
class TableFormat:
    """How files of one format are recognised and read.

    ``columns`` and ``records`` are places, "module:function", imported when a file is read: ``columns(source, missing,
    fields)`` gives a ``ColumnTable``, ``records(source)`` gives ``Records``. ``magic`` are the bytes that such files
    start with: a file with the suffix but without the bytes is refused. ``looks_so`` decides for files whose name says
    nothing. ``no_columns`` says why the format has no columns.
    """

    name: str
    suffixes: tuple[str, ...]
    columns: str = ""
    records: str = ""
    magic: bytes = b""
    looks_so: Callable[[Source], bool] | None = None
    no_columns: str = ""

    def open_columns(self, source: Source, missing: str, fields: int | None) -> ColumnTable:
        if not self.columns:
            raise InputError(f"{source.name} is {self.name}, {self.no_columns}.")
        return cast("ColumnTable", _load(self.columns)(source, missing, fields))

    def read_records(self, source: Source) -> Records:
        if not self.records:
            raise InputError(f"{source.name} is {self.name}, which cannot be read as a table with a header.")
        return cast("Records", _load(self.records)(source))


PARQUET = TableFormat(
    "Parquet",
    (".parquet",),
    columns="tertium.corpus.formats.parquet:open_columns",
    records="tertium.corpus.formats.records:parquet_records",
    magic=b"PAR1",
)
JSON_LINES = TableFormat(
    "JSON Lines",
    (".jsonl", ".ndjson", ".json"),
    columns="tertium.corpus.formats.jsonl:open_columns",
    records="tertium.corpus.formats.records:json_records",
    looks_so=_has_a_brace,
)
CSV = TableFormat(
    "CSV",
    (".csv",),
    columns="tertium.corpus.formats.csv_table:open_columns",
    records="tertium.corpus.formats.records:csv_records",
    looks_so=_has_commas_alone,
)
TSV = TableFormat(
    "TSV",
    (".tsv", ".tab"),
    columns="tertium.corpus.formats.tsv:open_columns",
    records="tertium.corpus.formats.records:tsv_records",
)

# In this order a file is looked at; the last one is what a table is if nothing says otherwise.
FORMATS = (PARQUET, JSON_LINES, CSV, TSV)
TABLE_NAMES = {"tsv": TSV, "csv": CSV, "jsonl": JSON_LINES, "parquet": PARQUET}


def columns_format(source: Source, *, fields: int | None) -> TableFormat:
    """The format of a file whose columns are texts; with a number of ``fields`` only its name decides.

    Commas in a first line say nothing: it may be a sentence. CSV is told by its name, or named by the user.
    """
    return _format_of(source, lambda known: bool(known.columns) and fields is None and known is not CSV)


def named_format(name: str) -> TableFormat:
    """The format that the user names, whatever the file is called."""
    return TABLE_NAMES[name]


def records_format(source: Source) -> TableFormat:
    """The format of a table with a header."""
    return _format_of(source, lambda known: bool(known.records))


def certain_format(source: Source) -> TableFormat | None:
    """The format of a file that is certainly no plain text; a pipe is not copied only to look at it."""
    head = source.head() if source.path != STDIN and source.rereadable else b""
    suffix = suffix_of(source.path)
    if suffix in PARQUET.suffixes or head.startswith(PARQUET.magic):
        return PARQUET
    if suffix in CSV.suffixes:
        return CSV
    return JSON_LINES if suffix in (".jsonl", ".ndjson") else None


def suffix_of(path: str | os.PathLike[str]) -> str:
    """The suffix of a name in small letters, below that of a compression."""
    stem, suffix = split_suffix(path)
    if suffix.lower() in _COMPRESSED:
        _, suffix = split_suffix(stem)
    return suffix.lower()


def is_pattern(path: str) -> bool:
    """May a path stand for several files? A file that has such a name is still that file."""
    return _WILD.search(path) is not None


def split_suffix(path: str | os.PathLike[str]) -> tuple[str, str]:
    """A file's name without its suffix, and the suffix; as pathlib has it, which takes 5 ms to import."""
    name = os.path.basename(os.fspath(path).rstrip("/"))  # noqa: PTH119
    dot = name.rfind(".")
    return (name[:dot], name[dot:]) if 0 < dot < len(name) - 1 else (name, "")


def _format_of(source: Source, may_look: Callable[[TableFormat], bool]) -> TableFormat:
    head = source.head()
    for known in FORMATS:
        if known.magic and head.startswith(known.magic):
            return known
    suffix = suffix_of(source.path)
    for known in (*FORMATS, *_of_other_packages(suffix)):
        if suffix in known.suffixes:
            if known.magic and not head.startswith(known.magic):
                raise InputError(f"{source.name} is named {suffix} but is not {known.name}; check what wrote it.")
            if known is not TSV:  # judgments with braces or commas are also kept under .tsv
                return known
    for known in FORMATS:
        if known.looks_so is not None and may_look(known) and known.looks_so(source):
            return known
    return TSV


def _of_other_packages(suffix: str) -> Iterator[TableFormat]:
    """Formats that other packages registered; ours win, so they are asked for suffixes that we do not know."""
    if suffix in ("", ".txt", *(one for known in FORMATS for one in known.suffixes)):
        return
    for point in added(GROUP).values():
        found = load(point, "format", "convert the file")
        if not isinstance(found, TableFormat):
            raise SpecError(f"format '{point.name}' is registered as {found!r}, expected a tertium.plugin.TableFormat.")
        yield found


def _load(place: str) -> Callable[..., Any]:
    module, _, name = place.partition(":")
    return cast(Callable[..., Any], getattr(importlib.import_module(module), name))
