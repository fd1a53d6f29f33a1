"""Where tokens stand in the text they were cut from, so that people are shown the text as it was written."""

from __future__ import annotations

from collections.abc import Sequence

Span = tuple[int, int]

# What tokenizers in the manner of mteval read as one character.
_ENTITIES = {'"': "&quot;", "&": "&amp;", "<": "&lt;", ">": "&gt;"}
_WORD_START = "▁"  # with which SentencePiece's pieces begin a word
_SPECIAL = frozenset({*_ENTITIES, _WORD_START})
_LOOK_AHEAD = 24  # characters that a tokenizer may have dropped between two tokens


def spans(tokens: Sequence[str], text: str) -> tuple[Span | None, ...]:
    """For each token its first character and the one after its last; None for a token that the text does not have.

    >>> spans(["Don", "'t", "say", '"', "no", '"'], "Don't say &quot;no&quot;")
    ((0, 3), (3, 5), (6, 9), (10, 16), (16, 18), (18, 24))
    """
    folded = text.lower()
    if len(folded) != len(text):  # İ becomes two characters: places would be wrong
        folded = "".join(char if len(char.lower()) != 1 else char.lower() for char in text)
    found: list[Span | None] = []
    at, end = 0, len(text)
    for token in tokens:
        while at < end and text[at].isspace():
            at += 1
        if text.startswith(token, at) and token and token[0] not in _SPECIAL:  # as nearly all
            found.append((at, at + len(token)))
            at += len(token)
            continue
        span = _next(token.lstrip(_WORD_START), text, folded, at)
        found.append(span)
        at = at if span is None else span[1]
    return tuple(found)


def _next(token: str, text: str, folded: str, at: int) -> Span | None:
    """The token here, or the first place soon after, as it is or in other letter case."""
    if not token:
        return None
    if text.startswith(token, at):
        entity = _ENTITIES.get(token, "")
        return (at, at + len(entity)) if entity and text.startswith(entity, at) else (at, at + len(token))
    found = []
    for form, there in ((token, text), (token.lower(), folded), (_ENTITIES.get(token, token), text)):
        end = at + _LOOK_AHEAD + len(form)
        place = there.find(form, at, end)
        # After a word that was not found, the middle of a word is no place to go on.
        while place > at and text[place].isalnum() and text[place - 1].isalnum():
            place = there.find(form, place + 1, end)
        if place >= 0:
            found.append((place, place + len(form)))
    return min(found, default=None)
