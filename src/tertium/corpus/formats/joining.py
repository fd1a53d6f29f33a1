"""Blocks of one column put together and cut, so that they need not end where a shard does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from tertium.arrays import Bools, Int32s, Int64s
from tertium.corpus.formats.columns import Block, PoolBlock, RawBlock, TextBlock
from tertium.kernels.text import Pool, find_lines


def joined(blocks: Sequence[Block], first: int) -> Block:
    """Blocks of one column as one, whose first segment has that number."""
    pooled = [block for block in blocks if isinstance(block, PoolBlock)]
    raw = [block for block in blocks if isinstance(block, RawBlock)]
    listed = [block for block in blocks if isinstance(block, TextBlock)]
    if len(raw) == len(blocks):
        data = raw[0].data if len(raw) == 1 else b"".join(block.data for block in raw)
        return RawBlock(data, sum(block.count for block in raw), first)
    if len(pooled) == len(blocks):
        parts = (block.blocks if isinstance(block, _Joined) else (block,) for block in pooled)
        return _Joined([part for several in parts for part in several], first)
    if len(listed) != len(blocks):
        raise TypeError("shards hold blocks of text, of bytes or of Arrow, and those of one table are all of one kind")
    return _joined_texts(listed, first)


def _joined_texts(listed: Sequence[TextBlock], first: int) -> TextBlock:
    if len(listed) == 1:
        return replace(listed[0], first=first)
    texts: list[str | None] = []
    lists = any(block.offsets is not None for block in listed)
    offsets = [0]
    for block in listed:
        if lists:
            inside = range(block.count + 1) if block.offsets is None else block.offsets
            offsets += [len(texts) + place for place in inside[1:]]
        texts += block.texts
    return TextBlock(texts, sum(block.count for block in listed), first, offsets if lists else None)


def cut_at(block: Block, segments: int) -> tuple[Block, Block]:
    """The first segments of a block, and the rest; nothing asks for a rest that is empty."""
    if segments == block.count:
        return block, block
    if isinstance(block, PoolBlock):
        return block.cut(segments), block.after(segments)
    first, rest = block.first, block.first + segments
    if isinstance(block, RawBlock):
        end, _ = find_lines(np.frombuffer(block.data, dtype=np.uint8), 0, segments)
        data = memoryview(block.data)
        return RawBlock(data[:end], segments, first), RawBlock(data[end:], block.count - segments, rest)
    if block.offsets is None:
        texts = block.texts
        return (
            TextBlock(texts[:segments], segments, first),
            TextBlock(texts[segments:], block.count - segments, rest),
        )
    end = block.offsets[segments]
    return (
        TextBlock(block.texts[:end], segments, first, block.offsets[: segments + 1]),
        TextBlock(
            block.texts[end:],
            block.count - segments,
            rest,
            [place - end for place in block.offsets[segments:]],
        ),
    )


class _Joined(PoolBlock):
    """Blocks of several shards one after the other. Each names its rows itself, as they are counted in its file."""

    def __init__(self, blocks: Sequence[PoolBlock], first: int) -> None:
        self.blocks = tuple(block for block in blocks if block.count)
        self.count = sum(block.count for block in self.blocks)
        self.first = first

    def add_to(self, pool: Pool) -> tuple[Int32s, Bools, Int64s | None]:
        added = [block.add_to(pool) for block in self.blocks]
        ids = np.concatenate([ids for ids, _, _ in added])
        present = np.concatenate([present for _, present, _ in added])
        if all(offsets is None for _, _, offsets in added):
            return ids, present, None
        counts = [np.ones(len(ids), dtype=np.int64) if starts is None else np.diff(starts) for ids, _, starts in added]
        starts = np.zeros(self.count + 1, dtype=np.int64)
        np.cumsum(np.concatenate(counts), out=starts[1:])
        return ids, present, starts

    def cut(self, segments: int) -> _Joined:
        before = np.cumsum([0, *(block.count for block in self.blocks)]).tolist()
        parts = (block.cut(segments - at) for block, at in zip(self.blocks, before, strict=False) if at < segments)
        return _Joined(tuple(parts), self.first)

    def after(self, segments: int) -> _Joined:
        before = np.cumsum([0, *(block.count for block in self.blocks)]).tolist()
        ends = zip(self.blocks, before[:-1], before[1:], strict=True)
        parts = (block.after(max(segments - at, 0)) for block, at, end in ends if end > segments)
        return _Joined(tuple(parts), self.first + segments)

    def as_strings(self) -> TextBlock:
        return _joined_texts([block.as_strings() for block in self.blocks], self.first)

    def named(self, row: int) -> str:
        before = np.cumsum([0, *(block.count for block in self.blocks)])
        at = int(np.searchsorted(before, row, side="right")) - 1
        return self.blocks[at].named(row - int(before[at]))
