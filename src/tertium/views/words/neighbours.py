"""Which words of a chunk count as near each other: by stem, by a shared set of synonyms, by meaning.

Stems and sets of synonyms become *groups* of words, so that matching walks over the words of one segment only. Nearness
in meaning is a list of word pairs: all pairs of a hypothesis word with a word of its references are compared once a
chunk, however often they meet.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from tertium.arrays import Bools, Int32s, Int64s
from tertium.corpus.chunk import Chunk
from tertium.kernels.atec import semantic_pairs
from tertium.views.tokens.tokenized import tokens
from tertium.views.words.lsa import word_vectors
from tertium.views.words.stems import stems
from tertium.views.words.synonyms import synonyms, wu_palmer_of

Ids = npt.NDArray[np.signedinteger[Any]]

# Distinct pairs of words of one segment that are compared in meaning (1,400 different words on both sides).
PAIRS = 1 << 21


@dataclass(frozen=True, eq=False)
class Groups:
    """Word w is in groups ``values[offsets[w]:offsets[w + 1]]``, ascending; the first ``stems`` groups are stems."""

    values: Int32s
    offsets: Int64s
    stems: int


@dataclass(frozen=True, eq=False)
class CloseWords:
    """Words near hypothesis word w: ``values[offsets[w]:offsets[w + 1]]``; pairs too long to compare are ``capped``."""

    values: Int32s
    offsets: Int64s
    capped: Bools


def word_groups(chunk: Chunk, tok: str, case: str, norm: str, language: str, source: str) -> Groups:
    """Stems by a language's rules (``none``: no stems) and sets of synonyms from a source (``none``: none)."""

    def make() -> Groups:
        size = tokens(chunk, tok, case, norm).view.vocabulary_size
        stemmed = stems(chunk, tok, case, norm, language)
        sets = synonyms(chunk, tok, case, norm, source)
        count = 0 if stemmed is None else int(stemmed.max(initial=-1)) + 1
        words, groups = [], []
        if stemmed is not None:
            words.append(np.arange(size))
            groups.append(stemmed.astype(np.int64))
        if sets is not None:
            words.append(np.repeat(np.arange(size), np.diff(sets.offsets)))
            groups.append(count + np.unique(sets.values, return_inverse=True)[1].reshape(-1))
        return Groups(*_lists(words, groups, size), count)

    return chunk.view(("word groups", tok, case, norm, language, source), make)


def close_words(
    chunk: Chunk, tok: str, case: str, norm: str, wup: float | None, net: str, source: str, cosine: float | None
) -> CloseWords:
    """Words whose Wu-Palmer similarity in the WordNet ``net`` is at least ``wup``, or whose cosine in the LSA space
    ``source`` is at least ``cosine``."""

    def make() -> CloseWords:
        made = tokens(chunk, tok, case, norm)
        size = made.view.vocabulary_size
        sets = synonyms(chunk, tok, case, norm, net) if wup is not None else None
        vectors = word_vectors(chunk, tok, case, norm, source) if cosine is not None else None
        asked = np.zeros(size, dtype=np.bool_)
        if sets is not None:
            asked |= np.diff(sets.offsets) > 0
        if vectors is not None:
            asked |= vectors.rows >= 0
        one, other, capped = semantic_pairs(made.values, made.offsets, chunk.compared, asked, PAIRS)
        near = np.zeros(len(one), dtype=np.bool_)
        if sets is not None and wup is not None:
            near |= wu_palmer_of(net).of_words(sets.values, sets.offsets, one, other) >= wup
        if vectors is not None and cosine is not None:
            near |= vectors.cosines(one, other) >= cosine
        return CloseWords(*_lists([one[near]], [other[near]], size), capped)

    return chunk.view(("close words", tok, case, norm, wup, net, source, cosine), make)


def _lists(words: Sequence[Ids], items: Sequence[Ids], size: int) -> tuple[Int32s, Int64s]:
    """Ragged lists of items by word, in the order given for each word."""
    offsets = np.zeros(size + 1, dtype=np.int64)
    if not words:
        return np.zeros(0, dtype=np.int32), offsets
    word, item = np.concatenate(words), np.concatenate(items)
    np.cumsum(np.bincount(word, minlength=size), out=offsets[1:])
    return item[np.argsort(word, kind="stable")].astype(np.int32), offsets
