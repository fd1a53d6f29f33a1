"""A table of paraphrases of one's own, by pivoting: phrases that share translations mean the same.

p(e2 | e1) = sum over f of p(f | e1) p(e2 | f), for phrases e1, e2 of one language and f of another.

C. Bannard and C. Callison-Burch. 2005. Paraphrasing with Bilingual Parallel Corpora. Proceedings of the 43rd Annual
Meeting of the ACL, 597-604.

What is left out follows the tables that METEOR 1.3 and later ship (Denkowski and Lavie 2010, and their program Parex):
translations below ``min_translation``; phrases and pivots with a word that holds punctuation or a symbol; phrases and
pivots of function words alone; pairs of which one holds the other; paraphrases below ``min_probability``. Probabilities
are of all pairs, as they were before anything was left out.

M. Denkowski and A. Lavie. 2010. METEOR-NEXT and the METEOR Paraphrase Tables: Improved Evaluation Support for Five
Target Languages. Proceedings of the Joint Fifth Workshop on Statistical Machine Translation and MetricsMATR, 339-342.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection
from dataclasses import dataclass, field
from functools import cached_property
from io import BytesIO
from typing import Any, BinaryIO

import numpy as np

from tertium.arrays import Bools, Floats, Int32s, Int64s
from tertium.errors import InputError
from tertium.kernels.phrase_pairs import (
    Spelling,
    Translations,
    paraphrase_lines,
    phrase_ranks,
    pivot,
    words_of_phrases,
)
from tertium.kernels.text import lower
from tertium.progress import SILENT, Listener

_WRITTEN = 1 << 18  # pairs at once
_STEPS = 64  # signs of progress


@dataclass(frozen=True)
class PivotSettings:
    """What is kept; the defaults are those of METEOR's tables. ``most`` is of one phrase, None for no bound.

    ``min_count`` is of pairs of phrases, which a phrase table does not count.
    """

    max_length: int = 7
    min_probability: float = 0.01
    min_translation: float = 0.001
    min_count: int = 1
    most: int | None = None

    def __post_init__(self) -> None:
        for name in ("min_probability", "min_translation"):
            if not 0 <= getattr(self, name) <= 1:
                raise InputError(f"{name} is {getattr(self, name):g}, expected a probability between 0 and 1.")
        for name, high in (("max_length", 100), ("min_count", None), ("most", None)):
            value = getattr(self, name)
            if value is not None and (value < 1 or (high is not None and value > high)):
                expected = "at least 1" if high is None else f"1 to {high}"
                raise InputError(f"{name} is {value}, expected a whole number of {expected}.")


@dataclass(frozen=True, eq=False)
class PhrasePairRows:
    """Pairs of phrases, each once: of the language that is paraphrased, and of the pivot's, with both probabilities."""

    phrases: Spelling
    pivots: Spelling
    phrase: Int32s
    pivot: Int32s
    pivot_given_phrase: Floats
    phrase_given_pivot: Floats
    kept: Bools | None = None  # rows that are frequent enough; None: all


@dataclass(frozen=True, eq=False)
class PivotedTable:
    """Pair k says that ``phrases`` number ``ids[k]`` may be ``others[k]``. By phrase in the order of its bytes, then by
    falling probability. ``pairs`` are the pairs of phrases it was made from, ``sentences`` the pairs of sentences (0:
    those of a phrase table are unknown)."""

    phrases: Spelling
    ids: Int32s
    others: Int32s
    probabilities: Floats
    pairs: int
    sentences: int = 0
    about: str = field(default="", compare=False)

    def __len__(self) -> int:
        return len(self.ids)

    @cached_property
    def paraphrased(self) -> int:
        """How many phrases have a paraphrase."""
        return len(np.unique(self.ids))

    def of(self, phrase: str) -> list[tuple[str, float]]:
        """The paraphrases of one phrase with their probabilities, the most probable first."""
        place = self._places.get(" ".join(phrase.split()))
        rows = range(*place) if place is not None else ()
        return [(self.phrases.text(int(self.others[k])), float(self.probabilities[k])) for k in rows]

    @cached_property
    def _places(self) -> dict[str, tuple[int, int]]:
        starts = np.flatnonzero(np.diff(self.ids, prepend=-1)).tolist()
        ends = [*starts[1:], len(self.ids)]
        return {self.phrases.text(int(self.ids[first])): (first, end) for first, end in zip(starts, ends, strict=False)}

    def write(self, file: BinaryIO, *, compress: bool = False) -> None:
        """METEOR's format, which ``meteor:paraphrases=FILE`` reads; the same table gives the same bytes."""
        if compress:
            import gzip

            with gzip.GzipFile("", "wb", 6, file, mtime=0) as packed:
                self.write(packed)  # type: ignore[arg-type]
            return
        for first in range(0, len(self), _WRITTEN):
            part = slice(first, first + _WRITTEN)
            file.write(paraphrase_lines(self.ids[part], self.others[part], self.probabilities[part], self.phrases))

    def to_bytes(self, *, compress: bool = False) -> bytes:
        made = BytesIO()
        self.write(made, compress=compress)
        return made.getvalue()

    def to_dict(self) -> dict[str, Any]:
        return {
            "paraphrases": {phrase: [list(pair) for pair in self.of(phrase)] for phrase in self._places},
            "pairs": self.pairs,
            "sentences": self.sentences,
        }


def counted_rows(
    phrases: Spelling, pivots: Spelling, phrase: Int32s, through: Int32s, count: Int64s, min_count: int
) -> PhrasePairRows:
    """Relative frequencies of pairs that were counted; rare ones count in them, and are then left out."""
    of_phrase = np.bincount(phrase, count, minlength=len(phrases))
    of_pivot = np.bincount(through, count, minlength=len(pivots))
    kept = None if min_count == 1 else count >= min_count
    return PhrasePairRows(phrases, pivots, phrase, through, count / of_phrase[phrase], count / of_pivot[through], kept)


def lowered(spelled: Spelling) -> Spelling:
    """The same phrases, their words in lower case; two of them may then be the same text."""
    made: dict[str, int] = {}
    places = np.array([made.setdefault(lower(word), len(made)) for word in spelled.words], dtype=np.int32)
    return Spelling(places[spelled.values] if len(places) else spelled.values, spelled.offsets, list(made))


def pivoted(
    rows: PhrasePairRows,
    settings: PivotSettings,
    *,
    phrase_commons: Collection[str] = (),
    pivot_commons: Collection[str] = (),
    listener: Listener = SILENT,
) -> PivotedTable:
    """The table; ``phrase_commons`` and ``pivot_commons`` are function words, in lower case."""
    usable, good = usable_phrases(rows.phrases, phrase_commons), usable_phrases(rows.pivots, pivot_commons)
    kept = usable[rows.phrase] & good[rows.pivot]
    if rows.kept is not None:
        kept &= rows.kept
    there = kept & (rows.pivot_given_phrase >= settings.min_translation)
    back = kept & (rows.phrase_given_pivot >= settings.min_translation)
    pivots = _by_row(rows.phrase[there], rows.pivot[there], rows.pivot_given_phrase[there], len(rows.phrases))
    again = _by_row(rows.pivot[back], rows.phrase[back], rows.phrase_given_pivot[back], len(rows.pivots))
    found = []
    total = len(rows.phrases)
    step = max(1, -(-total // _STEPS))
    for first in range(0, total, step):
        last = min(total, first + step)
        found.append(pivot(pivots, again, rows.phrases, first, last, settings.min_probability))
        listener.progress("pivoting", last, total)
    if not found:
        found = [(np.zeros(0, np.int32), np.zeros(0, np.int32), np.zeros(0))]
    ids, others, probabilities = (np.concatenate(parts) for parts in zip(*found, strict=True))
    listener.progress("sorting", len(ids), 0)
    known = np.unique(np.concatenate([ids, others])).astype(np.int32)
    ranks = np.zeros(total, dtype=np.int32)
    ranks[known] = phrase_ranks(known, rows.phrases)
    chosen = _ordered(ranks[ids], ranks[others], probabilities, settings.most)
    one_each = np.zeros(len(known), dtype=np.int32)  # of phrases with the same text, the same one stands for all
    one_each[ranks[known]] = known
    ids, others = one_each[ranks[ids[chosen]]], one_each[ranks[others[chosen]]]
    return PivotedTable(rows.phrases, ids, others, probabilities[chosen], len(rows.phrase))


def usable_phrases(spelled: Spelling, commons: Collection[str]) -> Bools:
    """Without punctuation, and with a word that is no function word."""
    symbol = words_of_phrases([has_symbol(word) for word in spelled.words], spelled, every=False)
    common = words_of_phrases([lower(word) in commons for word in spelled.words], spelled, every=True)
    return ~symbol & ~common


def has_symbol(word: str) -> bool:
    """Punctuation or a symbol, of any script, anywhere in the word.

    >>> [word for word in ("house", "don't", "...", "3", "1,5", "höher", "x²", "¿qué") if has_symbol(word)]
    ["don't", '...', '1,5', '¿qué']
    """
    return not word.isalnum() and any(unicodedata.category(character)[0] in "PS" for character in word)


def _by_row(row: Int32s, other: Int32s, probability: Floats, rows: int) -> Translations:
    order = np.lexsort((other, row))
    offsets = np.zeros(rows + 1, dtype=np.int64)
    np.cumsum(np.bincount(row, minlength=rows), out=offsets[1:])
    return Translations(
        np.ascontiguousarray(other[order]), offsets, np.ascontiguousarray(probability[order], dtype=np.float64)
    )


def _ordered(mine: Int32s, theirs: Int32s, probabilities: Floats, most: int | None) -> Int64s:
    """Which pairs are written, and in which order, by the ranks of their texts: of pairs of the same texts the most
    probable, and at most so many of one phrase."""
    order = np.lexsort((-probabilities, theirs, mine))
    first = np.ones(len(order), dtype=bool)
    first[1:] = (np.diff(mine[order]) != 0) | (np.diff(theirs[order]) != 0)
    order = order[first]
    order = order[np.lexsort((theirs[order], -probabilities[order], mine[order]))]
    if most is not None and len(order):
        starts = np.flatnonzero(np.diff(mine[order], prepend=-1))
        place = np.arange(len(order)) - np.repeat(starts, np.diff(np.append(starts, len(order))))
        order = order[place < most]
    return order.astype(np.int64)
