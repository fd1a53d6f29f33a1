"""From paths and columns to streams: which format a file has, and one table for all columns of a file.

Plain text needs no column. A column makes a file a table, whose format ``table_formats`` tells. Files that are
certainly tables are not scored as plain text for want of a column: JSON syntax or the bytes of Parquet would give a
plausible number.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tertium.corpus.annotations.alignments import Alignments, Reading
from tertium.corpus.files.access import STDIN, Source
from tertium.corpus.files.limits import Limits
from tertium.corpus.formats.columns import ColumnTable, Key, Stream
from tertium.corpus.formats.table_formats import (
    JSON_LINES,
    TSV,
    certain_format,
    columns_format,
    is_pattern,
    named_format,
    suffix_of,
)
from tertium.corpus.formats.text import TextFile
from tertium.corpus.notices import Found
from tertium.corpus.texts.stream_corpus import Policy, StreamCorpus
from tertium.errors import InputError, counted, either

if TYPE_CHECKING:
    from tertium.corpus.annotations.graphs import GraphStreams
    from tertium.corpus.formats.shards import Shards


@dataclass(frozen=True, slots=True)
class Place:
    """Where texts are: a path (`-` is standard input) and, in a table, a column by name or by number from 1.

    A folder, and a pattern such as `data/*.txt.gz`, are all their files, one after the other.

    `fields`, for TSV, is how many columns every line must have.
    """

    path: str
    column: Key = None
    fields: int | None = None


def column(given: str) -> Key:
    """A column as a person writes it: digits are a number, anything else a name."""
    return int(given) if given.isascii() and given.isdigit() else given


class Opener:
    """Opens places; columns of one file share one table, so the file is parsed once a pass."""

    def __init__(
        self,
        *,
        missing: str = "error",
        reread: bool = True,
        limits: Limits | None = None,
        table_format: str | None = None,
    ) -> None:
        self.found = Found()
        self._missing = missing
        self._format = table_format
        self._reread = reread
        self._limits = limits or Limits()
        self._sources: dict[str, Source] = {}
        self._tables: dict[tuple[str, int | None], ColumnTable] = {}
        self.shards: list[Shards] = []

    def stream(self, place: Place) -> Stream:
        path = os.fspath(place.path)
        if is_pattern(path) or os.path.isdir(path):  # noqa: PTH112 - pathlib takes 5 ms to import
            from tertium.corpus.formats.shards import shards_of  # most texts are one file

            shards = shards_of(path)
            if shards is not None:
                return self._sharded(place, shards)
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

    def _sharded(self, place: Place, paths: Sequence[str]) -> Stream:
        """All files of a folder or a pattern, one after the other."""
        key = (os.fspath(place.path), place.fields)
        if key not in self._tables or place.column is None:
            sources = [Source(path, reread=self._reread, limits=self._limits) for path in paths]
            tables = [self._plain(one) if place.column is None else self._table(one, place) for one in sources]
            from tertium.corpus.formats.shards import Shards

            made = Shards(key[0], tables)
            for other in self.shards:
                _refuse_unpaired(made, other)
            self.shards.append(made)
            self._tables[key] = made
        return Stream(self._tables[key], place.column)

    def graphs(self, place: Place, form: str | None) -> Stream:
        """A file of parses; one that is given twice (a reference that is also a system) is read twice."""
        from tertium.corpus.annotations.graphs import GraphFile  # few texts come with parses

        return Stream(GraphFile(Source(place.path, reread=self._reread, limits=self._limits), form))

    def _plain(self, source: Source) -> ColumnTable:
        known = certain_format(source)
        if known is not None:
            named = "keys" if known is JSON_LINES else "columns"
            raise InputError(
                f"{source.name} is {known.name}, expected plain text; "
                f"{either(f'name its {named} with --hyp-col, --ref-col', 'write its texts to plain files')}."
            )
        if suffix_of(source.path) in TSV.suffixes:
            self.found.note("tab", source.name)
        return TextFile(source)

    def _table(self, source: Source, place: Place) -> ColumnTable:
        known = columns_format(source, fields=place.fields) if self._format is None else named_format(self._format)
        return known.open_columns(source, self._missing, place.fields)


def _refuse_unpaired(mine: Shards, theirs: Shards) -> None:
    """Texts in shards pair up shard by shard."""
    if len(mine.tables) == len(theirs.tables):
        return
    longer = max(mine, theirs, key=lambda table: len(table.tables))
    first = longer.tables[min(len(mine.tables), len(theirs.tables))]
    raise InputError(
        f"{mine.name} has {counted(len(mine.tables), 'shard')} but {theirs.name} has {len(theirs.tables)}; shards must "
        f"pair up. First unpaired: {first.name}."
    )


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
    table_format: str | None = None,
) -> StreamCorpus:
    """A corpus of files; `reread` says that it may be read twice, so that what comes through a pipe is kept."""
    policy = policy or Policy()
    opener = Opener(missing=policy.missing, reread=reread, limits=limits, table_format=table_format)
    hyps = tuple(opener.stream(place) for place in systems)
    refs = tuple(opener.stream(place) for place in references)
    src = None if sources is None else opener.stream(sources)
    places = alignments or AlignmentPlaces()
    links = Alignments(
        tuple(opener.stream(place) for place in places.hyp),
        tuple(opener.stream(place) for place in places.ref),
        tuple(opener.stream(place) for place in places.direct),
        places.reading,
    )
    graphs = _graphs(opener, parses or GraphPlaces(), unl or GraphPlaces())
    return StreamCorpus(tuple(names), hyps, refs, src, policy, opener.found.take(), links, graphs)


def _graphs(opener: Opener, parses: GraphPlaces, unl: GraphPlaces) -> dict[str, GraphStreams]:
    """The files of graphs by kind, where there are any."""
    graphs: dict[str, GraphStreams] = {}
    if parses.hyp or parses.ref:
        from tertium.corpus.annotations.graphs import GraphStreams

        hyp_parses, ref_parses = (
            tuple(opener.graphs(place, parses.form) for place in listed) for listed in (parses.hyp, parses.ref)
        )
        graphs["parse"] = GraphStreams(hyp_parses, ref_parses)
    if unl.hyp or unl.ref:
        from tertium.corpus.annotations.graphs import GraphStreams
        from tertium.corpus.annotations.unl_graphs import unl_stream

        hyp_graphs, ref_graphs = (tuple(unl_stream(place.path) for place in listed) for listed in (unl.hyp, unl.ref))
        graphs["unl"] = GraphStreams(hyp_graphs, ref_graphs, "unl")
    return graphs
