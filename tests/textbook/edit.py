"""Textbook versions of the edit kernels: whole matrices and counters, nothing clever."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence

Words = Sequence[Hashable]


def edit_distance(a: Words, b: Words, substitution: int = 1) -> int:
    """Two rows of the dynamic program; with ``substitution=2`` it is |a| + |b| - 2 LCS(a, b)."""
    above = list(range(len(b) + 1))
    for i, x in enumerate(a, start=1):
        row = [i]
        for j, y in enumerate(b, start=1):
            diagonal = above[j - 1] + (0 if x == y else substitution)
            row.append(min(diagonal, above[j] + 1, row[j - 1] + 1))
        above = row
    return above[-1]


def common_subsequence(a: Words, b: Words) -> int:
    above = [0] * (len(b) + 1)
    for x in a:
        row = [0]
        for j, y in enumerate(b, start=1):
            row.append(above[j - 1] + 1 if x == y else max(above[j], row[j - 1]))
        above = row
    return above[-1]


def nearest(edits: Sequence[int]) -> int:
    """The reference with the fewest edits, the first among equals."""
    return min(range(len(edits)), key=lambda k: edits[k])


def shared_words(a: Words, b: Words) -> int:
    return sum((Counter(a) & Counter(b)).values())
