"""Exact column sums: the same bits whatever the order, the chunks or the threads."""

from __future__ import annotations

from typing import Protocol, cast

from tertium.arrays import Bools, Floats
from tertium.kernels import _native


class ColumnSums(Protocol):
    def add(self, rows: Floats, masked: Bools) -> None:
        """Add (segments, columns) rows; masked ones weigh nothing."""
        ...

    def merge(self, other: ColumnSums) -> None: ...
    def values(self) -> Floats: ...


def column_sums(columns: int) -> ColumnSums:
    return cast(ColumnSums, _native.ColumnSums(columns))
