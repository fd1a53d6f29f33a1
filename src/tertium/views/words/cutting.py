"""Words for people, cut from text as written: the text between two cuts is never changed.

A word is a run of letters, digits and marks, with hyphens and apostrophes inside. Scripts that are written without
spaces are cut by character, with its marks; runs of katakana stay whole. Every other character is a word by itself.
"""

from __future__ import annotations

import unicodedata

Span = tuple[int, int]

_INSIDE = frozenset("'’-‐‑·_")  # between letters these are part of a word
_UNSPACED = (  # scripts without spaces between words
    (0x0E00, 0x0EFF),  # Thai, Lao
    (0x1000, 0x109F),  # Myanmar
    (0x1780, 0x17FF),  # Khmer
    (0x2E80, 0x312F),  # radicals, kana, bopomofo
    (0x31A0, 0xA4CF),  # kana extensions, ideographs, Yi
    (0xF900, 0xFAFF),  # compatibility ideographs
    (0x1B000, 0x1B16F),  # more kana
    (0x20000, 0x3FFFF),  # more ideographs
)
_KATAKANA = (0x30A0, 0x30FF)


def word_spans(text: str) -> list[Span]:
    """First character of each word, and the one after its last.

    >>> text = "Don't: 猫がテレビ."
    >>> [text[start:end] for start, end in word_spans(text)]
    ["Don't", ':', '猫', 'が', 'テレビ', '.']
    """
    spans: list[Span] = []
    at = 0
    while at < len(text):
        if text[at].isspace():
            at += 1
            continue
        end = _end(text, at)
        spans.append((at, end))
        at = end
    return spans


def _end(text: str, start: int) -> int:
    kind = _kind(text[start])
    end = start + 1
    while end < len(text):
        char = text[end]
        if (
            _is_mark(char)
            or (
                kind == "letter"
                and (
                    _kind(char) == "letter"
                    or (char in _INSIDE and end + 1 < len(text) and _kind(text[end + 1]) == "letter")
                )
            )
            or (kind == "katakana" and _kind(char) == "katakana")
        ):
            end += 1
        else:
            break
    return end


def _kind(char: str) -> str:
    code = ord(char)
    if not char.isalnum() and char != "ー":
        return "other"
    if _KATAKANA[0] <= code <= _KATAKANA[1]:
        return "katakana"
    return "character" if any(low <= code <= high for low, high in _UNSPACED) else "letter"


def _is_mark(char: str) -> bool:
    """Vowel signs, accents and joiners belong to what stands before them."""
    return not char.isascii() and unicodedata.category(char) in ("Mn", "Mc", "Me", "Cf")
