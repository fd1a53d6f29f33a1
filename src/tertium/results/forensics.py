"""Why one segment scores as it does, word by word: links, moved blocks, losses, relations; and segments that lose most.

Positions count from 0 in the records and from 1 in JSON, as a person counts words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

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
    """One relation of a graph; ``head`` and ``dependent`` are nodes of its sentence, head -1 (in JSON 0) the root."""

    relation: str
    head_word: str = field(metadata=in_json("head"))
    dependent_word: str = field(metadata=in_json("dependent"))
    head: int = field(metadata=in_json("head_position", through=_from_1))
    dependent: int = field(metadata=in_json("position", through=_from_1))
    matched: bool

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
    that compare graphs.
    """

    system: str = field(default="", kw_only=True)
    segment: int | None = field(default=None, kw_only=True)
    reference: int = field(default=1, kw_only=True)
    hyp: tuple[str, ...]
    ref: tuple[str, ...]
    links: tuple[WordLink, ...]
    permutation: tuple[int, ...] = field(init=False)
    blocks: tuple[Block, ...]
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


@dataclass(frozen=True, repr=False)
class ExplainedSegment(Result):
    """The picture of one segment, with what each metric lost, and the metrics' own explanations if they were wanted."""

    kind: ClassVar[str] = "explain"
    tables: ClassVar[Mapping[str, str]] = {
        "losses": "picture.losses",
        "links": "picture.links",
        "blocks": "picture.blocks",
    }

    picture: Forensics = field(metadata=in_json(inline=True))
    explanations: tuple[Explanation, ...] = field(default=(), metadata=in_json(optional=True))

    def as_rendered(self) -> Sequence[ExplainedSegment]:
        return (self,)


@dataclass(frozen=True, repr=False)
class WorstSegment(Result):
    """A segment (from 1) that loses much, and through what."""

    kind: ClassVar[str] = "worst"

    system: str
    segment: int
    loss: Loss = field(metadata=in_json(inline=True))
    hyp: str
    refs: tuple[str, ...]

    def as_rendered(self) -> Sequence[WorstSegment]:
        return (self,)
