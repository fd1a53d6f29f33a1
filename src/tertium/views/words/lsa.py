"""Latent semantic analysis: words as vectors; words that occur in the same sentences point the same way.

The similarity of two words is the cosine of their vectors. Sources, by name:

``wordnet``  a small English space trained on the glosses of WordNet 3.0, shipped: 20,000 words, 100 dimensions. Of
             random pairs among its 5,000 most frequent words 1% have a cosine above 0.51, 0.1% one above 0.72.
``none``     no vectors.
a file       what ``tertium lsa train`` wrote; its full name ends in the first 12 hexadecimal digits of its SHA-256.

Words are looked up as the token view spells them; a word that the space does not know is similar to none.

S. Deerwester, S. T. Dumais, G. W. Furnas, T. K. Landauer and R. Harshman. 1990. Indexing by Latent Semantic Analysis.
Journal of the American Society for Information Science 41(6), 391-407.

>>> space = shipped_space()
>>> space.similarity("computer", "software") > 0.9 > 0.1 > space.similarity("church", "piano")
True
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from tertium.arrays import Floats, Int32s
from tertium.corpus.chunk import Chunk
from tertium.corpus.files.packaged import packaged
from tertium.errors import FileError, SpecError, printable
from tertium.kernels.text import TokenView
from tertium.views.tokens.tokenized import tokens
from tertium.views.words.file_digests import check_named_file, named_pack
from tertium.views.words.packs import WordSettings, pack, unpack

KIND = "LSA vectors"
NONE, WORDNET = "none", "wordnet"
_STEPS = 127  # a coordinate of a unit vector in one byte: cosines keep two decimals

Vectors = npt.NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Space:
    """``vectors[place[word]]`` is a word's unit vector; ``settings`` say how the words were cut when it was trained."""

    settings: WordSettings
    place: Mapping[str, int]
    vectors: Vectors

    @property
    def dimensions(self) -> int:
        return int(self.vectors.shape[1])

    def similarity(self, one: str, other: str) -> float:
        """The cosine of two words; 0 if one is unknown, 1 for the same word."""
        if one == other:
            return 1.0
        if one not in self.place or other not in self.place:
            return 0.0
        return float(np.clip(self.vectors[self.place[one]] @ self.vectors[self.place[other]], -1.0, 1.0))

    def rows(self, view: TokenView) -> Int32s:
        """For every word of a vocabulary its row of ``vectors``, -1 for an unknown one."""
        get = self.place.get
        return np.array([get(view.word(word), -1) for word in range(view.vocabulary_size)], dtype=np.int32)

    def to_bytes(self) -> bytes:
        return pack(KIND, self.settings, list(self.place), {"vectors": quantised(self.vectors)})

    @classmethod
    def from_bytes(cls, data: bytes) -> Space:
        settings, words, arrays = unpack(KIND, data, ("vectors",))
        stored = arrays["vectors"]
        if stored.ndim != 2 or stored.dtype != np.int8 or len(stored) != len(words) or stored.shape[1] < 1:
            raise FileError(f"this is not a pack of {KIND} (its vectors do not fit its words); make it again.")
        return cls(settings, {word: row for row, word in enumerate(words)}, unit(stored.astype(np.float32)))


_PAIRS_AT_ONCE = 1 << 15  # their vectors stay in the cache, and memory does not grow with the pairs of a chunk


@dataclass(frozen=True, eq=False)
class WordVectors:
    """``vectors[rows[w]]`` is the unit vector of word w of a vocabulary; rows of unknown words are -1."""

    rows: Int32s
    vectors: Vectors

    def cosines(self, one: Int32s, other: Int32s) -> Floats:
        """Similarity of words ``one[k]`` and ``other[k]``: 0 if one is unknown, 1 for the same word."""
        made = np.zeros(len(one))
        for start in range(0, len(one), _PAIRS_AT_ONCE):
            part = slice(start, start + _PAIRS_AT_ONCE)
            left, right = self.rows[one[part]], self.rows[other[part]]
            known = (left >= 0) & (right >= 0)
            vectors = self.vectors[left[known]], self.vectors[right[known]]
            made[part][known] = np.clip(np.einsum("ij,ij->i", *vectors, dtype=np.float64), -1.0, 1.0)
        made[one == other] = 1.0
        return made


def check_source(source: str) -> str:
    """The source's full name: ``wordnet``, ``none``, or a file with its digest."""
    if source in (NONE, WORDNET):
        return source
    full = check_named_file(source, KIND, packed=True)
    load_space(full)
    return full


def check_settings(source: str, settings: WordSettings) -> None:
    """Refuse a space of the user's own whose words were cut in another way: few of them would be found."""
    if source in (NONE, WORDNET):
        return
    made = load_space(source).settings
    if made != settings:
        raise SpecError(
            f"{printable(source)} has words split by {made}, the metric splits by {settings}; "
            "give the metric the same parameters, or train again with 'tertium lsa train'."
        )


def word_vectors(chunk: Chunk, tok: str, case: str, norm: str, source: str) -> WordVectors | None:
    """The vectors of every word of the token view, made once; None for ``none``."""
    if source == NONE:
        return None

    def make() -> WordVectors:
        space = load_space(source)
        return WordVectors(space.rows(tokens(chunk, tok, case, norm).view), space.vectors)

    return chunk.view(("lsa", tok, case, norm, source), make)


def load_space(source: str) -> Space:
    """The space of a source that is named in full."""
    return shipped_space() if source == WORDNET else _saved_space(source)


@lru_cache(maxsize=1)
def shipped_space() -> Space:
    return Space.from_bytes(packaged("lsa.npz"))


@lru_cache(maxsize=1)
def _saved_space(full: str) -> Space:
    return named_pack(full, Space.from_bytes)


def unit(vectors: Vectors) -> Vectors:
    """Rows of length 1; rows of zeros stay."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.asarray(vectors / np.where(lengths > 0, lengths, 1), dtype=np.float32)


def quantised(vectors: Vectors) -> npt.NDArray[np.int8]:
    """Unit vectors in a byte a coordinate, scaled so that each row's largest coordinate uses the whole range."""
    largest = np.abs(vectors).max(axis=1, keepdims=True)
    return np.asarray(np.rint(vectors / np.where(largest > 0, largest, 1) * _STEPS), dtype=np.int8)
