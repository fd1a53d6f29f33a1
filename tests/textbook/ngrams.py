"""Textbook versions of the n-gram kernels: counters of tuples, nothing clever."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Sequence

Words = Sequence[Hashable]


def ngrams(words: Words, n: int) -> Counter[tuple[Hashable, ...]]:
    return Counter(tuple(words[i : i + n]) for i in range(len(words) - n + 1))


def clip(hyp: Words, refs: Sequence[Words], n: int) -> Counter[tuple[Hashable, ...]]:
    """Every hypothesis n-gram as often as it counts."""
    most: Counter[tuple[Hashable, ...]] = Counter()
    for ref in refs:
        most |= ngrams(ref, n)
    return ngrams(hyp, n) & most


def reference_length(hyp: Words, refs: Sequence[Words], rule: str) -> float:
    lengths = [len(ref) for ref in refs]
    if rule == "closest":
        return min(lengths, key=lambda length: (abs(length - len(hyp)), length))
    return min(lengths) if rule == "shortest" else sum(lengths) / len(lengths)


def bleu_row(hyp: Words, refs: Sequence[Words], order: int, rule: str = "closest") -> list[float]:
    matches = [sum(clip(hyp, refs, n).values()) for n in range(1, order + 1)]
    totals = [max(0, len(hyp) - n + 1) for n in range(1, order + 1)]
    return [*matches, *totals, len(hyp), reference_length(hyp, refs, rule)]


def bleu(row: Sequence[float], order: int, smooth: str, effective: bool = False, value: float | None = None) -> float:
    """docs/metrics/ngrams.md#bleu-smoothing, one row at a time, with loops."""
    match, total, c, r = list(row[:order]), list(row[order : 2 * order]), row[2 * order], row[2 * order + 1]
    defined = smooth in ("add1_all", "add1_all_bp", "mteval13a")
    if c == 0 or r == 0 or (not any(match) and not defined):
        return 0.0
    brevity = math.exp(min(0.0, 1 - (r + (smooth == "add1_all_bp")) / c))
    precisions, halves = [], 1.0
    for n in range(order):
        m, t = match[n], total[n]
        if effective and t == 0 and smooth != "add1_n2plus":
            break
        if smooth in ("add1_all", "add1_all_bp"):
            m, t = m + 1, t + 1
        elif smooth == "add1_n2plus" and n > 0:
            k = 1.0 if value is None else value
            m, t = m + k, t + k
        if t == 0:
            precisions.append(1.0 if smooth == "mteval13a" else 0.0)
        elif m > 0:
            precisions.append(m / t)
        elif smooth in ("exp", "mteval13a"):
            halves *= 2
            precisions.append(1 / (halves * t))
        elif smooth == "floor":
            precisions.append((0.1 if value is None else value) / t)
        else:
            precisions.append(0.0)
    if not precisions or min(precisions) == 0:
        return 0.0
    return brevity * math.exp(sum(math.log(p) for p in precisions) / len(precisions))


class Information:
    """NIST's information weights by counting every reference n-gram of the corpus."""

    def __init__(self, references: Sequence[Sequence[Words]], order: int) -> None:
        self.order = order
        self.counts: Counter[tuple[Hashable, ...]] = Counter()
        for refs in references:
            for ref in refs:
                self.counts[()] += len(ref)
                for n in range(1, order + 1):
                    self.counts += ngrams(ref, n)

    def __call__(self, gram: tuple[Hashable, ...], zero_is_empty: bool = False) -> float:
        history = gram[:-1]
        if zero_is_empty and history == ("0",):
            history = ()
        return math.log2(self.counts[history] / self.counts[gram])

    def row(self, hyp: Words, refs: Sequence[Words], zero_is_empty: bool = False) -> list[float]:
        gains = [
            math.fsum(self(gram, zero_is_empty) * times for gram, times in clip(hyp, refs, n).items())
            for n in range(1, self.order + 1)
        ]
        totals = [max(0, len(hyp) - n + 1) for n in range(1, self.order + 1)]
        return [*gains, *totals, len(hyp), reference_length(hyp, refs, "average")]


def nist(row: Sequence[float], order: int) -> float:
    gain = sum(row[n] / max(row[order + n], 1) for n in range(order))
    hyp, ref = row[2 * order], row[2 * order + 1]
    if hyp == 0:
        return 0.0
    ratio = min(1.0, hyp / ref) if ref else 1.0
    return gain * math.exp(math.log(0.5) / math.log(1.5) ** 2 * math.log(ratio) ** 2)
