"""Synonyms: for every word of a chunk's vocabulary the sets it belongs to. Two words that share a set are synonyms.

Sources, by name:

``wordnet``  WordNet 3.0, shipped: synsets of the word and of its base forms, by part of speech, as WordNet's own
             library finds them.
``meteor``   the same data as METEOR 1.5 reads it, slips included: base forms by the first rule that fits for any part
             of speech, and synsets known by their place in the data files alone, so that "entity" (the first
             synset of the nouns' file) is a synonym of "able" (the first of the adjectives').
``none``     no synonyms.
a directory  a WordNet of your own, in the files Princeton publishes, in any language.
a file       a MyThes thesaurus (``th_*.dat``) or lines of words separated by TABs.

A path says nothing about what is in the file: its full name, which enters signatures, ends in the first 12 hexadecimal
digits of the content's SHA-256, and a signature whose file changed is refused. Words are looked up as the token view
spells them (WordNet's lemmas are lower case); words of a file are known in its spelling and in lower case.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from tertium.arrays import Int32s, Int64s
from tertium.corpus.chunk import Chunk
from tertium.corpus.files.access import open_bytes
from tertium.corpus.lexicons.thesaurus import read_sets
from tertium.errors import FileError, SpecError, printable
from tertium.kernels.text import TokenView, lower
from tertium.kernels.wordnet import NativeWuPalmer
from tertium.views.tokens.tokenized import tokens
from tertium.views.words.file_digests import digest_of, full_name, split_name
from tertium.views.words.stems import ENGLISH
from tertium.views.words.wordnet import (
    directory_digest,
    is_wordnet_directory,
    wordnet,
    wordnet_in,
    wu_palmer,
    wu_palmer_in,
)

NONE, WORDNET, METEOR = "none", "wordnet", "meteor"
NAMED = (WORDNET, METEOR, NONE)


@dataclass(frozen=True, eq=False)
class SynonymSets:
    """Word w of the vocabulary belongs to the sets ``values[offsets[w]:offsets[w + 1]]``, ascending numbers."""

    values: Int32s
    offsets: Int64s

    def of(self, word: int) -> Int32s:
        return self.values[self.offsets[word] : self.offsets[word + 1]]

    def share(self, one: int, other: int) -> bool:
        """Are the two words synonyms? For people and tests: kernels walk both ascending lists."""
        return bool(np.intersect1d(self.of(one), self.of(other), assume_unique=True).size)


def check_source(source: str) -> str:
    """The source's full name, a path with its digest; an error if it cannot be read."""
    if source in NAMED:
        return source
    path, given = split_name(source, "synonyms")
    full = full_name(path, given, _digest(path), "synonyms")
    _load(full)
    return full


def check_language(source: str, language: str) -> str:
    """The source, unless it is the English WordNet for texts in another language (a code such as ``de``)."""
    if source in (WORDNET, METEOR) and language not in (*ENGLISH, NONE):
        raise SpecError(
            f"there are no synonyms for language '{printable(language)}' in WordNet; give a thesaurus with "
            f"synonyms=FILE (th_*.dat, or lines of words separated by TABs), or do without: synonyms={NONE}."
        )
    return source


def default_source(language: str) -> str:
    """What is there without a file: ``wordnet`` for English, ``none`` for any other language; shown in signatures."""
    return WORDNET if language in ENGLISH else NONE


def wordnet_named(source: str) -> str | None:
    """The source if it is a WordNet whose words can be compared, shipped or a directory; None if it is no WordNet."""
    if source in NAMED:
        return None if source == NONE else WORDNET
    return source if is_wordnet_directory(source.rsplit("@", 1)[0]) else None


def wu_palmer_of(source: str) -> NativeWuPalmer:
    """Wu-Palmer similarities over the sets that a source with a ``wordnet_named`` gives words."""
    return wu_palmer() if source == WORDNET else wu_palmer_in(*source.rsplit("@", 1))


def synonyms(chunk: Chunk, tok: str, case: str, norm: str, source: str) -> SynonymSets | None:
    """The sets of every word of the token view, made once; None for ``none``."""
    if source == NONE:
        return None
    return chunk.view(
        ("synonyms", tok, case, norm, source), lambda: synonym_sets(tokens(chunk, tok, case, norm).view, source)
    )


def synonym_sets(view: TokenView, source: str) -> SynonymSets:
    """The sets of a vocabulary, from a source named in full."""
    if source in (WORDNET, METEOR):
        return SynonymSets(*wordnet().vocabulary_sets(view, source == METEOR))
    path, digest = source.rsplit("@", 1)
    if is_wordnet_directory(path):
        return SynonymSets(*wordnet_in(path, digest).vocabulary_sets(view, False))
    known = _thesaurus(path, digest)
    found = [known.get(view.word(word), ()) for word in range(view.vocabulary_size)]
    offsets = np.zeros(len(found) + 1, dtype=np.int64)
    np.cumsum([len(sets) for sets in found], out=offsets[1:])
    return SynonymSets(np.array([number for sets in found for number in sets], dtype=np.int32), offsets)


def _load(full: str) -> None:
    path, digest = full.rsplit("@", 1)
    if is_wordnet_directory(path):
        wordnet_in(path, digest)
    else:
        _thesaurus(path, digest)


@lru_cache(maxsize=2)
def _thesaurus(path: str, digest: str) -> dict[str, tuple[int, ...]]:
    """Word to the ascending numbers of its sets."""
    known: dict[str, list[int]] = {}
    for number, words in enumerate(read_sets(path)):
        for word in dict.fromkeys((*words, *map(lower, words))):
            known.setdefault(word, []).append(number)
    if _digest(path) != digest:
        raise FileError(f"{printable(path)} changed while it was read; run again when nothing writes to it.")
    return {word: tuple(sets) for word, sets in known.items()}


def _digest(path: str) -> str:
    if is_wordnet_directory(path):
        return directory_digest(path)
    with open_bytes(path) as file:
        return digest_of(file.read())
