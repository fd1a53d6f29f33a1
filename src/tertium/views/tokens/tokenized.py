"""Sentences as runs of word ids, by tokenizer, case and normalisation form."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np

from tertium.arrays import Int32s, Int64s
from tertium.corpus.chunk import Chunk
from tertium.errors import SpecError, did_you_mean, printable
from tertium.kernels import text
from tertium.kernels.text import TokenView
from tertium.views.tokens import mecab, meteor_words, thai
from tertium.views.tokens import sentencepiece as pieces

NATIVE = text.tokenizer_names()
CASES = ("keep", "lower")
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
        return [self.view.word(int(i)) for i in self.ids(sentence)]


def tokens(chunk: Chunk, tok: str, case: str = "keep", norm: str = "none") -> Tokens:
    """The chunk's sentences through one tokenizer, made once."""
    return chunk.view(("tokens", tok, case, norm), lambda: _tokenize(chunk, tok, case, norm))


def check_tokenizer(tok: str) -> str:
    """The tokenizer's full name if it is known and usable here, else an error that says what was meant."""
    if tok in NATIVE or tok in meteor_words.NAMES:
        return tok
    kind = re.split("[:@]", tok)[0]
    if tok in mecab.NAMES:
        return mecab.check(tok)
    if kind == thai.NAME:
        return thai.check(tok)
    if kind == "spm":
        return pieces.check(tok)
    known = (*NATIVE, *meteor_words.NAMES, *mecab.NAMES, thai.NAME, "spm:FILE")
    hint = did_you_mean(tok, known) or ";"
    if tok in ("flores101", "flores200", "spBLEU-1K"):  # sacreBLEU downloads these
        hint = f", a SentencePiece model; give its file, as in 'spm:{tok}.model';"
    raise SpecError(f"unknown tokenizer '{printable(tok)}'{hint} known are {', '.join(known)}.")


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
    if tok in NATIVE:
        view = text.tokenize(chunk.pool, tok, case == "lower", normalized(chunk, norm))
    else:
        view = text.intern_tokens(_segmented(chunk, tok, case, norm))
    return Tokens(view.values, view.offsets, view)


def _segmented(chunk: Chunk, tok: str, case: str, norm: str) -> list[list[str]]:
    """Every sentence of the pool through another library, prepared as for the native tokenizers."""
    segment = _segmenter(tok)
    sentences = [chunk.pool.sentence(i) for i in range(len(chunk.pool))]
    for place, replaced in zip(*normalized(chunk, norm), strict=True):
        sentences[place] = replaced
    if tok in meteor_words.NAMES:  # case tells it which dots end a sentence
        made = [segment(sentence) for sentence in sentences]
        return [[text.lower(word) for word in words] for words in made] if case == "lower" else made
    if case == "lower":
        sentences = [text.lower(sentence) for sentence in sentences]
    return [segment(sentence.rstrip()) for sentence in sentences]


def _segmenter(tok: str) -> Callable[[str], list[str]]:
    full = check_tokenizer(tok)
    if full in meteor_words.NAMES:
        return meteor_words.segmenter(full)
    if full in mecab.NAMES:
        return mecab.segmenter(full)
    return thai.segmenter() if full.startswith(f"{thai.NAME}@") else pieces.segmenter(full)
