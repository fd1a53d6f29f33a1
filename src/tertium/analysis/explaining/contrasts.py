"""Two translations of one segment beside their references: which words only one of them has, and which are wrong.

Words are compared as written, in Unicode's composed form. A word counts as often as it occurs: of two "the" against
one, one is left over. Which one follows from the longest common runs, so that what stands in place is not marked.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Sequence
from difflib import SequenceMatcher
from itertools import groupby

from tertium.results.contrasts import Mark, MarkedText, Piece
from tertium.views.words.cutting import word_spans

_MOST_PAIRS = 4_000_000  # of words, beyond which runs are not looked for: their search is quadratic


class Words:
    """A text and its words."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.spans = word_spans(text)
        self.forms = [unicodedata.normalize("NFC", text[start:end]) for start, end in self.spans]


def contrasted(
    first: str, second: str, references: Sequence[str]
) -> tuple[MarkedText, MarkedText, tuple[MarkedText, ...]]:
    """Both translations and all references, marked."""
    mine, theirs, refs = Words(first), Words(second), [Words(reference) for reference in references]
    in_second, in_first = shared(mine.forms, theirs.forms)
    right_first, right_second = [False] * len(mine.forms), [False] * len(theirs.forms)
    made = []
    for ref in refs:
        found_first, by_first = shared(mine.forms, ref.forms)
        found_second, by_second = shared(theirs.forms, ref.forms)
        right_first = [one or other for one, other in zip(right_first, found_first, strict=True)]
        right_second = [one or other for one, other in zip(right_second, found_second, strict=True)]
        missed: list[Mark | None] = [
            None if one or other else "missed" for one, other in zip(by_first, by_second, strict=True)
        ]
        made.append(_marked(ref, missed))
    return (
        _marked(mine, [_mark(both, right) for both, right in zip(in_second, right_first, strict=True)]),
        _marked(theirs, [_mark(both, right) for both, right in zip(in_first, right_second, strict=True)]),
        tuple(made),
    )


def shared(first: Sequence[str], second: Sequence[str]) -> tuple[list[bool], list[bool]]:
    """For every word of either side: does the other side have one for it?

    >>> shared(["the", "cat", "the"], ["a", "the"])
    ([True, False, False], [False, True])
    """
    mine, theirs = [False] * len(first), [False] * len(second)
    if len(first) * len(second) <= _MOST_PAIRS:
        for run in SequenceMatcher(None, first, second, autojunk=False).get_matching_blocks():
            for step in range(run.size):
                mine[run.a + step] = theirs[run.b + step] = True
    left = Counter(word for word, taken in zip(second, theirs, strict=True) if not taken)
    moved: Counter[str] = Counter()
    for place, word in enumerate(first):
        if not mine[place] and left[word] > 0:
            left[word] -= 1
            moved[word] += 1
            mine[place] = True
    for place, word in enumerate(second):
        if not theirs[place] and moved[word] > 0:
            moved[word] -= 1
            theirs[place] = True
    return mine, theirs


def _mark(both: bool, right: bool) -> Mark | None:
    if both:
        return None if right else "wrong"
    return "only" if right else "only-wrong"


def _marked(words: Words, marks: Sequence[Mark | None]) -> MarkedText:
    """Pieces from mark to mark; spaces between words of one mark stay inside its piece."""
    pieces: list[Piece] = []
    at = 0
    for mark, group in groupby(zip(words.spans, marks, strict=True), key=lambda pair: pair[1]):
        spans = [span for span, _ in group]
        start, end = spans[0][0], spans[-1][1]
        if mark is not None:
            if at < start:
                pieces.append(Piece(words.text[at:start]))
            pieces.append(Piece(words.text[start:end], mark))
            at = end
    if at < len(words.text):
        pieces.append(Piece(words.text[at:]))
    return MarkedText(tuple(pieces))
