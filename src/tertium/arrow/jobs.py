"""What a library that spreads rows over workers has to run, and what is made of the answers; it does the spreading.

A *job* is a function of the batches of one part that gives bytes. It is a value that pickles. Whoever spreads rows is
called with a job and gives what all parts answered: ``run(job)``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, Literal

from tertium.analysis.comparing.draws import TRIALS, Bootstrap
from tertium.arrow.columns import Columns, Metrics, Reading
from tertium.arrow.merging import merge
from tertium.arrow.parts import first_pass, merge_first_passes, merge_states, partial_totals
from tertium.errors import InputError
from tertium.metrics.base import Metric
from tertium.metrics.measuring import FirstPass
from tertium.progress import SILENT, Listener
from tertium.results.grouped import GroupedScores
from tertium.tasks.metric_choice import metrics_of

ROWS_OF_A_STATE = 1 << 15  # that keeps its rows: a worker holds no more of them


@dataclass(frozen=True)
class Job(ABC):
    """By signatures of metrics, which are the same everywhere."""

    metrics: tuple[str, ...]
    columns: Columns
    options: dict[str, Any]

    @abstractmethod
    def __call__(self, batches: Iterator[Any]) -> Iterator[bytes]:
        """The answers of one part."""

    @abstractmethod
    def join(self, answers: Sequence[bytes]) -> bytes:
        """Some answers as one."""

    @property
    def shrinks(self) -> bool:
        """Is one answer smaller than those it was joined of?"""
        return True

    @property
    def reads(self) -> tuple[str, ...]:
        """The columns that it needs, each once."""
        named = [*self.columns.hypotheses, *self.columns.references, *filter(None, (self.columns.src, self.columns.id))]
        return tuple(dict.fromkeys([*named, *self.options.get("by", ()), *self.options.get("rows_by", ())]))


class FirstPassJob(Job):
    def __call__(self, batches: Iterator[Any]) -> Iterator[bytes]:
        yield first_pass(batches, list(self.metrics), self.columns, threads=1, **self.options)

    def join(self, answers: Sequence[bytes]) -> bytes:
        return merge_first_passes(answers)


class StatesJob(Job):
    """A state of the part; if rows are kept, one for every some thousand of them."""

    def __call__(self, batches: Iterator[Any]) -> Iterator[bytes]:
        parts = iter([batches]) if self.shrinks else _pieces(batches)
        for part in parts:
            yield partial_totals(part, list(self.metrics), self.columns, threads=1, **self.options)

    def join(self, answers: Sequence[bytes]) -> bytes:
        return merge_states(answers)

    @property
    def shrinks(self) -> bool:
        return not self.options["rows_by"]


Run = Callable[[Job], list[bytes]]


def first_pass_of(
    run: Run,
    metrics: Metrics,
    columns: Columns,
    *,
    empty_ref: Literal["absent", "keep"] = "absent",
    missing: Literal["error", "skip"] = "error",
) -> bytes:
    """What metrics must know of all references; for ``tables``."""
    signatures = tuple(metric.signature for metric in metrics_of(metrics))
    return merge_first_passes(run(FirstPassJob(signatures, columns, {"empty_ref": empty_ref, "missing": missing})))


def states_of(
    run: Run,
    metrics: Metrics,
    columns: Columns,
    *,
    by: str | Sequence[str] = (),
    bags: int = 0,
    rows_by: str | Sequence[str] = (),
    tables: bytes | None = None,
    empty_ref: Literal["absent", "keep"] = "absent",
    missing: Literal["error", "skip"] = "error",
) -> list[bytes]:
    """The states of all parts, for ``merge``; after a first pass, if a metric needs one and ``tables`` is not it."""
    chosen = metrics_of(metrics)
    tables = needed_tables(run, chosen, columns, tables, empty_ref=empty_ref, missing=missing)
    Reading.of(chosen, columns, empty_ref, missing, 1).tables(tables)  # refused here, not in a worker
    options = {
        "by": (by,) if isinstance(by, str) else tuple(by),
        "bags": bags,
        "rows_by": (rows_by,) if isinstance(rows_by, str) else tuple(rows_by),
        "tables": tables,
        "empty_ref": empty_ref,
        "missing": missing,
    }
    return run(StatesJob(tuple(metric.signature for metric in chosen), columns, options))


def needed_tables(
    run: Run,
    metrics: Sequence[Metric],
    columns: Columns,
    tables: bytes | None,
    *,
    empty_ref: Literal["absent", "keep"],
    missing: Literal["error", "skip"],
) -> bytes | None:
    """The tables that were given, or those of a first pass where a metric needs one."""
    if tables is None and FirstPass(metrics).needed:
        return first_pass_of(run, metrics, columns, empty_ref=empty_ref, missing=missing)
    return tables


def corpus_of(
    run: Run,
    metrics: Metrics,
    columns: Columns,
    *,
    by: str | Sequence[str] = (),
    bags: int = 0,
    exact: bool = False,
    tables: bytes | None = None,
    empty_ref: Literal["absent", "keep"] = "absent",
    missing: Literal["error", "skip"] = "error",
    confidence: bool | float | None = None,
    paired: Literal["bs", "ar"] | None = None,
    resamples: int = Bootstrap.resamples,
    trials: int = TRIALS,
    seed: int = Bootstrap.seed,
    listener: Listener = SILENT,
) -> GroupedScores:
    """The scores of all rows and of every group; ``exact`` brings all rows here, sorted by group and id."""
    states = states_of(
        run,
        metrics,
        columns,
        by=by,
        bags=bags,
        rows_by=exact_order(columns) if exact else (),
        tables=tables,
        empty_ref=empty_ref,
        missing=missing,
    )
    return merge(
        states, confidence=confidence, paired=paired, resamples=resamples, trials=trials, seed=seed, listener=listener
    )


def exact_order(columns: Columns) -> tuple[str, ...]:
    """What rows are sorted by that are drawn one by one."""
    if columns.id is None:
        raise InputError("exact intervals and tests sort rows by their ids; name their column, as in id='id'.")
    return (columns.id,)


def _pieces(batches: Iterator[Any]) -> Iterator[Iterable[Any]]:
    """Batches, some thousand rows at a time; a part without any is one piece, too."""
    yield _piece(next(batches, None), batches)
    for first in batches:
        yield _piece(first, batches)


def _piece(first: Any, following: Iterator[Any]) -> Iterator[Any]:
    rows = 0
    for batch in chain([] if first is None else [first], following):
        yield batch
        rows += batch.num_rows
        if rows >= ROWS_OF_A_STATE:
            return
