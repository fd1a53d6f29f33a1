"""Permutation distances against scipy, one call a segment there, one call a chunk here."""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np

from bench.timing import Ratio, compare
from tertium.kernels import permutations
from tertium.metrics.spec import parse

SEGMENTS, WORDS = 3000, 25


def scipy_ratios() -> list[tuple[str, Ratio]]:
    """Kendall and Hamming over the same random permutations."""
    from scipy.spatial.distance import hamming
    from scipy.stats import kendalltau

    rng = random.Random(2010)
    orders = [rng.sample(range(WORDS), WORDS) for _ in range(SEGMENTS)]
    identity = list(range(WORDS))
    sizes = np.full(SEGMENTS, WORDS, dtype=np.int64)
    links = np.array([(i, to) for order in orders for i, to in enumerate(order)], dtype=np.int32)
    offsets = np.arange(SEGMENTS + 1, dtype=np.int64) * WORDS

    def ours(name: str) -> Callable[[], object]:
        metric = parse(name)

        def run() -> object:
            rows = permutations.direct_rows(sizes, links, offsets, permutations.Rule())
            lengths = np.full((SEGMENTS, 2), WORDS)
            return metric.score(np.hstack([rows, lengths]))

        return run

    def kendall() -> object:
        return [kendalltau(identity, order).statistic for order in orders]

    def in_place() -> object:
        return [1 - hamming(identity, order) for order in orders]

    return [
        ("kendall", compare(ours("kendall"), kendall, 3, inner=20)),
        ("hamming", compare(ours("hamming"), in_place, 3, inner=20)),
    ]
