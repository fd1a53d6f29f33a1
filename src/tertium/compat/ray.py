"""Scores of Ray Data's datasets: ``scored`` adds a column a metric, ``corpus`` gives the scores of the whole.

    dataset = ray.data.read_parquet("out/*.parquet")
    tertium.compat.ray.scored(dataset, ["chrf", "ter"], hyp="mt", refs="ref").write_parquet("scored")
    tertium.compat.ray.corpus(dataset, ["bleu", "chrf"], hyp="mt", refs="ref", by="system")

Both work block by block (``map_batches`` with pyarrow's tables) and give the bits of one machine. Metrics that must see
all references first: ``corpus`` reads the dataset twice; ``scored`` takes ``tables`` (see ``first_pass``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from tertium.arrow import Columns, GroupedScores, Scorer, merge, merge_first_passes, partial_totals
from tertium.arrow import first_pass as first_pass_of_batches
from tertium.arrow.columns import Metrics
from tertium.errors import MissingExtraError
from tertium.metrics.base import Metric
from tertium.metrics.measuring import FirstPass
from tertium.tasks.metric_choice import metrics_of

try:
    import pyarrow
    import ray.data  # noqa: F401 - what it is made for
except ImportError:
    raise MissingExtraError("scores of Ray's datasets need Ray: pip install 'ray[data]'.") from None

ROWS = 8192  # of a batch: a whole block may not fit into memory beside its scores
_STATE = "state"


def scored(
    dataset: Any,
    metrics: Metrics | Mapping[str, str | Metric],
    *,
    hyp: str,
    refs: str | Sequence[str],
    src: str | None = None,
    tables: bytes | None = None,
    missing: Literal["error", "skip"] = "error",
) -> Any:
    """The dataset with a column a metric; null where a row has no score."""
    scorer = Scorer(metrics, Columns(hyp, refs, src), tables=tables, missing=missing)
    return dataset.map_batches(scorer, batch_format="pyarrow", batch_size=ROWS, zero_copy_batch=True)


def first_pass(dataset: Any, metrics: Metrics, columns: Columns, **options: Any) -> bytes:
    """What metrics must know of all references, as bytes for ``tables``."""
    signatures = tuple(metric.signature for metric in metrics_of(metrics))
    return merge_first_passes(_states(dataset, first_pass_of_batches, (signatures, columns, {**options, "threads": 1})))


def corpus(
    dataset: Any,
    metrics: Metrics,
    *,
    hyp: str,
    refs: str | Sequence[str],
    src: str | None = None,
    id: str | None = None,  # noqa: A002 - as in Columns
    by: str | Sequence[str] = (),
    bags: int = 0,
    tables: bytes | None = None,
    missing: Literal["error", "skip"] = "error",
) -> GroupedScores:
    """The scores of all rows and of every group, with intervals where ``bags`` are asked for."""
    columns = Columns(hyp, refs, src, id)
    chosen = metrics_of(metrics)
    if tables is None and FirstPass(chosen).needed:
        tables = first_pass(dataset, chosen, columns, missing=missing)
    signatures = tuple(metric.signature for metric in chosen)
    options = {"by": by, "bags": bags, "tables": tables, "missing": missing, "threads": 1}
    return merge(_states(dataset, partial_totals, (signatures, columns, options)))


def _states(dataset: Any, make: Any, given: tuple[Any, ...]) -> list[bytes]:
    made = dataset.map_batches(_part, fn_args=(make, given), batch_format="pyarrow", batch_size=None)
    return [row[_STATE] for row in made.take_all()]


def _part(block: Any, make: Any, given: tuple[Any, ...]) -> Any:
    """The state of one block, as a table of one cell."""
    metrics, columns, options = given
    return pyarrow.table(
        {_STATE: pyarrow.array([make(block, list(metrics), columns, **options)], pyarrow.large_binary())}
    )
