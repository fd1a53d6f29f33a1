"""Segment scores that other tools wrote, so that they can be compared with the same tests.

| form | looks like |
|---|---|
| long | a header with ``system``, ``score``, perhaps ``segment`` (from 1), ``metric``, as from ``score -sl -f tsv`` |
| wide | a header of system names, one line a segment; a column ``segment`` is left out |
| mt-metrics-eval | no header, ``system<TAB>score``, a system's segments in order |
| COMET | lines ``file<TAB>Segment 0<TAB>score: 0.75`` as ``comet-score`` prints them |
| COMET | what its ``--to_json`` writes: ``{"sys.txt": [{"COMET": 0.8}, ...], ...}`` |

A table is TSV, CSV, JSON Lines or Parquet. Every system must have one finite number for every segment.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any

import numpy as np

from tertium.arrays import Floats
from tertium.corpus.files.access import Source
from tertium.corpus.files.limits import Limits
from tertium.corpus.formats.numbers import is_missing, number, whole
from tertium.corpus.formats.records import Records, read_fields, read_records, suffix_of
from tertium.errors import InputError, printable

_COMET = re.compile(r"Segment (\d+)", re.ASCII)
_PLACES = frozenset({"segment", "seg_id", "seg", "id", "line"})


@dataclass(frozen=True, eq=False)
class ScoreTable:
    """Scores of one metric: (systems, segments)."""

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
                "same (--names)."
            )
        return self.scores[[self.systems.index(system) for system in systems]]


def read_scores(path: str, limits: Limits | None = None) -> tuple[ScoreTable, ...]:
    """The tables in a file, one for each metric it has."""
    if suffix_of(path) not in (".csv", ".jsonl", ".ndjson", ".json", ".parquet"):
        first = next(iter(read_fields(path, limits)), None)
        if first is None:
            raise InputError(f"{printable(path)} is empty, expected scores.")
        if len(first[1]) >= 2 and first[1][-1].startswith("score:"):
            return _comet(path, limits)
        if len(first[1]) == 2 and _is_number(first[1][1]):
            return _headless(path, limits)
    if suffix_of(path) == ".json" and (given := comet_object(path, limits)) is not None:
        return (comet_table(path, given),)
    records = read_records(path, limits)
    if {"system", "score"} <= set(records.columns):
        return _long(records, _label(path))
    return _wide(records, _label(path))


def _long(records: Records, label: str) -> tuple[ScoreTable, ...]:
    systems = [str(name) for name in records.column("system")]
    metrics = [str(name) for name in records.columns.get("metric", [label] * len(records))]
    segments = records.columns.get("segment", records.columns.get("seg_id"))
    found: dict[str, dict[str, dict[int, float]]] = {}
    for row, value in enumerate(records.column("score")):
        mine = found.setdefault(metrics[row], {}).setdefault(systems[row], {})
        place = len(mine) + 1 if segments is None else whole(segments[row], records.place(row, "segment"))
        if place in mine:
            raise InputError(f"{records.place(row)} scores segment {place} of '{printable(systems[row])}' again.")
        mine[place] = _number(value, records.place(row, "score"))
    return tuple(_table(records.name, metric, by_system) for metric, by_system in found.items())


def _wide(records: Records, label: str) -> tuple[ScoreTable, ...]:
    found = {}
    for name, values in records.columns.items():
        if name.lower() in _PLACES:
            continue
        shown = records.headings.get(name, name)  # a system's name, as it is written
        found[shown.strip()] = {row + 1: _number(cell, records.place(row, shown)) for row, cell in enumerate(values)}
    if not found:
        raise InputError(f"{records.name} has no column of scores; expected one for each system.")
    return (_table(records.name, label, found),)


def _headless(path: str, limits: Limits | None) -> tuple[ScoreTable, ...]:
    found: dict[str, dict[int, float]] = {}
    for line, fields in read_fields(path, limits):
        if len(fields) != 2:
            raise InputError(f"{printable(path)} line {line} has {len(fields)} fields, expected system and score.")
        mine = found.setdefault(fields[0], {})
        mine[len(mine) + 1] = _number(fields[1], f"{printable(path)} line {line}")
    return (_table(printable(path), _label(path), found),)


def _comet(path: str, limits: Limits | None) -> tuple[ScoreTable, ...]:
    found: dict[str, dict[int, float]] = {}
    for line, fields in read_fields(path, limits):
        segment = _COMET.fullmatch(fields[1].strip()) if len(fields) == 3 else None
        if segment is None:  # the system's own score stands on a line without a segment
            continue
        value = _number(fields[2].removeprefix("score:"), f"{printable(path)} line {line}")
        found.setdefault(PurePath(fields[0]).stem, {})[int(segment[1]) + 1] = value
    if not found:
        raise InputError(
            f"{printable(path)} has no line 'file, Segment N, score: X'; was comet-score run with --quiet?"
        )
    return (_table(printable(path), _label(path), found),)


def comet_object(path: str | os.PathLike[str], limits: Limits | None = None) -> Mapping[str, Any] | None:
    """The one object of a JSON file, whose values are all lists; None if it is another kind of file."""
    try:
        with Source(path, limits=limits).open() as file:
            given = json.loads(file.read().decode("utf-8"))
    except (ValueError, RecursionError):
        return None
    comet = isinstance(given, dict) and given and all(isinstance(value, list) for value in given.values())
    return given if comet else None


def _comet_item(item: Any, place: str) -> tuple[str, float]:
    """The name and the number of one segment's score."""
    numeric = [key for key, value in item.items() if isinstance(value, float)] if isinstance(item, dict) else []
    key = "COMET" if "COMET" in numeric else numeric[0] if len(numeric) == 1 else None
    if key is None:
        raise InputError(f"{place} has no one score ('COMET').")
    return key, number(item[key], place)


def comet_table(path: str, given: Mapping[str, Any]) -> ScoreTable:
    """The scores of such an object, by the names of its files."""
    shown = printable(path)
    found: dict[str, dict[int, float]] = {}
    names: set[str] = set()
    for file, items in given.items():
        system = PurePath(file).stem
        if system in found:
            raise InputError(f"{shown} has two files called '{printable(system)}'; rename one.")
        mine = found[system] = {}
        for at, item in enumerate(items, 1):
            key, mine[at] = _comet_item(item, f"{shown} '{printable(file)}' segment {at}")
            names.add(key)
    if len(names) != 1:
        raise InputError(f"{shown} has scores named {', '.join(sorted(names)) or 'nothing'}, expected one name.")
    return _table(shown, names.pop(), found)


def _number(value: object, place: str) -> float:
    if is_missing(value):
        raise InputError(f"{place} has no score; a comparison needs one of every segment of every system.")
    return number(value, place)


def _table(name: str, metric: str, found: dict[str, dict[int, float]]) -> ScoreTable:
    most = max(len(scores) for scores in found.values())
    for system, scores in found.items():
        gap = next((place for place in range(1, most + 1) if place not in scores), None)
        if gap is not None or len(scores) != most:
            raise InputError(
                f"{name} has no score of segment {gap} of '{printable(system)}'; every system needs all of them."
            )
    rows = [[scores[place] for place in range(1, most + 1)] for scores in found.values()]
    return ScoreTable(name, metric, tuple(found), np.array(rows))


def _label(path: str) -> str:
    return PurePath(path).name.split(".")[0] or "scores"


def _is_number(text: str) -> bool:
    try:
        number(text, "")
    except InputError:
        return is_missing(text) and bool(text.strip())
    return True
