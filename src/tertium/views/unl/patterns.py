"""What the enconverter sees in more than one dependency at a time: ranges, and signs before a sentence.

A range is "from A to B" said of a thing (*the distance from Osaka to New York*), however the parser hung up B, and
fmt(A, B) relates its ends. Of what is done or goes (*a flight from Osaka to New York*) the ends are two places, two
times or two states, each with a relation of its own.

A sign is the number, letter or title before a sentence (*1. Introduction*, *Chapter 3: The war began*), which parsers
take for a quantity, an article, or the main word.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from tertium.views.unl.tree import NOUNS, Tree

_ENDS = frozenset({"to", "until", "till", "through"})
_MEASURES = frozenset({"number", "time", "amount"})
_MOVING = frozenset({"travel", "event", "vehicle", "person", "name", "artifact", "message"})  # has a way
_ORDINAL = re.compile(r"\d{1,3}|[a-z]|[ivxlc]{1,6}", re.IGNORECASE | re.ASCII)
_WITH_STOP = re.compile(rf"\(?(?:{_ORDINAL.pattern})[.)]", re.IGNORECASE | re.ASCII)
_STOPS = frozenset({".", ")", ":", "-", "–", "—"})
_TITLES = frozenset(
    "chapter section part article figure table appendix step act scene item volume lesson annex rule question".split()
)


@dataclass(frozen=True, slots=True)
class Sign:
    """``word`` stands before the sentence whose main word is ``body``; words up to ``end`` are the sign's."""

    word: int
    body: int
    end: int


def ranges(tree: Tree) -> dict[int, int]:
    """The word after "to" of every "from A to B", with A."""
    found: dict[int, int] = {}
    starts: dict[int, int] = {}  # of a head, its last word after "from" so far
    for word in range(1, len(tree.parse) + 1):
        if tree.kind(word) not in ("nmod", "obl") or tree.upos(word) not in NOUNS:
            continue
        marker, head = tree.marker(word), tree.head(word)
        if marker == "from":
            starts[head] = word
        elif marker in _ENDS:
            start = head if starts.get(tree.head(head) if head else 0) == head else starts.pop(head, 0)
            if start and start < word:
                found[word] = start
    return found


def is_range(fields: Callable[[int], frozenset[str]], tree: Tree, of: int, start: int, end: int) -> bool:
    """Are these the ends of one range, said of the word ``of``?"""
    if tree.upos(of) not in ("NOUN", "PRON", "NUM"):
        return False
    letters = len(tree.form(start)) == len(tree.form(end)) == 1  # from A to Z
    return letters or bool(fields(start) & fields(end) & _MEASURES) or not fields(of) & _MOVING


def sign(tree: Tree) -> Sign | None:
    """The sign before the sentence, if there is one."""
    word, end = _ordinal(tree)
    if not word or end >= len(tree.parse) or _is_initial(tree, word):
        return None
    rest = [child for child in range(end + 1, len(tree.parse) + 1) if tree.head(child) <= end]
    body = next((child for child in rest if tree.kind(child) != "punct"), 0)
    if not body or tree.upos(body) == "PUNCT":
        return None
    return Sign(word, body, end)


def _is_initial(tree: Tree, word: int) -> bool:
    """Is it a letter of somebody's name (*A. Smith*, *M. Dupont*)?"""
    names = [child for child in tree.children[word] if tree.kind(child) == "flat"]
    if tree.kind(word) in ("flat", "compound"):
        names.append(tree.head(word))
    return tree.form(word)[:1].isalpha() and any(tree.upos(name) == "PROPN" for name in names)


def _ordinal(tree: Tree) -> tuple[int, int]:
    """The word that is a sign and where the sign ends; nothing if the sentence begins otherwise."""
    forms = [tree.form(word) for word in range(1, min(4, len(tree.parse)) + 1)]
    if forms and _WITH_STOP.fullmatch(forms[0]):
        return 1, 1
    if len(forms) > 2 and forms[0] in _TITLES and _ORDINAL.fullmatch(forms[1]) and forms[2] in _STOPS:
        return 1, 3
    first = 1 if forms and forms[0] in ("(", "[") else 0
    if len(forms) > first + 1 and _ORDINAL.fullmatch(forms[first]) and forms[first + 1] in (".", ")", "]"):
        return first + 1, first + 2
    return 0, 0
