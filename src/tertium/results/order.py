"""The word order of whole systems against references: how much moved, how far, in which segments, which words.

A word's displacement is that of its block (`tertium.results.forensics`): over how many corresponding words the block
jumped on balance, negative to the left. Words of blocks that stay have none.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Literal

from tertium.results.forensics import Move
from tertium.results.record import Record, Result, in_json


@dataclass(frozen=True)
class Displacement(Record):
    """Words that moved over ``least`` to ``most`` corresponding words; None: however many.

    0: the words around them changed sides. ``share`` is that of all corresponding words.
    """

    least: int | None
    most: int | None
    words: int
    share: float


@dataclass(frozen=True)
class WordKind(Record):
    """A kind of words, by ``frequency`` in the references or by part of speech (``pos``).

    ``words`` correspond, ``moved`` of these moved, ``share`` is moved / words, ``distance`` is how far they moved on
    average. ``examples`` are those words that moved most often.
    """

    by: Literal["frequency", "pos"]
    kind: str
    words: int
    moved: int
    share: float
    distance: float
    examples: tuple[str, ...] = ()


@dataclass(frozen=True)
class OrderFacts(Record):
    """The order of some segments.

    ``compared`` are the segments with at least two corresponding words, ``monotone`` those of them in which no word
    moved, ``monotone_share`` is monotone / compared. ``words`` correspond, ``moved`` of these moved, ``distance`` is
    how far they moved on average. ``kendall``, ``hamming`` and ``ulam`` are means of all segments, on a scale of 100.
    """

    segments: int
    compared: int
    monotone: int
    monotone_share: float
    words: int
    moved: int
    moved_share: float
    distance: float
    kendall: float
    hamming: float
    ulam: float
    displacement: tuple[Displacement, ...]
    kinds: tuple[WordKind, ...]


@dataclass(frozen=True)
class OrderByLength(Record):
    """Segments whose reference has ``least`` to ``most`` words; None: however many."""

    least: int
    most: int | None
    facts: OrderFacts = field(metadata=in_json(inline=True))


@dataclass(frozen=True)
class LongMove(Record):
    """A move and where it is: segment (from 1), and the reference it was seen against."""

    segment: int
    reference: int
    move: Move = field(metadata=in_json(inline=True))


@dataclass(frozen=True)
class SystemOrder(Record):
    """One system; ``longest`` are the moves of most words over most words (their product), one a segment.

    Moves of nothing but very frequent words and punctuation come after all others: they are often chance.
    """

    name: str
    facts: OrderFacts = field(metadata=in_json(inline=True))
    lengths: tuple[OrderByLength, ...] = ()
    longest: tuple[LongMove, ...] = ()


@dataclass(frozen=True, repr=False)
class OrderReport(Result):
    """Every system against the nearest reference of each segment: the one that shares most words with it.

    ``links`` says who linked the words: the built-in aligner, or files. ``unit`` is what was linked.
    """

    kind: ClassVar[str] = "order"
    has_sentences: ClassVar[bool] = False
    tables: ClassVar[Mapping[str, str]] = {
        "systems": "systems",
        "lengths": "systems.lengths",
        "displacement": "systems.facts.displacement",
        "kinds": "systems.facts.kinds",
        "longest": "systems.longest",
    }

    version: str = field(metadata=in_json("tertium"))
    segments: int
    references: int
    tokenizer: str
    language: str
    links: Literal["built-in", "given"]
    unit: Literal["word", "character"]
    systems: tuple[SystemOrder, ...]
