"""Several files as one table: a folder, or a pattern such as ``data/part-*.jsonl.gz``, whose files are its shards.

Shards stand in the order of their names, in which numbers count as numbers (``part-2`` before ``part-10``), and their
segments follow one another. Blocks do not end where a shard does, so the same texts in one file or in a hundred are the
same chunks. Shards that come next are read and decompressed in threads while the first are taken.
"""

from __future__ import annotations

import os
import re
import threading
from bisect import bisect_right
from collections import deque
from collections.abc import Callable, Iterator, Sequence

from tertium.corpus.files.access import STDIN
from tertium.corpus.formats.columns import Block, ColumnTable, Key
from tertium.corpus.formats.joining import cut_at, joined
from tertium.corpus.formats.table_formats import is_pattern
from tertium.corpus.notices import Found
from tertium.errors import InputError, printable

_NUMBER = re.compile(r"(\d+)")
_AHEAD = 4  # blocks of a shard that wait in memory
_LEFT_OUT = (".", "_")  # how names begin that are no shards: hidden files, _SUCCESS


def shards_of(path: str) -> tuple[str, ...] | None:
    """The files of a folder or of a pattern, in their order; None for whatever is one file, or might be."""
    if path == STDIN or "\0" in path:
        return None
    if os.path.isdir(path):  # noqa: PTH112 - pathlib takes 5 ms to import
        return _in_folder(path)
    if not is_pattern(path) or os.path.lexists(path):
        return None
    import glob

    found = sorted((name for name in glob.glob(path, recursive=True) if os.path.isfile(name)), key=natural)  # noqa: PTH113, PTH207
    if not found:
        raise InputError(f"{printable(path)} matches no file; check the pattern.")
    return tuple(found)


def natural(name: str) -> list[tuple[int, str]]:
    """Names compare by their letters, and the numbers in them as numbers."""
    return [(int(part), part) if part.isdecimal() else (-1, part) for part in _NUMBER.split(name)]


def _in_folder(path: str) -> tuple[str, ...]:
    shown = printable(path)
    try:
        with os.scandir(path) as entries:
            listed = [entry for entry in entries if not entry.name.startswith(_LEFT_OUT)]
    except PermissionError:
        raise InputError(f"{shown} may not be read by this user; check its permissions.") from None
    inside = sorted(entry.name for entry in listed if entry.is_dir())
    if inside:
        raise InputError(
            f"{shown} is a folder with folders in it ({printable(inside[0])}); expected files alone; give a "
            f"pattern such as '{printable(os.path.join(path, '**', '*.txt'))}'."  # noqa: PTH118
        )
    if not listed:
        raise InputError(f"{shown} is a folder without files; expected the shards of a text.")
    return tuple(sorted((entry.path for entry in listed), key=natural))


class Shards(ColumnTable):
    """Tables one after the other. ``readers`` of them are read at a time; lines are counted through all of them."""

    def __init__(self, name: str, tables: Sequence[ColumnTable]) -> None:
        self.name, self.unit = printable(name), tables[0].unit
        self.tables = tuple(tables)
        self.readers = 1
        self.ends: list[int] = []
        self._lines: list[int] = []  # the line of each shard's first segment

    def read(self, keys: Sequence[Key], segments: int, found: Found) -> Iterator[tuple[Block, ...]]:
        self.ends, self._lines = [], []
        held: list[tuple[Block, ...]] = []  # blocks that do not fill one yet
        waiting, done = 0, 0
        for shard, blocks in self._shards(keys, segments, found):
            if blocks is None:  # it ends here
                self.ends.append(done + waiting)
                continue
            if shard == len(self._lines):
                self._lines.append(blocks[0].first)
            held.append(blocks)
            waiting += blocks[0].count
            while waiting >= segments:
                whole = [joined(column, done + 1) for column in zip(*held, strict=True)]
                cut = [cut_at(block, segments) for block in whole]
                yield tuple(first for first, _ in cut)
                waiting, done = waiting - segments, done + segments
                held = [tuple(rest for _, rest in cut)] if waiting else []
        if held:
            yield tuple(joined(column, done + 1) for column in zip(*held, strict=True))

    def at_least(self) -> int:
        return sum(table.at_least() for table in self.tables)

    def count(self) -> int | None:
        counts = [table.count() for table in self.tables]
        return None if None in counts else sum(count for count in counts if count is not None)

    def place(self, number: int) -> tuple[str, int]:
        """The file that a segment, counted through all shards, is in, and its line there."""
        shard = min(bisect_right(self.ends, number - 1), len(self.tables) - 1)
        before = self.ends[shard - 1] if shard else 0
        first = self._lines[shard] if shard < len(self._lines) else 1
        return self.tables[shard].name, number - before - 1 + first

    def _shards(
        self, keys: Sequence[Key], segments: int, found: Found
    ) -> Iterator[tuple[int, tuple[Block, ...] | None]]:
        """(shard, blocks) in order, None where the shard ends."""
        if self.readers < 2 or len(self.tables) < 2:
            for shard, one in enumerate(self.tables):
                for blocks in one.read(keys, segments, found):
                    yield shard, blocks
                yield shard, None
            return
        running: deque[_Reader] = deque()
        waiting = iter(self.tables)
        shard = 0
        try:
            while True:
                while len(running) < self.readers and (table := next(waiting, None)):
                    running.append(_Reader(table.read, keys, segments))
                if not running:
                    return
                for blocks in running[0]:
                    yield shard, blocks
                found.extend(running.popleft().found)
                yield shard, None
                shard += 1
        finally:
            for reader in running:
                reader.stop()


class _Reader:
    """Reads a table in a thread of its own, a few blocks ahead."""

    def __init__(
        self,
        read: Callable[[Sequence[Key], int, Found], Iterator[tuple[Block, ...]]],
        keys: Sequence[Key],
        segments: int,
    ) -> None:
        self.found = Found()
        self._blocks: deque[tuple[Block, ...]] = deque()
        self._changed = threading.Condition()
        self._ended = self._stopped = False
        self._problem: BaseException | None = None
        self._thread = threading.Thread(target=self._run, args=(read, keys, segments), name="tertium-read", daemon=True)
        self._thread.start()

    def _run(
        self,
        read: Callable[[Sequence[Key], int, Found], Iterator[tuple[Block, ...]]],
        keys: Sequence[Key],
        segments: int,
    ) -> None:
        try:
            for blocks in read(keys, segments, self.found):
                with self._changed:
                    while len(self._blocks) >= _AHEAD and not self._stopped:
                        self._changed.wait()
                    if self._stopped:
                        return
                    self._blocks.append(blocks)
                    self._changed.notify_all()
        except BaseException as problem:  # whoever takes the blocks gets it
            self._problem = problem
        finally:
            with self._changed:
                self._ended = True
                self._changed.notify_all()

    def __iter__(self) -> Iterator[tuple[Block, ...]]:
        while True:
            with self._changed:
                while not (self._blocks or self._ended):
                    self._changed.wait()
                if not self._blocks:
                    break
                blocks = self._blocks.popleft()
                self._changed.notify_all()
            yield blocks
        if self._problem is not None:
            raise self._problem

    def stop(self) -> None:
        """Nobody takes the blocks any more."""
        with self._changed:
            self._stopped = True
            self._changed.notify_all()
