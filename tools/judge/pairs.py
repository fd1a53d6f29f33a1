"""Pairs to judge kernels on: made up by lot, and real outputs with their references.

Made-up sentences are short and of few words, so that words repeat, blocks move and rules for ties are needed; one in
thirty is as long as the machine words that kernels work in. A hypothesis is mostly a damaged copy of a reference.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from realdata import all_sets, lines

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "examples" / "es-en"
WORDS = tuple("a b c d e f g ab abc é猫 дом 猫 0 the . , (x) don't x-y run runs house".split())
LONG = (62, 63, 64, 65, 66)  # around a machine word


@dataclass(frozen=True)
class Pair:
    """A hypothesis and its references, as words."""

    hyp: tuple[str, ...]
    refs: tuple[tuple[str, ...], ...]
    real: bool = False

    def cut(self, most: int) -> Pair:
        """The first words of every side, for textbook versions that try everything."""
        return Pair(self.hyp[:most], tuple(ref[:most] for ref in self.refs), self.real)

    def alone(self) -> Pair:
        """With the first reference."""
        return Pair(self.hyp, self.refs[:1], self.real)


def _length(rng: random.Random) -> int:
    return rng.choice(LONG) if rng.random() < 1 / 30 else int(13 * rng.random())


def _damaged(sentence: list[str], words: tuple[str, ...], rng: random.Random) -> list[str]:
    made = list(sentence)
    for _ in range(rng.randrange(4)):
        at = rng.randrange(len(made) + 1)
        way = rng.randrange(4)
        if way == 0:
            made.insert(at, rng.choice(words))
        elif way == 1:
            del made[at : at + rng.randrange(1, 4)]
        elif way == 2 and at < len(made):
            made[at] = rng.choice(words)
        else:
            made = made[at:] + made[:at]
    return made


def made_up(rng: random.Random, most: int | None = None) -> Pair:
    words = WORDS[: rng.choice((1, 2, 3, 5, len(WORDS)))]
    longest = 10**9 if most is None else most + 1
    refs = [rng.choices(words, k=_length(rng) % longest) for _ in range(1 if rng.random() < 0.7 else rng.randint(2, 3))]
    if rng.random() < 0.6:
        hyp = _damaged(rng.choice(refs), words, rng)[: None if most is None else most]
    else:
        hyp = rng.choices(words, k=_length(rng) % longest)
    return Pair(tuple(hyp), tuple(map(tuple, refs)))


def real(data: Path | None, rng: random.Random) -> Iterator[Pair]:
    """Outputs of the example and, if they are at hand, of the shared data, in an order by lot; without an end.

    What was given once comes again, cut at another place.
    """
    found = outputs(data).copy()
    again = False
    while True:
        rng.shuffle(found)
        for hyp, refs in found:
            words, others = hyp.split(), [ref.split() for ref in refs[:3]]
            start = rng.randrange(len(words) + 1) if again and words else 0
            yield Pair(tuple(words[start:]), tuple(tuple(ref[start // 2 :]) for ref in others), real=True)
        again = True


@cache
def outputs(data: Path | None) -> list[tuple[str, list[str]]]:
    found: list[tuple[str, list[str]]] = []
    references = [lines(path) for path in sorted(EXAMPLE.glob("ref?.txt"))]
    for path in sorted((EXAMPLE / "systems").glob("*.txt")):
        found += zip(lines(path), map(list, zip(*references, strict=True)), strict=True)
    for evaluation in all_sets(data) if data is not None and data.is_dir() else []:
        for path in evaluation.systems.values():
            found += zip(lines(path), evaluation.references, strict=True)
    return found


def smaller(pair: Pair) -> Iterator[Pair]:
    """Pairs with something left out or made simpler, the largest steps first."""
    for k in range(len(pair.refs)):
        if len(pair.refs) > 1:
            yield Pair(pair.hyp, pair.refs[:k] + pair.refs[k + 1 :])
    sides = [pair.hyp, *pair.refs]
    for k, side in enumerate(sides):
        size = len(side)
        while size:
            for at in range(0, len(side), size):
                changed = [*sides[:k], side[:at] + side[at + size :], *sides[k + 1 :]]
                yield Pair(changed[0], tuple(changed[1:]))
            size //= 2
    used = sorted({word for side in sides for word in side})
    for number, word in enumerate(used):
        plain = "abcdefghijklmnopqrstuvwxyz"[number % 26]
        if word != plain and plain not in used:
            changed = [tuple(plain if other == word else other for other in side) for side in sides]
            yield Pair(changed[0], tuple(changed[1:]))
