"""Which words of a text a language does not know, and how many a translation has beyond its reference."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tertium.arrays import Floats, Int32s, Int64s, UInt8s
from tertium.kernels import _native
from tertium.kernels.text import Pairs, TokenView

if TYPE_CHECKING:
    from collections.abc import Sequence

KnownWords = _native.KnownWords

# Bits of a word's mark.
ALPHABETIC, UNKNOWN, CAPITAL, LONE = 1, 2, 4, 8


class Marked(NamedTuple):
    """For every word of a vocabulary: its bits, and a number that its spellings in either case share."""

    marks: UInt8s
    folded: Int32s


def new_known_words(hashes: Int32s, compounds: bool = False) -> KnownWords:
    """``compounds``: words made of known words are known, as in German; otherwise those with English endings are."""
    return _native.KnownWords(hashes, compounds)


def mark(known: KnownWords, tokens: TokenView) -> Marked:
    """Words of two letters or more are known or not; numbers and single characters are never unknown."""
    return Marked(*known.mark(tokens))


def hashes(words: Sequence[str]) -> Int32s:
    """The numbers that a table of known words holds."""
    return _native.known_word_hashes(list(words))


def unknown_words(values: Int32s, offsets: Int64s, pairs: Pairs, marked: Marked, excused_share: float) -> Floats:
    """(pairs, references, 2): unknown words in lower case and with a capital, beyond those of the reference.

    Where ``excused_share`` of the reference's words are unknown, its language is another one, and nothing counts.
    """
    return _native.unknown_words(values, offsets, *pairs, *marked, excused_share)
