"""Textbook version of the monolingual aligner: every maximal pairing of equal words, by enumeration."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, permutations, product

Link = tuple[int, int]


def crossings(links: Sequence[Link]) -> int:
    """Pairs of links that cross."""
    return sum((a[0] - b[0]) * (a[1] - b[1]) < 0 for a, b in combinations(links, 2))


def class_pairings(refs: Sequence[int], hyps: Sequence[int]) -> Iterator[list[Link]]:
    """All ways to link as many members of a class as its smaller side has."""
    if len(refs) <= len(hyps):
        for chosen in permutations(hyps, len(refs)):
            yield list(zip(refs, chosen, strict=True))
    else:
        for chosen in permutations(refs, len(hyps)):
            yield list(zip(chosen, hyps, strict=True))


def fewest_crossings(ref: Sequence[str], hyp: Sequence[str]) -> int:
    """The optimum over all maximal pairings of equal words."""
    classes = [
        list(class_pairings([i for i, w in enumerate(ref) if w == word], [j for j, w in enumerate(hyp) if w == word]))
        for word in sorted(set(ref) & set(hyp))
    ]
    return min(crossings([link for part in pairing for link in part]) for pairing in product(*classes))


def chunks(links: Sequence[Link]) -> int:
    """Runs of links that stand next to each other, in the same order, on both sides."""
    return sum((ref - 1, hyp - 1) not in set(links) for ref, hyp in links)


def cost(links: Sequence[Link]) -> tuple[int, int, int]:
    """What the rule of blocks makes small, the first number first: chunks, crossings, sum of distances."""
    return chunks(links), crossings(links), sum(abs(ref - hyp) for ref, hyp in links)


def fewest_chunks(
    ref: Sequence[str], hyp: Sequence[str], stem: Callable[[str], str] = lambda word: word
) -> tuple[int, int, tuple[int, int, int]]:
    """(links of equal words, links of equal stems, cost) of the best of all pairings there are: as many equal words as
    can be, then as many equal stems, then the smallest cost."""

    def pairings(place: int, free: frozenset[int]) -> Iterator[list[Link]]:
        if place == len(ref):
            yield []
            return
        for other in pairings(place + 1, free):
            yield other
        for match in sorted(free):
            if stem(ref[place]) == stem(hyp[match]):
                for other in pairings(place + 1, free - {match}):
                    yield [(place, match), *other]

    def value(links: Sequence[Link]) -> tuple[int, int, tuple[int, int, int]]:
        equal = sum(ref[r] == hyp[h] for r, h in links)
        return -equal, equal - len(links), cost(links)

    equal, stems, least = min(map(value, pairings(0, frozenset(range(len(hyp))))))
    return -equal, -stems, least


def by_occurrence(ref: Sequence[str], hyp: Sequence[str]) -> list[Link]:
    """The k-th occurrence of a word with its k-th."""
    return [
        link
        for word in sorted(set(ref) & set(hyp))
        for link in zip(
            [i for i, w in enumerate(ref) if w == word], [j for j, w in enumerate(hyp) if w == word], strict=False
        )
    ]


def spelling_similarity(first: str, second: str) -> float:
    """Dice's coefficient of character bigrams with the word's edges; 0 for words outside 4 to 64 characters."""
    if not (4 <= len(first) <= 64 and 4 <= len(second) <= 64):
        return 0.0
    pairs = [Counter(zip(["<", *word], [*word, ">"], strict=True)) for word in (first, second)]
    return 2 * (pairs[0] & pairs[1]).total() / (pairs[0].total() + pairs[1].total())
