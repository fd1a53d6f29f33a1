"""Paths as Python callers give them, as requests hold them."""

from __future__ import annotations

import os
from collections.abc import Iterable

from tertium.api.shapes import Campaigns, FilePath
from tertium.corpus.campaigns.campaign import Campaign


def written(path: FilePath | None) -> str | None:
    return None if path is None else os.fspath(path)


def all_written(paths: Iterable[FilePath]) -> tuple[str, ...]:
    return tuple(os.fspath(path) for path in paths)


def all_campaigns(data: Campaigns) -> tuple[str | Campaign, ...]:
    """One or several, as the task takes them."""
    listed = [data] if isinstance(data, str | os.PathLike | Campaign) else data
    return tuple(one if isinstance(one, Campaign) else os.fspath(one) for one in listed)
