"""ATEC's phrases: greedy alignment over all references together, with the weights of matched and unmatched words."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tertium.arrays import Bools, Floats, Int32s, Int64s
from tertium.kernels import _native
from tertium.kernels.text import Pairs

COLUMNS = ("C", "W_un", "hyp_len", "ref_len", "phrases", "matched")
UNMATCH = ("joint-mean", "single-mean", "joint-sum")
LIMIT = _native.atec_limit()
NO_LISTS = (np.zeros(0, dtype=np.int32), np.zeros(1, dtype=np.int64))


@dataclass(frozen=True, eq=False)
class Vocabulary:
    """What is known of every word: its idf, its groups (stems below ``stems``, then sets of synonyms), words near it.

    Lists are ragged: word w has ``values[offsets[w]:offsets[w + 1]]``; ``NO_LISTS`` where the stage is off.
    """

    idf: Floats
    groups: tuple[Int32s, Int64s] = NO_LISTS
    stems: int = 0
    close: tuple[Int32s, Int64s] = NO_LISTS


@dataclass(frozen=True)
class Weights:
    """The numbers of the paper's Table 1 that change a phrase, and the readings of what it leaves open."""

    exact: float = 1.0
    stem: float = 0.95
    synonym: float = 0.95
    close: float = 0.95
    unmatched: float = 0.15
    info_match: float = 0.34
    info_unmatch: float = 0.26
    position: float = 0.02
    order: float = 0.15
    exponent: float = 1.1
    limit: float = 0.95
    repaired: bool = False
    pooled: bool = False
    position_sum: bool = False
    unmatch: str = "joint-mean"

    @property
    def numbers(self) -> Floats:
        stages = (self.exact, self.stem, self.synonym, self.close, self.unmatched)
        others = (self.info_match, self.info_unmatch, self.position, self.order, self.exponent, self.limit)
        return np.array([*stages, *others], dtype=np.float64)


@dataclass(frozen=True, eq=False)
class Phrases:
    """Matched phrases by place in the hypothesis.

    ``places`` (n, 6): place in the hypothesis, reference, place there, words, distance in position, distance in order;
    ``weights`` (n, 3): weight of the match, penalty, worth. Those of pair p begin at ``offsets[p]``.
    """

    places: Int32s
    weights: Floats
    offsets: Int64s


def atec_rows(
    values: Int32s,
    offsets: Int64s,
    pairs: Pairs,
    vocabulary: Vocabulary,
    weights: Weights,
    *,
    phrases: bool = False,
    limit: int = LIMIT,
) -> tuple[Floats, Bools, Phrases]:
    """(pairs, COLUMNS); which pairs had more than ``limit`` matching pairs of words; the phrases, if wanted."""
    rows, capped, places, worth, ends = _native.atec_rows(
        values,
        offsets,
        *pairs,
        vocabulary.idf,
        *vocabulary.groups,
        vocabulary.stems,
        *vocabulary.close,
        weights.numbers,
        weights.repaired,
        weights.pooled,
        weights.position_sum,
        UNMATCH.index(weights.unmatch),
        phrases,
        limit,
    )
    return rows, capped.astype(bool), Phrases(places, worth, ends)


def semantic_pairs(
    values: Int32s, offsets: Int64s, pairs: Pairs, asked: Bools, most: int
) -> tuple[Int32s, Int32s, Bools]:
    """Pairs of a hypothesis word and another word of its references, each once, ascending; and who has too many.

    ``asked`` marks the words that take part; a pair of sentences with more than ``most`` pairs of words is left out.
    """
    one, other, capped = _native.semantic_pairs(values, offsets, *pairs, asked.astype(np.uint8), most)
    return one, other, capped.astype(bool)
