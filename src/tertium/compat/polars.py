"""Scores as expressions of polars.

>>> import polars as pl
>>> from tertium.compat.polars import scores
>>> frame = pl.DataFrame({"mt": ["the cat sat", "a dog"], "ref": ["the cat sat", "the dog"]})
>>> frame.with_columns(scores("chrf", hyp="mt", refs="ref").round(1))["chrf"].to_list()
[100.0, 31.2]

Rows are scored one by one, so polars may stream them in batches; metrics that must see all references first take
``tables`` (see ``tertium.arrow.first_pass``).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np

from tertium.arrow import Columns, score_arrays
from tertium.arrow.scorer import Scorer
from tertium.errors import MissingExtraError
from tertium.metrics.base import Metric

try:
    import polars
except ImportError:
    raise MissingExtraError("scores of polars' frames need polars: pip install polars.") from None


def scores(
    metric: str | Metric,
    *,
    hyp: str,
    refs: str | Sequence[str],
    src: str | None = None,
    tables: bytes | None = None,
    empty_ref: Literal["absent", "keep"] = "absent",
    missing: Literal["error", "skip"] = "error",
) -> Any:
    """An expression with the score of every row, called as the metric; null where a row has none."""
    columns = Columns(hyp, refs, src)
    scorer = Scorer(metric, columns, tables=tables, empty_ref=empty_ref, missing=missing)
    (name,) = scorer.metrics

    def of_rows(rows: Any) -> Any:
        values = score_arrays(rows.struct.unnest(), scorer.metrics, columns, **scorer.options)[name]
        return polars.Series(name, values).set(polars.Series(np.isnan(values)), None)

    wanted = list(dict.fromkeys([hyp, *columns.references, *([] if src is None else [src])]))
    rows = polars.struct(wanted)
    return rows.map_batches(of_rows, return_dtype=polars.Float64, is_elementwise=True).alias(name)
