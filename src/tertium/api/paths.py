"""Paths as Python callers give them, as requests hold them."""

from __future__ import annotations

import os
from collections.abc import Iterable

from tertium.api.shapes import Campaigns, FilePath
from tertium.corpus.campaigns.campaign import Campaign
from tertium.errors import FileError, InputError, brief_value, printable


def written(path: FilePath | None) -> str | None:
    """The path, None as it is; an error for what cannot name a file."""
    return None if path is None else _written(path)


def all_written(name: str, paths: Iterable[FilePath]) -> tuple[str, ...]:
    """The paths of a setting; the same errors."""
    return tuple(_written(path, f"{name}: ") for path in paths)


def all_campaigns(data: Campaigns) -> tuple[str | Campaign, ...]:
    """One or several, as the task takes them."""
    listed = [data] if isinstance(data, str | os.PathLike | Campaign) else list(data)
    if not listed:
        raise InputError("data is empty, expected at least one campaign.")
    return tuple(one if isinstance(one, Campaign) else _written(one, "data: ") for one in listed)


def _written(path: FilePath, where: str = "") -> str:
    if not isinstance(path, str | os.PathLike):
        raise InputError(f"{where}expected the name of a file or folder, got {brief_value(path)}.")
    made = os.fspath(path)
    if not isinstance(made, str):
        raise InputError(
            f"{where}expected a name that is a string, got {brief_value(made)}; os.fsdecode makes one of it."
        )
    try:
        os.fsencode(made)
    except UnicodeEncodeError:
        raise FileError(f"{printable(made)} is not a file name: it holds half a character.") from None
    if "\0" in made:
        raise FileError(f"{printable(made)} is not a file name: it contains NUL.")
    return made
