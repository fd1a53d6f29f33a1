"""From paths and columns to streams: which format a file has, and one table for all columns of a file.

Plain text needs no column. A column makes a file a table: Parquet if its magic bytes say so, JSON Lines if it is named
.jsonl, .ndjson or .json or if its first byte is a brace, else TSV. Files that are certainly tables are not scored as
plain text for want of a column: JSON syntax or the bytes of Parquet would give a plausible number.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import PurePath

from tertium.corpus.annotations.alignments import Alignments, Reading
from tertium.corpus.annotations.graphs import GraphFile, GraphStreams
from tertium.corpus.annotations.unl_graphs import unl_stream
from tertium.corpus.files.access import STDIN, Source
from tertium.corpus.files.limits import Limits
from tertium.corpus.formats.columns import Key, Stream, Table
from tertium.corpus.formats.jsonl import JsonlFile
from tertium.corpus.formats.parquet import MAGIC, ParquetFile
from tertium.corpus.formats.text import TextFile
from tertium.corpus.formats.tsv import TsvFile
from tertium.corpus.notices import Found
from tertium.corpus.texts.stream_corpus import Policy, StreamCorpus
from tertium.errors import InputError

_COMPRESSED = frozenset({".gz", ".xz", ".zst"})
_JSON_LINES = frozenset({".jsonl", ".ndjson", ".json"})


@dataclass(frozen=True, slots=True)
class Place:
    """Where texts are: a path (`-` is standard input) and, in a table, a column by name or by number from 1.

    `fields`, for TSV, is how many columns every line must have.
    """

    path: str
    column: Key = None
    fields: int | None = None


def column(given: str) -> Key:
    """A column as a person writes it: digits are a number, anything else a name."""
    return int(given) if given.isascii() and given.isdigit() else given


class Desk:
    """Opens places; columns of one file share one table, so the file is parsed once a pass."""

    def __init__(self, *, missing: str = "error", reread: bool = True, limits: Limits | None = None) -> None:
        self.found = Found()
        self._missing = missing
        self._reread = reread
        self._limits = limits or Limits()
        self._sources: dict[str, Source] = {}
        self._tables: dict[tuple[str, int | None], Table] = {}

    def stream(self, place: Place) -> Stream:
        path = os.fspath(place.path)
        if path not in self._sources:
            self._sources[path] = Source(path, reread=self._reread, limits=self._limits)
        elif place.column is None and path == STDIN:
            raise InputError("standard input is given twice; save one of the two to a file.")
        source = self._sources[path]
        if place.column is None:
            return Stream(self._plain(source))
        key = (path, place.fields)
        if key not in self._tables:
            self._tables[key] = self._table(source, place)
        return Stream(self._tables[key], place.column)

    def graphs(self, place: Place, form: str | None) -> Stream:
        """A file of parses; one that is given twice (a reference that is also a system) is read twice."""
        return Stream(GraphFile(Source(place.path, reread=self._reread, limits=self._limits), form))

    def _plain(self, source: Source) -> Table:
        suffix = _suffix(source.path)
        if suffix in (".jsonl", ".ndjson"):
            raise InputError(
                f"{source.name} is JSON Lines, expected plain text; name its keys with --hyp-col, --ref-col."
            )
        if suffix == ".parquet" or _regular_head(source).startswith(MAGIC):
            raise InputError(
                f"{source.name} is Parquet, expected plain text; name its columns with --hyp-col, --ref-col."
            )
        if suffix in (".tsv", ".tab"):
            self.found.note("tab", source.name)
        return TextFile(source)

    def _table(self, source: Source, place: Place) -> Table:
        suffix = _suffix(source.path)
        if source.head().startswith(MAGIC):
            return ParquetFile(source, self._missing)
        if suffix == ".parquet":
            raise InputError(f"{source.name} is named .parquet but is not Parquet; check what wrote it.")
        if suffix == ".csv":
            raise InputError(
                f"{source.name} is CSV, whose quoting has no one meaning; save it as JSON Lines, or as unquoted TSV."
            )
        if suffix in _JSON_LINES or (place.fields is None and _starts_with_brace(source)):
            return JsonlFile(source, self._missing)
        return TsvFile(source, place.fields)


@dataclass(frozen=True, slots=True)
class GraphPlaces:
    """Where graphs of one kind are: files of parses (`corpus.graphs`), in this form or, if None, as they look."""

    hyp: tuple[Place, ...] = ()
    ref: tuple[Place, ...] = ()
    form: str | None = None


@dataclass(frozen=True, slots=True)
class AlignmentPlaces:
    """Where word alignments are, by kind, and how they are to be read (see `corpus.alignments`)."""

    hyp: tuple[Place, ...] = ()
    ref: tuple[Place, ...] = ()
    direct: tuple[Place, ...] = ()
    reading: Reading = field(default_factory=Reading)


def open_corpus(
    systems: Sequence[Place],
    references: Sequence[Place],
    sources: Place | None = None,
    *,
    names: Sequence[str],
    policy: Policy | None = None,
    limits: Limits | None = None,
    reread: bool = True,
    alignments: AlignmentPlaces | None = None,
    parses: GraphPlaces | None = None,
    unl: GraphPlaces | None = None,
) -> StreamCorpus:
    """A corpus of files; `reread` says that it may be read twice, so that what comes through a pipe is kept."""
    policy = policy or Policy()
    desk = Desk(missing=policy.missing, reread=reread, limits=limits)
    hyps = tuple(desk.stream(place) for place in systems)
    refs = tuple(desk.stream(place) for place in references)
    src = None if sources is None else desk.stream(sources)
    places = alignments or AlignmentPlaces()
    links = Alignments(
        tuple(desk.stream(place) for place in places.hyp),
        tuple(desk.stream(place) for place in places.ref),
        tuple(desk.stream(place) for place in places.direct),
        places.reading,
    )
    graphs = {}
    if parses is not None and (parses.hyp or parses.ref):
        hyp_parses, ref_parses = (
            tuple(desk.graphs(place, parses.form) for place in listed) for listed in (parses.hyp, parses.ref)
        )
        graphs["parse"] = GraphStreams(hyp_parses, ref_parses)
    if unl is not None and (unl.hyp or unl.ref):
        hyp_graphs, ref_graphs = (tuple(unl_stream(place.path) for place in listed) for listed in (unl.hyp, unl.ref))
        graphs["unl"] = GraphStreams(hyp_graphs, ref_graphs, "unl")
    return StreamCorpus(tuple(names), hyps, refs, src, policy, desk.found.take(), links, graphs)


def _suffix(path: str) -> str:
    pure = PurePath(path)
    return PurePath(pure.stem).suffix.lower() if pure.suffix.lower() in _COMPRESSED else pure.suffix.lower()


def _regular_head(source: Source) -> bytes:
    """The first bytes of a file; a pipe is not copied only to look at it."""
    return source.head() if source.path != STDIN and source.rereadable else b""


def _starts_with_brace(source: Source) -> bool:
    with source.open() as file:
        return file.read(4).removeprefix(b"\xef\xbb\xbf")[:1] == b"{"
