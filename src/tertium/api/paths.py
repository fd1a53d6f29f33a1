"""Paths as Python callers give them, as requests hold them."""

from __future__ import annotations

import os
from collections.abc import Iterable

from tertium.api.shapes import FilePath


def written(path: FilePath | None) -> str | None:
    return None if path is None else os.fspath(path)


def all_written(paths: Iterable[FilePath]) -> tuple[str, ...]:
    return tuple(os.fspath(path) for path in paths)
