"""Scores of Apache Spark's DataFrames (extra ``spark``; PySpark 4).

    from tertium import spark as ts

    ts.with_scores(df, ["chrf", "ter"], hyp="mt", refs="ref")               # a column a metric
    ts.corpus(df, ["bleu", "chrf"], hyp="mt", refs="ref", by=["system"])    # scores of the whole and of groups
    ts.compare(df, hyp=["mt1", "mt2"], refs="ref", id="id")                 # intervals and paired tests
    ts.register(session, {"tertium_chrf": "chrf"})                          # select tertium_chrf(mt, ref) from ...

Everything goes through ``tertium.arrow``: workers get Arrow batches, make no Python strings of them, and send states
that merge exactly. Numbers are those of one machine, bit for bit, however rows are spread and tasks repeated.
"""

from __future__ import annotations

from tertium.spark.comparing import compare
from tertium.spark.frames import corpus, first_pass, with_scores
from tertium.spark.sql import register

__all__ = ["compare", "corpus", "first_pass", "register", "with_scores"]
