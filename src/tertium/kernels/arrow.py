"""Batches of Arrow data in the memory of whoever made them, read through the C data interface."""

from __future__ import annotations

import numpy as np

from tertium.arrays import Int64s
from tertium.kernels import _native
from tertium.kernels.text import Pool

# The native classes themselves: the generated stub types them.
ArrowBatch = _native.ArrowBatch
ArrowStream = _native.ArrowStream
ArrowTexts = _native.ArrowTexts


def open_stream(capsule: object) -> ArrowStream:
    """The batches behind an ``arrow_array_stream`` capsule; ValueError where it is broken."""
    return _native.ArrowStream(capsule)


def open_array(schema: object, array: object) -> ArrowBatch:
    """The batch behind a pair of capsules, ``arrow_schema`` and ``arrow_array``."""
    return _native.ArrowBatch.from_capsules(schema, array)


def sentence_hashes(pool: Pool) -> np.ndarray[tuple[int], np.dtype[np.uint64]]:
    """A number for every sentence of a pool, the same everywhere and in every version."""
    return _native.hash_sentences(pool)


def number_hashes(numbers: Int64s) -> np.ndarray[tuple[int], np.dtype[np.uint64]]:
    """As ``sentence_hashes``, of the numbers in decimal digits: 17 and "17" are the same."""
    return _native.hash_numbers(numbers)
