"""Phrase pairs and paraphrases as the papers define them: all spans are tried, nothing is clever.

Koehn, Och and Marcu 2003 for consistent phrase pairs, Bannard and Callison-Burch 2005 for the sum over pivots.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction

Link = tuple[int, int]
Phrase = tuple[str, ...]


def phrase_pairs(
    source: Sequence[str], target: Sequence[str], links: Iterable[Link], longest: int
) -> Counter[tuple[Phrase, Phrase]]:
    """Spans that at least one link joins and no link leaves."""
    joined = set(links)
    found: Counter[tuple[Phrase, Phrase]] = Counter()
    for i in range(len(source)):
        for k in range(i + 1, min(len(source), i + longest) + 1):
            for j in range(len(target)):
                for m in range(j + 1, min(len(target), j + longest) + 1):
                    inside = [(a, b) for a, b in joined if i <= a < k and j <= b < m]
                    leaving = [(a, b) for a, b in joined if (i <= a < k) != (j <= b < m)]
                    if inside and not leaving:
                        found[tuple(source[i:k]), tuple(target[j:m])] += 1
    return found


def relative_frequencies(
    pairs: Counter[tuple[Phrase, Phrase]],
) -> dict[tuple[Phrase, Phrase], tuple[Fraction, Fraction]]:
    """(f, e) -> (p(f | e), p(e | f))."""
    of_source: Counter[Phrase] = Counter()
    of_target: Counter[Phrase] = Counter()
    for (f, e), count in pairs.items():
        of_source[f] += count
        of_target[e] += count
    return {(f, e): (Fraction(n, of_target[e]), Fraction(n, of_source[f])) for (f, e), n in pairs.items()}


def holds(one: Phrase, other: Phrase) -> bool:
    long, short = (one, other) if len(one) >= len(other) else (other, one)
    return any(long[at : at + len(short)] == short for at in range(len(long) - len(short) + 1))


def pivoted(
    probabilities: dict[tuple[Phrase, Phrase], tuple[Fraction, Fraction]],
    min_translation: Fraction,
    min_probability: Fraction,
    symbols: frozenset[str] = frozenset(),
    source_commons: frozenset[str] = frozenset(),
    target_commons: frozenset[str] = frozenset(),
) -> dict[tuple[Phrase, Phrase], Fraction]:
    """(e1, e2) -> p(e2 | e1), of what METEOR's tables keep."""

    def usable(phrase: Phrase, commons: frozenset[str]) -> bool:
        return not symbols & set(phrase) and not set(phrase) <= commons

    kept = {
        (f, e): both
        for (f, e), both in probabilities.items()
        if usable(f, source_commons) and usable(e, target_commons)
    }
    found: dict[tuple[Phrase, Phrase], Fraction] = {}
    for (f1, e1), (f_given_e, _) in kept.items():
        for (f2, e2), (_, e_given_f) in kept.items():
            if f1 == f2 and f_given_e >= min_translation and e_given_f >= min_translation:
                found[e1, e2] = found.get((e1, e2), Fraction(0)) + f_given_e * e_given_f
    return {(e1, e2): p for (e1, e2), p in found.items() if p >= min_probability and p > 0 and not holds(e1, e2)}
