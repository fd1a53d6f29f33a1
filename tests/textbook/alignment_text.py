"""Textbook version of alignment files: each form by a regular expression."""

from __future__ import annotations

import re

Link = tuple[int, int]


def _span(text: str, base: int) -> range:
    first, _, last = text.partition("-")
    return range(int(first) - base, int(last or first) - base + 1)


def read_line(line: str, form: str, base: int) -> list[Link]:
    """Links of one well-formed line, sorted, each once."""
    if form == "pharaoh":
        return sorted({(int(i) - base, int(j) - base) for i, j in re.findall(r"(\d+)-(\d+)", line)})
    links: set[Link] = set()
    if form == "segments":
        for source, target in re.findall(r"(\d+(?:-\d+)?)=(\d+(?:-\d+)?)", line):
            links |= {(i, j) for i in _span(source, base) for j in _span(target, base)}
        return sorted(links)
    words = 0
    for phrase, span in re.findall(r"([^|]*)\|(\d+(?:-\d+)?)\|", line):
        size = len(phrase.split())
        links |= {(i, words + k) for i in _span(span, base) for k in range(size)}
        words += size
    return sorted(links)
