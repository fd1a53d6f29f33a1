"""How the characters of a pair match, and the words of chrF++; made once for all metrics that look at them."""

from __future__ import annotations

import unicodedata

from tertium.arrays import Floats
from tertium.corpus.chunk import Chunk
from tertium.kernels import chrf
from tertium.kernels.text import lower
from tertium.views.tokens.tokenized import normalized


def character_counts(chunk: Chunk, order: int, spaces: bool, case: str, norm: str) -> Floats:
    """(pairs, references, 3 * order) of character n-grams; chrF and chrF++ share them."""

    def make() -> Floats:
        return chrf.character_counts(
            chunk.pool, chunk.compared, order, spaces, lowercase=case == "lower", replaced=normalized(chunk, norm)
        )

    return chunk.view(("character counts", order, spaces, case, norm), make)


def chrf_word_counts(chunk: Chunk, order: int, case: str, norm: str) -> Floats:
    """(pairs, references, 3 * order) of n-grams of the words that chrF++ splits."""

    def make() -> Floats:
        return chrf.word_counts(
            chunk.pool, chunk.compared, order, lowercase=case == "lower", replaced=normalized(chunk, norm)
        )

    return chunk.view(("chrf word counts", order, case, norm), make)


def prepared(text: str, case: str, norm: str) -> str:
    """One sentence after ``norm`` and ``case``, for people to look at."""
    if norm == "nfc":
        text = unicodedata.normalize("NFC", text)
    elif norm == "nfkc":
        text = unicodedata.normalize("NFKC", text)
    return lower(text) if case == "lower" else text


def chrf_words(text: str) -> list[str]:
    """One prepared sentence's words as chrF++ splits them."""
    return chrf.chrf_words(text)
