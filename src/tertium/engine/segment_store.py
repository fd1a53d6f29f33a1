"""Numbers of every segment in a file: as many rows as there are segments, whatever their number fits into memory.

A row holds doubles in their native layout, one for each column. NaN stands for a score that does not exist.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from tertium.arrays import Floats
from tertium.corpus.files.journal import Appended

_BYTES = 8
_AT_ONCE = 1 << 18  # numbers that are in memory at a time


class SegmentStore:
    """Rows of ``width`` numbers that are added in order and read from the first on."""

    def __init__(self, file: Appended, width: int) -> None:
        self._file, self.width = file, width

    @classmethod
    def unnamed(cls, width: int, folder: str | None = None) -> SegmentStore:
        """In a temporary file that is gone with the process."""
        return cls(Appended.unnamed(folder), width)

    @property
    def segments(self) -> int:
        return self._file.size // (_BYTES * self.width)

    def add(self, rows: Floats, *, sync: bool = False) -> None:
        self._file.append(np.ascontiguousarray(rows, dtype=np.float64).tobytes(), sync=sync)

    def add_bytes(self, data: bytes, *, sync: bool) -> None:
        """Rows as ``tobytes`` gives them."""
        self._file.append(data, sync=sync)

    def cut(self, segments: int) -> None:
        """Keep the first rows."""
        self._file.cut(segments * _BYTES * self.width)

    def bytes_of(self, first: int, segments: int) -> bytes:
        """Rows as they are stored; fewer where the file ends."""
        row = _BYTES * self.width
        return self._file.read(first * row, segments * row)

    def rows(self, first: int, segments: int) -> Floats:
        return np.frombuffer(self.bytes_of(first, segments), dtype=np.float64).reshape(-1, self.width)

    def blocks(self) -> Iterator[Floats]:
        """All rows, a block at a time."""
        size = max(1, _AT_ONCE // self.width)
        for first in range(0, self.segments, size):
            yield self.rows(first, min(size, self.segments - first))

    def close(self) -> None:
        self._file.close()
