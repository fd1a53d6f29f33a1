"""Permutation distances against scipy, one call a segment there, one call a chunk here.

Both sides start from the same permutations, as the arrays they take: scipy one small array a segment, ours all of them
in one array with offsets.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from bench.timing import Ratio, compare
from tertium.kernels import permutations

SEGMENTS, WORDS = 3000, 25


def scipy_ratios() -> list[tuple[str, Ratio]]:
    """Kendall and Hamming over the same random permutations."""
    from scipy.spatial.distance import hamming
    from scipy.stats import kendalltau

    rng = np.random.default_rng(2010)
    orders = np.array([rng.permutation(WORDS) for _ in range(SEGMENTS)], dtype=np.int32)
    identity = np.arange(WORDS, dtype=np.int32)
    flat, same = orders.reshape(-1), np.tile(identity, SEGMENTS)
    offsets = np.arange(SEGMENTS + 1, dtype=np.int64) * WORDS
    pairs = WORDS * (WORDS - 1) / 2

    def our_kendall() -> object:
        return 1 - permutations.compare_all(same, flat, offsets, ("discordant",)) / (pairs / 2)

    def our_hamming() -> object:
        return permutations.compare_all(same, flat, offsets, ("in_place",)) / WORDS

    def scipy_kendall() -> object:
        return [kendalltau(identity, order).statistic for order in orders]

    def scipy_hamming() -> object:
        return [1 - hamming(identity, order) for order in orders]

    cases: list[tuple[str, Callable[[], object], Callable[[], object]]] = [
        ("kendall", our_kendall, scipy_kendall),
        ("hamming", our_hamming, scipy_hamming),
    ]
    for name, ours, peer in cases:  # a race between different numbers would say nothing
        np.testing.assert_allclose(np.ravel(ours()), np.ravel(peer()), atol=1e-12, err_msg=name)
    return [(name, compare(ours, peer, 3, inner=20)) for name, ours, peer in cases]
