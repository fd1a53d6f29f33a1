"""One reader for tables of human judgments: what the columns are called says what they hold.

| columns | read as |
|---|---|
| `system`, `score` | a score of each system |
| `system`, `seg_id`, a value, maybe `judge` | a score of each segment, the mean over judges |
| `system`, `seg_id`, `rank`, maybe `judge` | comparisons of all pairs that one judge ranked on one segment |
| `seg_id`, `system1`, `system2`, `relation` (`>` `<` `=`), maybe `judge`, `count` | comparisons |
| `seg_id`, `system1`, `system2`, `n_1_better`, `n_2_better`, `n_ties` | counted comparisons |
| `srcIndex`, `system1Id` ... `system5Id`, `system1rank` ... `system5rank` | WMT's rankings of five, -1 = not ranked |

| value column | direction |
|---|---|
| `score` `da` `esa` `z` `raw` | higher is better |
| `adequacy` `fluency` | 1 to 5, (x - 1)/4 of the mean over judges, higher is better |
| `mqm` | by its sign: all values <= 0 are negated penalties, all >= 0 penalties, so lower is better |
| `rank` `hter` `ter` `ped` `post_edit_distance` `edits` `errors` | lower is better |

`JudgmentReading.better` declares another direction. Two rows for one cell are an error unless a `judge` column tells
them apart.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

import numpy as np

from tertium.corpus.campaigns.judgments import (
    NO_JUDGE,
    Judgments,
    PairJudgments,
    Roster,
    UnknownSystemError,
    single_scores,
)
from tertium.corpus.campaigns.ranking_sheets import rows_of_languages
from tertium.corpus.formats.numbers import is_missing, number, whole
from tertium.corpus.formats.records import Records, read_records
from tertium.errors import InputError, brief, counted, first_of, option, printable

_SYSTEM = ("system", "sys", "system_id", "systemid", "system_name", "mt_system")
_SEGMENT = ("seg_id", "segment", "seg", "segment_id", "segid", "segmentid", "srcindex", "id", "line")
_JUDGE = ("judge", "judge_id", "judgeid", "annotator", "rater", "user")
_HIGHER = ("score", "da", "esa", "z", "raw", "adequacy", "fluency")
_LOWER = ("hter", "ter", "ped", "post_edit_distance", "edits", "errors")
_VALUES = (*_HIGHER, "mqm", "rank", *_LOWER)
_FIVE_POINTS = ("adequacy", "fluency")
_RELATIONS = {">": 1, "<": -1, "=": 0}


@dataclass(frozen=True)
class JudgmentReading:
    """What a file cannot say itself.

    `column`: which value, where there are several; `better`: its direction; `base`: number of the first segment;
    `duplicates`: two judgments of one cell without judges are an error, or averaged; `nan`: a cell without a number is
    an error, or a missing judgment; `unknown`: a judged system without output is an error, or left out and counted.
    """

    column: str | None = None
    better: Literal["higher", "lower"] | None = None
    base: Literal[0, 1] = 1
    duplicates: Literal["error", "mean"] = "error"
    nan: Literal["error", "skip"] = "error"
    unknown: Literal["error", "skip"] = "error"


def read_judgments(
    path: str | os.PathLike[str],
    roster: Roster | None = None,
    reading: JudgmentReading | None = None,
    languages: str = "",
) -> Judgments:
    """Judgments of a table; `languages` (`de-en`) chooses among those of a sheet with several pairs."""
    records = read_records(path)
    reading = reading or JudgmentReading()
    table = _Table(records, Roster() if roster is None else roster, reading)
    columns = set(records.columns)
    if {"system1id", "system1rank"} <= columns:
        return table.sheet(languages)
    if {"system1", "system2"} <= columns:
        return table.counted() if "n_1_better" in columns else table.compared()
    return table.valued()


class _Table:
    """One table on its way to judgments."""

    def __init__(self, records: Records, roster: Roster, reading: JudgmentReading) -> None:
        self.records, self.roster, self.reading = records, roster, reading
        self.notes: list[str] = []
        self._unknown_systems: dict[str, int] = {}
        self._missing = 0
        self._again = 0
        self._judges: dict[str, int] = {}

    # -- one value a row

    def valued(self) -> Judgments:
        system = self._required(_SYSTEM, "system")
        segment = self._optional(_SEGMENT)
        judge = self._optional(_JUDGE)
        names = self._value_columns()
        if segment is None:
            return self._of_systems(system, names)
        if names == ("rank",):
            return self._ranked(system, segment, judge)
        cells = []
        seen: dict[tuple[int, int, int], int] = {}
        for row, place, value in self._valued(system, names):
            at = self._segment(row, segment)
            who = NO_JUDGE if judge is None else self._judge(row, judge)
            self._once(seen, (place, at, who), row, judge is not None)
            cells.append((place, at, value))
        self._refuse_empty(cells)
        sign = self._sign(names, [cell[2] for cell in cells])
        scores = single_scores(len(self.roster.systems), self.roster.segments, cells)
        scores = sign * ((scores - 1) / 4 if names[0] in _FIVE_POINTS else scores)
        if judge is not None:
            self.notes.append(f"means over {counted(len(self._judges), 'judge')}")
        return self._made(scores=scores, kind="+".join(names))

    def _valued(self, system: str, names: tuple[str, ...]) -> Iterator[tuple[int, int, float]]:
        """(row, system, value) where there is a value of a system that is wanted."""
        for row in range(len(self.records)):
            value = self._value(row, names)
            place = self._system(row, system)
            if value is not None and place is not None:
                yield row, place, value

    def _of_systems(self, system: str, names: tuple[str, ...]) -> Judgments:
        found: dict[int, list[float]] = {}
        seen: dict[tuple[int, int, int], int] = {}
        for row, place, value in self._valued(system, names):
            self._once(seen, (place, 0, NO_JUDGE), row, False)
            found.setdefault(place, []).append(value)
        self._refuse_empty(found)
        made = {place: sum(values) / len(values) for place, values in found.items()}  # several with --duplicates mean
        sign = -1.0 if names == ("rank",) and self.reading.better is None else self._sign(names, list(made.values()))
        scores = np.full(len(self.roster.systems), np.nan)
        for place, value in made.items():
            scores[place] = sign * ((value - 1) / 4 if names[0] in _FIVE_POINTS else value)
        return self._made(system_scores=scores, kind="+".join(names))

    def _ranked(self, system: str, segment: str, judge: str | None) -> Judgments:
        """Ranks of one judge on one segment are comparable; those of two are not."""
        groups: dict[tuple[int, int], dict[int, list[float]]] = {}
        seen: dict[tuple[int, int, int], int] = {}
        for row in range(len(self.records)):
            value = self._value(row, ("rank",))
            place = self._system(row, system)
            if value is None or place is None:
                continue
            who = NO_JUDGE if judge is None else self._judge(row, judge)
            at = self._segment(row, segment)
            self._once(seen, (place, at, who), row, judge is not None)
            groups.setdefault((at, who), {}).setdefault(place, []).append(value)
        sign = 1 if self.reading.better == "higher" else -1
        rows = [
            (at, a, b, _relation(sign * (x - y)), 1, who)
            for (at, who), ranked in groups.items()
            for (a, x), (b, y) in combinations([(place, sum(r) / len(r)) for place, r in ranked.items()], 2)
        ]
        self._refuse_empty(rows)
        self.notes.append(f"{counted(len(groups), 'ranking')} as comparisons of pairs")
        return self._made(pairs=PairJudgments.of(rows), kind="rank")

    # -- two systems a row

    def compared(self) -> Judgments:
        segment = self._required(_SEGMENT, "seg_id")
        judge = self._optional(_JUDGE)
        self._say_what_is_not_used()
        relation = self.records.column("relation")
        count = self.records.columns.get("count")
        rows = []
        for row in range(len(self.records)):
            both = self._two(row)
            word = str(relation[row]).strip()
            if word not in _RELATIONS:
                raise InputError(
                    f"{self.records.place(row, 'relation')} is '{brief(word)}', expected one of > < = "
                    "(system1 is better, worse, as good)."
                )
            many = 1 if count is None else self._count(row, "count")
            who = NO_JUDGE if judge is None else self._judge(row, judge)
            if both is not None:
                rows.append((self._segment(row, segment), *both, _RELATIONS[word], many, who))
        self._refuse_empty(rows)
        again = len(rows) - len({(*row[:4], row[5]) for row in rows})
        if again:
            what = "comparison repeats" if again == 1 else "comparisons repeat"
            self.notes.append(f"{again} {what} an earlier one of the same judge, counted again")
        return self._made(pairs=PairJudgments.of(rows), kind="comparison")

    def counted(self) -> Judgments:
        segment = self._required(_SEGMENT, "seg_id")
        ties = "n_ties" in self.records.columns
        self._say_what_is_not_used()
        rows: list[tuple[int, int, int, int, int, int]] = []
        seen: dict[tuple[int, int, int], int] = {}
        for row in range(len(self.records)):
            both = self._two(row)
            at = self._segment(row, segment)
            first, second = self._count(row, "n_1_better"), self._count(row, "n_2_better")
            same = self._count(row, "n_ties") if ties else 0
            if both is None:
                continue
            a, b = both
            self._once(seen, (at, min(a, b), max(a, b)), row, False, "this pair on this segment")
            for many, relation in ((first, 1), (second, -1), (same, 0)):
                if many:
                    rows.append((at, a, b, relation, many, NO_JUDGE))
        self._refuse_empty(rows)
        return self._made(pairs=PairJudgments.of(rows), kind="comparison")

    def sheet(self, languages: str) -> Judgments:
        """WMT's CSV: up to five systems in one row, ranked by one judge; lower ranks are better, -1 is blank."""
        columns = self.records.columns
        places = sorted(int(found[1]) for name in columns if (found := re.fullmatch(r"system(\d+)id", name)))
        for number_ in places:
            self.records.column(f"system{number_}rank")  # refused by name if the sheet lacks it
        segment = "srcindex" if "srcindex" in columns else self._required(_SEGMENT, "srcIndex")
        judge = self._optional(_JUDGE)
        kept = rows_of_languages(self.records, languages)
        rows: list[tuple[int, int, int, int, int, int]] = []
        sign = -1 if self.reading.better == "higher" else 1
        blank = 0
        for row in kept:
            ranked: list[tuple[int, int]] = []
            for number_ in places:
                rank = whole(columns[f"system{number_}rank"][row], self.records.place(row, f"system{number_}rank"))
                if rank < 0:
                    blank += 1
                    continue
                place = self._system(row, f"system{number_}id")
                if place is not None:
                    ranked.append((place, rank))
            at = self._segment(row, segment)
            who = NO_JUDGE if judge is None else self._judge(row, judge)
            rows += [
                (at, a, b, _relation(sign * (y - x)), 1, who)
                for index, (a, x) in enumerate(ranked)
                for b, y in ranked[index + 1 :]
                if a != b
            ]
        self._refuse_empty(rows)
        if blank:
            self.notes.append(f"{counted(blank, 'rank')} left blank by the judges")
        what = "ranking" if len(kept) == 1 else "rankings"
        self.notes.append(f"{len(kept)} {what} of up to {len(places)} as comparisons of pairs")
        return self._made(pairs=PairJudgments.of(rows), kind="ranking of five")

    # -- cells

    def _say_what_is_not_used(self) -> None:
        if self.reading.better is not None or self.reading.column is not None:
            self.notes.append(
                f"comparisons say which is better: {option('--better')} and {option('--judgment-column')} change "
                "nothing"
            )

    def _value_columns(self) -> tuple[str, ...]:
        wanted = self.reading.column
        if wanted is not None:
            names = tuple(wanted.lower().split("+"))
            for name in names:
                self.records.column(name)
            for scale in (_FIVE_POINTS, (*_LOWER, "rank"), ("mqm",)):
                if len({name in scale for name in names}) > 1:
                    raise InputError(
                        f"{self.records.name}: {printable(wanted)} are of different scales or directions, so that "
                        "their mean says nothing; choose one."
                    )
            return names
        found = [name for name in _VALUES if name in self.records.columns]
        if not found:
            known = ", ".join(map(printable, list(self.records.columns)[:20]))
            raise InputError(
                f"{self.records.name} has no column of judgments ({', '.join(_VALUES)}), only {known}; name one with "
                f"{option('--judgment-column')}."
            )
        if len(found) > 1 and found[0] not in _FIVE_POINTS:
            raise InputError(
                f"{self.records.name} has judgments in {', '.join(found)}; choose one with "
                f"{option('--judgment-column')}."
            )
        if len(found) > 1:
            self.notes.append(f"{found[0]} of {', '.join(found)} ({option('--judgment-column')} chooses another)")
        return (found[0],)

    def _value(self, row: int, names: Sequence[str]) -> float | None:
        values = []
        for name in names:
            cell = self.records.columns[name][row]
            if is_missing(cell) and self.reading.nan == "skip":
                self._missing += 1
                return None
            value = number(cell, self.records.place(row, name))
            if name in _FIVE_POINTS and not 1 <= value <= 5:
                raise InputError(f"{self.records.place(row, name)} is {value:g}, expected 1 to 5.")
            values.append(value)
        return sum(values) / len(values)

    def _sign(self, names: Sequence[str], values: Sequence[float]) -> float:
        if self.reading.better is not None:
            return 1.0 if self.reading.better == "higher" else -1.0
        if names[0] == "mqm":
            if min(values) < 0 < max(values):
                raise InputError(
                    f"{self.records.name} has MQM values of both signs, so that their direction cannot be told; say "
                    f"{option('--better higher')} or lower."
                )
            lower = max(values) > 0
            self.notes.append("MQM as penalties: lower is better" if lower else "MQM negated: higher is better")
            return -1.0 if lower else 1.0
        if names[0] in _LOWER:
            self.notes.append(f"{names[0]}: lower is better")
            return -1.0
        return 1.0

    def _two(self, row: int) -> tuple[int, int] | None:
        a, b = self._system(row, "system1"), self._system(row, "system2")
        if a is None or b is None:
            return None
        if a == b:
            raise InputError(f"{self.records.place(row)} compares a system with itself.")
        return a, b

    def _system(self, row: int, column: str) -> int | None:
        name = self.records.column(column)[row]
        try:
            return self.roster.system(str(name), self.records.place(row))
        except UnknownSystemError:
            if self.reading.unknown == "error":
                raise
            self._unknown_systems[str(name)] = self._unknown_systems.get(str(name), 0) + 1
            return None

    def _segment(self, row: int, column: str) -> int:
        place = self.records.place(row)
        return self.roster.segment(whole(self.records.columns[column][row], place), self.reading.base, place)

    def _judge(self, row: int, column: str) -> int:
        return self._judges.setdefault(str(self.records.columns[column][row]), len(self._judges))

    def _count(self, row: int, column: str) -> int:
        many = whole(self.records.column(column)[row], self.records.place(row, column))
        if many < 0:
            raise InputError(f"{self.records.place(row, column)} is {many}, expected a count.")
        return many

    def _once(
        self,
        seen: dict[tuple[int, int, int], int],
        key: tuple[int, int, int],
        row: int,
        judges: bool,
        what: str = "this system and segment",
    ) -> None:
        before = seen.setdefault(key, row)
        if before == row:
            return
        self._again += 1
        if self.reading.duplicates == "error":
            who = " by the same judge" if judges else ""
            raise InputError(
                f"{self.records.place(row)} judges {what}{who} again, after {self.records.unit} "
                f"{self.records.places[before]}; keep one, name the judges in a column 'judge', or say "
                f"{option('--duplicates mean')}."
            )

    def _required(self, names: Sequence[str], meant: str) -> str:
        found = self._optional(names) or meant
        self.records.column(found)  # an error, if it is not there
        return found

    def _optional(self, names: Sequence[str]) -> str | None:
        return next((name for name in names if name in self.records.columns), None)

    def _refuse_empty(self, made: object) -> None:
        if not made:
            raise InputError(f"{self.records.name} has no judgment of the systems here.")

    def _made(
        self,
        scores: np.ndarray | None = None,
        system_scores: np.ndarray | None = None,
        pairs: PairJudgments | None = None,
        kind: str = "score",
    ) -> Judgments:
        averaged = "both are counted" if kind == "comparison" else "means are taken"
        if self._missing:
            what = "cell" if self._missing == 1 else "cells"
            self.notes.append(f"{self._missing} {what} without a number left out")
        if self._again:
            what = "row judges" if self._again == 1 else "rows judge"
            self.notes.append(f"{self._again} {what} again what an earlier one judged; {averaged}")
        if self._unknown_systems:
            names = first_of(list(self._unknown_systems), 5)
            what = "system" if len(self._unknown_systems) == 1 else "systems"
            self.notes.append(f"judgments of {len(self._unknown_systems)} {what} without output left out: {names}")
        return Judgments(
            self.roster.systems,
            self.roster.segments,
            scores,
            system_scores,
            pairs,
            kind,
            (self.records.name,),
            tuple(f"{self.records.name}: {note}" for note in self.notes),
        )


def _relation(difference: float) -> int:
    return (difference > 0) - (difference < 0)
