"""Static vectors of a chunk's words, from the shipped table of English word pieces (``word_vectors.npz``)."""

from __future__ import annotations

import io
from functools import lru_cache

import numpy as np

from tertium.corpus.chunk import Chunk
from tertium.corpus.files.packaged import packaged
from tertium.kernels import word_vectors
from tertium.kernels.word_vectors import Vectors, WordVectors
from tertium.views.tokens.tokenized import tokens
from tertium.views.words.known import marked_words

PACK = "word_vectors.npz"


@lru_cache(maxsize=1)
def english_vectors() -> WordVectors:
    with np.load(io.BytesIO(packaged(PACK)), allow_pickle=False) as arrays:
        hashes, weights, vectors = (arrays[name] for name in ("hashes", "weights", "vectors"))
    return word_vectors.new_word_vectors(hashes.view(np.int32), weights, vectors.reshape(-1))


def vectors_of_words(chunk: Chunk, tok: str, norm: str = "none") -> Vectors:
    """What every word of the chunk's vocabulary is like to a reader of English, made once."""
    return chunk.view(
        ("word vectors", tok, norm),
        lambda: word_vectors.vectors_of(
            english_vectors(), tokens(chunk, tok, "keep", norm).view, marked_words(chunk, tok, norm)
        ),
    )
