"""Exact column sums: the same bits whatever the order, the chunks or the threads."""

from __future__ import annotations

from tertium.kernels import _native

ColumnSums = _native.ColumnSums


def column_sums(columns: int) -> ColumnSums:
    return _native.ColumnSums(columns)


CellSums = _native.CellSums


def cell_sums(columns: int) -> CellSums:
    """As exact, for many cells at once."""
    return _native.CellSums(columns)
