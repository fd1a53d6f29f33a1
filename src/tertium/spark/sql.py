"""Metrics as functions of Spark's SQL."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

import numpy as np

from tertium.arrow import Columns, Scorer, score_arrays
from tertium.errors import InputError
from tertium.metrics.base import Metric

_COLUMNS = Columns("hyp", "refs")


def register(session: Any, functions: Mapping[str, str | Metric], *, tables: bytes | None = None) -> None:
    """Make every metric a function of the session, by its name in SQL: ``tertium_chrf(mt, ref)``.

    The second argument is a reference or an array of them. A null gives null, as SQL has it. Needs PySpark 4.1.
    """
    arrow_udf = getattr(import_module("pyspark.sql.functions"), "arrow_udf", None)
    if arrow_udf is None:
        raise InputError("functions of SQL need PySpark 4.1 or later; with_scores does without them.")
    from pyspark.sql.types import DoubleType

    for name, metric in functions.items():
        scorer = Scorer({name: metric}, _COLUMNS, tables=tables, missing="skip")
        session.udf.register(name, arrow_udf(_function(scorer, name), DoubleType()))


def _function(scorer: Scorer, name: str) -> Any:
    import pyarrow

    def scores(hyp: pyarrow.Array, refs: pyarrow.Array) -> pyarrow.Array:
        values = score_arrays(pyarrow.table({"hyp": hyp, "refs": refs}), scorer.metrics, _COLUMNS, **scorer.options)[
            name
        ]
        return pyarrow.array(values, mask=np.isnan(values))

    # Spark reads the types of the arguments; strings would not do.
    scores.__annotations__ = {"hyp": pyarrow.Array, "refs": pyarrow.Array, "return": pyarrow.Array}
    return scores
