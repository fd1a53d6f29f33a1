"""Why one segment scores as it does, word by word: links, moved blocks, losses, relations; and segments that lose most.

Positions count from 0 in the records and from 1 in JSON, as a person counts words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Literal

from tertium.results.explanations import Explanation
from tertium.results.record import Record, Result, in_json


def _from_1(position: int) -> int:
    return position + 1


def _all_from_1(positions: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(position + 1 for position in positions)


@dataclass(frozen=True)
class WordLink(Record):
    """Reference word ``ref`` corresponds to hypothesis word ``hyp``, found by ``stage``."""

    ref: int = field(metadata=in_json(through=_from_1))
    hyp: int = field(metadata=in_json(through=_from_1))
    stage: str
    moved: bool = False


@dataclass(frozen=True)
class Block(Record):
    """``length`` words from ``ref`` on the one side and ``hyp`` on the other."""

    ref: int = field(metadata=in_json(through=_from_1))
    hyp: int = field(metadata=in_json(through=_from_1))
    length: int
    shift: int
    moved: bool
    words: tuple[str, ...]


Whither = Literal["front", "end", "earlier", "later", "around"]


@dataclass(frozen=True)
class Move(Record):
    """Words that moved together: neighbours among the corresponding words of both sides.

    They may be several blocks, with words between them that have no partner. ``ref`` to ``ref_last`` and ``hyp`` to
    ``hyp_last`` are positions, ``words`` is how many of them correspond, ``shift`` is over how many corresponding words
    they jumped on balance, positive to the right. ``to`` is where they went; ``around``: the words on both sides
    changed places, the shift is 0. ``text`` is the hypothesis as written.
    """

    text: str
    ref: int = field(metadata=in_json(through=_from_1))
    ref_last: int = field(metadata=in_json(through=_from_1))
    hyp: int = field(metadata=in_json(through=_from_1))
    hyp_last: int = field(metadata=in_json(through=_from_1))
    words: int
    shift: int
    to: Whither


@dataclass(frozen=True)
class Loss(Record):
    """Why a metric is below its best: what words, order and length cost, on the metric's printed scale.

    The three parts add up to ``lost``, exactly, where the metric factors; where it does not, they are None and ``note``
    says why. ``terms`` are those of a weighted sum, each called by its weight and its name.
    """

    metric: str
    score: float
    lost: float
    words: float | None
    order: float | None
    length: float | None
    note: str
    terms: tuple[Loss, ...] = field(default=(), metadata=in_json(optional=True))


@dataclass(frozen=True, slots=True)
class ComparedRelation(Record):
    """One relation of a graph; ``head`` and ``dependent`` are nodes of its sentence, head -1 (in JSON 0) the root.

    An attribute (``@not``) is said of one word, the dependent; its head has no word.
    """

    relation: str
    head_word: str = field(metadata=in_json("head"))
    dependent_word: str = field(metadata=in_json("dependent"))
    head: int = field(metadata=in_json("head_position", through=_from_1))
    dependent: int = field(metadata=in_json("position", through=_from_1))
    matched: bool

    @property
    def is_attribute(self) -> bool:
        return self.head < 0 and self.relation.startswith("@")

    @property
    def triple(self) -> tuple[str, str, str]:
        return self.relation, self.head_word, self.dependent_word


@dataclass(frozen=True, slots=True)
class Relations(Record):
    """The relations of a hypothesis and of a reference, in the order of their dependents, and the words of both."""

    reference: int = field(default=1, kw_only=True)  # which of the references, from 1
    hyp: tuple[ComparedRelation, ...]
    ref: tuple[ComparedRelation, ...]
    hyp_words: tuple[str, ...] = field(metadata=in_json(hidden=True))
    ref_words: tuple[str, ...] = field(metadata=in_json(hidden=True))


def _by_metric(relations: tuple[tuple[str, Relations], ...]) -> Mapping[str, Relations]:
    return dict(relations)


@dataclass(frozen=True)
class Forensics(Record):
    """One hypothesis against one reference.

    ``permutation`` holds the ranks (from 1) of the linked hypothesis words by reference position, in hypothesis order;
    ``missing`` are the reference words without a link, ``extra`` those of the hypothesis. ``relations`` are of metrics
    that compare graphs. ``hyp_text`` and ``ref_text`` are the texts as written, ``source`` the source if it was given;
    ``hyp_spans`` and ``ref_spans`` say for each word its first character in them (from 0) and the one after its last,
    None where the tokenizer changed the word. ``unit`` is what the words are.
    """

    system: str = field(default="", kw_only=True)
    segment: int | None = field(default=None, kw_only=True)
    reference: int = field(default=1, kw_only=True)
    hyp: tuple[str, ...]
    ref: tuple[str, ...]
    hyp_text: str = field(kw_only=True)
    ref_text: str = field(kw_only=True)
    source: str | None = field(default=None, kw_only=True, metadata=in_json(optional=True))
    hyp_spans: tuple[tuple[int, int] | None, ...] = field(kw_only=True)
    ref_spans: tuple[tuple[int, int] | None, ...] = field(kw_only=True)
    unit: Literal["word", "character"] = field(default="word", kw_only=True)
    links: tuple[WordLink, ...]
    permutation: tuple[int, ...] = field(init=False)
    blocks: tuple[Block, ...]
    moves: tuple[Move, ...] = field(default=(), kw_only=True)
    missing: tuple[int, ...] = field(init=False, metadata=in_json(through=_all_from_1))
    extra: tuple[int, ...] = field(init=False, metadata=in_json(through=_all_from_1))
    losses: tuple[Loss, ...] = ()
    relations: tuple[tuple[str, Relations], ...] = field(
        default=(), kw_only=True, metadata=in_json(optional=True, through=_by_metric)
    )

    def __post_init__(self) -> None:
        positions = [link.ref for link in sorted(self.links, key=lambda link: link.hyp)]
        ranks = {position: rank + 1 for rank, position in enumerate(sorted(positions))}
        linked = {link.hyp for link in self.links}
        made = {
            "permutation": tuple(ranks[position] for position in positions),
            "missing": tuple(j for j in range(len(self.ref)) if j not in ranks),
            "extra": tuple(i for i in range(len(self.hyp)) if i not in linked),
        }
        for name, value in made.items():
            object.__setattr__(self, name, value)

    def hyp_written(self, first: int, last: int) -> str:
        """Hypothesis words ``first`` to ``last`` (from 0, both included) as written."""
        return written(self.hyp, self.hyp_spans, self.hyp_text, first, last)

    def ref_written(self, first: int, last: int) -> str:
        """The same of the reference."""
        return written(self.ref, self.ref_spans, self.ref_text, first, last)


def written(words: tuple[str, ...], spans: tuple[tuple[int, int] | None, ...], text: str, first: int, last: int) -> str:
    """Words ``first`` to ``last`` as the text has them; the words themselves where it does not have them."""
    start, end = spans[first], spans[last]
    if start is None or end is None or None in spans[first : last + 1]:
        return " ".join(words[first : last + 1])
    return " ".join(text[start[0] : end[1]].split())


@dataclass(frozen=True, repr=False)
class ExplainedSegment(Result):
    """The picture of one segment, with what each metric lost, and the metrics' own explanations if they were wanted."""

    kind: ClassVar[str] = "explain"
    tables: ClassVar[Mapping[str, str]] = {
        "losses": "picture.losses",
        "links": "picture.links",
        "blocks": "picture.blocks",
        "moves": "picture.moves",
    }

    picture: Forensics = field(metadata=in_json(inline=True))
    explanations: tuple[Explanation, ...] = field(default=(), metadata=in_json(optional=True))
    references: tuple[str, ...] = field(default=(), metadata=in_json(optional=True))  # all, where there are several
    languages: tuple[str | None, str] | None = field(default=None, metadata=in_json(hidden=True))  # source, target

    def as_rendered(self) -> Sequence[ExplainedSegment]:
        return (self,)


@dataclass(frozen=True, repr=False)
class WorstSegment(Result):
    """A segment (from 1) that loses much, and through what; explained word by word, where a page was asked for."""

    kind: ClassVar[str] = "worst"

    system: str
    segment: int
    loss: Loss = field(metadata=in_json(inline=True))
    hyp: str
    refs: tuple[str, ...]
    explained: ExplainedSegment | None = field(default=None, compare=False, metadata=in_json(hidden=True))

    def as_rendered(self) -> Sequence[WorstSegment]:
        return (self,)
