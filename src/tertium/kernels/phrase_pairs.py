"""Phrases that translate each other, and paraphrases by pivoting through them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tertium.arrays import Floats, Int32s, Int64s
from tertium.kernels import _native

NativePhrasePairs = _native.PhrasePairs
SOURCE, TARGET = 0, 1
# What may be wrong with a line of a phrase table, in the order of the native enumeration.
FAULTS = ("none", "not_utf8", "fields", "no_phrase", "no_column", "not_a_number", "no_probability")


@dataclass(frozen=True, eq=False)
class Spelling:
    """Phrase i is the words ``values[offsets[i]:offsets[i + 1]]``, which index ``words``."""

    values: Int32s
    offsets: Int64s
    words: list[str]

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def text(self, phrase: int) -> str:
        return " ".join(self.words[word] for word in self.values[self.offsets[phrase] : self.offsets[phrase + 1]])


@dataclass(frozen=True, eq=False)
class Translations:
    """Phrase i has the translations ``ids[offsets[i]:offsets[i + 1]]`` with these probabilities."""

    ids: Int32s
    offsets: Int64s
    probabilities: Floats


def new_phrase_pairs() -> NativePhrasePairs:
    return _native.PhrasePairs()


def spelling(pairs: NativePhrasePairs, side: int) -> Spelling:
    """The phrases of the source or of the target."""
    return Spelling(*pairs.phrases(side), list(pairs.words(side)))


def read_rows(
    pairs: NativePhrasePairs, data: npt.NDArray[np.uint8], columns: tuple[int, int], longest: int
) -> tuple[int, str]:
    """How many lines were read before one that is no row, and what is wrong with that one."""
    rows, fault = pairs.add_rows(data, *columns, longest)
    return int(rows), FAULTS[fault]


def pivot(
    pivots: Translations, back: Translations, phrases: Spelling, first: int, last: int, least: float
) -> tuple[Int32s, Int32s, Floats]:
    """(phrase, paraphrase, probability) for the phrases first .. last - 1."""
    there = (pivots.ids, pivots.offsets, pivots.probabilities)
    again = (back.ids, back.offsets, back.probabilities)
    return _native.pivot(*there, *again, phrases.values, phrases.offsets, first, last, least)


def phrase_ranks(ids: Int32s, phrases: Spelling) -> Int32s:
    """Where the text of each of these phrases stands among all of theirs, by bytes; equal texts have equal ranks."""
    return _native.phrase_ranks(ids, phrases.values, phrases.offsets, phrases.words)


def paraphrase_lines(ids: Int32s, others: Int32s, probabilities: Floats, phrases: Spelling) -> bytes:
    """Three lines a pair, in METEOR's format."""
    return _native.paraphrase_lines(ids, others, probabilities, phrases.values, phrases.offsets, phrases.words)


def words_of_phrases(marks: Sequence[bool], phrases: Spelling, *, every: bool) -> npt.NDArray[np.bool_]:
    """Of every phrase: are some of its words marked, or ``every`` one?"""
    if not len(phrases):
        return np.zeros(0, dtype=bool)
    marked = np.array(marks, dtype=bool)[phrases.values]
    reduce = np.logical_and if every else np.logical_or
    return reduce.reduceat(marked, phrases.offsets[:-1]).astype(bool)
