"""Scoring on this machine: chunks are built and measured in threads, their totals merged in order.

The kernels release the GIL, so threads scale. At most a few chunks are alive at a time: memory does not grow with the
corpus unless segment scores are asked for. Exact totals make the result independent of the number of threads.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from tertium.arrays import Floats, Int64s
from tertium.corpus.chunk import SEGMENTS_PER_CHUNK, Chunk, Corpus, Notice
from tertium.corpus.notices import merged
from tertium.engine.rows import KeptRows
from tertium.engine.workers import Workers
from tertium.errors import InputError, brief_value, is_whole
from tertium.metrics.base import Metric, Rows
from tertium.metrics.measuring import MeasuredRows, measure_corpus, unique_leaves
from tertium.metrics.totals import Totals, finish, scaled_scores
from tertium.progress import SILENT, Listener
from tertium.results.scores import Report, SystemScores
from tertium.results.signatures import ReferenceCount

if TYPE_CHECKING:  # most runs are not kept
    from tertium.engine.kept_work import KeptWork
    from tertium.engine.segment_store import SegmentStore

_LARGE = 32 * SEGMENTS_PER_CHUNK  # segments for each worker from which on chunks may be larger
_MANY_NOTICES = 1000  # until they are put together, one for each kind and file


class ChunkWatch(Protocol):
    """Something that wants to see every chunk beside the metrics: lengths, digests of the texts."""

    def look(self, chunk: Chunk) -> Any:
        """What is to be known of a chunk; called in a worker thread."""
        ...

    def add(self, seen: Any) -> None:
        """What ``look`` returned, chunk by chunk in order."""
        ...


class KeepableWatch(ChunkWatch, Protocol):
    """One whose sights can be kept on disk (``KeptWork``)."""

    @property
    def about(self) -> str:
        """What it sees, and with which settings."""
        ...

    def to_plain(self, seen: Any) -> Any:
        """What ``look`` returned in plain values and arrays."""
        ...

    def from_plain(self, plain: Any) -> Any: ...


@dataclass(frozen=True, eq=False)
class ChunkTotals:
    """One chunk's contribution: totals, and if wanted segment scores and rows, of every leaf for every system."""

    segments: int
    references: ReferenceCount
    totals: dict[Metric, list[Totals]]
    values: dict[Metric, Floats]
    rows: dict[Metric, list[Rows]]
    notices: tuple[Notice, ...]
    seen: tuple[Any, ...] = ()
    scores: Floats | None = None  # (segments, systems * metrics) as they are printed, for a store
    unscored: Int64s | None = None  # by system and metric, of those


def score(
    corpus: Corpus,
    metrics: Sequence[Metric],
    *,
    version: str,
    threads: int | None = None,
    segment_scores: bool = False,
    segments_per_chunk: int | None = None,
    keep: KeptRows | None = None,
    watch: Sequence[ChunkWatch] = (),
    listener: Listener = SILENT,
    store: SegmentStore | None = None,
    work: KeptWork | None = None,
) -> Report:
    """Every system of the corpus by every metric.

    ``listener`` hears how many segments are done; ``keep`` gets the rows, for those who need them again,
    and ``watch`` the chunks. ``store`` takes the segment scores, which the report then does not hold: so memory does
    not grow with them. ``work`` knows what an earlier run has done, and keeps what this one does; its store is used.
    """
    workers = threads_of(threads)
    size = work.size if work else segments_per_chunk or chunk_size(len(corpus.names), workers, corpus.at_least())
    store = work.scores if work else store
    leaves = unique_leaves(metrics)
    wanted = _Wanted(metrics, segment_scores, store is not None, keep is not None, work is not None, watch)
    done = _Merged(leaves, len(corpus.names), segment_scores)

    def take(part: ChunkTotals, doing: str = "scoring") -> None:
        done.add(part)
        if keep is not None:
            keep.add(part.rows)
        for watcher, seen in zip(watch, part.seen, strict=True):
            watcher.add(seen)
        listener.progress(doing, done.segments, 0)

    for earlier in _earlier(work, leaves, len(corpus.names), watch) if work is not None else ():
        take(earlier, "taking up what was done")
    with Workers(workers) as threaded:
        parts = measure_corpus(
            corpus,
            metrics,
            partial(_part, wanted=wanted),
            segments_per_chunk=size,
            in_order=threaded.in_order,
            before=work,
        )
        for part, plain in parts:
            if work is not None:
                work.keep(part.segments, *plain)
            elif store is not None and part.scores is not None:
                store.add(part.scores)
            take(part)
    if work is not None:
        work.keep_all()
    if done.segments == 0:
        raise InputError("there are no segments to score; the hypotheses and references are empty.")
    if keep is not None:
        keep.references = done.references
    return Report(version, done.segments, done.finish(corpus.names, metrics), notices=merged(done.notices))


def chunk_size(systems: int, workers: int, at_least: int = 0) -> int:
    """Segments of a chunk: with many systems fewer, so that the words of a chunk stay in the processor's cache.

    One worker has nothing to share out and takes more: what Python costs, and what is found out once for every word of
    a chunk (its stem, its relatives), is shared by more segments. So do several if there are so many segments
    (``at_least``) that each of them still gets some chunks.
    """
    if workers == 1:
        return min(4 * SEGMENTS_PER_CHUNK, max(256, 8 * SEGMENTS_PER_CHUNK // systems))
    most = 2 * SEGMENTS_PER_CHUNK if at_least >= workers * _LARGE else SEGMENTS_PER_CHUNK  # twice: memory stays flat
    return min(most, max(256, 4 * SEGMENTS_PER_CHUNK // systems))


def threads_of(given: int | None) -> int:
    """So many threads as were asked for, else one for every core."""
    if given is None:
        return usable_cores()
    if not is_whole(given) or given < 1:
        raise InputError(
            f"threads is {brief_value(given)}, expected a whole number of at least 1, or None for every core."
        )
    return int(given)


def usable_cores() -> int:
    """Cores this process may use (a container or taskset may allow fewer than the machine has)."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on every system
        return os.cpu_count() or 1


class _Merged:
    """Totals over all chunks so far."""

    def __init__(self, leaves: Sequence[Metric], systems: int, keep_segments: bool) -> None:
        self.segments = 0
        self.references = ReferenceCount()
        self.notices: list[Notice] = []
        self._unscored: Int64s | None = None  # by system and metric
        self._totals = {leaf: [Totals(leaf) for _ in range(systems)] for leaf in leaves}
        self._values: dict[Metric, list[Floats]] | None = {leaf: [] for leaf in leaves} if keep_segments else None

    def add(self, part: ChunkTotals) -> None:
        self.segments += part.segments
        self.references = self.references.merged(part.references)
        self.notices += part.notices
        if len(self.notices) > _MANY_NOTICES:
            self.notices = list(merged(self.notices))
        if part.unscored is not None:
            self._unscored = part.unscored if self._unscored is None else self._unscored + part.unscored
        for leaf, systems in part.totals.items():
            for mine, theirs in zip(self._totals[leaf], systems, strict=True):
                mine.merge(theirs)
        if self._values is not None:
            for leaf, values in part.values.items():
                self._values[leaf].append(values)

    def finish(self, names: Sequence[str], metrics: Sequence[Metric]) -> tuple[SystemScores, ...]:
        values = None
        if self._values is not None:
            values = {leaf: np.concatenate(parts, axis=1) for leaf, parts in self._values.items()}
        made = []
        for system, name in enumerate(names):
            totals = {leaf: parts[system] for leaf, parts in self._totals.items()}
            segments = None if values is None else {leaf: array[system] for leaf, array in values.items()}
            scores = [
                finish(metric, totals, self.references, segments, self._count(system, place, len(metrics)))
                for place, metric in enumerate(metrics)
            ]
            made.append(SystemScores(name, tuple(scores)))
        return tuple(made)

    def _count(self, system: int, metric: int, metrics: int) -> int | None:
        return None if self._unscored is None else int(self._unscored[system * metrics + metric])


@dataclass(frozen=True, eq=False)
class _Wanted:
    """What a chunk is asked for beside its totals."""

    metrics: Sequence[Metric]
    segment_values: bool
    segment_scores: bool
    rows: bool
    plain: bool
    watch: Sequence[ChunkWatch]


def _part(
    chunk: Chunk, notices: tuple[Notice, ...], measured: MeasuredRows, *, wanted: _Wanted
) -> tuple[ChunkTotals, tuple[Any, ...]]:
    """What a chunk adds, and what ``KeptWork.keep`` takes of it if somebody keeps it."""
    totals: dict[Metric, list[Totals]] = {}
    values: dict[Metric, Floats] = {}
    kept: dict[Metric, list[Rows]] = {}
    with_scores = wanted.segment_values or wanted.segment_scores
    # Before the metrics, which take what somebody looked for anyway: TER its edits from the paths that are shown.
    seen = tuple(watcher.look(chunk) for watcher in wanted.watch)
    for leaf, rows in measured:
        parts = list(_by_system(rows, chunk))
        totals[leaf] = [Totals(leaf) for _ in parts]
        by_system = [total.add(part, with_scores) for total, part in zip(totals[leaf], parts, strict=True)]
        if with_scores:
            values[leaf] = np.array(by_system)
        if wanted.rows:
            kept[leaf] = parts
    scores = unscored = None
    if wanted.segment_scores:
        by_metric = np.stack([scaled_scores(metric, values) for metric in wanted.metrics])
        scores = np.ascontiguousarray(by_metric.transpose(2, 1, 0).reshape(chunk.segments, -1))
        unscored = np.isnan(scores).sum(axis=0)
    made = ChunkTotals(
        chunk.segments,
        chunk.reference_count,
        totals,
        values if wanted.segment_values else {},
        kept,
        notices,
        seen,
        scores,
        unscored,
    )
    return made, _to_keep(made, wanted.watch) if wanted.plain else ()


def _to_keep(part: ChunkTotals, watch: Sequence[ChunkWatch]) -> tuple[bytes, bytes | None, bytes | None]:
    """In plain values, the segment scores and the rows: as bytes at once, for what was seen is added to later."""
    from tertium.engine.chunk_records import joined_rows, part_to_plain
    from tertium.engine.packing import pack

    scores = None if part.scores is None else part.scores.tobytes()
    return pack(part_to_plain(part, watch)), scores, joined_rows(part.rows).tobytes() if part.rows else None


def _earlier(
    work: KeptWork, leaves: Sequence[Metric], systems: int, watch: Sequence[ChunkWatch]
) -> Iterator[ChunkTotals]:
    """What an earlier run has kept."""
    from tertium.engine.chunk_records import part_from_plain
    from tertium.engine.packing import unpack

    for packed, _, rows in work.chunks():
        yield ChunkTotals(**part_from_plain(unpack(packed), leaves, systems, watch, rows))


def _by_system(rows: Rows, chunk: Chunk) -> Iterator[Rows]:
    for system in range(chunk.systems):
        part = slice(system * chunk.segments, (system + 1) * chunk.segments)
        flags = {name: marks[part] for name, marks in rows.flags.items()}
        yield Rows(rows.values[part], rows.masked[part], None, flags)
