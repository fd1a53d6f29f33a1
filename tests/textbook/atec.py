"""ATEC written out from docs/metrics/words.md#atec: one phrase a round, every block looked at every time."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

Stage = Callable[[str, str], float]  # w_type of a matching pair of words, 0 if they do not match


@dataclass(frozen=True)
class Phrase:
    hyp: int
    reference: int
    ref: int
    size: int


def exact(one: str, other: str) -> float:
    return float(one == other)


def align(hyp: Sequence[str], refs: Sequence[Sequence[str]], w_type: Stage = exact) -> list[Phrase]:
    used: set[int] = set()
    taken: set[tuple[int, int]] = set()
    phrases = []
    while True:
        best = None
        for k, ref in enumerate(refs):
            for i in range(len(hyp)):
                for j in range(len(ref)):
                    size, weight = 0, 0.0
                    while i + size < len(hyp) and j + size < len(ref):
                        if i + size in used or (k, j + size) in taken or not w_type(hyp[i + size], ref[j + size]):
                            break
                        weight += w_type(hyp[i + size], ref[j + size])
                        size += 1
                        key = (-size, abs(i - j), -round(weight, 9), k, i, j)
                        if best is None or key < best:
                            best = key
        if best is None:
            return sorted(phrases, key=lambda phrase: phrase.hyp)
        size, k, i, j = -best[0], best[3], best[4], best[5]
        phrases.append(Phrase(i, k, j, size))
        used |= set(range(i, i + size))
        taken |= {(k, place) for place in range(j, j + size)}


def parts(
    hyp: Sequence[str],
    refs: Sequence[Sequence[str]],
    *,
    idf: Mapping[str, float],
    repaired: bool,
    unmatch: str = "joint-mean",
    pos: str = "start",
    ranks: str = "same-reference",
    w_type: Stage = exact,
) -> tuple[float, float]:
    """(C, W_un)."""

    def tfidf(k: int, j: int) -> float:
        word = refs[k][j]
        return max(1.0, refs[k].count(word) * idf.get(word, 0.0))

    phrases = align(hyp, refs, w_type)
    worth = 0.0
    for phrase in phrases:
        peers = [p for p in phrases if ranks == "pooled" or p.reference == phrase.reference]
        there = sorted(peers, key=lambda p: (p.ref, p.reference))
        order = abs(peers.index(phrase) - there.index(phrase))
        match = 0.0
        for n in range(phrase.size):
            kind = w_type(hyp[phrase.hyp + n], refs[phrase.reference][phrase.ref + n])
            match += kind - 0.34 / tfidf(phrase.reference, phrase.ref + n)
        distance = abs(phrase.hyp - phrase.ref) * (phrase.size if pos == "sum" else 1)
        factor = 1 - phrase.size**1.1 / len(hyp)
        penalty = 0.02 * distance * (max(0.0, factor) if repaired else factor) + 0.15 * order
        if repaired:
            worth += match - min(penalty, 0.95 * match)
        else:
            worth += match * 0.95 if penalty > match * 0.95 else match - penalty

    def left(k: int, found: list[Phrase], place: int) -> float:
        covered = {j for p in found if p.reference == place for j in range(p.ref, p.ref + p.size)}
        terms = [0.15 - 0.26 / tfidf(k, j) for j in range(len(refs[k])) if j not in covered]
        return math.fsum(max(0.0, term) if repaired else term for term in terms)

    if unmatch == "single-mean":
        sums = [left(k, align(hyp, [refs[k]], w_type), 0) for k in range(len(refs))]
    else:
        sums = [left(k, phrases, k) for k in range(len(refs))]
    return worth, math.fsum(sums) / (1 if unmatch == "joint-sum" else len(refs))


def score(worth: float, unmatched: float, hyp: int, ref: float, repaired: bool) -> float:
    if repaired:
        kept = worth - min(unmatched, 0.5 * worth)
    else:
        kept = worth * 0.5 if unmatched > worth * 0.5 else worth - unmatched
    if hyp == 0 or ref == 0 or kept == 0:
        return 0.0
    precision, recall = kept / hyp, kept / ref
    return precision * recall / (0.5 * precision + 0.5 * recall)
