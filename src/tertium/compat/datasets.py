"""Scores of Hugging Face datasets.

    dataset = datasets.load_dataset("parquet", data_files="out.parquet", split="train")
    tertium.compat.datasets.scored(dataset, ["chrf", "ter"], hyp="mt", refs="ref")

``datasets.map`` keeps what a function made under a hash of the function: the scorer here has the same hash in every
process as long as metrics, columns and the version of their definitions are the same, so a second run reads the cache.
``tertium.score(dataset, hyp="mt", refs="ref")`` gives the scores of the whole.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from tertium.arrow import Columns, Scorer
from tertium.arrow.columns import Metrics
from tertium.errors import MissingExtraError
from tertium.metrics.base import Metric

try:
    import datasets  # noqa: F401 - what it is made for
except ImportError:
    raise MissingExtraError("scores of datasets need the library: pip install datasets.") from None

ROWS = 8192  # of a batch


def scored(
    dataset: Any,
    metrics: Metrics | Mapping[str, str | Metric],
    *,
    hyp: str,
    refs: str | Sequence[str],
    src: str | None = None,
    tables: bytes | None = None,
    missing: Literal["error", "skip"] = "error",
    **options: Any,
) -> Any:
    """The dataset with a column a metric; ``options`` are those of ``Dataset.map``, such as ``num_proc``."""
    scorer = Scorer(metrics, Columns(hyp, refs, src), tables=tables, missing=missing)
    shown = dataset.format
    made = dataset.with_format("arrow").map(scorer, batched=True, **{"batch_size": ROWS, **options})
    return made.with_format(shown["type"], **shown["format_kwargs"])
