"""Data that ships inside the package: found wherever the package is, nothing downloaded, nothing built at set-up."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path


def packaged(name: str) -> bytes:
    """The bytes of one file of ``tertium/data``."""
    return (files("tertium") / "data" / name).read_bytes()


def packaged_folder(name: str) -> Path:
    """A folder of ``tertium/data``, for libraries that read several files of it by themselves."""
    return Path(str(files("tertium") / "data" / name))


def page_asset(name: str) -> str:
    """A style or a module of the pages that ``tertium report`` and ``tertium serve`` make."""
    return _page_assets().joinpath(name).read_text("utf-8")


@cache
def _page_assets() -> Traversable:
    return files("tertium") / "render" / "page" / "assets"
