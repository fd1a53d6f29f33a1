"""Paths as Python callers give them, as requests hold them."""

from __future__ import annotations

import os
from collections.abc import Iterable

from tertium.api.shapes import Campaigns, FilePath
from tertium.corpus.campaigns.campaign import Campaign
from tertium.errors import FileError, InputError, printable


def written(path: FilePath | None) -> str | None:
    """The path, None as it is; an error for what cannot name a file."""
    if path is None:
        return None
    try:
        made = os.fspath(path)
        os.fsencode(made)
    except TypeError:
        raise InputError(f"expected the name of a file or folder, got {type(path).__name__}.") from None
    except UnicodeEncodeError:
        raise FileError(f"{printable(str(path))} is not a file name: it holds half a character.") from None
    return made


def all_written(paths: Iterable[FilePath]) -> tuple[str, ...]:
    return tuple(os.fspath(path) for path in paths)


def all_campaigns(data: Campaigns) -> tuple[str | Campaign, ...]:
    """One or several, as the task takes them."""
    listed = [data] if isinstance(data, str | os.PathLike | Campaign) else data
    return tuple(one if isinstance(one, Campaign) else os.fspath(one) for one in listed)
