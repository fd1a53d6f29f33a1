"""The textbook overlap of two lists of triples, and the largest assignment by trying every one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence

from tertium.views.words.wordnet import wordnet


def overlap(hyp: Sequence[Hashable], ref: Sequence[Hashable]) -> int:
    return (Counter(hyp) & Counter(ref)).total()


def assignment(hyp: Sequence[tuple[str, str, str]], ref: Sequence[tuple[str, str, str]]) -> int:
    """Triples that can be paired one to one, where words agree if they are equal or share a synset."""

    def alike(one: str, other: str) -> bool:
        if one == other:
            return True
        if "ROOT" in (one, other):
            return False
        return bool(set(wordnet().synsets(one).tolist()) & set(wordnet().synsets(other).tolist()))

    def best(at: int, free: tuple[int, ...]) -> int:
        if at == len(hyp):
            return 0
        found = best(at + 1, free)
        for j in free:
            if hyp[at][0] == ref[j][0] and alike(hyp[at][1], ref[j][1]) and alike(hyp[at][2], ref[j][2]):
                found = max(found, 1 + best(at + 1, tuple(k for k in free if k != j)))
        return found

    return best(0, tuple(range(len(ref))))
