"""A corpus cut to its first segments: what can still be looked at when files have different numbers of lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from tertium.corpus.formats.columns import Block, ColumnTable, Key, PoolBlock, RawBlock, Stream, TextBlock
from tertium.corpus.notices import Found
from tertium.corpus.texts.stream_corpus import StreamCorpus
from tertium.kernels.text import find_lines


def line_counts(corpus: StreamCorpus) -> dict[str, int | None]:
    """How many segments each file has, by name; None where that cannot be told without reading a pipe to its end."""
    counts: dict[str, int | None] = {}
    for stream in (*corpus.references, *corpus.systems, *(() if corpus.sources is None else (corpus.sources,))):
        if stream.name not in counts:
            counts[stream.name] = stream.table.count()
    return counts


def cut_to(corpus: StreamCorpus, segments: int) -> StreamCorpus:
    """The first ``segments`` segments of every stream; alignments are left out."""
    made: dict[int, _Cut] = {}

    def cut(stream: Stream) -> Stream:
        table = made.setdefault(id(stream.table), _Cut(stream.table, segments))
        return replace(stream, table=table)

    return StreamCorpus(
        corpus.names,
        tuple(map(cut, corpus.systems)),
        tuple(map(cut, corpus.references)),
        None if corpus.sources is None else cut(corpus.sources),
        corpus.policy,
        corpus.noticed,
    )


class _Cut(ColumnTable):
    """The first segments of another table."""

    def __init__(self, table: ColumnTable, segments: int) -> None:
        self.name, self.unit = table.name, table.unit
        self._table, self._segments = table, segments

    def first_line(self, key: Key) -> int:
        return self._table.first_line(key)

    def read(self, keys: Sequence[Key], segments: int, found: Found) -> Iterator[tuple[Block, ...]]:
        left = self._segments
        for blocks in self._table.read(keys, segments, found):
            if left <= 0:
                return
            yield tuple(_first(block, left) for block in blocks)
            left -= blocks[0].count


def _first(block: Block, segments: int) -> Block:
    if block.count <= segments:
        return block
    if isinstance(block, RawBlock):
        end, _ = find_lines(np.frombuffer(block.data, dtype=np.uint8), 0, segments)
        return RawBlock(memoryview(block.data)[:end], segments, block.first)
    if isinstance(block, PoolBlock):
        return block.cut(segments)
    if block.offsets is None:
        return TextBlock(block.texts[:segments], segments, block.first)
    end = block.offsets[segments]
    return TextBlock(block.texts[:end], segments, block.first, block.offsets[: segments + 1])
