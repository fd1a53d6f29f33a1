"""Human judgments of translations: scores of segments, scores of systems, and comparisons of two outputs.

Whatever a file held, here higher is better, NaN is a missing judgment, segments count from 0 and systems are numbers of
`Judgments.systems`. Nothing is filled in: what is missing is counted (`Coverage`) and shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from tertium.errors import InputError, did_you_mean, option, printable

Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.int64]

NO_JUDGE = -1
MOST_SEGMENTS = 10_000_000  # where no texts say how many there are: a mistaken number must not ask for petabytes


@dataclass(frozen=True, eq=False)
class PairJudgments:
    """Comparisons: on segment `segment[k]`, `first[k]` is better (+1), as good (0) or worse (-1) than `second[k]`.

    `count[k]` judgments said so; `judge[k]` is the judge's number, NO_JUDGE where the file names none. A judge who was
    shown the same pair twice counts twice (WMT08 has such items).
    """

    segment: Ints
    first: Ints
    second: Ints
    relation: Ints
    count: Ints
    judge: Ints

    def __len__(self) -> int:
        return len(self.segment)

    @property
    def judgments(self) -> int:
        """How many comparisons were made."""
        return int(self.count.sum())

    @property
    def ties(self) -> int:
        return int(self.count[self.relation == 0].sum())

    def decided(self) -> PairJudgments:
        """Without ties, the preferred one first."""
        kept = self.relation != 0
        swap = self.relation[kept] < 0
        first, second = self.first[kept], self.second[kept]
        return PairJudgments(
            self.segment[kept],
            np.where(swap, second, first),
            np.where(swap, first, second),
            np.ones(int(kept.sum()), dtype=np.int64),
            self.count[kept],
            self.judge[kept],
        )

    def where(self, kept: NDArray[np.bool_]) -> PairJudgments:
        return PairJudgments(
            self.segment[kept],
            self.first[kept],
            self.second[kept],
            self.relation[kept],
            self.count[kept],
            self.judge[kept],
        )

    @classmethod
    def of(cls, rows: Sequence[tuple[int, int, int, int, int, int]]) -> PairJudgments:
        """From (segment, first, second, relation, count, judge)."""
        made = np.array(rows, dtype=np.int64).reshape(-1, 6)
        return cls(*(np.ascontiguousarray(column) for column in made.T))


@dataclass(frozen=True)
class Coverage:
    """What was judged and what was not."""

    cells: int  # systems times segments
    judged: int  # of them with a score
    silent_segments: int  # without any judgment at all
    gaps: int  # cells without a score on segments where another system has one


@dataclass(frozen=True, eq=False)
class Judgments:
    """Judgments of `systems` on `segments` segments; any of the three kinds may be None.

    `sources` are the files they came from, `notes` what a person should know about how they were read.
    """

    systems: tuple[str, ...]
    segments: int
    scores: Floats | None = None
    system_scores: Floats | None = None
    pairs: PairJudgments | None = None
    kind: str = "score"
    sources: tuple[str, ...] = ()
    notes: tuple[str, ...] = field(default=())

    def __post_init__(self) -> None:
        if len(set(self.systems)) != len(self.systems):
            raise InputError("two judged systems have one name; tell them apart.")
        shapes = ((self.scores, (len(self.systems), self.segments)), (self.system_scores, (len(self.systems),)))
        for values, shape in shapes:
            if values is not None and values.shape != shape:
                raise InputError(f"judgments have the shape {values.shape}, expected {shape}.")

    @property
    def coverage(self) -> Coverage | None:
        """None where no segment was scored."""
        if self.scores is None:
            return None
        there = ~np.isnan(self.scores)
        spoken = there.any(axis=0)
        return Coverage(
            int(there.size), int(there.sum()), int((~spoken).sum()), int(spoken.sum()) * len(there) - int(there.sum())
        )

    def rated(self) -> tuple[str, ...]:
        """Systems with a judgment of any kind."""
        there = np.zeros(len(self.systems), dtype=bool)
        if self.scores is not None:
            there |= (~np.isnan(self.scores)).any(axis=1)
        if self.system_scores is not None:
            there |= ~np.isnan(self.system_scores)
        if self.pairs is not None:
            there[self.pairs.first] = True
            there[self.pairs.second] = True
        return tuple(name for name, rated in zip(self.systems, there, strict=True) if rated)

    def of(self, systems: Sequence[str]) -> Judgments:
        """These systems alone, in this order."""
        place = {name: index for index, name in enumerate(self.systems)}
        chosen = np.array([place[name] for name in systems], dtype=np.int64)
        pairs = self.pairs
        if pairs is not None:
            new = np.full(len(self.systems), -1, dtype=np.int64)
            new[chosen] = np.arange(len(chosen))
            pairs = pairs.where((new[pairs.first] >= 0) & (new[pairs.second] >= 0))
            pairs = replace(pairs, first=new[pairs.first], second=new[pairs.second])
        return replace(
            self,
            systems=tuple(systems),
            scores=None if self.scores is None else self.scores[chosen],
            system_scores=None if self.system_scores is None else self.system_scores[chosen],
            pairs=pairs,
        )

    def joined(self, other: Judgments) -> Judgments:
        """Both, where each has a kind that the other has not."""
        if (self.systems, self.segments) != (other.systems, other.segments):
            raise InputError("judgments of different systems or segments cannot be joined.")
        for mine, theirs, what in (
            (self.scores, other.scores, "segment scores"),
            (self.system_scores, other.system_scores, "system scores"),
            (self.pairs, other.pairs, "comparisons"),
        ):
            if mine is not None and theirs is not None:
                files = " and ".join((*self.sources, *other.sources))
                raise InputError(f"{what} are given twice, in {files}; give one of the files.")
        return replace(
            self,
            scores=other.scores if self.scores is None else self.scores,
            system_scores=other.system_scores if self.system_scores is None else self.system_scores,
            pairs=other.pairs if self.pairs is None else self.pairs,
            kind=self.kind if self.kind == other.kind else f"{self.kind}, {other.kind}",
            sources=(*self.sources, *other.sources),
            notes=tuple(dict.fromkeys((*self.notes, *other.notes))),
        )


class Roster:
    """Whose translations of how many segments may be judged; both are learnt from the file where nothing is given."""

    def __init__(self, systems: Sequence[str] | None = None, segments: int | None = None) -> None:
        self._known = None if systems is None else {name: place for place, name in enumerate(systems)}
        self._met: dict[str, int] = {}
        self._segments = segments
        self._most = 0

    def system(self, name: str, place: str) -> int:
        """The system's number; an error that starts with `place` if there is no such system."""
        if self._known is None:
            if not name.strip():
                raise InputError(f"{place} names no system.")
            return self._met.setdefault(name, len(self._met))
        found = self._known.get(name)
        if found is None:
            found = self._alias(name)
        if found is None:
            known = list(self._known)
            near = did_you_mean(name, known) or f"; there are {', '.join(map(printable, known[:8]))} ..."
            raise UnknownSystemError(f"{place} judges the system '{printable(name)}', which has no output here{near}")
        return found

    def segment(self, number: int, base: int, place: str) -> int:
        index = number - base
        if index < 0:
            hint = f" ({option('--segments-from 0')} says that they count from 0)" if number == 0 else ""
            raise InputError(f"{place} judges segment {number}, but segments count from {base}{hint}.")
        if self._segments is not None and index >= self._segments:
            raise InputError(f"{place} judges segment {number}, but there are {self._segments} segments.")
        if index >= MOST_SEGMENTS:
            raise InputError(
                f"{place} judges segment {number}, expected at most {MOST_SEGMENTS:,}; is the column another number?"
            )
        self._most = max(self._most, index + 1)
        return index

    @property
    def systems(self) -> tuple[str, ...]:
        return tuple(self._met if self._known is None else self._known)

    @property
    def segments(self) -> int:
        return self._most if self._segments is None else self._segments

    def _alias(self, name: str) -> int | None:
        """WMT's sheets wrap names, `newstest2014.uedin-syntax.3035.de-en`; a unique system inside the wrap is meant."""
        known = self._known or {}
        inside = [
            place
            for system, place in known.items()
            if name.removesuffix(".txt").endswith(f".{system}")
            or f".{system}." in name
            or name.replace(":", "_") == system
        ]
        return inside[0] if len(inside) == 1 and len(name) > 1 else None


class UnknownSystemError(InputError):
    """A judgment of a system whose output is not here."""


def single_scores(systems: int, segments: int, cells: Sequence[tuple[int, int, float]]) -> Floats:
    """(systems, segments) of means over judges, NaN where nobody judged."""
    sums = np.zeros((systems, segments))
    counts = np.zeros((systems, segments))
    if cells:
        rows = np.array([cell[0] for cell in cells])
        columns = np.array([cell[1] for cell in cells])
        np.add.at(sums, (rows, columns), [cell[2] for cell in cells])
        np.add.at(counts, (rows, columns), 1.0)
    return np.where(counts > 0, sums / np.maximum(counts, 1.0), np.nan)
