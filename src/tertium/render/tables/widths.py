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
