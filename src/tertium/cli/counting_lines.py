"""How many segments files have: counted where that is quick, else told from their size and their first megabytes."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import BinaryIO

from tertium.corpus.files.access import Source
from tertium.corpus.files.inflate import Inflating
from tertium.corpus.formats.shards import shards_of
from tertium.corpus.formats.table_formats import PARQUET
from tertium.errors import TertiumError

_PIECE = 1 << 20
_COUNTED = 256 << 20  # bytes that are looked at, at most


def lines_in(path: str, given_up: Callable[[], bool]) -> tuple[int, bool] | None:
    """How many lines, or rows of Parquet, a file, a folder or a pattern has, and whether that is an estimate.

    None if it cannot be read, which the task itself will say better.
    """
    try:
        paths = shards_of(path) or (path,)
        if Source(paths[0]).head().startswith(PARQUET.magic):
            return _rows(paths), False
        return _lines(paths, given_up)
    except (TertiumError, OSError):
        return None


def _rows(paths: Sequence[str]) -> int:
    from tertium.corpus.formats.parquet import ParquetFile

    return sum(ParquetFile(Source(path)).count() for path in paths)


def _lines(paths: Sequence[str], given_up: Callable[[], bool]) -> tuple[int, bool] | None:
    lines = looked_at = read = 0
    for path in paths:
        last = b"\n"
        with Source(path, reread=False).open() as file:
            while piece := file.read(_PIECE):
                if given_up():
                    return None
                lines += piece.count(b"\n")
                looked_at += len(piece)
                last = piece[-1:]
                if looked_at >= _COUNTED:
                    return _estimate(lines, read + _stored(file), paths), True
        lines += last != b"\n"
        read += os.path.getsize(path)  # noqa: PTH202 - pathlib takes 5 ms to import
    return lines, False


def _stored(file: BinaryIO) -> int:
    """How many bytes of a file, as it is stored, were read."""
    inner = getattr(file, "raw", file)
    return inner.consumed if isinstance(inner, Inflating) else int(file.tell())


def _estimate(lines: int, read: int, paths: Sequence[str]) -> int:
    whole = sum(os.path.getsize(path) for path in paths)  # noqa: PTH202
    return round(lines * whole / max(1, read))
