"""Edit distance and position-independent comparison, word by word."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from tertium.arrays import Floats, Int32s, Int64s
from tertium.kernels import _native
from tertium.kernels.text import Pairs

# Columns of edit_rows and bag_rows.
EDITS, SHARED, LENGTH, MEAN_LENGTH, PLACE = range(5)

# Steps of an edit path.
MATCH, SUBSTITUTION, INSERTION, DELETION = range(4)


def edit_rows(values: Int32s, offsets: Int64s, pairs: Pairs) -> Floats:
    """(pairs, 5): edits to the nearest reference (the first of equals), 0, its length, the mean length, its place."""
    return _native.edit_rows(values, offsets, *pairs)


def edit_door(tokenizer: str, lowercase: bool, columns: Sequence[int]) -> Callable[[Any, Any], list[float] | None]:
    """These columns of ``edit_rows`` of one segment after the other: (hypothesis, references) as strings to the row."""
    return _native.EditDoor(tokenizer, lowercase, list(columns)).row


def bag_rows(values: Int32s, offsets: Int64s, pairs: Pairs, surplus: bool) -> Floats:
    """(pairs, 5): as ``edit_rows`` for bags of words, with the number of shared words second.

    Edits are max(|h|, |r|) - shared, or |r| - shared where ``surplus`` is false: extra words then cost nothing.
    """
    return _native.bag_rows(values, offsets, *pairs, surplus)


def edit_path(ref: Int32s, hyp: Int32s, substitutions: bool = True) -> npt.NDArray[np.uint8]:
    """Steps of one shortest way from the reference to the hypothesis; without substitutions, matches are an LCS."""
    return _native.edit_path(ref, hyp, substitutions)
