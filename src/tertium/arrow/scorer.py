"""Scores as a function of a batch: what libraries take that call a function for every batch."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from tertium.arrow.columns import Columns, Metrics, Reading
from tertium.arrow.segments import named_metrics, one_system, score_arrays, segment_scores
from tertium.metrics.base import Metric


class Scorer:
    """A batch, or a dictionary of columns, in; the same with a column a metric out.

    It is a value: equal ones have equal hashes and pickles, in every process, so that caches of results work and
    workers get it as it is. ``threads`` is 1, for whoever calls it has workers of its own.
    """

    def __init__(
        self,
        metrics: Metrics | Mapping[str, str | Metric],
        columns: Columns | Mapping[str, Any] | None = None,
        *,
        hyp: str | None = None,
        refs: str | list[str] | tuple[str, ...] | None = None,
        src: str | None = None,
        tables: bytes | None = None,
        empty_ref: Literal["absent", "keep"] = "absent",
        missing: Literal["error", "skip"] = "error",
        threads: int = 1,
    ) -> None:
        given = columns if columns is not None else {"hyp": hyp, "refs": refs, "src": src}
        self.columns = Columns.of(given)
        self.metrics = {name: metric.signature for name, metric in named_metrics(metrics).items()}
        self.options: dict[str, Any] = {
            "tables": tables,
            "empty_ref": empty_ref,
            "missing": missing,
            "threads": threads,
        }
        # Refused here, where the user is, and not in a worker.
        one_system(Reading.of(list(self.metrics.values()), self.columns, empty_ref, missing, threads)).tables(tables)

    def __call__(self, batch: Any) -> Any:
        if isinstance(batch, Mapping):
            import pyarrow  # columns as lists or arrays, which it makes columns of

            wanted = [
                *self.columns.hypotheses,
                *self.columns.references,
                *filter(None, (self.columns.src, self.columns.id)),
            ]
            table = pyarrow.table({name: batch[name] for name in wanted if name in batch})
            scores = score_arrays(table, self.metrics, self.columns, **self.options)
            return {**batch, **scores}
        parts = list(segment_scores(batch, self.metrics, self.columns, **self.options))
        import pyarrow

        if isinstance(batch, pyarrow.RecordBatch):
            return parts[0]
        fields = [(name, pyarrow.float64()) for name in self.metrics]
        schema = pyarrow.schema([*pyarrow.table(batch).schema, *map(pyarrow.field, *zip(*fields, strict=True))])
        return pyarrow.Table.from_batches(parts, schema)

    @property
    def state(self) -> tuple[Any, ...]:
        """All that it is, as plain values."""
        columns = (self.columns.hyp, self.columns.references, self.columns.src, self.columns.id)
        return (tuple(self.metrics.items()), columns, tuple(self.options.items()))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Scorer) and self.state == other.state

    def __hash__(self) -> int:
        return hash(self.state)

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, self.state

    def __repr__(self) -> str:
        return f"Scorer({self.metrics}, {self.columns})"


def _restored(
    metrics: tuple[tuple[str, str], ...], columns: tuple[Any, ...], options: tuple[tuple[str, Any], ...]
) -> Scorer:
    return Scorer(dict(metrics), Columns(*columns), **dict(options))
