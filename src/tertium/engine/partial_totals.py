"""Totals of a part of a corpus, overall and by group, that merge into those of the whole, bit for bit.

Sums are exact and small (native/numbers/cell_sums.hpp), so it does not matter how rows were spread over batches,
processes and machines. Rows belong to *groups* (the values of some columns) and, if wanted, to *bags*: a bag is a part
of the segments chosen by the hash of their ids, the same for every group, so that bags can be resampled where single
segments cannot be kept.

Every part also remembers the sum of its ids' hashes: of the same rows it is the same however they were spread, so a
row that is missing or came twice shows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from tertium.arrays import Floats, Int64s
from tertium.corpus.chunk import Chunk, Notice
from tertium.engine.part_rows import OrderedRows, PartRows, keys_of, narrow
from tertium.kernels.sums import CellSums, cell_sums
from tertium.metrics.base import Metric, Pooling, Rows
from tertium.metrics.measuring import MeasuredRows, unique_leaves
from tertium.metrics.totals import Totals
from tertium.results.signatures import ReferenceCount

GroupKey = tuple[Any, ...]  # the values of the columns that rows are grouped by
_SCORED, _SCORE_SUM, _COLUMNS = 0, 1, 2  # columns of the sums
_MODULUS = 1 << 64
SYSTEM = "system"  # what groups are called that are columns of hypotheses


@dataclass(frozen=True)
class Layout:
    """What must be the same of parts that merge."""

    metrics: tuple[Metric, ...]
    by: tuple[str, ...] = ()
    id_column: str | None = None
    bags: int = 0
    tables: str | None = None  # the digest of the first pass, where there was one
    empty_ref: str = "absent"
    missing: str = "error"
    systems: tuple[
        str, ...
    ] = ()  # columns of hypotheses that are a group each: the first value of a key, called SYSTEM
    rows_by: tuple[str, ...] = ()  # columns that put rows in order; none: no rows are kept


@dataclass
class Group:
    """What is known of a group beside its sums."""

    segments: int = 0
    references: ReferenceCount = field(default_factory=ReferenceCount)
    id_sum: int = 0  # of the ids' hashes, modulo 2^64
    flags: dict[Metric, Counter[str]] = field(default_factory=dict)

    def merge(self, other: Group) -> None:
        self.segments += other.segments
        self.references = self.references.merged(other.references)
        self.id_sum = (self.id_sum + other.id_sum) % _MODULUS
        for leaf, counts in other.flags.items():
            self.flags.setdefault(leaf, Counter()).update(counts)


@dataclass(frozen=True, eq=False)
class ChunkRows:
    """What one chunk adds: rows with a score's two columns before them, and the group and bag of every row."""

    keys: list[GroupKey]
    group: Int64s
    bag: Int64s
    hashes: npt.NDArray[np.uint64] | None
    counts: Int64s  # of references
    rows: dict[Metric, tuple[Floats, Rows]]
    notices: tuple[Notice, ...]
    order: tuple[Any, ...] = ()  # the keys of rows that are kept


class PartialTotals:
    """Sums of every leaf by group and bag."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.leaves = unique_leaves(layout.metrics)
        self.groups: dict[GroupKey, Group] = {}
        self.notices: Counter[str] = Counter()
        self.sums: dict[Metric, CellSums] = {leaf: cell_sums(_COLUMNS + len(leaf.columns)) for leaf in self.leaves}
        self.kept: list[PartRows] = []
        self._places: dict[GroupKey, int] = {}

    @property
    def cells_per_group(self) -> int:
        return max(1, self.layout.bags)

    def read(self, chunk: Chunk, notices: tuple[Notice, ...], measured: MeasuredRows) -> ChunkRows:
        """What a chunk will add; may be called in a thread."""
        keys, group = _groups(chunk, self.layout.by[bool(self.layout.systems) :])
        hashes = None if self.layout.id_column is None else chunk.labels[self.layout.id_column].hashes()
        bag = np.zeros(chunk.segments, dtype=np.int64)
        if self.layout.bags and hashes is not None:
            bag = ((hashes >> np.uint64(32)) * np.uint64(self.layout.bags) >> np.uint64(32)).astype(np.int64)
        counts = np.diff(chunk.ref_offsets)
        if self.layout.systems:  # rows come system by system
            systems = len(self.layout.systems)
            group = (np.arange(systems)[:, None] * len(keys) + group).reshape(-1)
            keys = [(system, *key) for system in self.layout.systems for key in keys]
            bag, counts = np.tile(bag, systems), np.tile(counts, systems)
            hashes = None if hashes is None else np.tile(hashes, systems)
        order = keys_of(chunk.labels, self.layout.rows_by, chunk.systems)
        rows = {leaf: (_with_scores(leaf, made), made) for leaf, made in measured}
        return ChunkRows(keys, group, bag, hashes, counts, rows, notices, order)

    def add(self, part: ChunkRows) -> None:
        places = np.array([self._place(key) for key in part.keys], dtype=np.int64)
        cells = places[part.group] * self.cells_per_group + part.bag
        for number, key in enumerate(part.keys):
            mine = part.group == number if len(part.keys) > 1 else np.ones(len(part.group), dtype=bool)
            group = self.groups[key]
            group.segments += int(mine.sum())
            group.references = group.references.merged(_reference_count(part.counts[mine]))
            if part.hashes is not None:
                group.id_sum = (group.id_sum + int(np.add.reduce(part.hashes[mine], dtype=np.uint64))) % _MODULUS
            for leaf, (_, rows) in part.rows.items():
                counts = group.flags.setdefault(leaf, Counter())
                for flag, marks in rows.flags.items():
                    counts[flag] += int(marks[mine].sum())
        for leaf, (values, rows) in part.rows.items():
            self.sums[leaf].add(values, np.ascontiguousarray(rows.masked), cells)
        for notice in part.notices:
            self.notices[notice.code] += notice.count
        if self.layout.rows_by:
            self.kept.append(
                PartRows(
                    places[part.group],
                    part.order,
                    {leaf: narrow(np.ascontiguousarray(rows.values)) for leaf, (_, rows) in part.rows.items()},
                    {leaf: rows.masked for leaf, (_, rows) in part.rows.items()},
                )
            )

    def merge(self, other: PartialTotals) -> None:
        """Add the sums of another part of the same layout."""
        for key, group in other.groups.items():
            self._place(key)
            self.groups[key].merge(group)
        places = self.places_of(list(other.groups))
        for leaf, sums in other.sums.items():
            parts, lengths = sums.parts()
            self.sums[leaf].add_parts(parts, lengths, places[: sums.cells])
        self.notices.update(other.notices)
        firsts = np.array([self._place(key) for key in other.groups], dtype=np.int64)
        self.kept += [rows.of_groups(firsts) for rows in other.kept]

    def rows_in_order(self, keys: Sequence[GroupKey]) -> OrderedRows:
        """The rows that were kept, by group in the order of these keys."""
        return OrderedRows(self.kept, self.leaves, [self._place(key) for key in keys])

    def places_of(self, keys: Sequence[GroupKey]) -> Int64s:
        """The cells of these groups, bag by bag."""
        firsts = np.array([self._place(key) for key in keys], dtype=np.int64) * self.cells_per_group
        return (firsts[:, None] + np.arange(self.cells_per_group)).reshape(-1)

    def whole(self, keys: Sequence[GroupKey]) -> Group:
        """These groups as one."""
        made = Group()
        for key in keys:
            made.merge(self.groups[key])
        return made

    def totals(self, keys: Sequence[GroupKey]) -> dict[Metric, Totals]:
        """The totals of every leaf over these groups together."""
        cells, whole = self.places_of(keys), self.whole(keys)
        made = {}
        for leaf, sums in self.sums.items():
            values = sums.values(cells)
            state = {
                "segments": whole.segments,
                "scored": values[_SCORED],
                "flags": whole.flags.get(leaf, {}),
                "columns": values[_COLUMNS:].reshape(1, -1),
                "scores": values[_SCORE_SUM].reshape(1, 1),
            }
            made[leaf] = Totals.restored(leaf, state)
        return made

    def by_bag(self, leaf: Metric, keys: Sequence[GroupKey]) -> Floats:
        """(bags, columns): the sums over some groups together, bag by bag; of a MEAN metric (sum of scores, scored)."""
        cells = self.places_of(keys).reshape(len(keys), -1).T
        values = np.stack([self.sums[leaf].values(np.ascontiguousarray(bag)) for bag in cells])
        if leaf.pooling is Pooling.MEAN:
            return np.ascontiguousarray(values[:, [_SCORE_SUM, _SCORED]])
        return np.ascontiguousarray(values[:, _COLUMNS:])

    def _place(self, key: GroupKey) -> int:
        if key not in self._places:
            self._places[key] = len(self._places)
            self.groups[key] = Group()
        return self._places[key]


def _groups(chunk: Chunk, by: Sequence[str]) -> tuple[list[GroupKey], Int64s]:
    """The groups of a chunk's rows, and which of them each row is in."""
    if not by:
        return [()], np.zeros(chunk.segments, dtype=np.int64)
    labels = [chunk.labels[column].labels() for column in by]
    code = np.zeros(chunk.segments, dtype=np.int64)
    for values, places in labels:
        code = code * len(values) + places
    _, first, group = np.unique(code, return_index=True, return_inverse=True)
    return [tuple(values[places[row]] for values, places in labels) for row in first.tolist()], group.reshape(-1)


def _with_scores(leaf: Metric, rows: Rows) -> Floats:
    """(rows, 2 + columns): is there a score, the score of a MEAN metric, and the statistics (see `Totals.add`)."""
    values = np.empty((len(rows.masked), _COLUMNS + len(leaf.columns)))
    values[:, _SCORED] = 1.0
    values[:, _SCORE_SUM] = 0.0
    values[:, _COLUMNS:] = rows.values
    if leaf.pooling is Pooling.MEAN:
        scores = leaf.segment_score(rows.values)
        there = ~np.isnan(scores)
        values[:, _SCORED] = there
        values[:, _SCORE_SUM] = np.where(there, scores, 0.0)
    return values


def _reference_count(counts: Int64s) -> ReferenceCount:
    there = counts[counts > 0]
    return ReferenceCount(int(there.min()), int(there.max())) if len(there) else ReferenceCount()


def in_order(groups: Mapping[GroupKey, Any], systems: Sequence[str] = ()) -> Iterator[GroupKey]:
    """Keys in an order that does not depend on the parts: by their values, nulls last; ``systems`` as given."""

    def order(key: GroupKey) -> list[tuple[bool, bool, Any]]:
        values = (systems.index(key[0]), *key[1:]) if systems else key
        return [(value is None, isinstance(value, str), "" if value is None else value) for value in values]

    return iter(sorted(groups, key=order))
