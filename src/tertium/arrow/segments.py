"""Scores of single segments: batches in, the same batches with a column a metric out."""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal

import numpy as np

from tertium.arrays import Floats
from tertium.arrow.columns import Batches, Columns, Metrics, Reading, Tables
from tertium.corpus.chunk import Chunk, Notice
from tertium.corpus.formats.arrow_sources import is_table
from tertium.engine.local import chunk_size
from tertium.engine.workers import Workers
from tertium.errors import InputError, MissingExtraError, install, printable
from tertium.metrics.base import Metric
from tertium.metrics.measuring import MeasuredRows, measure_corpus
from tertium.metrics.totals import scaled_scores


def segment_scores(
    batches: Batches,
    metrics: Metrics | Mapping[str, str | Metric],
    columns: Columns | Mapping[str, Any],
    *,
    tables: Tables = None,
    empty_ref: Literal["absent", "keep"] = "absent",
    missing: Literal["error", "skip"] = "error",
    threads: int | None = None,
) -> Iterator[Any]:
    """Every batch as a ``pyarrow.RecordBatch`` with a column of scores for every metric; null where there is none.

    Scores are those of ``tertium.score(..., segment_scores=True)``. Columns are called as the metrics were, or as a
    mapping from names to metrics says. Needs the extra ``arrow``.
    """
    named = named_metrics(metrics)
    reading = one_system(Reading.of(list(named.values()), columns, empty_ref, missing, threads))
    known, _ = reading.tables(tables)  # refused before the first batch is asked for
    return _scored(batches, tuple(named), reading, known)


def score_arrays(
    table: Any,
    metrics: Metrics | Mapping[str, str | Metric],
    columns: Columns | Mapping[str, Any],
    *,
    tables: Tables = None,
    empty_ref: Literal["absent", "keep"] = "absent",
    missing: Literal["error", "skip"] = "error",
    threads: int | None = None,
) -> dict[str, Floats]:
    """The scores alone, as arrays by the names of their columns; NaN where there is none. Needs no pyarrow."""
    named = named_metrics(metrics)
    reading = one_system(Reading.of(list(named.values()), columns, empty_ref, missing, threads))
    known, _ = reading.tables(tables)
    return dict(zip(named, _values(reading, table, known, 1), strict=True))


def one_system(reading: Reading) -> Reading:
    """A column a metric has no place for several systems."""
    if len(reading.columns.hypotheses) > 1:
        raise InputError(
            f"segment scores are those of one system, got {len(reading.columns.hypotheses)} columns of hypotheses; "
            "score one after the other, each with names of its own, as in {'chrf_a': 'chrf'}."
        )
    return reading


def named_metrics(metrics: Any) -> dict[str, Any]:
    """Metrics by the names of their columns."""
    from tertium.tasks.metric_choice import metrics_of

    if isinstance(metrics, Mapping):
        return {str(name): metric for name, metric in zip(metrics, metrics_of(list(metrics.values())), strict=True)}
    listed = metrics_of(metrics)
    named = {str(metric): metric for metric in listed}
    if len(named) != len(listed):
        raise InputError("a metric is named twice, and columns need names of their own; name each once.")
    return named


def _scored(batches: Any, names: tuple[str, ...], reading: Reading, tables: Mapping[Any, Any]) -> Iterator[Any]:
    arrow = _pyarrow()
    done = 0
    for batch in _record_batches(arrow, batches):
        for name in names:
            if name in batch.schema.names:
                shown = printable(name)
                raise InputError(
                    f"the table has a column '{shown}' already; name the scores otherwise, as in {{'my_{shown}': ...}}."
                )
        scores = _values(reading, batch, tables, done + 1)
        for name, values in zip(names, scores, strict=True):
            batch = batch.append_column(name, arrow.array(values, mask=np.isnan(values)))
        done += batch.num_rows
        yield batch


def _values(reading: Reading, batch: Any, tables: Mapping[Any, Any], first: int) -> list[Floats]:
    """The scores of every metric, on the printed scale; NaN where a segment has none."""
    made: list[dict[Metric, Floats]] = []

    def use(chunk: Chunk, notices: tuple[Notice, ...], measured: MeasuredRows) -> dict[Metric, Floats]:
        return {leaf: np.where(rows.masked, np.nan, leaf.segment_score(rows.values)) for leaf, rows in measured}

    with Workers(reading.threads) as workers:
        made = list(
            measure_corpus(
                reading.corpus([batch], first=first),
                reading.metrics,
                use,
                segments_per_chunk=chunk_size(1, reading.threads),
                in_order=workers.in_order,
                tables=tables,
            )
        )
    if not made:
        return [np.zeros(0) for _ in reading.metrics]
    whole = {leaf: np.concatenate([part[leaf] for part in made]) for leaf in made[0]}
    return [scaled_scores(metric, whole) for metric in reading.metrics]


def _record_batches(arrow: Any, batches: Any) -> Iterator[Any]:
    """As pyarrow's batches, which columns can be added to."""
    if isinstance(batches, arrow.RecordBatch):
        yield batches
    elif isinstance(batches, arrow.Table):
        yield from batches.to_batches()
    elif hasattr(batches, "__arrow_c_stream__"):
        yield from arrow.RecordBatchReader.from_stream(batches)
    elif hasattr(batches, "__arrow_c_array__"):
        yield arrow.record_batch(batches)
    elif is_table(batches):
        yield from batches.with_format("arrow")[:].to_batches()
    elif isinstance(batches, Iterable) and not isinstance(batches, str | bytes | Mapping):
        for batch in batches:
            yield from _record_batches(arrow, batch)
    else:
        raise InputError(f"batches is {type(batches).__name__}, expected Arrow batches, or a table.")


def _pyarrow() -> Any:
    try:
        return importlib.import_module("pyarrow")
    except ImportError:
        raise MissingExtraError(f"columns of scores need the extra 'arrow': {install('arrow')}.") from None
