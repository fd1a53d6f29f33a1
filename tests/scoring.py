"""Scores of lists of strings, by nothing but the metric and exact totals."""

from __future__ import annotations

import numpy as np

from tertium.corpus.chunk import Chunk
from tertium.metrics.base import Metric
from tertium.metrics.totals import Totals


def segment_values(metric: Metric, hyps: list[str], refs: list[list[str]]) -> list[float | None]:
    scores = Totals(metric).add(metric.select(metric.measure(Chunk.of([hyps], refs))))
    return [None if np.isnan(score) else score for score in scores.tolist()]


def corpus_value(metric: Metric, hyps: list[str], refs: list[list[str]]) -> float:
    totals = Totals(metric)
    totals.add(metric.select(metric.measure(Chunk.of([hyps], refs))))
    return totals.value()
