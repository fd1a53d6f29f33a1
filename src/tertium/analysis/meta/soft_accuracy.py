"""Soft pairwise accuracy: does a metric find systems as distinguishable as people do?

Definition: docs/statistics.md#pairwise-accuracy.

For every two systems, p is the share of sign assignments of their segment differences whose sum is at least the
observed one (a one-sided paired permutation test, i better than j). SPA = 1 - mean |p_human - p_metric|. Thompson,
Mathur, Deutsch & Khayrallah (2024), Improving statistical significance in human evaluation of automatic metrics via
soft pairwise accuracy.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from tertium.analysis.meta.correlations import TIE, scale_of

Floats: TypeAlias = NDArray[np.float64]

EXACT_SEGMENTS = 16  # up to 2**16 sign assignments are all tried
PERMUTATIONS = 1000
_BLOCK = 512


def signs(segments: int, permutations: int, seed: int) -> Floats:
    """(assignments, segments) of ±1: all of them where they are few, else drawn once for all pairs of systems."""
    if segments <= EXACT_SEGMENTS:
        numbers = np.arange(2**segments)[:, None]
        return np.asarray(1.0 - 2.0 * ((numbers >> np.arange(segments)) & 1), dtype=np.float64)
    generator = np.random.Generator(np.random.Philox(key=np.array([seed, 3], dtype=np.uint64)))
    return np.asarray(1.0 - 2.0 * generator.integers(0, 2, size=(permutations, segments)), dtype=np.float64)


def p_values(scores: Floats, assignments: Floats) -> Floats:
    """p of every pair i < j (np.triu_indices) from (systems, segments); missing differences take no part."""
    first, second = np.triu_indices(len(scores), 1)
    return p_of_two(scores[first], scores[second], assignments)


def p_of_two(one: Floats, two: Floats, assignments: Floats) -> Floats:
    """p that each row of `one` is better than the same row of `two`, both (pairs, segments)."""
    difference = one - two
    there = ~np.isnan(difference)
    difference = np.where(there, difference, 0.0)
    observed = difference.sum(axis=1)
    scale = max(scale_of(one).max(initial=0.0), scale_of(two).max(initial=0.0))
    tolerance = TIE * scale * one.shape[1]
    reached = np.zeros(len(one))
    for start in range(0, len(assignments), _BLOCK):
        sums = assignments[start : start + _BLOCK] @ difference.T
        reached += (sums >= observed - tolerance).sum(axis=0)
    return np.where(there.any(axis=1), reached / len(assignments), np.nan)


def soft_pairwise_accuracy(
    human: Floats,
    metric: Floats,
    permutations: int = PERMUTATIONS,
    seed: int = 12345,
    systems: NDArray[np.int64] | None = None,
) -> float:
    """SPA of two (systems, segments) matrices; `systems` says which rows are copies of one system: no pair."""
    assignments = signs(human.shape[1], permutations, seed)
    gaps = np.abs(p_values(human, assignments) - p_values(metric, assignments))
    if systems is not None:
        first, second = np.triu_indices(len(systems), 1)
        gaps = gaps[systems[first] != systems[second]]
    return float(1 - np.nanmean(gaps)) if np.isfinite(gaps).any() else float("nan")
