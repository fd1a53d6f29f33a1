"""UNL graphs as records: what ``tertium unl -f json`` prints of a sentence."""

from __future__ import annotations

from dataclasses import dataclass, field

from tertium.results.record import Record, Result, in_json


@dataclass(frozen=True)
class UnlNode(Record):
    """A universal word of the graph."""

    headword: str
    constraints: str
    id: str
    attributes: tuple[str, ...]


@dataclass(frozen=True)
class UnlRelation(Record):
    """A relation between two nodes, which are named by their places in the list; ``scope`` is empty at the top."""

    label: str = field(metadata=in_json("relation"))
    head: int
    dependent: int
    scope: str


@dataclass(frozen=True)
class UnlGraph(Result):
    """The graph of one sentence; ``triples`` are its relations in words, ``rules`` name what made it."""

    id: str
    text: str
    nodes: tuple[UnlNode, ...]
    relations: tuple[UnlRelation, ...]
    triples: tuple[tuple[str, str, str], ...]
    rules: str
