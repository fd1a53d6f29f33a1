"""Tables and their columns: named, re-readable sources of segments, read block by block and kept in step.

A `ColumnTable` is one file (or Python list) with one or more columns; plain text has one. A `Stream` is one column of
it. Streams of one table are read together, so a file with a hypothesis and three reference columns is parsed once.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from tertium.arrays import Bools, Int32s, Int64s
from tertium.corpus.notices import Found
from tertium.errors import InputError, counted
from tertium.kernels.text import Pool


@dataclass(frozen=True, slots=True)
class RawBlock:
    """`count` lines of bytes, every one ended by a newline; not yet checked, so that a worker thread may do it."""

    data: bytes | memoryview
    count: int
    first: int  # number of the first line, from 1


@dataclass(frozen=True, slots=True)
class TextBlock:
    """`count` segments as strings, None where a text is missing.

    With `offsets`, segment i has the texts `texts[offsets[i]:offsets[i + 1]]`: any number of references each.
    """

    texts: Sequence[str | None]
    count: int
    first: int
    offsets: Sequence[int] | None = None


class PoolBlock(ABC):
    """`count` segments that add their texts to a pool by themselves: no Python string is made of any."""

    count: int
    first: int

    @abstractmethod
    def add_to(self, pool: Pool) -> tuple[Int32s, Bools, Int64s | None]:
        """Every text's sentence, which texts are there, and for lists of texts where those of a segment begin."""

    @abstractmethod
    def cut(self, segments: int) -> PoolBlock:
        """The first so many segments."""

    @abstractmethod
    def after(self, segments: int) -> PoolBlock:
        """Those behind the first so many."""

    @abstractmethod
    def as_strings(self) -> TextBlock:
        """The same as strings, for those who need them."""

    @abstractmethod
    def named(self, row: int) -> str:
        """What messages add to the number of a row, counted from 0 in this block, if its rows have names."""


Block: TypeAlias = RawBlock | TextBlock | PoolBlock

STORED_BYTES = 256  # a segment seldom takes more on disk, compressed or not

# A column by name or by number from 1; None is the only column of plain text.
Key: TypeAlias = str | int | None


class ColumnTable(ABC):
    """A source of segments in one or more columns."""

    name: str
    unit: str = "line"  # what positions count: "line", "row" or "segment"
    readers: int = 1  # how many threads may read it
    ends: Sequence[int] | None = None  # how many segments there are up to the end of each shard that was read so far

    @abstractmethod
    def read(self, keys: Sequence[Key], segments: int, found: Found) -> Iterator[tuple[Block, ...]]:
        """One block for each key, `segments` segments each and only the last shorter; may be called again."""

    def count(self) -> int | None:
        """How many segments there are, where that can be told faster than by reading on; else None."""
        return None

    def at_least(self) -> int:
        """So many segments are surely there, told at once by the size on disk; 0 where nothing tells."""
        return 0

    def first_line(self, key: Key) -> int:
        """The line that the first segment of a column is in; more than 1 where a header comes before it."""
        return 1

    def place(self, number: int) -> tuple[str, int]:
        """The file and the line, row or segment in it that ``number``, as blocks count, stands for."""
        return self.name, number

    def suspect(self) -> str:
        """A sentence about a place where other programs would break a line, or nothing."""
        return ""


@dataclass(frozen=True, slots=True)
class Stream:
    """One column of a table."""

    table: ColumnTable
    key: Key = None

    @property
    def name(self) -> str:
        """For messages: the file, and the column if it has one."""
        return self.table.name if self.key is None else f"{self.table.name}[{self.key}]"

    def place(self, number: int) -> tuple[str, int]:
        """For messages: the name as above and the line, of ``number`` as blocks count; of shards the file it is in."""
        file, line = self.table.place(number)
        return file if self.key is None else f"{file}[{self.key}]", line

    def blocks(self, segments: int, found: Found | None = None) -> Iterator[Block]:
        for (block,) in self.table.read((self.key,), segments, Found() if found is None else found):
            yield block


def lockstep(
    streams: Sequence[Stream], segments: int, found: Found, allow_none: bool = False
) -> Iterator[tuple[Block, ...]]:
    """One block of each stream at a time, in the order given; an error when one has more segments than another.

    The last stream is the one the others are compared with in that error: give the references last. No segments at all
    are an error, too, unless this is a part of something (``allow_none``).
    """
    tables: list[ColumnTable] = []
    for stream in streams:
        if not any(stream.table is table for table in tables):
            tables.append(stream.table)
    place = {id(table): index for index, table in enumerate(tables)}
    keys: list[list[Key]] = [[] for _ in tables]
    spots: list[tuple[int, int]] = []
    for stream in streams:
        wanted = keys[place[id(stream.table)]]
        if stream.key not in wanted:
            wanted.append(stream.key)
        spots.append((place[id(stream.table)], wanted.index(stream.key)))
    readers = [table.read(wanted, segments, found) for table, wanted in zip(tables, keys, strict=True)]
    done = compared = 0
    while True:
        read = [next(reader, ()) for reader in readers]
        counts = [blocks[0].count if blocks else 0 for blocks in read]
        if min(counts) != max(counts):
            rest = zip(tables, counts, readers, strict=True)
            totals = [_total(table, done + count, reader) for table, count, reader in rest]
            _compare_shards(tables, compared)
            raise _unpaired(tables, totals)
        compared = _compare_shards(tables, compared)
        if not any(counts):
            break
        done += counts[0]
        yield tuple(read[table][spot] for table, spot in spots)
    if not (done or allow_none):
        names = " and ".join(dict.fromkeys(table.name for table in tables))
        raise InputError(f"no segments to score: {names} {'is' if len(tables) == 1 else 'are'} empty.")


def _compare_shards(tables: Sequence[ColumnTable], compared: int) -> int:
    """How many shards were compared. Those of one number must have as many segments, or texts would be mispaired."""
    sharded = [table for table in tables if table.ends is not None]
    if len(sharded) < 2:
        return compared
    base = sharded[-1]
    ends = [table.ends or () for table in sharded]
    both = min(map(len, ends))
    for shard in range(compared, both):
        for table, mine in zip(sharded, ends, strict=True):
            if mine[shard] != ends[-1][shard]:
                before = ends[-1][shard - 1] if shard else 0
                named = [
                    (one.place(before + 1)[0], place[shard] - before)
                    for one, place in ((table, mine), (base, ends[-1]))
                ]
                raise InputError(
                    f"{named[0][0]} has {counted(named[0][1], table.unit)} but {named[1][0]} has {named[1][1]}; shards "
                    "must pair up, each with as many segments as its partner."
                )
    return both


def _total(table: ColumnTable, read: int, reader: Iterator[tuple[Block, ...]]) -> int:
    """All segments of a table of which `read` were read by `reader`."""
    total = table.count() if table.ends is None else None  # reading on says where shards end
    return read + sum(blocks[0].count for blocks in reader) if total is None else total


def _unpaired(tables: Sequence[ColumnTable], totals: Sequence[int]) -> InputError:
    base = len(tables) - 1
    other = next(index for index, total in enumerate(totals) if total != totals[base])
    shorter, longer = sorted((other, base), key=lambda index: totals[index])
    more = sum(total != totals[base] for total in totals) - 1
    others = f" ({more} more differ too)" if more else ""
    unit = tables[other].unit
    same = unit == tables[base].unit
    expected = str(totals[base]) if same else counted(totals[base], tables[base].unit)
    return InputError(
        f"{tables[other].name} has {counted(totals[other], unit)} but {tables[base].name} has {expected}{others}; "
        f"segments must pair up. First unpaired: {tables[longer].name} {tables[longer].unit} {totals[shorter] + 1}."
        + tables[shorter].suspect()
    )
