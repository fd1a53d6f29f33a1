"""Textbook ROUGE: every unit is listed and counted, P, R and F are Python floats."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Hashable, Sequence

from textbook.edit import common_subsequence

Words = Sequence[Hashable]
Overlap = tuple[int, int, int]


def skip_bigrams(words: Words, skip: int | None) -> Counter[tuple[Hashable, ...]]:
    reach = len(words) if skip is None else skip + 1
    return Counter(
        (words[i], words[j]) for i in range(len(words)) for j in range(i + 1, min(len(words), i + reach + 1))
    )


def units(metric: str, words: Words, skip: int | None = 4, su: str = "all") -> Counter[tuple[Hashable, ...]]:
    if metric == "rouge-1":
        return Counter((word,) for word in words)
    if metric == "rouge-2":
        return Counter(itertools.pairwise(words))
    found = skip_bigrams(words, skip)
    if metric == "rouge-su":
        found.update((word,) for word in (words if su == "all" else words[:-1]))
    return found


def overlap(metric: str, hyp: Words, ref: Words, skip: int | None = 4, su: str = "all") -> Overlap:
    """Units shared, of the hypothesis, of the reference."""
    if metric == "rouge-l":
        return common_subsequence(hyp, ref), len(hyp), len(ref)
    in_hyp, in_ref = units(metric, hyp, skip, su), units(metric, ref, skip, su)
    return sum((in_hyp & in_ref).values()), sum(in_hyp.values()), sum(in_ref.values())


def rates(shared: int, hyp_units: int, ref_units: int, digits: int | None = None) -> tuple[float, float]:
    precision = shared / hyp_units if hyp_units else 0.0
    recall = shared / ref_units if ref_units else 0.0
    return (precision, recall) if digits is None else (round(precision, digits), round(recall, digits))


def f_measure(precision: float, recall: float, beta: float = 1.0) -> float:
    if precision * recall == 0:
        return 0.0
    return (1 + beta**2) * precision * recall / (recall + beta**2 * precision)


def combine(overlaps: Sequence[Overlap], multi: str, digits: int | None = None, beta: float = 1.0) -> Overlap:
    """Several references by one of the rules of docs/metrics/ngrams.md#rouge-with-several-references."""
    if multi == "A":
        shared, hyp_units, ref_units = (sum(column) for column in zip(*overlaps, strict=True))
        return shared, hyp_units, ref_units
    if multi == "B":
        return max(overlaps, key=lambda one: rates(*one, digits)[1])
    return max(overlaps, key=lambda one: f_measure(*rates(*one, digits), beta))
