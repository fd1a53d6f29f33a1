"""Data that ships inside the package: found wherever the package is, nothing downloaded, nothing built at set-up."""

from __future__ import annotations

from importlib.resources import files


def packaged(name: str) -> bytes:
    """The bytes of one file of ``tertium/data``."""
    return (files("tertium") / "data" / name).read_bytes()
