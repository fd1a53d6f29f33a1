"""Marked words in a page: each kind of mark has a sign, a line of its own shape and a word for those who listen.

Signs are not part of the text: they are not copied with it, and they do not decide in which direction it runs.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from html import escape

from tertium.errors import printable

# By kind: the sign before the words, and what it means.
MEANING = {
    "moved": ("⇄", "moved"),
    "missing": ("−", "missing from the output"),
    "extra": ("+", "extra in the output"),
    "only": ("✓", "only here, and in a reference"),
    "only-wrong": ("✗", "only here, and in no reference"),
    "wrong": ("≈", "in both, and in no reference"),
    "missed": ("∅", "in the reference alone"),
}

_LONGEST_LEAD = 24  # characters; a longer word may be broken, so that the page does not scroll sideways


def marked(kind: str, text: str) -> str:
    """Some words with their mark; spaces at their ends stay outside."""
    sign, meaning = MEANING[kind]
    inner = text.strip()
    if not inner:
        return _text(text)
    start = text.index(inner)
    lead = _lead(inner)
    return (
        f'{_text(text[:start])}<span class="mark {kind}"><span class="lead"><span class="sign" dir="ltr" '
        f'aria-hidden="true">{sign}</span><span class="said" dir="ltr">[{meaning}:] </span>{_text(inner[:lead])}</span>'
        f"{_text(inner[lead:])}</span>{_text(text[start + len(inner) :])}"
    )


def _lead(text: str) -> int:
    """How many characters stay on one line with the sign: the first word; where words have no spaces, a character."""
    word = text.split(maxsplit=1)[0]
    wide = any(unicodedata.east_asian_width(character) in "WF" for character in word)
    return len(word) if len(word) <= _LONGEST_LEAD and not wide else 1


def legend(kinds: Iterable[str]) -> str:
    """What the signs mean."""
    listed = "".join(
        f'<li><span class="mark {kind}"><span class="sign">{MEANING[kind][0]}</span>{MEANING[kind][1]}</span></li>'
        for kind in kinds
    )
    return f'<ul class="legend" aria-label="what the marks mean">{listed}</ul>'


def _text(text: str) -> str:
    return escape(printable(text))
