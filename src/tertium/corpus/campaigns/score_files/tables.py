"""Tables of scores: TSV, CSV, JSON Lines or Parquet, long or wide.

A comparison reads all of a table, and every system must have one finite number for every segment:

| form | looks like |
|---|---|
| long | a header with ``system``, ``score``, perhaps ``segment`` (from 1), ``metric``, as from ``score -sl -f tsv`` |
| by metric | ``system``, perhaps ``segment``, and other columns: one metric for each of them |
| wide | a header of system names, one line a segment; a column ``segment`` is left out |

Meta-evaluation looks for the judged systems, and a score may be missing:

| form | looks like |
|---|---|
| long | ``system``, maybe ``seg_id``, ``metric``, ``score``: one metric for each word in ``metric`` |
| wide | ``system``, maybe ``seg_id``, and other columns: one metric for each of them |
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from tertium.corpus.campaigns.judgments import UnknownSystemError
from tertium.corpus.campaigns.score_files.eval_files import NONE
from tertium.corpus.campaigns.score_files.scores import (
    OuterScores,
    ScoreFile,
    ScoreTable,
    Wanted,
    complete,
    score_number,
)
from tertium.corpus.formats.numbers import is_missing, number, whole
from tertium.corpus.formats.records import Records, read_records
from tertium.errors import InputError, printable

_PLACES = frozenset({"segment", "seg_id", "segment_id", "seg", "id", "line"})
_SEGMENT = ("seg_id", "segment", "seg", "segment_id")


def is_table(file: ScoreFile) -> bool:
    return True


def read_table(file: ScoreFile) -> tuple[ScoreTable, ...]:
    records = read_records(file.path, file.limits)
    if {"system", "score"} <= set(records.columns):
        return _long(records, file.label)
    if not all(_is_number(cell) for cell in records.columns.get("system", ())):  # else it is a system of that name
        return _by_metric(records)
    return _wide(records, file.label)


def _is_number(cell: object) -> bool:
    try:
        float(str(cell))
    except ValueError:
        return False
    return True


def _long(records: Records, label: str) -> tuple[ScoreTable, ...]:
    metrics = [str(name) for name in records.columns.get("metric", [label] * len(records))]
    return _gathered(records, {"score": metrics})


def _by_metric(records: Records) -> tuple[ScoreTable, ...]:
    """A column for each metric, called as its heading is written."""
    names = [name for name in records.columns if name != "system" and name.lower() not in _PLACES]
    if not names:
        raise InputError(f"{records.name} has no column of scores beside {', '.join(map(str, records.columns))}.")
    return _gathered(records, {name: [records.headings.get(name, name).strip()] * len(records) for name in names})


def _gathered(records: Records, columns: Mapping[str, Sequence[str]]) -> tuple[ScoreTable, ...]:
    """The cells of these columns by metric (said for each row), system and segment."""
    systems = [str(name) for name in records.column("system")]
    segments = next((records.columns[name] for name in _SEGMENT if name in records.columns), None)
    found: dict[str, dict[str, dict[int, float]]] = {}
    for column, metrics in columns.items():
        for row, value in enumerate(records.column(column)):
            mine = found.setdefault(metrics[row], {}).setdefault(systems[row], {})
            place = len(mine) + 1 if segments is None else whole(segments[row], records.place(row, "segment"))
            if place in mine:
                raise InputError(f"{records.place(row)} scores segment {place} of '{printable(systems[row])}' again.")
            mine[place] = score_number(value, records.place(row, records.headings.get(column, column)))
    return tuple(complete(records.name, metric, by_system) for metric, by_system in found.items())


def _wide(records: Records, label: str) -> tuple[ScoreTable, ...]:
    found = {}
    for name, values in records.columns.items():
        if name.lower() in _PLACES:
            continue
        shown = records.headings.get(name, name)  # a system's name, as it is written
        if _is_number(shown) and len(records.columns) == 1:
            raise InputError(
                f"{records.name} begins with the number {shown.strip()}, expected a first line with the system's name."
            )
        cells = {row + 1: score_number(cell, records.place(row, shown)) for row, cell in enumerate(values)}
        found[shown.strip()] = cells
    if not found:
        raise InputError(f"{records.name} has no column of scores; expected one for each system.")
    return (complete(records.name, label, found),)


def place_table(file: ScoreFile, wanted: Wanted) -> list[OuterScores]:
    records = read_records(file.path, file.limits)
    segment = next((name for name in _SEGMENT if name in records.columns), None)
    roster = wanted.roster
    keys = {"system", segment}
    long = "metric" in records.columns
    if long:
        records.column("score")
        names = list(dict.fromkeys(str(word) for word in records.columns["metric"]))
        values = dict.fromkeys(names, "score")
    else:
        # A metric is called as its heading is written: COMET is not comet to --lower, nor in the table.
        values = {records.headings.get(name, name).strip(): name for name in records.columns if name not in keys}
        names = list(values)
    if not names:
        raise InputError(f"{records.name} has no column of scores beside {', '.join(map(str, records.columns))}.")
    cells = {name: np.full((len(wanted.systems), wanted.segments if segment else 1), np.nan) for name in names}
    seen: dict[tuple[str, int, int], int] = {}
    unknown: list[str] = []
    for row, system in enumerate(records.column("system")):
        try:
            place = roster.system(str(system), records.place(row))
        except UnknownSystemError:
            unknown.append(str(system))
            continue
        at = 0
        if segment is not None:
            number_here = whole(records.columns[segment][row], records.place(row))
            at = roster.segment(number_here, wanted.base, records.place(row))
        for name in (str(records.columns["metric"][row]),) if long else names:
            before = seen.setdefault((name, place, at), row)
            if before != row:
                raise InputError(
                    f"{records.place(row)} scores this system and segment again, after {records.unit} "
                    f"{records.places[before]}; keep one."
                )
            cell = records.columns[values[name]][row]
            if cell == NONE or (is_missing(cell) and wanted.nan == "skip"):
                continue
            cells[name][place, at] = number(cell, records.place(row, values[name]))
    return [
        OuterScores(
            name,
            wanted.systems,
            cells[name] if segment else None,
            None if segment else cells[name][:, 0],
            records.name,
            tuple(dict.fromkeys(unknown)),
        )
        for name in names
    ]
