"""The corpus made of streams: hypotheses, references and sources in step, as chunks for an engine.

Reading and cutting happen where `chunks` is iterated; splitting, checking UTF-8 and interning happen in the functions
it yields, which worker threads call.

Blank means: nothing but white space, as `str.isspace` sees it.

| references of a segment | outcome |
|---|---|
| one, and blank | text (of no words), with the notice `blank-ref` |
| several, some blank | the blank ones are absent, counted by `absent-ref`; with `empty_ref="keep"` they are text |
| several, all blank | an error that names the segment; `missing="skip"` masks it, `empty_ref="keep"` scores it |
| some None (missing) | absent, counted by `absent-ref` |
| none, or all None | an error that names the segment; `missing="skip"` masks it |

A segment whose hypothesis is missing in one system is masked for all of them under `missing="skip"`: systems are
compared on the same segments or not at all. Masked segments have no references in the chunk, weigh nothing, and are
counted by the notice `skipped`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Literal

import numpy as np

from tertium.arrays import Bools, Int32s, Int64s
from tertium.corpus.annotations.alignments import Alignments, Chosen, Texts
from tertium.corpus.chunk import Chunk, Graphed, Links, Notice
from tertium.corpus.files.encoding import invalid_utf8
from tertium.corpus.formats.columns import Block, PoolBlock, RawBlock, Stream, TextBlock, lockstep
from tertium.corpus.notices import Found
from tertium.errors import InputError, option
from tertium.kernels.text import Pool, new_pool

if TYPE_CHECKING:  # few texts come with graphs
    from tertium.corpus.annotations.graphs import GraphStreams
    from tertium.corpus.annotations.made_links import MadeLinks


@dataclass(frozen=True, slots=True)
class Policy:
    """What to do with blank and missing texts; the table above says it in full."""

    empty_ref: Literal["absent", "keep"] = "absent"
    missing: Literal["error", "skip"] = "error"

    def __post_init__(self) -> None:
        for name, known in (("empty_ref", ("absent", "keep")), ("missing", ("error", "skip"))):
            if getattr(self, name) not in known:
                raise InputError(f"{name} must be '{known[0]}' or '{known[1]}', got {getattr(self, name)!r}.")


@dataclass(frozen=True)
class StreamCorpus:
    """Systems, references and sources that pair up segment by segment."""

    names: tuple[str, ...]
    systems: tuple[Stream, ...]
    references: tuple[Stream, ...]
    sources: Stream | None = None
    policy: Policy = Policy()
    noticed: tuple[Notice, ...] = ()  # before reading began
    alignments: Alignments = field(default_factory=Alignments)
    graphs: Mapping[str, GraphStreams] = field(default_factory=dict)  # by kind: parse, unl
    labels: tuple[Stream, ...] = ()  # columns that say which segment is which; no text of theirs is scored
    made: MadeLinks | None = None  # links that were made of these texts
    is_part: bool = False  # of something larger, so that it may be empty

    def __post_init__(self) -> None:
        if not self.systems:
            raise InputError("no system to score; give at least one file or list of hypotheses.")
        if not self.references:
            raise InputError("no references to score against; give at least one file or list of references.")
        if len(self.names) != len(self.systems):
            raise InputError(f"{len(self.names)} names for {len(self.systems)} systems; give one for each.")
        self.alignments.check(len(self.systems), len(self.references), self.sources is not None)
        for given in self.graphs.values():
            given.check(len(self.systems), len(self.references))

    def at_least(self) -> int:
        """So many segments are there; 0 where nothing tells without reading."""
        return self.references[0].table.at_least()

    def read_ahead(self, readers: int) -> None:
        """So many threads may read: shards that come next are read before they are asked for."""
        streams = (*self.systems, *self.references, *self.alignments.streams)
        for stream in streams if self.sources is None else (*streams, self.sources):
            stream.table.readers = readers

    def of_systems(self, names: Sequence[str]) -> StreamCorpus:
        """Some of the systems, by name, with their alignments and graphs; the files of the others are not read."""
        kept = [self.names.index(name) for name in names]
        references = len(self.references)
        direct = (self.alignments.direct[place * references : (place + 1) * references] for place in kept)
        return replace(
            self,
            names=tuple(names),
            systems=tuple(self.systems[place] for place in kept),
            alignments=replace(
                self.alignments,
                hyp=tuple(self.alignments.hyp[place] for place in kept) if self.alignments.hyp else (),
                direct=tuple(stream for streams in direct for stream in streams),
            ),
            made=None if self.made is None else self.made.of_systems(kept),
            graphs={
                kind: replace(given, hyp=tuple(given.hyp[place] for place in kept) if given.hyp else ())
                for kind, given in self.graphs.items()
            },
        )

    def chunks(self, segments: int) -> Iterator[Callable[[], tuple[Chunk, tuple[Notice, ...]]]]:
        found = Found(self.noticed)
        # The first reference goes last, for counts are compared with the last stream's.
        sources = () if self.sources is None else (self.sources,)
        graphs = (stream for given in self.graphs.values() for stream in given.streams)
        streams = (*self.systems, *sources, *self.alignments.streams, *graphs, *self.labels, *self.references[::-1])
        done = 0
        for blocks in lockstep(streams, segments, found, self.is_part):
            yield partial(self._build, blocks, done, found.take())
            done += blocks[0].count

    def _build(
        self, blocks: tuple[Block, ...], first: int, noticed: tuple[Notice, ...]
    ) -> tuple[Chunk, tuple[Notice, ...]]:
        count = len(self.systems)
        found = Found(noticed)
        pool = new_pool()
        hyps = [_intern_one(pool, stream, block, found) for stream, block in zip(self.systems, blocks, strict=False)]
        sources = None if self.sources is None else _intern_one(pool, self.sources, blocks[count], found)
        refs = [
            _intern(pool, stream, block, found)
            for stream, block in zip(self.references, blocks[: -len(self.references) - 1 : -1], strict=True)
        ]
        blank = pool.blank().view(bool)
        some_blank = bool(blank.any())
        segments = blocks[0].count
        absent = np.zeros(segments, dtype=bool)
        for stream, texts, block in zip(self.systems, hyps, blocks, strict=False):
            if not texts.complete:
                absent |= ~texts.present
            if some_blank:
                _note_where(found, "blank-hyp", stream, block, blank[texts.ids] & texts.present)
        if sources is not None:
            absent |= ~sources.present
        chosen, offsets, origin = self._choose(refs, blank, absent, found)
        labelled = len(blocks) - len(self.references) - len(self.labels)
        links: dict[str, Links] = {}
        graphs: dict[str, Graphed] = {}
        if self.alignments.streams or self.graphs:
            start = count + (sources is not None)
            end = start + len(self.alignments.streams)
            hyp_texts = [_placed(*pair) for pair in zip(self.systems, hyps, strict=True)]
            ref_texts = [_placed(*pair, several=False) for pair in zip(self.references, refs, strict=True)]
            from tertium.corpus.annotations.alignment_links import links_of  # few texts come with links or graphs

            links = links_of(
                self.alignments,
                blocks[start:end],
                pool,
                hyp_texts,
                ref_texts,
                None if sources is None or self.sources is None else _placed(self.sources, sources),
                origin,
                found,
            )
            for kind, given in self.graphs.items():
                from tertium.corpus.annotations.graphs import graphs_of

                start, end = end, end + len(given.streams)
                graphs[kind] = graphs_of(given, blocks[start:end], pool, hyp_texts, ref_texts, origin)
        if self.made is not None:
            links |= self.made.of_segments(first, segments)
        chunk = Chunk(
            pool=pool,
            systems=count,
            hyp=np.concatenate([texts.ids for texts in hyps]) if count > 1 else hyps[0].ids,
            seg=np.tile(np.arange(segments, dtype=np.int32), count)
            if count > 1
            else np.arange(segments, dtype=np.int32),
            refs=chosen,
            ref_offsets=offsets,
            sources=None if sources is None else sources.ids,
            first=first,
            links=links,
            graphs=graphs,
            labels=dict(zip((label.key for label in self.labels), blocks[labelled:], strict=False)),
        )
        return chunk, found.take()

    def _choose(
        self, refs: Sequence[_Texts], blank: Bools, absent: Bools, found: Found
    ) -> tuple[Int32s, Int64s, Chosen]:
        """The references each segment is scored against, in the order of their streams, and where they are from."""
        segments = len(absent)
        if self._one_each(refs, blank, absent):
            places = np.arange(segments + 1)
            return refs[0].ids, places, Chosen(np.zeros(segments, dtype=np.int64), places[:-1], absent)
        stream = np.concatenate([np.full(len(texts.ids), index) for index, texts in enumerate(refs)])
        segment = np.concatenate([texts.segment for texts in refs])
        ids = np.concatenate([texts.ids for texts in refs])
        there = np.concatenate([texts.present for texts in refs])
        empty = blank[ids] & there
        several = np.bincount(segment[there], minlength=segments) > 1
        used = there if self.policy.empty_ref == "keep" else there & ~(empty & several[segment])
        none = np.bincount(segment[used], minlength=segments) == 0
        if self.policy.missing == "error" and none.any():
            raise self._without_reference(int(np.flatnonzero(none)[0]), refs)
        masked = none | absent
        for index, (source, texts) in enumerate(zip(self.references, refs, strict=True)):
            mine, at = stream == index, texts.segment
            left_out = ~used[mine] & ~masked[at]
            found.note_lines("absent-ref", source.table.name, texts.first + at[left_out])
            alone = (empty & used & ~several[segment])[mine] & ~masked[at]
            found.note_lines("blank-ref", source.table.name, texts.first + at[alone])
        first = refs[0].first
        found.note_lines("skipped", self.references[0].table.name, first + np.flatnonzero(masked))
        used = used & ~masked[segment]
        order = np.argsort(segment[used], kind="stable")
        offsets = np.zeros(segments + 1, dtype=np.int64)
        np.cumsum(np.bincount(segment[used], minlength=segments), out=offsets[1:])
        origin = Chosen(stream[used][order], segment[used][order], masked)
        return np.ascontiguousarray(ids[used][order]), offsets, origin

    @staticmethod
    def _one_each(refs: Sequence[_Texts], blank: Bools, absent: Bools) -> bool:
        """The common case, in which there is nothing to choose or to note: one reference for every segment."""
        first = refs[0]
        return bool(
            len(refs) == 1
            and (first.complete or (np.array_equal(first.segment, np.arange(len(absent))) and first.present.all()))
            and not absent.any()
            and not blank[first.ids].any()
        )

    def _without_reference(self, at: int, refs: Sequence[_Texts]) -> InputError:
        places = [stream.place(refs[0].first + at) for stream in self.references]
        names, number = ", ".join(dict.fromkeys(name for name, _ in places)), str(places[0][1])
        unit = self.references[0].table.unit
        if refs[0].block is not None:
            number += refs[0].block.named(at)
        given = sum(int((texts.present & (texts.segment == at)).sum()) for texts in refs)
        if given:
            return InputError(
                f"{names} {unit} {number}: all {given} references are blank; add one, pass "
                f"{option('--empty-ref keep')} to score against empty text, or {option('--missing skip')} to leave it "
                "out."
            )
        return InputError(
            f"{names} {unit} {number}: the segment has no reference; add one, or pass "
            f"{option('--missing skip')} to leave it out."
        )


@dataclass(frozen=True, slots=True)
class _Texts:
    """Interned texts of one block: text k belongs to segment `segment[k]` and is there if `present[k]`."""

    ids: Int32s
    present: Bools
    segment: Int64s
    first: int
    complete: bool = False  # text k is that of segment k, and none is missing: so it is with plain text
    listed: bool = False  # a segment has a list of texts
    block: PoolBlock | None = None  # that they are of, if it can name its rows


def _placed(stream: Stream, texts: _Texts, several: bool = True) -> Texts:
    """Texts for alignments and graphs, of which there is one a segment."""
    if not several and len(texts.ids) != len(np.unique(texts.segment)):
        raise InputError(
            f"{stream.name} holds lists of references; alignments and parses need one file or column per reference."
        )
    return Texts(stream, texts.ids, texts.first)


def _intern_one(pool: Pool, stream: Stream, block: Block, found: Found) -> _Texts:
    """As `_intern`, for hypotheses and sources, of which a segment has exactly one."""
    texts = None if isinstance(block, TextBlock) and block.offsets is not None else _intern(pool, stream, block, found)
    if texts is None or texts.listed:
        raise InputError(
            f"{stream.name} holds lists; only references may have several texts per segment, expected one text."
        )
    return texts


def _intern(pool: Pool, stream: Stream, block: Block, found: Found) -> _Texts:
    if isinstance(block, RawBlock):
        data = np.frombuffer(block.data, dtype=np.uint8)
        ids, report = pool.add_lines(data, block.count)
        if report.invalid_line >= 0:
            raise _not_utf8(stream, block, report.invalid_line, report.invalid_byte)
        if report.carriage_returns:
            found.note_lines("cr", stream.table.name, block.first + _with_cr(block, report.carriage_returns))
        return _Texts(ids, np.ones(block.count, dtype=bool), np.arange(block.count), block.first, True)
    if isinstance(block, PoolBlock):
        ids, present, starts = block.add_to(pool)
        if starts is None:
            return _Texts(ids, present, np.arange(block.count), block.first, bool(present.all()), block=block)
        segment = np.repeat(np.arange(block.count), np.diff(starts))
        return _Texts(ids, present, segment, block.first, listed=True, block=block)
    texts = block.texts
    present = np.ones(len(texts), dtype=bool)
    if None in texts:
        present[[index for index, text in enumerate(texts) if text is None]] = False
    offsets = block.offsets
    segment = np.arange(block.count) if offsets is None else np.repeat(np.arange(block.count), np.diff(offsets))
    try:
        ids = pool.add_strings(["" if text is None else text for text in texts])
    except UnicodeEncodeError as error:
        raise _surrogate(stream, block, segment, error) from None
    return _Texts(ids, present, segment, block.first)


def _not_utf8(stream: Stream, block: RawBlock, line: int, byte: int) -> Exception:
    bad = bytes(block.data).split(b"\n", line + 1)[line][byte : byte + 1]
    return invalid_utf8(*stream.table.place(block.first + line), byte + 1, bad)


def _surrogate(stream: Stream, block: TextBlock, segment: Int64s, error: UnicodeEncodeError) -> InputError:
    name, number = stream.place(block.first + int(segment[block.texts.index(error.object)]))
    return InputError(
        f"{name} {stream.table.unit} {number} holds half a character "
        f"(the lone surrogate U+{ord(error.object[error.start]):04X} at place {error.start + 1}), which is not "
        "text; repair the program that wrote it."
    )


def _with_cr(block: RawBlock, count: int) -> Int64s:
    """The lines that ended in CR LF: nearly always all of them."""
    if count == block.count:
        return np.arange(block.count)
    lines = bytes(block.data).split(b"\n")[: block.count]
    return np.flatnonzero([line.endswith(b"\r") for line in lines])


def _note_where(found: Found, code: str, stream: Stream, block: Block, where: Bools) -> None:
    found.note_lines(code, stream.table.name, block.first + np.flatnonzero(where))
