"""Two files in step, as lists of words: what a word aligner learns from."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from tertium.arrays import Int32s
from tertium.corpus.files.encoding import invalid_utf8
from tertium.corpus.formats.columns import Block, PoolBlock, RawBlock, Stream, lockstep
from tertium.corpus.notices import Found
from tertium.kernels.text import Pool, new_pool, tokenize

_SEGMENTS = 2048


def sentence_pairs(source: Stream, target: Stream, *, lowercase: bool) -> Iterator[tuple[list[str], list[str]]]:
    """(source words, target words) of every line; words are what white space separates, as alignments count them."""
    for mine, theirs in lockstep((source, target), _SEGMENTS, Found()):
        yield from zip(_words(source, mine, lowercase), _words(target, theirs, lowercase), strict=True)


def text_pairs(source: Stream, target: Stream) -> Iterator[tuple[list[str], list[str]]]:
    """The lines of both, a block at a time; one that is missing is empty."""
    for mine, theirs in lockstep((source, target), _SEGMENTS, Found()):
        yield _texts(source, mine), _texts(target, theirs)


def _texts(stream: Stream, block: Block) -> list[str]:
    pool, ids = _interned(stream, block)
    return [pool.sentence(sentence) for sentence in ids.tolist()]


def _words(stream: Stream, block: Block, lowercase: bool) -> list[list[str]]:
    pool, ids = _interned(stream, block)
    view = tokenize(pool, "none", lowercase)
    vocabulary = [view.word(word) for word in range(view.vocabulary_size)]
    values, offsets = view.values.tolist(), view.offsets.tolist()
    return [[vocabulary[word] for word in values[offsets[i] : offsets[i + 1]]] for i in ids.tolist()]


def _interned(stream: Stream, block: Block) -> tuple[Pool, Int32s]:
    pool = new_pool()
    if isinstance(block, RawBlock):
        ids, report = pool.add_lines(np.frombuffer(block.data, dtype=np.uint8), block.count)
        if report.invalid_line >= 0:
            line, byte = report.invalid_line, report.invalid_byte
            bad = bytes(block.data).split(b"\n", line + 1)[line][byte : byte + 1]
            raise invalid_utf8(stream.table.name, block.first + line, byte + 1, bad)
    else:
        texts = block.as_strings().texts if isinstance(block, PoolBlock) else block.texts
        ids = pool.add_strings([text or "" for text in texts])
    return pool, ids
