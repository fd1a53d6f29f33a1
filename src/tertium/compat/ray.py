"""Scores of Ray Data's datasets: ``scored`` adds a column a metric, ``corpus`` gives the scores of the whole.

    dataset = ray.data.read_parquet("out/*.parquet")
    tertium.compat.ray.scored(dataset, ["chrf", "ter"], hyp="mt", refs="ref").write_parquet("scored")
    tertium.compat.ray.corpus(dataset, ["bleu", "chrf"], hyp="mt", refs="ref", by="system")

Both work block by block (``map_batches`` with pyarrow's tables) and give the bits of one machine. Metrics that must see
all references first: ``corpus`` reads the dataset twice; ``scored`` takes ``tables`` (see ``first_pass``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Literal

from tertium.arrow import Columns, GroupedScores, Scorer
from tertium.arrow.columns import Metrics
from tertium.arrow.jobs import Job, corpus_of, first_pass_of
from tertium.errors import MissingExtraError
from tertium.metrics.base import Metric

try:
    import pyarrow
    import ray.data  # noqa: F401 - what it is made for
except ImportError:
    raise MissingExtraError("scores of Ray's datasets need Ray: pip install 'ray[data]'.") from None

ROWS = 8192  # of a batch: a whole block may not fit into memory beside its scores
_ANSWER = "answer"


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
    return first_pass_of(partial(_answers, dataset), metrics, columns, **options)


def corpus(
    dataset: Any,
    metrics: Metrics,
    *,
    hyp: str | Sequence[str],
    refs: str | Sequence[str],
    src: str | None = None,
    id: str | None = None,  # noqa: A002 - as in Columns
    **options: Any,
) -> GroupedScores:
    """The scores of all rows and of every group; ``options`` are those of ``tertium.spark.corpus``."""
    return corpus_of(partial(_answers, dataset), metrics, Columns(hyp, refs, src, id), **options)


def _answers(dataset: Any, job: Job) -> list[bytes]:
    made = dataset.map_batches(_part, fn_args=(job,), batch_format="pyarrow", batch_size=None)
    return [row[_ANSWER] for row in made.take_all()]


def _part(block: Any, job: Job) -> Any:
    """What a job answers to one block, as a table of one column."""
    return pyarrow.table({_ANSWER: pyarrow.array(list(job(iter(block.to_batches()))), pyarrow.large_binary())})
