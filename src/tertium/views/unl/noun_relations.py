"""What WordNet knows of two nouns: whether one is a kind or an example of the other, or a part of it.

Parts are a pack of their own, ``data/wordnet_parts.npz``: WordNet's pointers from a part to its whole, as numbers of
synsets in the pack of ``views.words.wordnet``. A part of a class is a part of whatever belongs to the class (a car is a
vehicle with wheels, so that its wheel is a part), and a part of a part is a part (a finger of the arm).

>>> from tertium.views.words.wordnet import wordnet
>>> wheel, car, dog = (int(wordnet().senses(word, 0)[0]) for word in ("wheel", "car", "dog"))
>>> is_part(wheel, car), is_part(wheel, dog), is_part(car, wheel)
(True, False, False)
>>> animal = int(wordnet().senses("animal", 0)[0])
>>> is_below(dog, animal), is_below(animal, dog)
(True, False)
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from tertium.corpus.files.array_archive import read_arrays
from tertium.corpus.files.packaged import packaged
from tertium.views.words.wordnet import wordnet

PACK = "wordnet_parts.npz"
_STEPS = 3  # from a part to its whole, that whole's own whole, and so on; more and everything is a part of the world


@lru_cache(maxsize=1)
def _wholes() -> dict[int, tuple[int, ...]]:
    saved = read_arrays(packaged(PACK), ("part_steps", "wholes"), "a pack of parts", "build it again")
    parts, wholes = np.cumsum(saved["part_steps"]), saved["wholes"]
    found: dict[int, list[int]] = {}
    for part, whole in zip(parts.tolist(), wholes.tolist(), strict=True):
        found.setdefault(part, []).append(whole)
    return {part: tuple(listed) for part, listed in found.items()}


@lru_cache(maxsize=1 << 14)
def _classes(synset: int) -> frozenset[int]:
    """The synset and all classes above it."""
    net, found, layer = wordnet(), {synset}, [synset]
    while layer:
        layer = [int(up) for below in layer for up in net.hypernyms(below) if int(up) not in found]
        found.update(layer)
    return frozenset(found)


@lru_cache(maxsize=1 << 14)
def is_below(synset: int, above: int) -> bool:
    """Does the synset belong to the class, and is not the class itself?"""
    return synset != above and above in _classes(synset)


@lru_cache(maxsize=1 << 14)
def is_part(synset: int, whole: int) -> bool:
    """Is the first a part of the second, by itself or as all of its class have it?"""
    classes, wholes = _classes(whole), _wholes()
    layer: tuple[int, ...] = (synset,)
    for _ in range(_STEPS):
        layer = tuple({up for part in layer for up in wholes.get(part, ())})
        if any(up in classes for up in layer):
            return True
    return False
