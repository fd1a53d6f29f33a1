"""Exact column sums: the same bits whatever the order, the chunks or the threads."""

from __future__ import annotations

from tertium.kernels import _native

ColumnSums = _native.ColumnSums


def column_sums(columns: int) -> ColumnSums:
    return _native.ColumnSums(columns)
