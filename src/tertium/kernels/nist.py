"""Exact n-gram counts over all references, and the information-weighted matches they give."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, cast

import numpy.typing as npt

from tertium.arrays import Floats, Int32s, Int64s
from tertium.kernels import _native
from tertium.kernels.text import TokenView

# The arrays a table is saved as, in the order the native module takes them.
ARRAYS = ("order", "bytes", "word_ends", "text", "sentence_ends", "times")


class NativeTable(Protocol):
    """All references of an evaluation set, for counting their n-grams up to an order."""

    @property
    def order(self) -> int: ...
    @property
    def total(self) -> int:
        """Words in all references."""
        ...

    def collect(self, tokens: TokenView, refs: Int32s, ref_offsets: Int64s) -> None: ...
    def merge(self, other: NativeTable) -> None: ...
    def count(self, ngram: list[str]) -> int:
        """How often the references have this n-gram, found by reading them all."""
        ...

    def arrays(self) -> dict[str, npt.NDArray[Any]]: ...
    def rows(
        self,
        tokens: TokenView,
        hyp: Int32s,
        seg: Int32s,
        refs: Int32s,
        ref_offsets: Int64s,
        zero_is_empty: bool,
    ) -> Floats:
        """(pairs, 2 order + 2): information of the matches and n-grams of every order, hypothesis length, mean
        reference length."""
        ...


def new_table(order: int) -> NativeTable:
    return cast(NativeTable, _native.InformationTable(order))


def restore_table(arrays: Mapping[str, npt.NDArray[Any]]) -> NativeTable:
    """A table from the arrays it was saved as; ValueError where they contradict one another."""
    return cast(NativeTable, _native.InformationTable.restore(*(arrays[name] for name in ARRAYS)))
