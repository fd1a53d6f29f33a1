"""How wide text is on a terminal, and columns of numbers whose decimal points stand below one another."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

_WHOLE_PART = re.compile(r"(?:[<+-]|[≥≤] )?\d[\d,]*")


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


def text_lines(text: str, width: int) -> list[str]:
    """The text in lines of at most ``width`` columns: broken at spaces, beside wide characters, else inside a word.

    >>> text_lines("a text of words", 9)
    ['a text of', 'words']
    """
    lines, line, used = [], "", 0
    breakable = 0  # how much of the line may stay when it is full
    for char in " ".join(text.split()):
        size = cell_width(char)
        if used + size > width and line:
            if char == " ":
                lines.append(line)
                line, used, breakable = "", 0, 0
                continue
            cut = breakable or len(line)
            lines.append(line[:cut].rstrip())
            line = line[cut:]
            used, breakable = cell_width(line), 0
        if char == " " or size == 2:
            breakable = len(line) if size == 2 and char not in _NEVER_FIRST else breakable
            breakable = len(line) + 1 if char == " " else breakable
        line += char
        used += size
    return [*lines, line] if line else lines


_NEVER_FIRST = "、。，．：；？！）】」』》〉〕"  # closing marks, which no line begins with


def shortened(text: str, width: int) -> str:
    """The text itself, or as much of its beginning and end as fits, with dots between."""
    if cell_width(text) <= width:
        return text
    front, back = "", ""
    while cell_width(front) < (width - 1) // 2:
        front += text[len(front)]
    while cell_width(back) < width // 2 - 1:
        back = text[-len(back) - 1] + back
    return f"{front}…{back}"


def padded(text: str, width: int, right: bool = False) -> str:
    space = " " * (width - cell_width(text))
    return space + text if right else text + space


def decimals_aligned(texts: Sequence[str]) -> list[str]:
    """The texts, all as wide, with the units of their first numbers below one another.

    So digits stay in place whatever follows them: more decimals, a star, an interval. What is no number ends where
    units do, if it is short.

    >>> decimals_aligned(["0.012*", "0.3", "–", "12"])
    [' 0.012*', ' 0.3   ', ' –     ', '12     ']
    """
    wholes = [found.end() if (found := _WHOLE_PART.match(text)) else None for text in texts]
    left = max((end for end in wholes if end is not None), default=0)
    made = []
    for text, end in zip(texts, wholes, strict=True):
        made.append(" " * (left - (cell_width(text) if end is None else end)) + text)
    width = max(map(cell_width, made), default=0)
    return [padded(text, width) for text in made]
