"""A WordNet's arrays are believed only if they fit one another."""

from __future__ import annotations

import numpy as np
import pytest

from tertium.kernels import _native


def test_counts_whose_sum_passes_32_bits_are_refused() -> None:
    """Summed in 32 bits they would be 0, as many as there are hypernyms, and every list would lie out of bounds."""
    synsets = (2**32 - 1) // 255 + 1
    counts = np.full(synsets, 255, np.uint8)
    counts[-1] = 1
    assert int(counts.sum(dtype=np.int64)) == 2**32
    none, zeros = np.zeros(0, np.int32), np.zeros(synsets, np.int32)
    with pytest.raises(ValueError, match="contradict"):
        _native.WordNet(
            lemmas=np.frombuffer(b"a\n", np.uint8),
            lemma_counts=np.zeros(4, np.uint8),
            senses=none,
            sizes=np.array([synsets, 0, 0, 0], np.int32),
            offsets=zeros,
            heads=zeros,
            hypernym_counts=counts,
            hypernyms=none,
            forms=np.zeros(0, np.uint8),
            form_counts=np.zeros(0, np.uint8),
            bases=none,
        )
