"""Sentences as runs of characters, as the words of chrF++, and how those of a pair match."""

from __future__ import annotations

import unicodedata

from tertium.corpus.chunk import Chunk
from tertium.kernels import chrf
from tertium.kernels.text import Floats, Int32s, Int64s, TokenView, lower
from tertium.views.tokens import normalized


def characters(chunk: Chunk, spaces: bool, case: str, norm: str) -> tuple[Int32s, Int64s]:
    """Sentence i of the chunk's pool is ``values[offsets[i]:offsets[i + 1]]``, one id a code point."""

    def make() -> tuple[Int32s, Int64s]:
        return chrf.characters(chunk.pool, spaces, case == "lower", normalized(chunk, norm))

    return chunk.view(("characters", spaces, case, norm), make)


def chrf_words(chunk: Chunk, case: str, norm: str) -> TokenView:
    """Sentences as words, each giving up one ASCII punctuation mark at its end, else at its beginning."""

    def make() -> TokenView:
        return chrf.chrf_words(chunk.pool, case == "lower", normalized(chunk, norm))

    return chunk.view(("chrf words", case, norm), make)


def character_counts(chunk: Chunk, order: int, spaces: bool, case: str, norm: str) -> Floats:
    """(pairs, references, 3 * order) of character n-grams; chrF and chrF++ share them."""

    def make() -> Floats:
        values, offsets = characters(chunk, spaces, case, norm)
        return _counts(chunk, values, offsets, order)

    return chunk.view(("character counts", order, spaces, case, norm), make)


def chrf_word_counts(chunk: Chunk, order: int, case: str, norm: str) -> Floats:
    """(pairs, references, 3 * order) of n-grams of the words that chrF++ splits."""

    def make() -> Floats:
        words = chrf_words(chunk, case, norm)
        return _counts(chunk, words.values, words.offsets, order)

    return chunk.view(("chrf word counts", order, case, norm), make)


def prepared(text: str, case: str, norm: str) -> str:
    """One sentence after ``norm`` and ``case``, for people to look at."""
    if norm == "nfc":
        text = unicodedata.normalize("NFC", text)
    elif norm == "nfkc":
        text = unicodedata.normalize("NFKC", text)
    return lower(text) if case == "lower" else text


def chrf_words_of(text: str) -> list[str]:
    """One prepared sentence's words as chrF++ splits them."""
    view = chrf_words(Chunk.of([[text]], [[]]), "keep", "none")
    return [view.word(int(i)) for i in view.values]


def _counts(chunk: Chunk, values: Int32s, offsets: Int64s, order: int) -> Floats:
    return chrf.chrf_counts(values, offsets, chunk.hyp, chunk.seg, chunk.refs, chunk.ref_offsets, order)
