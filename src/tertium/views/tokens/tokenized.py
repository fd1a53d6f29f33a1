"""Sentences as runs of word ids, by tokenizer, case and normalisation form."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import Literal

import numpy as np

from tertium.arrays import Int32s, Int64s
from tertium.corpus.chunk import Chunk
from tertium.kernels import text
from tertium.kernels.text import TokenView
from tertium.views.tokens.tokenizers import NATIVE, find

CASES = ("keep", "lower")
MATCHING_CASES = (*CASES, "fold")  # cut as it stands, then in lower case
# Letters and their lower case are cut alike: there fold is lower (tests/views/tokens/test_tokenizers.py).
_CUT_ALIKE = ("13a", "intl", "none")
NORMS = ("none", "nfc", "nfkc")


@dataclass(frozen=True, eq=False)
class Tokens:
    """Sentence i of the chunk's pool is ``values[offsets[i]:offsets[i + 1]]``; ids are local to the chunk."""

    values: Int32s
    offsets: Int64s
    view: TokenView

    @property
    def lengths(self) -> Int64s:
        """Tokens in each sentence of the pool."""
        return self.offsets[1:] - self.offsets[:-1]

    def ids(self, sentence: int) -> Int32s:
        """One sentence's word ids."""
        return self.values[self.offsets[sentence] : self.offsets[sentence + 1]]

    def words(self, sentence: int) -> list[str]:
        """One sentence's tokens as strings, for people to look at."""
        return list(map(self.view.word, self.ids(sentence).tolist()))


def tokens(chunk: Chunk, tok: str, case: str = "keep", norm: str = "none") -> Tokens:
    """The chunk's sentences through one tokenizer, made once."""
    return chunk.view(("tokens", tok, case, norm), lambda: _tokenize(chunk, tok, case, norm))


def distinct(words: Int32s) -> tuple[Int64s, Int64s]:
    """Which word ids there are, ascending, and of every word its place among them: ``np.unique`` without sorting."""
    there = np.bincount(words) > 0
    return np.flatnonzero(there), (np.cumsum(there) - 1)[words]


def normalized(chunk: Chunk, norm: str) -> tuple[Int32s, list[str]]:
    """The chunk's sentences that normalisation changes (ascending ids, and what they become), made once."""
    return chunk.view(("normalized", norm), lambda: _normalize(chunk, norm))


def _normalize(chunk: Chunk, norm: str) -> tuple[Int32s, list[str]]:
    form: Literal["NFC", "NFKC"] = "NFC" if norm == "nfc" else "NFKC"
    ids, texts = [], []
    for sentence_id in [] if norm == "none" else chunk.pool.non_ascii().tolist():  # ASCII is its own normal form
        sentence = chunk.pool.sentence(sentence_id)
        if not unicodedata.is_normalized(form, sentence):
            ids.append(sentence_id)
            texts.append(unicodedata.normalize(form, sentence))
    return np.array(ids, dtype=np.int32), texts


def _tokenize(chunk: Chunk, tok: str, case: str, norm: str) -> Tokens:
    if case == "fold":
        if tok in _CUT_ALIKE:
            return tokens(chunk, tok, "lower", norm)
        cut = tokens(chunk, tok, "keep", norm)
        view = text.intern_tokens([[w.lower() for w in cut.words(s)] for s in range(len(cut.lengths))])
    elif tok in NATIVE:
        view = text.tokenize(chunk.pool, tok, case == "lower", normalized(chunk, norm))
    else:
        view = text.intern_tokens(_segmented(chunk, tok, case, norm))
    return Tokens(view.values, view.offsets, view)


def _segmented(chunk: Chunk, tok: str, case: str, norm: str) -> list[list[str]]:
    """Every sentence of the pool through a tokenizer of Python, prepared as for the native tokenizers."""
    tokenizer = find(tok)
    segment = tokenizer.segmenter(tokenizer.check(tok))
    sentences = [chunk.pool.sentence(i) for i in range(len(chunk.pool))]
    for place, replaced in zip(*normalized(chunk, norm), strict=True):
        sentences[place] = replaced
    if tokenizer.cased:
        made = [segment(sentence) for sentence in sentences]
        return [[text.lower(word) for word in words] for words in made] if case == "lower" else made
    if case == "lower":
        sentences = [text.lower(sentence) for sentence in sentences]
    return [segment(sentence.rstrip()) for sentence in sentences]
