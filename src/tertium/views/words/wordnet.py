"""WordNet as the views use it: the pack shipped with the package, or a directory of the user's own.

>>> net = wordnet()
>>> [net.name(synset) for synset in net.synsets("geese")]
['goose.n.01', 'goose.n.03', 'fathead.n.01']
>>> round(similarity("dog", "cat"), 6)
0.857143
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path

import numpy as np

from tertium.corpus.files.access import is_folder, open_bytes
from tertium.corpus.files.packaged import packaged
from tertium.corpus.lexicons.wordnet import POS, from_bytes, read_directory
from tertium.errors import FileError, printable
from tertium.kernels.text import intern_tokens
from tertium.kernels.wordnet import NativeWordNet, NativeWuPalmer, new_wordnet, new_wu_palmer

PACK = "wordnet.npz"
_FILES = tuple(name for pos in POS for name in (f"index.{pos}", f"data.{pos}", f"{pos}.exc"))


@lru_cache(maxsize=1)
def wordnet() -> NativeWordNet:
    """WordNet 3.0 of the package, loaded once in about 50 ms; immutable."""
    return new_wordnet(from_bytes(packaged(PACK)))


@lru_cache(maxsize=1)
def wu_palmer() -> NativeWuPalmer:
    """Wu-Palmer similarities over the package's WordNet, for the sets that ``synonyms=wordnet`` gives words."""
    return new_wu_palmer(wordnet())


def similarity(one: str, other: str, directory: str | None = None) -> float:
    """Wu-Palmer similarity of two words: the maximum over their noun and their verb senses, 0 if there are none.

    In the package's WordNet, or in one of your own.
    """
    net, similarities = wordnet(), wu_palmer()
    if directory is not None:
        digest = directory_digest(directory)
        net, similarities = wordnet_in(directory, digest), wu_palmer_in(directory, digest)
    sets = net.vocabulary_sets(intern_tokens([[one, other]]), False)
    first, second = np.zeros(1, dtype=np.int32), np.array([0 if one == other else 1], dtype=np.int32)
    return float(similarities.of_words(*sets, first, second)[0])


@lru_cache(maxsize=2)
def wordnet_in(directory: str, digest: str) -> NativeWordNet:
    """The WordNet in a directory, whose files are still those that had this digest."""
    arrays = read_directory(directory)
    if not arrays.senses.size:
        raise FileError(f"{printable(directory)} is not a WordNet: none of its files lists a word; see wndb(5WN).")
    made = new_wordnet(arrays)
    if directory_digest(directory) != digest:
        raise FileError(f"{printable(directory)} changed while it was read; run again when nothing writes to it.")
    return made


@lru_cache(maxsize=2)
def wu_palmer_in(directory: str, digest: str) -> NativeWuPalmer:
    """Wu-Palmer similarities over the WordNet in a directory."""
    try:
        return new_wu_palmer(wordnet_in(directory, digest))
    except ValueError as error:
        raise FileError(f"{printable(directory)} is not a WordNet in which words can be compared: {error}.") from None


def is_wordnet_directory(path: str) -> bool:
    return is_folder(path)


def directory_digest(directory: str) -> str:
    """The first 12 hexadecimal digits of the SHA-256 of all files that are read, in a fixed order."""
    sum_ = hashlib.sha256()
    for name in _FILES:
        with open_bytes(Path(directory) / name) as file:
            data = file.read()
        sum_.update(f"{name} {len(data)}\n".encode())
        sum_.update(data)
    return sum_.hexdigest()[:12]
