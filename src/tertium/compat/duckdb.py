"""Scores as functions of DuckDB's SQL.

>>> import duckdb
>>> from tertium.compat.duckdb import register
>>> connection = duckdb.connect()
>>> register(connection, {"chrf": "chrf"})
>>> connection.sql("select round(chrf('the cat sat', 'the cat sat'), 1)").fetchall()
[(100.0,)]

The function takes the hypothesis and its reference. With ``lists`` it takes a list of references. A null among the
arguments gives null, as SQL has it. DuckDB calls one function at a time, so it works on all cores inside.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from tertium.arrow import Columns, score_arrays
from tertium.arrow.scorer import Scorer
from tertium.errors import MissingExtraError
from tertium.metrics.base import Metric

try:
    import duckdb
    import pyarrow
except ImportError:
    raise MissingExtraError("functions of DuckDB need duckdb and pyarrow: pip install duckdb pyarrow.") from None

_COLUMNS = Columns("hyp", "refs")


def register(
    connection: Any,
    functions: Mapping[str, str | Metric],
    *,
    lists: bool = False,
    tables: bytes | None = None,
    threads: int | None = None,
) -> None:
    """Make every metric a function of the connection, by its name in SQL."""
    text = duckdb.sqltype("VARCHAR")
    references = duckdb.sqltype("VARCHAR[]") if lists else text
    for name, metric in functions.items():
        scorer = Scorer({name: metric}, _COLUMNS, tables=tables)
        connection.create_function(
            name, _function(scorer, name, threads), [text, references], duckdb.sqltype("DOUBLE"), type="arrow"
        )


def _function(scorer: Scorer, name: str, threads: int | None) -> Any:
    def scores(hyp: Any, refs: Any) -> Any:
        table = pyarrow.table({"hyp": hyp, "refs": refs})
        values = score_arrays(table, scorer.metrics, _COLUMNS, **{**scorer.options, "threads": threads})[name]
        return pyarrow.array(values, mask=np.isnan(values))

    return scores
