"""Static vectors of words, and how much of a reference a translation says in like words."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tertium.arrays import Floats, Int32s, Int64s, UInt8s
from tertium.kernels import _native
from tertium.kernels.known_words import Marked
from tertium.kernels.text import Pairs, TokenView

WordVectors = _native.WordVectors
FULL_WEIGHT = 255

# Columns of words_alike.
MATCH, WEIGHT, IN_LANGUAGE = range(3)


class Vectors(NamedTuple):
    """By the number that a word's spellings in either case share: weights up to 255, and vectors end to end."""

    weights: UInt8s
    numbers: npt.NDArray[np.int16]


def new_word_vectors(hashes: Int32s, weights: UInt8s, vectors: npt.NDArray[np.int8]) -> WordVectors:
    """``vectors``: 48 numbers for every piece, end to end."""
    return _native.WordVectors(hashes, weights, vectors)


def vectors_of(known: WordVectors, tokens: TokenView, marked: Marked) -> Vectors:
    return Vectors(*known.of_words(tokens, marked.folded))


def words_alike(
    values: Int32s, offsets: Int64s, pairs: Pairs, marked: Marked, vectors: Vectors, excused_share: float
) -> Floats:
    """(pairs, references, 3): weight of the reference's words times likeness to the nearest of the hypothesis, their
    weight, and how much of the reference is in the language of the table, from 0 to 1."""
    return _native.words_alike(values, offsets, *pairs, *marked, *vectors, excused_share)


def nearest_words(hyp: Int32s, ref: Int32s, marked: Marked, vectors: Vectors) -> tuple[Int32s, Floats]:
    """For every word of the reference: the place of the nearest word of the hypothesis, or -1, and their likeness."""
    return _native.nearest_words(hyp, ref, marked.folded, *vectors)
