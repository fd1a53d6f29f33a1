"""What a word aligner found: frozen records, no formatting."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tertium.arrays import Int32s, Int64s

Link = tuple[int, int]


@dataclass(frozen=True, eq=False)
class TargetLinks:
    """Links between the words of the source and of one target, words counted from 0.

    Segment i has the rows ``offsets[i]`` to ``offsets[i + 1]`` of ``pairs`` (source word, target word): a million
    sentences fit into memory. ``too_long`` segments were beyond the model and have no links; ``first_too_long`` is the
    number of the first of them, from 1, or 0.
    """

    name: str
    pairs: Int32s
    offsets: Int64s
    too_long: int = 0
    first_too_long: int = 0

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def segment(self, place: int) -> list[Link]:
        first, last = self.offsets[place], self.offsets[place + 1]
        return [(source, target) for source, target in self.pairs[first:last].tolist()]

    @property
    def links(self) -> list[list[Link]]:
        return [self.segment(place) for place in range(len(self))]

    def to_dict(self) -> dict[str, Any]:
        links = [[list(link) for link in segment] for segment in self.links]
        return {"name": self.name, "links": links, "too_long": self.too_long}


@dataclass(frozen=True, eq=False)
class AlignReport:
    """The links of every target, and by which model; ``problem`` says why the model could not be saved, if so."""

    version: str
    model: str
    heuristic: str
    case: str
    iterations: int
    targets: tuple[TargetLinks, ...]
    problem: str = ""

    def to_dict(self) -> dict[str, Any]:
        return {
            "tertium": self.version,
            "model": self.model,
            "heuristic": self.heuristic,
            "case": self.case,
            "iterations": self.iterations,
            "targets": [target.to_dict() for target in self.targets],
        }
