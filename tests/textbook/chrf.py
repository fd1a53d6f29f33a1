"""chrF by the book: every n-gram of every order in a Counter. It checks native/ngrams/chrf_{matches,units}.hpp."""

from __future__ import annotations

import string
from collections import Counter
from collections.abc import Hashable, Sequence


def clipped_matches(hyp: Sequence[Hashable], ref: Sequence[Hashable], order: int) -> list[int]:
    """For n = 1 .. order: Σ over distinct n-grams of the smaller of the two counts."""
    return [(_ngrams(hyp, n) & _ngrams(ref, n)).total() for n in range(1, order + 1)]


def counts(hyp: Sequence[Hashable], ref: Sequence[Hashable], order: int) -> list[float]:
    """hyp, ref, match of every order; an order the reference has nothing of counts nothing of the hypothesis."""
    made: list[float] = []
    for n, match in enumerate(clipped_matches(hyp, ref, order), start=1):
        in_hyp, in_ref = _ngrams(hyp, n).total(), _ngrams(ref, n).total()
        made += [in_hyp if in_ref else 0, in_ref, match]
    return made


def characters(text: str, whitespace: bool = False) -> list[str]:
    return list(text) if whitespace else list("".join(text.split()))


def words(text: str) -> list[str]:
    made = []
    for word in text.split():
        if len(word) > 1 and word[-1] in string.punctuation:
            made += [word[:-1], word[-1]]
        elif len(word) > 1 and word[0] in string.punctuation:
            made += [word[0], word[1:]]
        else:
            made.append(word)
    return made


def f_score(row: Sequence[float], beta: float = 2.0) -> float:
    """F of the mean precision and mean recall over the orders that both sides have."""
    triples = [row[k : k + 3] for k in range(0, len(row), 3)]
    seen = [(match / hyp, match / ref) for hyp, ref, match in triples if hyp and ref]
    if not any(precision for precision, _ in seen):
        return 0.0
    mean_precision = sum(precision for precision, _ in seen) / len(seen)
    mean_recall = sum(recall for _, recall in seen) / len(seen)
    return (1 + beta**2) * mean_precision * mean_recall / (beta**2 * mean_precision + mean_recall)


def _ngrams(units: Sequence[Hashable], n: int) -> Counter[tuple[Hashable, ...]]:
    return Counter(tuple(units[i : i + n]) for i in range(len(units) - n + 1))
