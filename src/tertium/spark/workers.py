"""What runs inside of Spark's Python workers: functions of Arrow batches, as values that pickle.

An error of the user's data becomes a row, for an exception comes back wrapped in a page of Java; whoever collects
raises it again.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tertium.arrow import Columns, Scorer, first_pass, merge_first_passes, merge_states, partial_totals, segment_scores
from tertium.arrow.columns import Reading
from tertium.corpus.chunk import SEGMENTS_PER_CHUNK
from tertium.errors import TertiumError

STATE, ERROR = "state", "error"
SKIPPED = "skipped"  # the notice of a segment that lacks a text
_settled = False


def _settle() -> None:
    """Once a worker: PySpark collects garbage after every task, and what was imported need not be looked at again."""
    global _settled
    if not _settled:
        gc.collect()
        gc.freeze()
        _settled = True


@dataclass(frozen=True)
class Scores:
    """Batches with a column a metric."""

    scorer: Scorer

    def __call__(self, batches: Iterator[Any]) -> Iterator[Any]:
        _settle()
        yield from segment_scores(batches, self.scorer.metrics, self.scorer.columns, **self.scorer.options)


@dataclass(frozen=True)
class _Part:
    metrics: tuple[str, ...]
    columns: Columns
    options: dict[str, Any]


class States(_Part):
    """The state of a partition."""

    def __call__(self, batches: Iterator[Any]) -> Iterator[Any]:
        yield from _row(lambda: partial_totals(batches, list(self.metrics), self.columns, threads=1, **self.options))


class FirstPasses(_Part):
    """The first pass of a partition."""

    def __call__(self, batches: Iterator[Any]) -> Iterator[Any]:
        yield from _row(lambda: first_pass(batches, list(self.metrics), self.columns, threads=1, **self.options))


class Checks(_Part):
    """How many rows of a partition lack a text, as digits. No metric measures them."""

    def __call__(self, batches: Iterator[Any]) -> Iterator[Any]:
        yield from _row(lambda: str(self._lacking(batches)).encode())

    def _lacking(self, batches: Iterator[Any]) -> int:
        reading = Reading.of(
            list(self.metrics), self.columns, self.options["empty_ref"], self.options["missing"], threads=1
        )
        made = (build() for build in reading.corpus(batches).chunks(SEGMENTS_PER_CHUNK))
        return sum(notice.count for _, notices in made for notice in notices if notice.code == SKIPPED)


class AddedCounts:
    """The counts of some partitions as one."""

    def __call__(self, batches: Iterator[Any]) -> Iterator[Any]:
        yield from _joined(batches, lambda counts: str(sum(map(int, counts))).encode())


class MergedStates:
    """The states of some partitions as one."""

    def __call__(self, batches: Iterator[Any]) -> Iterator[Any]:
        yield from _joined(batches, merge_states)


class MergedFirstPasses:
    """The first passes of some partitions as one."""

    def __call__(self, batches: Iterator[Any]) -> Iterator[Any]:
        yield from _joined(batches, merge_first_passes)


def _joined(batches: Iterator[Any], join: Any) -> Iterator[Any]:
    rows = [row for batch in batches for row in batch.to_pylist()]
    refused = next((row[ERROR] for row in rows if row[ERROR] is not None), None)
    if refused is not None:
        yield _batch(None, refused)
    elif rows:
        yield from _row(lambda: join([row[STATE] for row in rows]))


def _row(make: Any) -> Iterator[Any]:
    _settle()
    try:
        yield _batch(make(), None)
    except TertiumError as problem:
        yield _batch(None, str(problem))


def _batch(state: bytes | None, error: str | None) -> Any:
    import pyarrow

    return pyarrow.record_batch(
        {STATE: pyarrow.array([state], pyarrow.binary()), ERROR: pyarrow.array([error], pyarrow.string())}
    )
