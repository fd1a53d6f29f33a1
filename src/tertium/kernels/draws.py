"""Random draws keyed by seed, purpose and number (Philox4x32-10): the same on any thread, in any order."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tertium.arrays import Floats, Int64s, SmallFloats
from tertium.kernels import _native


def draw_counts(units: int, seed: int, first: int, last: int) -> Floats:
    """(resamples, units): how often each unit is drawn, with replacement, in resamples first .. last - 1."""
    rows = np.empty((last - first, units))
    _native.draw_counts(rows, seed, first)
    return rows


def draw_small_counts(units: int, seed: int, first: int, last: int) -> SmallFloats:
    """The same in float32, which holds such counts exactly and is multiplied twice as fast."""
    rows = np.empty((last - first, units), dtype=np.float32)
    _native.draw_counts(rows, seed, first)
    return rows


def draw_swaps(units: int, seed: int, first: int, last: int) -> SmallFloats:
    """(trials, units): 1 where the systems are swapped in trials first .. last - 1, else 0."""
    rows = np.empty((last - first, units), dtype=np.float32)
    _native.draw_swaps(rows, seed, first)
    return rows


def draw_runs(sizes: Sequence[int], seed: int, resamples: int) -> Int64s:
    """(resamples, all runs): for each system with several runs, which of them a resample takes."""
    most = np.repeat(np.array(sizes, dtype=np.int64), sizes)
    return _native.draw_runs(most, seed, resamples).reshape(resamples, len(most))


def philox4x32(counter: Sequence[int], key: Sequence[int]) -> tuple[int, ...]:
    """One block of the generator, for its published test vectors."""
    return _native.philox4x32(*counter, *key)
