"""Textbook version: a permutation out of an alignment, by the three policies of
docs/metrics/order.md#permutations-from-alignments."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

Link = tuple[int, int]


def permutation(size: int, links: Sequence[Link], null_words: str, one_to_many: str, many_to_one: str) -> list[int]:
    """Ranks (from 0) of the source words by target position; with ``drop`` of those that are linked."""
    choose = {"first": min, "last": max, "mean": lambda targets: Fraction(sum(targets), len(targets))}[one_to_many]
    place: list[Fraction | int | None] = []
    for i in range(size):
        targets = [to for source, to in links if source == i]
        if targets:
            place.append(choose(targets))
        elif null_words == "drop":
            place.append(None)
        elif i == 0:
            place.append(0)
        else:
            before = place[-1]
            assert before is not None
            place.append(before + (null_words == "literal"))
    words = [i for i in range(size) if place[i] is not None]
    sign = -1 if many_to_one == "inverted" else 1
    order = sorted(words, key=lambda i: (place[i], sign * i))
    return [order.index(i) for i in words]
