"""How many units (words, skip-bigrams, words of a common subsequence) two sentences share."""

from __future__ import annotations

import numpy as np

from tertium.arrays import Floats, Int32s, Int64s
from tertium.kernels import _native
from tertium.kernels.text import Pairs

NO_LIMIT = -1

# Columns of overlaps.
SHARED, HYP_UNITS, REF_UNITS = range(3)


def overlaps(values: Int32s, offsets: Int64s, pairs: Pairs, units: str, skip: int = NO_LIMIT) -> Floats:
    """(pairs, references, 3): units shared (clipped), in the hypothesis, in the reference; 0 where there is none.

    ``units``: words, subsequence, skip (skip-bigrams), skip+words, skip+words-last (without either side's last word).
    """
    return _native.overlaps(values, offsets, *pairs, units, skip)


def shared_skip_bigrams(hyp: Int32s, ref: Int32s, skip: int, limit: int) -> list[tuple[int, int, int]]:
    """(first word, second word, times) of the pairs that both sentences have, at most ``limit`` of them."""
    return _native.shared_skip_bigrams(hyp, ref, skip, limit)


def round_decimals(numbers: Floats, digits: int) -> Floats:
    """Rounded as printf rounds: by the exact binary value, a true half to even."""
    flat = np.ascontiguousarray(numbers, dtype=np.float64).ravel()
    return _native.round_decimals(flat, digits).reshape(np.shape(numbers))
