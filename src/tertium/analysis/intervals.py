"""Percentile bootstrap intervals for every metric and every weighted sum.

Resample b draws n segments with replacement, by a counter-based generator keyed by the seed and b: the draws depend on
nothing else, so every system and metric sees the same ones, and threads (which split resamples, never segments) change
no bit. All scores of a block of resamples are one matrix product over the rows measured before; nothing is aligned or
tokenised again. Efron & Tibshirani (1993), An Introduction to the Bootstrap, chapter 13; Koehn (2004) for translation.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

import numpy as np

from tertium.engine.rows import KeptRows
from tertium.errors import InputError
from tertium.kernels.text import Bools, Floats
from tertium.metrics.base import Metric, Pooling
from tertium.metrics.totals import unique_leaves
from tertium.results import Interval, Report

BLOCK_BYTES = 32 * 1024 * 1024  # of counts at a time; the block depends on the number of segments alone


@dataclass(frozen=True)
class Bootstrap:
    """How many resamples, from which seed (0 is a seed), and how much of them the interval holds."""

    resamples: int = 1000
    seed: int = 12345
    level: float = 0.95

    def __post_init__(self) -> None:
        if self.resamples < 1:
            raise InputError(f"a bootstrap needs at least 1 resample, got {self.resamples}.")
        if not 0 < self.level < 1:
            raise InputError(f"a confidence level lies between 0 and 1, got {self.level}.")
        if not 0 <= self.seed < 2**64:
            raise InputError(f"a seed is a whole number between 0 and 2**64 - 1, got {str(self.seed)[:40]}.")


def with_intervals(
    report: Report, metrics: Sequence[Metric], kept: KeptRows, bootstrap: Bootstrap, threads: int
) -> Report:
    """The report with an interval for every score that exists."""
    values = resample(metrics, kept, bootstrap, threads)
    systems = []
    for place, system in enumerate(report.systems):
        scores = []
        for column, (metric, score) in enumerate(zip(metrics, system.scores, strict=True)):
            drawn = metric.scale * values[:, place, column]
            scores.append(replace(score, interval=_interval(drawn, bootstrap)))
        systems.append(replace(system, scores=tuple(scores)))
    return replace(report, systems=tuple(systems))


def resample(metrics: Sequence[Metric], kept: KeptRows, bootstrap: Bootstrap, threads: int) -> Floats:
    """(resamples, systems, metrics): every metric of every system on every resample."""
    leaves = {leaf: _prepared(leaf, *kept.of(leaf)) for leaf in unique_leaves(metrics)}
    segments = next(iter(leaves.values())).present.shape[1]
    block = max(1, BLOCK_BYTES // (8 * segments))
    starts = range(0, bootstrap.resamples, block)

    def run(start: int) -> Floats:
        counts = draw_counts(segments, bootstrap.seed, start, min(start + block, bootstrap.resamples))
        made = {leaf: prepared.scores(counts) for leaf, prepared in leaves.items()}
        sums = [sum(weight * made[leaf] for weight, leaf in metric.leaves()) for metric in metrics]
        return np.stack(sums, axis=2)

    with ThreadPoolExecutor(threads) as pool:
        parts = list(pool.map(run, starts)) if threads > 1 else [run(start) for start in starts]
    return np.concatenate(parts)


def draw_counts(segments: int, seed: int, first: int, last: int) -> Floats:
    """(resamples, segments): how often each segment is drawn in resamples first .. last - 1."""
    return np.stack([np.bincount(draw, minlength=segments) for draw in _draws(segments, seed, first, last)]).astype(
        float
    )


def _draws(segments: int, seed: int, first: int, last: int) -> Iterator[np.ndarray[tuple[int], np.dtype[np.int64]]]:
    for number in range(first, last):
        generator = np.random.Generator(np.random.Philox(key=np.array([seed, number], dtype=np.uint64)))
        yield generator.integers(0, segments, size=segments)


@dataclass(frozen=True, eq=False)
class _Prepared:
    """A leaf's rows as two matrices: what is summed, and which segments count."""

    metric: Metric
    summed: Floats  # (systems, segments, columns): rows, or segment scores as one column; zeros where nothing counts
    present: Bools  # (systems, segments)

    def scores(self, counts: Floats) -> Floats:
        """(resamples, systems)."""
        sums = np.matmul(counts, self.summed)  # (systems, resamples, columns)
        if self.metric.pooling is Pooling.POOL:
            return np.asarray(self.metric.score(sums).T)
        weights = np.matmul(counts, self.present.T.astype(float))  # (resamples, systems)
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.where(weights > 0, sums[..., 0].T / weights, np.nan)


def _prepared(metric: Metric, values: Floats, masked: Bools) -> _Prepared:
    if metric.pooling is Pooling.POOL:
        return _Prepared(metric, np.where(masked[..., None], 0.0, values), ~masked)
    scores = np.where(masked, np.nan, metric.segment_score(values))
    present = ~np.isnan(scores)
    return _Prepared(metric, np.where(present, scores, 0.0)[..., None], present)


def _interval(drawn: Floats, bootstrap: Bootstrap) -> Interval | None:
    drawn = drawn[np.isfinite(drawn)]
    if len(drawn) == 0:
        return None
    tail = (1 - bootstrap.level) / 2
    low, high = np.quantile(drawn, [tail, 1 - tail])
    return Interval(float(low), float(high), bootstrap.level, bootstrap.resamples, bootstrap.seed)
