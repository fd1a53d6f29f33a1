"""WordNet in native memory: synsets of words and of their base forms."""

from __future__ import annotations

from typing import Any, Protocol, cast

from tertium.arrays import Floats, Int32s, Int64s
from tertium.kernels import _native
from tertium.kernels.text import TokenView


class NativeWordNet(Protocol):
    """Immutable, shared by threads. Synsets are numbered; what METEOR compares are places in the data files."""

    def __len__(self) -> int: ...
    def synsets(self, word: str) -> Int32s: ...
    def meteor_sets(self, word: str) -> Int32s: ...
    def name(self, synset: int) -> str: ...
    def senses(self, lemma: str, pos: int) -> Int32s:
        """Synsets of a lemma as one part of speech (noun, verb, adjective, adverb: 0 to 3), most frequent first."""
        ...

    def base(self, word: str, pos: int, inflected: bool) -> str:
        """The lemma a word is a form of, or nothing; known to be ``inflected``, "saw" is "see"."""
        ...

    def hypernyms(self, synset: int) -> Int32s: ...
    def vocabulary_sets(self, tokens: TokenView, as_meteor: bool) -> tuple[Int32s, Int64s]:
        """Word w of the view's vocabulary is in the sets ``values[offsets[w]:offsets[w + 1]]``, ascending."""
        ...


def new_wordnet(arrays: Any) -> NativeWordNet:
    """From the arrays of ``corpus.lexicons.wordnet``; ValueError where they contradict one another."""
    flat = {name: array.reshape(-1) for name, array in vars(arrays).items()}
    return cast(NativeWordNet, _native.WordNet(**flat))


class NativeWuPalmer(Protocol):
    """Wu-Palmer similarities over one WordNet; immutable, shared by threads."""

    def of_words(self, values: Int32s, offsets: Int64s, one: Int32s, other: Int32s) -> Floats:
        """Similarity of words ``one[k]`` and ``other[k]``, whose synsets the ragged arrays list, ascending."""
        ...


def new_wu_palmer(net: NativeWordNet) -> NativeWuPalmer:
    return cast(NativeWuPalmer, _native.WuPalmer(net))
