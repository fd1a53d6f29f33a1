"""What runs inside of Spark's Python workers: functions of Arrow batches, as values that pickle.

An error of the user's data becomes a row, for an exception comes back wrapped in a page of Java; whoever collects
raises it again.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from tertium.arrow import Scorer, segment_scores
from tertium.arrow.columns import Reading
from tertium.arrow.jobs import Job
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


class Checks(Job):
    """How many rows of a part lack a text, as digits. No metric measures them."""

    def __call__(self, batches: Iterator[Any]) -> Iterator[bytes]:
        reading = Reading.of(list(self.metrics), self.columns, threads=1, **self.options)
        made = (build() for build in reading.corpus(batches).chunks(SEGMENTS_PER_CHUNK))
        lacking = sum(notice.count for _, notices in made for notice in notices if notice.code == SKIPPED)
        yield str(lacking).encode()

    def join(self, answers: Sequence[bytes]) -> bytes:
        return str(sum(map(int, answers))).encode()


@dataclass(frozen=True)
class Answers:
    """The answers of a job as rows."""

    job: Job

    def __call__(self, batches: Iterator[Any]) -> Iterator[Any]:
        _settle()
        try:
            for answer in self.job(batches):
                yield _batch(answer, None)
        except TertiumError as problem:
            yield _batch(None, problem.said)


@dataclass(frozen=True)
class Named:
    """Batches under the names that their columns had before Spark numbered them."""

    names: tuple[str, ...]
    function: Callable[[Iterator[Any]], Iterator[Any]]

    def __call__(self, batches: Iterator[Any]) -> Iterator[Any]:
        return self.function(batch.rename_columns(list(self.names)) for batch in batches)


@dataclass(frozen=True)
class Joined:
    """Rows of answers as one row."""

    job: Job

    def __call__(self, batches: Iterator[Any]) -> Iterator[Any]:
        rows = [row for batch in batches for row in batch.to_pylist()]
        refused = next((row[ERROR] for row in rows if row[ERROR] is not None), None)
        if refused is not None:
            yield _batch(None, refused)
        elif rows:
            try:
                yield _batch(self.job.join([row[STATE] for row in rows]), None)
            except TertiumError as problem:
                yield _batch(None, problem.said)


def _batch(state: bytes | None, error: str | None) -> Any:
    import pyarrow

    return pyarrow.record_batch(
        {STATE: pyarrow.array([state], pyarrow.binary()), ERROR: pyarrow.array([error], pyarrow.string())}
    )
