"""Sentences as runs of characters, as chrF's words, and how two of them match."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from tertium.corpus.chunk import Chunk
from tertium.kernels import chrf
from tertium.kernels.text import Floats, Int32s, Pool, new_pool


@dataclass(frozen=True, eq=False)
class Texts:
    """A chunk's sentences after normalisation and case folding: sentence i of the chunk is ``pool[ids[i]]`` here."""

    pool: Pool
    hyp: Int32s
    refs: Int32s


def texts(chunk: Chunk, case: str, norm: str) -> Texts:
    """The chunk's sentences normalised (first) and lower-cased (second), as asked, made once."""
    if case == "keep" and norm == "none":
        return Texts(chunk.pool, chunk.hyp, chunk.refs)

    def make() -> Texts:
        pool = new_pool()
        ids = pool.add_strings([prepare(chunk.pool.sentence(i), case, norm) for i in range(len(chunk.pool))])
        return Texts(pool, ids[chunk.hyp], ids[chunk.refs])

    return chunk.view(("texts", case, norm), make)


def prepare(text: str, case: str, norm: str) -> str:
    """One sentence as ``texts`` would have it."""
    if norm == "nfc":
        text = unicodedata.normalize("NFC", text)
    elif norm == "nfkc":
        text = unicodedata.normalize("NFKC", text)
    return text.lower() if case == "lower" else text


def chrf_words_of(text: str) -> list[str]:
    """One sentence's words as chrF++ splits them, as strings for people to look at."""
    pool = new_pool()
    pool.add_strings([text])
    view = chrf.chrf_words(pool)
    return [view.word(int(i)) for i in view.values]


def character_counts(chunk: Chunk, order: int, spaces: bool, case: str, norm: str) -> Floats:
    """(pairs, references, 3 * order) of character n-grams; chrF and chrF++ share them."""

    def make() -> Floats:
        made = texts(chunk, case, norm)
        values, offsets = chrf.characters(made.pool, spaces)
        return chrf.chrf_counts(values, offsets, made.hyp, chunk.seg, made.refs, chunk.ref_offsets, order)

    return chunk.view(("character counts", order, spaces, case, norm), make)


def chrf_word_counts(chunk: Chunk, order: int, case: str, norm: str) -> Floats:
    """(pairs, references, 3 * order) of n-grams of the words that chrF++ splits."""

    def make() -> Floats:
        made = texts(chunk, case, norm)
        view = chrf.chrf_words(made.pool)
        return chrf.chrf_counts(view.values, view.offsets, made.hyp, chunk.seg, made.refs, chunk.ref_offsets, order)

    return chunk.view(("chrf word counts", order, case, norm), make)
