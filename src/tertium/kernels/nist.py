"""Exact n-gram counts over all references, and the information-weighted matches they give."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy.typing as npt

from tertium.kernels import _native

# The arrays a table is saved as, in the order the native module takes them.
ARRAYS = ("order", "bytes", "word_ends", "text", "sentence_ends", "times")


NativeTable = _native.InformationTable


def new_table(order: int) -> NativeTable:
    return _native.InformationTable(order)


def restore_table(arrays: Mapping[str, npt.NDArray[Any]]) -> NativeTable:
    """A table from the arrays it was saved as; ValueError where they contradict one another."""
    return _native.InformationTable.restore(*(arrays[name] for name in ARRAYS))
