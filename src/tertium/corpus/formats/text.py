"""Plain text: one segment a line, lines ended by `\\n` and by nothing else.

Blocks are cut out of the bytes as they are; a worker thread splits, checks and interns them natively. Python is spent
on a block, never on a segment.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import BinaryIO

import numpy as np

from tertium.corpus.files.access import Source
from tertium.corpus.files.encoding import SNIFFED_BYTES, UTF8_BOM, refuse_foreign
from tertium.corpus.formats.columns import STORED_BYTES, Block, ColumnTable, Key, RawBlock
from tertium.corpus.notices import Found
from tertium.errors import FileError, either
from tertium.kernels.text import find_lines

_PIECE = 1 << 20
_COUNTED_LINES = 1 << 16  # lines a block where only their number matters

# What str.splitlines, many editors and some tools take for the end of a line, and we do not.
_OTHER_BREAKS = re.compile(rb"\xe2\x80[\xa8\xa9]|\xc2\x85|[\x0b\x0c\x1c-\x1e]|\r(?!\n)")
_BREAK_NAMES = {
    b"\xe2\x80\xa8": "U+2028",
    b"\xe2\x80\xa9": "U+2029",
    b"\xc2\x85": "U+0085",
    b"\r": "a lone CR",
}


class Lines:
    """The lines of a text file, cut into blocks; shared by every format that is made of lines."""

    def __init__(self, source: Source) -> None:
        self._source = source

    def blocks(self, segments: int, found: Found, extra: int = 0) -> Iterator[RawBlock]:
        """Blocks of `segments` lines, the first with `extra` more, the last with what is left.

        A last line without a newline is a line.
        """
        try:
            with self._source.open(buffered=False) as file:
                yield from self._cut(_checked_start(file, self._source.name, found), file, segments, extra)
        except OSError as error:  # a disk or network that fails while it is read
            raise self._source.explained(error) from None

    def _cut(self, piece: bytes, file: BinaryIO, segments: int, extra: int) -> Iterator[RawBlock]:
        guard = _LineGuard(self._source.name, self._source.limits.line_bytes)
        parts: list[memoryview] = []
        size, first = segments + extra, 1
        missing = size
        while piece:
            guard.see(piece, first - 1 + size - missing)
            bytes_ = np.frombuffer(piece, dtype=np.uint8)
            start = 0
            while start < len(piece):
                end, count = find_lines(bytes_, start, missing)
                missing -= count
                if missing:  # the piece ends before the block does: keep all of it, the unfinished line too
                    end = len(piece)
                parts.append(memoryview(piece)[start:end])
                start = end
                if not missing:
                    yield RawBlock(_joined(parts), size, first)
                    first += size
                    parts, size, missing = [], segments, segments
            piece = file.read(_PIECE)
        if parts:
            data = _joined(parts)
            if data[-1] != 0x0A:
                data, missing = bytes(data) + b"\n", missing - 1
            yield RawBlock(data, size - missing, first)


def _joined(parts: Sequence[memoryview]) -> bytes | memoryview:
    return parts[0] if len(parts) == 1 else b"".join(parts)


def _checked_start(file: BinaryIO, name: str, found: Found) -> bytes:
    """The first piece, without a byte order mark, once it is clear that it is no UTF-16."""
    head = file.read(_PIECE)
    while len(head) < SNIFFED_BYTES and (more := file.read(_PIECE)):
        head += more
    refuse_foreign(head[:SNIFFED_BYTES], name)
    if head.startswith(UTF8_BOM):
        found.note("bom", name, 1)
        head = head[len(UTF8_BOM) :]
    return head


class _LineGuard:
    """Refuses a line longer than the limit as soon as so much of it was read.

    A piece no longer than the limit hides no longer line inside, so only its ends have to be looked at.
    """

    def __init__(self, name: str, limit: int) -> None:
        self._name, self._limit = name, limit
        self._run = 0  # bytes of the line that the last piece left unfinished

    def see(self, piece: bytes, lines: int) -> None:
        """Look at the next piece; `lines` lines ended before it."""
        if len(piece) <= self._limit:
            self._see(piece, lines)
            return
        for start in range(0, len(piece), self._limit):
            self._see(piece[start : start + self._limit], lines + piece.count(b"\n", 0, start))

    def _see(self, piece: bytes, lines: int) -> None:
        newline = piece.find(b"\n")
        if self._run + (len(piece) if newline < 0 else newline) > self._limit:
            raise FileError(
                f"{self._name} line {lines + 1} is longer than {self._limit} bytes, expected one segment per line; "
                f"if that is one segment, {either('raise --max-line-bytes where the command has it', 'cut it')}."
            )
        self._run = self._run + len(piece) if newline < 0 else len(piece) - piece.rfind(b"\n") - 1


class TextFile(ColumnTable):
    """One segment a line; TAB, NUL, U+2028, U+0085 are text."""

    def __init__(self, source: Source) -> None:
        self.name = source.name
        self._source = source
        self._lines = Lines(source)

    def read(self, keys: Sequence[Key], segments: int, found: Found) -> Iterator[tuple[Block, ...]]:
        for block in self._lines.blocks(segments, found):
            yield (block,) * len(keys)

    def at_least(self) -> int:
        return self._source.stored_bytes // STORED_BYTES

    def count(self) -> int | None:
        if not self._source.rereadable:
            return None
        return sum(block.count for block in self._lines.blocks(_COUNTED_LINES, Found()))

    def suspect(self) -> str:
        """Where this file, which has too few lines, holds what another program would have split at."""
        if not self._source.rereadable:
            return ""
        for block in self._lines.blocks(_COUNTED_LINES, Found()):
            hit = _OTHER_BREAKS.search(block.data)
            if hit:
                line = block.first + bytes(block.data[: hit.start()]).count(b"\n")
                what = _BREAK_NAMES.get(hit.group()) or f"U+{hit.group()[0]:04X}"
                return f" {self.name} line {line} contains {what}, which is text here but a line end to some programs."
        return ""
