"""How wide text is on a terminal."""

from __future__ import annotations

import unicodedata


def cell_width(text: str) -> int:
    """Columns a terminal gives to a text: East Asian wide characters take two, combining marks none."""
    if text.isascii():
        return len(text)
    width = 0
    for char in text:
        if unicodedata.combining(char) or unicodedata.category(char) in ("Mn", "Me", "Cf"):
            continue
        width += 2 if unicodedata.east_asian_width(char) in ("W", "F") else 1
    return width
