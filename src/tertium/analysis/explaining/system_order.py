"""The word order of whole systems: what the chunks add up to."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

import numpy as np

from tertium.analysis.explaining.chunk_order import (
    DISTANCES,
    LENGTHS,
    SIMILARITIES,
    ChunkOrder,
    Example,
    TypeCounts,
    chunk_order,
)
from tertium.analysis.explaining.cutting import SPACED, said_of_counts, sample, tokenizer_of
from tertium.analysis.explaining.forensics import examine, moving_together
from tertium.analysis.explaining.plain_sights import from_plain, to_plain
from tertium.arrays import Int64s
from tertium.corpus.chunk import SEGMENTS_PER_CHUNK, Chunk, Corpus
from tertium.errors import InputError
from tertium.progress import SILENT, Listener
from tertium.results.order import (
    Displacement,
    LongMove,
    OrderByLength,
    OrderFacts,
    OrderReport,
    SystemOrder,
    WordKind,
)

FREQUENCIES = ("punctuation", "very frequent", "frequent", "rare", "once")
_VERY_FREQUENT, _FREQUENT = 0.5, 0.8  # shares of the running words that the most frequent words make up
_EXAMPLES = 3  # words named for each kind
_CANDIDATES = 8  # segments kept for every move that is shown


@dataclass(frozen=True, eq=False)
class _Classes:
    """Words in classes: ``classes`` is the place of every word's kind, ``counts`` are (words, systems, lengths, 3)."""

    by: Literal["frequency", "pos"]
    kinds: tuple[str, ...]
    classes: Int64s
    counts: Int64s
    names: Sequence[str] = ()  # of the words, where some are to be named

    @cached_property
    def sums(self) -> Int64s:
        """(kinds, systems, lengths, 3)."""
        return np.stack([self.counts[self.classes == place].sum(axis=0) for place in range(len(self.kinds))])

    @cached_property
    def _moved(self) -> tuple[Int64s, Int64s]:
        """Words that moved somewhere, and how often each did: (systems, lengths, these words)."""
        moved = np.ascontiguousarray(self.counts[..., 1].transpose(1, 2, 0))
        words = np.flatnonzero(moved.any(axis=(0, 1)))
        return words, moved[..., words]

    def most_moved(self, system: int, lengths: slice) -> dict[int, tuple[str, ...]]:
        """Of every class the words that moved most often here, the first of equals first."""
        if not self.names:
            return {}
        words, every = self._moved
        moved = every[system, lengths].sum(axis=0)
        inside = np.flatnonzero(moved)
        ordered = words[inside[np.argsort(-moved[inside], kind="stable")]]
        classes = self.classes[ordered]
        return {
            place: tuple(self.names[word] for word in ordered[np.flatnonzero(classes == place)[:_EXAMPLES]].tolist())
            for place in range(len(self.kinds))
        }


class _TypeTable:
    """Counts by word of all chunks: (words, systems, lengths, 3), and how often the references have each."""

    def __init__(self, groups: tuple[int, int]) -> None:
        self.names: dict[str, int] = {}
        self._counts = np.zeros((0, *groups, 3), dtype=np.int64)
        self._occurrences = np.zeros(0, dtype=np.int64)

    def add(self, seen: TypeCounts, occurrences: Int64s) -> None:
        known = self.names
        if not known:  # a small corpus is one chunk
            known.update(zip(seen.names, range(len(seen.names)), strict=True))
            self._counts, self._occurrences = seen.counts, occurrences
            return
        places = np.array([known.setdefault(name, len(known)) for name in seen.names], dtype=np.int64)
        self._counts = _with_room(self._counts, len(known))
        self._occurrences = _with_room(self._occurrences, len(known))
        self._counts[places] += seen.counts
        self._occurrences[places] += occurrences

    @property
    def counts(self) -> Int64s:
        return self._counts[: len(self.names)]

    @property
    def occurrences(self) -> Int64s:
        return self._occurrences[: len(self.names)]


def _with_room(counts: Int64s, size: int) -> Int64s:
    """For at least so many words, and for twice as many as before: adding words one chunk at a time stays cheap."""
    if size <= len(counts):
        return counts if counts.flags.writeable else counts.copy()  # what was kept on disk is not
    made = np.zeros((max(size, 2 * len(counts)), *counts.shape[1:]), dtype=np.int64)
    made[: len(counts)] = counts
    return made


class OrderWatch:
    """Adds up the chunks of a corpus; it is a ``KeepableWatch`` of the engine, too.

    Without a tokenizer the words of every chunk are cut as its references are written.
    """

    def __init__(self, systems: int, tok: str | None, lang: str, moves: int) -> None:
        groups = (systems, len(LENGTHS) + 1)
        self._tok, self._lang, self._moves = tok, lang, moves
        self._words, self._tags = _TypeTable(groups), _TypeTable(groups)
        self._counts = np.zeros((*groups, 6), dtype=np.int64)
        self._similarities = np.zeros((*groups, len(SIMILARITIES)))
        self._displaced = np.zeros((*groups, 2 * len(DISTANCES) + 3), dtype=np.int64)
        self._examples: list[list[Example]] = [[] for _ in range(systems)]
        self._segments = self._references = 0
        self._given = False
        self._used = ""  # by the first chunk

    @property
    def about(self) -> str:
        return f"order of {self._tok or 'words as they are written'} and {self._lang} with {self._moves} moves"

    def look(self, chunk: Chunk) -> ChunkOrder:
        tok = self._tok or tokenizer_of(sample(chunk))[0]
        return chunk_order(chunk, tok, self._lang, self._moves * _CANDIDATES)

    def add(self, seen: ChunkOrder) -> None:
        self._segments += seen.segments
        self._references = max(self._references, seen.references)
        self._given |= seen.given
        self._used = self._used or seen.tokenizer
        self._counts += seen.counts
        self._similarities += seen.similarities
        self._displaced += seen.displaced
        self._words.add(seen.words, seen.reference_words)
        if seen.tags is not None:
            self._tags.add(seen.tags, np.zeros(len(seen.tags.names), dtype=np.int64))
        for kept, found in zip(self._examples, seen.examples, strict=True):
            kept += found
            kept.sort(key=lambda example: -example.weight)  # stable: earlier segments first
            del kept[self._moves * _CANDIDATES :]

    @staticmethod
    def to_plain(seen: ChunkOrder) -> Any:
        return to_plain(seen)

    @staticmethod
    def from_plain(plain: Any) -> ChunkOrder:
        made: ChunkOrder = from_plain(ChunkOrder, plain)
        return made

    def report(self, names: Sequence[str], version: str) -> OrderReport:
        """What was seen; refuses texts without a segment that could be compared."""
        if not self._counts[..., 0].sum():
            raise InputError("there is no segment with a reference; nothing has an order to compare.")
        kinds = [_by_frequency(self._words, max(self._references, 1))]
        common = {name for name, kind in zip(kinds[0].names, kinds[0].classes.tolist(), strict=True) if kind < 2}
        if self._tags.names:
            kinds.append(_by_tag(self._tags))
        moves = [self._longest(found, common) for found in self._examples]
        systems = []
        for place, name in enumerate(names):
            everything = self._facts(place, slice(None), kinds)
            by_length = [
                OrderByLength((0, *LENGTHS)[k] + 1, (*LENGTHS, None)[k], self._facts(place, slice(k, k + 1), kinds))
                for k in range(len(LENGTHS) + 1)
                if self._counts[place, k, 0]
            ]
            systems.append(SystemOrder(name, everything, tuple(by_length), moves[place][0]))
        units = Counter(unit for _, found in moves for unit in found)
        unit: Literal["word", "character"] = "character" if units["character"] > units["word"] else "word"
        links: Literal["built-in", "given"] = "given" if self._given else "built-in"
        return OrderReport(
            version, self._segments, self._references, self._used, self._lang, links, unit, tuple(systems)
        )

    def _facts(self, system: int, lengths: slice, kinds: Sequence[_Classes]) -> OrderFacts:
        segments, compared, monotone, words, moved, distance = self._counts[system, lengths].sum(axis=0).tolist()
        kendall, hamming, ulam = (self._similarities[system, lengths].sum(axis=0) / max(segments, 1)).tolist()
        displaced = self._displaced[system, lengths].sum(axis=0).tolist()
        return OrderFacts(
            segments,
            compared,
            monotone,
            _ratio(monotone, compared),
            words,
            moved,
            _ratio(moved, words),
            _ratio(distance, moved),
            kendall,
            hamming,
            ulam,
            displacement=tuple(
                Displacement(*ends, count, _ratio(count, words)) for ends, count in zip(_ends(), displaced, strict=True)
            ),
            kinds=tuple(kind for given in kinds for kind in _kinds(given, system, lengths)),
        )

    def _longest(
        self, found: Sequence[Example], common: Collection[str]
    ) -> tuple[tuple[LongMove, ...], list[Literal["word", "character"]]]:
        """The heaviest move of each segment kept, heaviest first, and what the words of these segments are.

        Links of nothing but very frequent words and punctuation, far apart, are often chance: other moves go first.
        Only the segments that are shown are looked at closely.
        """
        ranked = sorted(found, key=lambda example: _heaviest(example, common), reverse=True)  # stable: earlier first
        made: list[LongMove] = []
        units: list[Literal["word", "character"]] = []
        for example in ranked[: self._moves]:
            links = [(r, h, "exact") for r, h in example.links.tolist()]
            seen = examine(example.hyp, example.ref, links, hyp_text=example.hyp_text, ref_text=example.ref_text)
            units.append(seen.unit)
            move = max(
                seen.moves,
                key=lambda move: _weight(move.words, move.shift, seen.hyp[move.hyp : move.hyp_last + 1], common),
            )
            made.append(LongMove(example.segment, example.reference, move))
        return tuple(made), units


def _heaviest(example: Example, common: Collection[str]) -> tuple[bool, int]:
    rows = example.blocks
    return max(
        _weight(
            sum([row[2] for row in rows[start:end]]),
            rows[start][3],
            example.hyp[rows[start][1] : rows[end - 1][1] + rows[end - 1][2]],
            common,
        )
        for start, end in moving_together(rows)
    )


def _weight(words: int, shift: int, said: Sequence[str], common: Collection[str]) -> tuple[bool, int]:
    """Does a move carry a word that is not very frequent, and how many words how far?"""
    return any(word.lower() not in common for word in said), words * abs(shift)


def order_of(
    corpus: Corpus, version: str, tok: str | None, lang: str, moves: int, listener: Listener = SILENT
) -> OrderReport:
    """The order of every system of a corpus; without a tokenizer, words are cut as the first references are written."""
    watch = OrderWatch(len(corpus.names), tok or SPACED, lang, moves)
    seen = 0
    for build in corpus.chunks(SEGMENTS_PER_CHUNK):
        chunk, _ = build()
        if not seen and tok is None and "direct" not in chunk.links:
            found, script = tokenizer_of(sample(chunk))
            if script is not None:
                watch = OrderWatch(len(corpus.names), found, lang, moves)
                said = said_of_counts(script)
                if said is not None:
                    listener.notice(said)
        watch.add(watch.look(chunk))
        seen += chunk.segments
        listener.progress("aligning", seen, 0)
    return watch.report(corpus.names, version)


def _by_frequency(table: _TypeTable, references: int) -> _Classes:
    """Words by how often a reference has them: the very frequent ones make up half of all running words."""
    names = list(table.names)
    often = -(-table.occurrences // references)
    marks = np.array([not (name.isalnum() or any(map(str.isalnum, name))) for name in names], dtype=bool)
    running = np.sort(often[~marks])[::-1]
    reached = np.cumsum(running) / max(int(running.sum()), 1)
    # Words that are equally frequent are in one class: its limit is a number of occurrences.
    limits = [
        int(running[np.searchsorted(reached, share)]) if len(running) else 2 for share in (_VERY_FREQUENT, _FREQUENT)
    ]
    classes = np.select([marks, often <= 1, often >= limits[0], often >= limits[1]], [0, 4, 1, 2], default=3)
    return _Classes("frequency", FREQUENCIES, classes, table.counts, names)


def _by_tag(table: _TypeTable) -> _Classes:
    order = np.argsort(-table.counts[..., 0].sum(axis=(1, 2)), kind="stable")  # the most frequent part of speech first
    classes = np.empty(len(order), dtype=np.int64)
    classes[order] = np.arange(len(order))
    names = list(table.names)
    return _Classes("pos", tuple(names[k] for k in order.tolist()), classes, table.counts)


def _kinds(given: _Classes, system: int, lengths: slice) -> list[WordKind]:
    """Facts of every class that has a word here."""
    sums = given.sums[:, system, lengths].sum(axis=1).tolist()
    named = given.most_moved(system, lengths)
    return [
        WordKind(given.by, kind, words, moved, _ratio(moved, words), _ratio(distance, moved), named.get(place, ()))
        for place, (kind, (words, moved, distance)) in enumerate(zip(given.kinds, sums, strict=True))
        if words
    ]


def _ends() -> list[tuple[int | None, int | None]]:
    """Least and most displacement of every class, from furthest to the left to furthest to the right."""
    right: list[tuple[int | None, int | None]] = [
        (least + 1, most) for least, most in zip((0, *DISTANCES), (*DISTANCES, None), strict=True)
    ]
    left = [(None if most is None else -most, None if least is None else -least) for least, most in right[::-1]]
    return [*left, (0, 0), *right]


def _ratio(part: float, whole: float) -> float:
    return part / whole if whole else math.nan
