"""What chrF counts: n-grams of characters and of words, on both sides and in common."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tertium.arrays import Floats, Int32s
from tertium.kernels import _native
from tertium.kernels.text import Pairs, Pool

Replaced = tuple[Int32s, list[str]]  # ascending ids of sentences to be read as other texts, and these texts


def character_counts(pool: Pool, pairs: Pairs, order: int, spaces: bool, lowercase: bool, replaced: Replaced) -> Floats:
    """(pairs, references, 3 * order): n-grams of the hypothesis, of the reference, and clipped matches, by order.

    Without ``spaces``, white space is left out.
    """
    return _native.chrf_character_counts(pool, *pairs, order, spaces, lowercase, *replaced)


def word_counts(pool: Pool, pairs: Pairs, order: int, lowercase: bool, replaced: Replaced) -> Floats:
    """The same for n-grams of the words of ``chrf_words``."""
    return _native.chrf_word_counts(pool, *pairs, order, lowercase, *replaced)


def chrf_door(
    char_order: int, word_order: int, spaces: bool, lowercase: bool
) -> Callable[[Any, Any], list[float] | None]:
    """Both counts of one segment after the other: (hypothesis, references) as strings to a row for each reference."""
    return _native.ChrfDoor(char_order, word_order, spaces, lowercase).row


def chrf_words(text: str) -> list[str]:
    """White-space words, each giving up one ASCII punctuation mark at its end, else at its beginning."""
    return _native.chrf_words(text)
