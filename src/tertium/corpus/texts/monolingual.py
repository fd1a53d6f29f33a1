"""Texts in one language, one sentence a line: what packs of word statistics are made from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from tertium.arrays import Int32s
from tertium.corpus.chunk import SEGMENTS_PER_CHUNK, Chunk
from tertium.corpus.files.access import Source
from tertium.corpus.formats.columns import RawBlock
from tertium.corpus.formats.text import Lines
from tertium.corpus.notices import Found
from tertium.errors import FileError, InputError, half_character
from tertium.kernels.text import Pool, new_pool


def sentences(paths: Sequence[str], segments: int = SEGMENTS_PER_CHUNK) -> Iterator[Chunk]:
    """The lines of all files as the references of chunks, one each; a text without any line is an error."""
    seen = 0
    for path in paths:
        source = Source(path, reread=False)
        for block in Lines(source).blocks(segments, Found()):
            yield _checked(block, source.name, seen)
            seen += block.count
    if not seen:
        names = " and ".join(Source(path).name for path in paths)
        raise InputError(f"no sentences to count: there is no line in {names}.")


def listed(texts: Sequence[str], segments: int = SEGMENTS_PER_CHUNK) -> Iterator[Chunk]:
    """The same of strings in memory."""
    for first in range(0, len(texts), segments):
        part = texts[first : first + segments]
        pool = new_pool()
        try:
            ids = pool.add_strings(list(part))
        except UnicodeEncodeError as problem:
            raise half_character(problem, "a sentence") from None
        yield _chunk(pool, ids, first)
    if not texts:
        raise InputError("no sentences to count: the list is empty.")


def _checked(block: RawBlock, name: str, first: int) -> Chunk:
    pool = new_pool()
    ids, report = pool.add_lines(np.frombuffer(block.data, dtype=np.uint8), block.count)
    if report.invalid_line >= 0:
        raise FileError(
            f"{name} line {block.first + report.invalid_line} byte {report.invalid_byte + 1} is not UTF-8; "
            "convert the file, for example with iconv."
        )
    return _chunk(pool, ids, first)


def _chunk(pool: Pool, ids: Int32s, first: int) -> Chunk:
    nobody = np.zeros(0, dtype=np.int32)
    offsets = np.arange(len(ids) + 1, dtype=np.int64)
    return Chunk(pool=pool, systems=0, hyp=nobody, seg=nobody, refs=ids, ref_offsets=offsets, first=first)
