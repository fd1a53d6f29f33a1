"""What score files hold, as records."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import PurePath

import numpy as np

from tertium.arrays import Floats
from tertium.corpus.campaigns.judgments import Roster, UnknownSystemError
from tertium.corpus.files.limits import Limits
from tertium.corpus.formats.numbers import is_missing, number
from tertium.corpus.formats.records import read_fields
from tertium.corpus.formats.table_formats import suffix_of
from tertium.errors import InputError, either, printable

_NO_LINES = frozenset({".csv", ".jsonl", ".ndjson", ".json", ".parquet"})  # whose first line tells no form


@dataclass(frozen=True, eq=False)
class ScoreTable:
    """All scores of one metric in a file, complete: (systems, segments)."""

    file: str
    metric: str
    systems: tuple[str, ...]
    scores: Floats

    def of(self, systems: Sequence[str]) -> Floats:
        """The rows of these systems, in this order."""
        missing = [system for system in systems if system not in self.systems]
        if missing:
            known = ", ".join(map(printable, self.systems[:20]))
            raise InputError(
                f"{self.file} has no scores of '{printable(missing[0])}', only of {known}; systems must be called the "
                f"same{either(' (--names)', '')}."
            )
        return self.scores[[self.systems.index(system) for system in systems]]


@dataclass(frozen=True, eq=False)
class OuterScores:
    """One metric's scores of the systems that were wanted, in the direction of the program that wrote them.

    NaN is missing, and either may be None. `unknown_systems` are systems of the file that are not wanted.
    """

    name: str
    systems: tuple[str, ...]
    segment_scores: Floats | None
    system_scores: Floats | None
    source: str
    unknown_systems: tuple[str, ...] = ()


@dataclass(frozen=True)
class Wanted:
    """Which systems' scores are looked for, in this order, of how many segments.

    `nan` says whether a cell without a number is an error or missing; `base` is the number of the first segment.
    """

    systems: tuple[str, ...]
    segments: int
    nan: str = "error"
    base: int = 1

    @property
    def roster(self) -> Roster:
        return Roster(self.systems, self.segments)


@dataclass(frozen=True)
class ScoreFile:
    """A file on its way to scores, with what tells its form."""

    path: str
    limits: Limits | None = None

    @property
    def shown(self) -> str:
        return printable(self.path)

    @property
    def suffix(self) -> str:
        return suffix_of(self.path)

    @property
    def label(self) -> str:
        """What a metric is called that the file does not name."""
        return PurePath(self.path).name.split(".")[0] or "scores"

    @property
    def has_lines(self) -> bool:
        return self.suffix not in _NO_LINES

    @cached_property
    def first_fields(self) -> list[str] | None:
        """The fields of the first line; None where there is none."""
        first = next(iter(read_fields(self.path, self.limits)), None)
        return None if first is None else first[1]


def complete(name: str, metric: str, found: Mapping[str, Mapping[int, float]]) -> ScoreTable:
    """A table of all scores, by system and segment from 1; an error where one is missing."""
    most = max(len(scores) for scores in found.values())
    for system, scores in found.items():
        gap = next((place for place in range(1, most + 1) if place not in scores), None)
        if gap is not None or len(scores) != most:
            raise InputError(
                f"{name} has no score of segment {gap} of '{printable(system)}'; every system needs all of them."
            )
    rows = [[scores[place] for place in range(1, most + 1)] for scores in found.values()]
    return ScoreTable(name, metric, tuple(found), np.array(rows))


def placed(tables: Iterable[ScoreTable], wanted: Wanted) -> list[OuterScores]:
    """The systems of complete tables among those wanted; NaN for those they do not have."""
    return [_placed(table, wanted) for table in tables]


def _placed(table: ScoreTable, wanted: Wanted) -> OuterScores:
    if table.scores.shape[1] != wanted.segments:
        raise InputError(f"{table.file} has {table.scores.shape[1]} scores of each system, expected {wanted.segments}.")
    roster = wanted.roster
    made = np.full((len(wanted.systems), wanted.segments), np.nan)
    unknown = []
    for name, scores in zip(table.systems, table.scores, strict=True):
        try:
            place = roster.system(name, table.file)
        except UnknownSystemError:
            unknown.append(name)
            continue
        if not np.isnan(made[place]).all():
            raise InputError(f"{table.file} scores the system '{printable(wanted.systems[place])}' under two names.")
        made[place] = scores
    return OuterScores(table.metric, wanted.systems, made, None, table.file, tuple(unknown))


def score_number(value: object, place: str) -> float:
    """A score that must be there."""
    if is_missing(value):
        raise InputError(f"{place} has no score; a comparison needs one of every segment of every system.")
    return number(value, place)
