"""Scoring on this machine: chunks are built and measured in threads, their totals merged in order.

The kernels release the GIL, so threads scale. At most a few chunks are alive at a time: memory does not grow with the
corpus unless segment scores are asked for. Exact totals make the result independent of the number of threads.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol

import numpy as np

from tertium.arrays import Floats
from tertium.corpus.chunk import SEGMENTS_PER_CHUNK, Chunk, Corpus, Notice
from tertium.corpus.notices import merged
from tertium.engine.rows import KeptRows
from tertium.engine.workers import Workers
from tertium.errors import InputError
from tertium.metrics.base import Metric, Rows
from tertium.metrics.measuring import MeasuredRows, measure_corpus, unique_leaves
from tertium.metrics.totals import Totals, finish
from tertium.progress import SILENT, Listener
from tertium.results.scores import Report, SystemScores
from tertium.results.signatures import ReferenceCount


class ChunkWatch(Protocol):
    """Something that wants to see every chunk beside the metrics: lengths, digests of the texts."""

    def look(self, chunk: Chunk) -> Any:
        """What is to be known of a chunk; called in a worker thread."""
        ...

    def add(self, seen: Any) -> None:
        """What ``look`` returned, chunk by chunk in order."""
        ...


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
) -> Report:
    """Every system of the corpus by every metric.

    ``listener`` hears how many segments are done; ``keep`` gets the rows, for those who need them again,
    and ``watch`` the chunks.
    """
    workers = threads or usable_cores()
    size = segments_per_chunk or chunk_size(len(corpus.names), workers)
    leaves = unique_leaves(metrics)
    done = _Merged(leaves, len(corpus.names), segment_scores)
    with Workers(workers) as threaded:
        parts = measure_corpus(
            corpus,
            metrics,
            partial(_part, keep_segments=segment_scores, keep_rows=keep is not None, watch=watch),
            segments_per_chunk=size,
            in_order=threaded.in_order,
        )
        for part in parts:
            done.add(part)
            if keep is not None:
                keep.add(part.rows)
            for watcher, seen in zip(watch, part.seen, strict=True):
                watcher.add(seen)
            listener.progress("scoring", done.segments, 0)
    if done.segments == 0:
        raise InputError("there are no segments to score; the hypotheses and references are empty.")
    if keep is not None:
        keep.references = done.references
    return Report(version, done.segments, done.finish(corpus.names, metrics), notices=done.notices)


def chunk_size(systems: int, workers: int) -> int:
    """Segments of a chunk: with many systems fewer, so that the words of a chunk stay in the processor's cache.

    One worker has nothing to share out and takes more: what Python costs, and what is found out once for every word of
    a chunk (its stem, its relatives), is shared by more segments.
    """
    if workers == 1:
        return min(4 * SEGMENTS_PER_CHUNK, max(256, 8 * SEGMENTS_PER_CHUNK // systems))
    return min(SEGMENTS_PER_CHUNK, max(256, 4 * SEGMENTS_PER_CHUNK // systems))


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
        self.notices: tuple[Notice, ...] = ()
        self._totals = {leaf: [Totals(leaf) for _ in range(systems)] for leaf in leaves}
        self._values: dict[Metric, list[Floats]] | None = {leaf: [] for leaf in leaves} if keep_segments else None

    def add(self, part: ChunkTotals) -> None:
        self.segments += part.segments
        self.references = self.references.merged(part.references)
        self.notices = merged((*self.notices, *part.notices))
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
            scores = [finish(metric, totals, self.references, segments) for metric in metrics]
            made.append(SystemScores(name, tuple(scores)))
        return tuple(made)


def _part(
    chunk: Chunk,
    notices: tuple[Notice, ...],
    measured: MeasuredRows,
    *,
    keep_segments: bool,
    keep_rows: bool,
    watch: Sequence[ChunkWatch],
) -> ChunkTotals:
    totals: dict[Metric, list[Totals]] = {}
    values: dict[Metric, Floats] = {}
    kept: dict[Metric, list[Rows]] = {}
    for leaf, rows in measured:
        parts = list(_by_system(rows, chunk))
        totals[leaf] = [Totals(leaf) for _ in parts]
        scores = [total.add(part, keep_segments) for total, part in zip(totals[leaf], parts, strict=True)]
        if keep_segments:
            values[leaf] = np.array(scores)
        if keep_rows:
            kept[leaf] = parts
    seen = tuple(watcher.look(chunk) for watcher in watch)
    return ChunkTotals(chunk.segments, chunk.reference_count, totals, values, kept, notices, seen)


def _by_system(rows: Rows, chunk: Chunk) -> Iterator[Rows]:
    for system in range(chunk.systems):
        part = slice(system * chunk.segments, (system + 1) * chunk.segments)
        flags = {name: marks[part] for name, marks in rows.flags.items()}
        yield Rows(rows.values[part], rows.masked[part], None, flags)
