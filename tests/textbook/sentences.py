"""Sentences of word ids to compare kernels with their textbook versions."""

from __future__ import annotations

import random

import numpy as np

from tertium.arrays import Int32s, Int64s
from tertium.kernels.text import Pairs

LENGTHS = (0, 1, 63, 64, 65, 130, 1000)  # around the blocks of 64 that bit-parallel kernels work in


def ragged(sentences: list[list[int]]) -> tuple[Int32s, Int64s]:
    values = np.array([word for sentence in sentences for word in sentence], dtype=np.int32)
    return values, np.cumsum([0, *map(len, sentences)]).astype(np.int64)


def pair_of(references: int) -> Pairs:
    """The first sentence against all the others."""
    none = np.zeros(1, np.int32)
    return Pairs(none, none, np.arange(1, references + 1, dtype=np.int32), np.array([0, references], np.int64))


def relatives(length: int, other: int, seed: int) -> tuple[list[int], list[int]]:
    """Two sentences, the second partly a copy of the first, over few or many words."""
    rng = random.Random(seed)
    vocabulary = rng.choice((2, 10, 500))
    a = [rng.randrange(vocabulary) for _ in range(length)]
    b = [a[i] if i < length and rng.random() < 0.6 else rng.randrange(vocabulary) for i in range(other)]
    cut = rng.randrange(other + 1)
    return a, b[cut:] + b[:cut]
