"""The measuring loop: first pass, measure, select. Scoring, explaining, tuning and matrices all go through it.

Some metrics must know something of all references before they measure any of them (NIST's information, tf-idf): the
*first pass* collects that, chunk by chunk. Then every chunk is *measured*, and the best reference of every pair is
*selected*.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from tertium.corpus.chunk import SEGMENTS_PER_CHUNK, Chunk, Corpus, Notice
from tertium.metrics.rows import Rows, join_rows
from tertium.metrics.totals import Totals, finish, sum_of_leaves
from tertium.results.scores import MetricScore
from tertium.results.signatures import ReferenceCount

if TYPE_CHECKING:  # a metric scores lists through this module, so this module may not need the base of metrics
    from tertium.arrays import Floats
    from tertium.metrics.base import Metric

S = TypeVar("S")
T = TypeVar("T")
Build = Callable[[], tuple[Chunk, tuple[Notice, ...]]]
MeasuredRows = Iterator[tuple["Metric", Rows]]

# So many chunks of a first pass are kept for the second; a longer corpus is read twice and memory stays bounded.
KEPT_CHUNKS = 4


class InOrder(Protocol):
    """Does work on every item, perhaps in threads, and gives the results in the order of the items."""

    def __call__(self, work: Callable[[S], T], items: Iterable[S], /) -> Iterator[T]: ...


def one_by_one(work: Callable[[S], T], items: Iterable[S], /) -> Iterator[T]:
    """``InOrder`` in this thread."""
    return map(work, items)


class Before(Protocol):
    """What an earlier run over the same corpus has done already, and somebody who keeps what this one does.

    The first ``collected`` chunks are in ``tables``, and ``complete`` says that those are all; the first ``measured``
    chunks need not be measured again.
    """

    collected: int
    complete: bool
    measured: int

    def tables(self, metrics: Sequence[Metric]) -> dict[Hashable, Any]:
        """What the first pass has made of the chunks before."""
        ...

    def keep_tables(self, packed: Sequence[bytes]) -> None:
        """The tables of the next chunk, each by its metric's ``table_bytes``."""
        ...

    def keep_complete(self) -> None:
        """There are no more chunks to collect from."""
        ...


class FirstPass:
    """What some metrics must know of a whole set before they measure it. ``tables`` that are known are not made again.

    ``collect`` may run in a thread; ``merge`` takes what it returned, chunk by chunk in order.
    """

    def __init__(self, metrics: Sequence[Metric], tables: Mapping[Hashable, Any] | None = None) -> None:
        self.tables: dict[Hashable, Any] = dict(tables or {})
        keyed = {metric.table_key: metric for metric in plain_metrics(metrics) if metric.table_key is not None}
        self._collectors = {key: leaf for key, leaf in keyed.items() if key not in self.tables}

    @property
    def needed(self) -> bool:
        """Whether any metric has something to collect."""
        return bool(self._collectors)

    def collect(self, chunk: Chunk) -> dict[Hashable, Any]:
        """The tables of one chunk."""
        return {key: leaf.collect(chunk) for key, leaf in self._collectors.items()}

    @property
    def collectors(self) -> tuple[tuple[Hashable, Metric], ...]:
        """Whose tables ``collect`` gives, in its order."""
        return tuple(self._collectors.items())

    def merge(self, collected: Mapping[Hashable, Any]) -> None:
        """Add the tables of one chunk to those of the chunks before it."""
        for key, table in collected.items():
            if key in self.tables:
                self.tables[key].merge(table)
            else:
                self.tables[key] = table

    def read(self, chunk: Chunk) -> None:
        """Collect from a chunk and merge."""
        self.merge(self.collect(chunk))


def unique_leaves(metrics: Sequence[Metric]) -> list[Metric]:
    """Every leaf once, in order: what must be measured."""
    return list(dict.fromkeys(leaf for metric in metrics for _, leaf in metric.leaves()))


def plain_metrics(metrics: Sequence[Metric]) -> list[Metric]:
    """Every metric that reads texts once, in order: of sums their leaves, of formulas what is in them."""
    return list(dict.fromkeys(found for metric in metrics for found in metric.plain()))


def selected(metric: Metric, chunk: Chunk) -> Rows:
    """The rows of a chunk whose tables are there, one a pair."""
    return metric.select(metric.measure(chunk))


def measure_alone(
    chunk: Chunk, metrics: Sequence[Metric], tables: Mapping[Hashable, Any] | None = None
) -> MeasuredRows:
    """Selected rows of a chunk that is a set of its own: what ``tables`` do not hold is collected from it."""
    first = FirstPass(metrics, tables)
    first.read(chunk)
    return _measure(replace(chunk, tables=first.tables), metrics)


def measure_unselected(metric: Metric, chunks: Sequence[Chunk], in_order: InOrder = one_by_one) -> Rows:
    """The rows of all chunks, system by system, for those who select from them again and again (tuning)."""
    return join_rows(list(in_order(metric.measure, chunks)), chunks[0].systems)


def measure_corpus(
    corpus: Corpus,
    metrics: Sequence[Metric],
    use: Callable[[Chunk, tuple[Notice, ...], MeasuredRows], T],
    *,
    whole: bool = False,
    segments_per_chunk: int = SEGMENTS_PER_CHUNK,
    in_order: InOrder = one_by_one,
    before: Before | None = None,
    tables: Mapping[Hashable, Any] | None = None,
) -> Iterator[T]:
    """What ``use`` makes of every chunk, its notices and its selected rows, metric by metric.

    Sums of metrics are measured leaf by leaf, every leaf once; with ``whole`` their rows stand side by side, as
    ``columns`` names them. ``use`` is called where the chunk was measured, perhaps in a thread. What was done
    ``before`` is left out. ``tables`` are those of a first pass over all of something that the corpus is a part of.
    """
    known, builds = read_first(corpus, metrics, segments_per_chunk, in_order, before, tables)
    if before is not None and before.measured:
        builds = islice(builds, before.measured, None)
    measured = metrics if whole else unique_leaves(metrics)

    def work(build: Build) -> T:
        chunk, notices = build()
        chunk = replace(chunk, tables=known)
        for metric in metrics:
            metric.check(chunk)
        return use(chunk, notices, _measure(chunk, measured))

    return in_order(work, builds)


def read_first(
    corpus: Corpus,
    metrics: Sequence[Metric],
    segments_per_chunk: int,
    in_order: InOrder = one_by_one,
    before: Before | None = None,
    tables: Mapping[Hashable, Any] | None = None,
) -> tuple[dict[Hashable, Any], Iterable[Build]]:
    """The tables of the first pass over a corpus, if a metric needs any, and the chunks to measure.

    A corpus of a few chunks is not read and tokenised again: its chunks wait for the second pass.
    """
    first = FirstPass(metrics, tables)
    if not first.needed:
        return first.tables, corpus.chunks(segments_per_chunk)
    builds: Iterable[Build] = corpus.chunks(segments_per_chunk)
    chunks = 0
    if before is not None:
        first.tables = before.tables(metrics)
        if before.complete:
            return first.tables, builds
        builds, chunks = islice(builds, before.collected, None), before.collected

    def collect(build: Build) -> tuple[dict[Hashable, Any], list[bytes], Build]:
        built = build()
        made = first.collect(built[0])
        packed = [] if before is None else [leaf.table_bytes(made[key]) for key, leaf in first.collectors]
        return made, packed, lambda: built

    kept: list[Build] = []
    for collected, packed, built in in_order(collect, builds):
        if before is not None:
            before.keep_tables(packed)
        first.merge(collected)
        chunks += 1
        kept = [*kept, built] if chunks <= KEPT_CHUNKS else []
    if before is not None:
        before.keep_complete()
    return first.tables, kept if chunks == len(kept) else corpus.chunks(segments_per_chunk)


def score_corpus(metric: Metric, corpus: Corpus) -> MetricScore:
    """One metric over a corpus of one system, chunk by chunk in this thread."""
    totals, _, references = _totals(metric, corpus, want_scores=False)
    return finish(metric, totals, references)


def score_sentence(metric: Metric, corpus: Corpus) -> MetricScore:
    """The single segment of a corpus, by the formula for segments."""
    totals, values, references = _totals(metric, corpus, want_scores=True)
    result = finish(metric, totals, references, values)
    value = sum_of_leaves([(weight, float(values[leaf][0])) for weight, leaf in metric.leaves()])
    return replace(result, value=value, score=metric.scale * value, segment_scores=None)


def _totals(
    metric: Metric, corpus: Corpus, want_scores: bool
) -> tuple[dict[Metric, Totals], dict[Metric, Floats], ReferenceCount]:
    """Totals over all chunks, if wanted the segment scores of the last, and how many references there are."""
    totals = {leaf: Totals(leaf) for leaf in unique_leaves([metric])}
    values: dict[Metric, Floats] = {}
    references = ReferenceCount()

    def add(chunk: Chunk, notices: tuple[Notice, ...], measured: MeasuredRows) -> ReferenceCount:
        for leaf, rows in measured:
            scores = totals[leaf].add(rows, want_scores)
            if scores is not None:
                values[leaf] = scores
        return chunk.reference_count

    for count in measure_corpus(corpus, [metric], add):
        references = references.merged(count)
    return totals, values, references


def _measure(chunk: Chunk, metrics: Sequence[Metric]) -> MeasuredRows:
    for metric in metrics:
        yield metric, selected(metric, chunk)
