"""Words that a language knows: which words of a chunk are in the shipped table of it (``known_words.npz``)."""

from __future__ import annotations

import io
from functools import lru_cache

import numpy as np

from tertium.corpus.chunk import Chunk
from tertium.corpus.files.packaged import packaged
from tertium.kernels import known_words
from tertium.kernels.known_words import KnownWords, Marked
from tertium.views.tokens.tokenized import tokens

PACK = "known_words.npz"
ENGLISH, GERMAN = "en", "de"
LANGUAGES = {ENGLISH: "English", GERMAN: "German"}  # those with a table
_COMPOUNDS = frozenset({GERMAN})


@lru_cache(maxsize=len(LANGUAGES))
def known_in(language: str) -> KnownWords:
    """The file holds the steps from each hash to the next."""
    with np.load(io.BytesIO(packaged(PACK)), allow_pickle=False) as arrays:
        hashes = np.cumsum(arrays[language], dtype=np.uint32)
    return known_words.new_known_words(hashes.view(np.int32), language in _COMPOUNDS)


def marked_words(chunk: Chunk, tok: str, norm: str = "none", language: str = ENGLISH) -> Marked:
    """What every word of the chunk's vocabulary is to a reader of the language, made once."""
    return chunk.view(
        ("known words", tok, norm, language),
        lambda: known_words.mark(known_in(language), tokens(chunk, tok, "keep", norm).view),
    )
