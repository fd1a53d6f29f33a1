"""Metric scores from elsewhere, and mt-metrics-eval's score files, read and written.

| file | read as |
|---|---|
| `NAME-REF.seg.score`, `NAME-REF.sys.score` | `system<TAB>score`, segments of a system in order, `None` = missing |
| a table with `system`, maybe `seg_id`, `metric`, `score` | one metric for each word in `metric` |
| a table with `system`, maybe `seg_id`, and other columns | one metric for each other column |
| COMET's `--to_json` | `{"sys.txt": [{"COMET": 0.8, ...}, ...], ...}` |
| what `comet-score` prints | `sys.txt<TAB>Segment 0<TAB>score: 0.8` lines |

The second row is what `tertium score -sl -f tsv` writes. `None` is mt-metrics-eval's word for a missing score and is
counted; any other cell that is no number is an error with its line (docs/faults.md A5: `nan` and `inf` are accepted
elsewhere).
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import BinaryIO

import numpy as np

from tertium.corpus.campaigns import score_tables
from tertium.corpus.campaigns.judgments import Floats, Roster, UnknownSystemError
from tertium.corpus.campaigns.score_tables import ScoreTable
from tertium.corpus.files.access import write_atomically
from tertium.corpus.formats.numbers import is_missing, number, whole
from tertium.corpus.formats.records import Records, read_fields, read_records, suffix_of
from tertium.errors import FileError, InputError, printable

NONE = "None"
_NAME = re.compile(r"(?P<name>.+)\.(?P<level>seg|sys|doc|domain)\.score")
_SEGMENT = ("seg_id", "segment", "seg", "segment_id")


@dataclass(frozen=True, eq=False)
class OuterScores:
    """One metric's scores as another program wrote them, in that program's direction; NaN is missing.

    Either may be None. `unknown_systems` are systems of the file that are not among those wanted.
    """

    name: str
    systems: tuple[str, ...]
    segment_scores: Floats | None
    system_scores: Floats | None
    source: str
    unknown_systems: tuple[str, ...] = ()


def read_scores(
    path: str | os.PathLike[str], systems: Sequence[str], segments: int, *, nan: str = "error", base: int = 1
) -> list[OuterScores]:
    """Every metric of a file, for these systems in this order."""
    suffix = suffix_of(path)
    if suffix == ".score":
        return [_score_file(path, systems, segments, nan)]
    if suffix == ".json" and (given := score_tables.comet_object(path)) is not None:
        return [_placed(score_tables.comet_table(os.fspath(path), given), systems, segments)]
    if suffix in ("", ".txt", ".tsv", ".out", ".log") and _printed_by_comet(path):
        return [_placed(table, systems, segments) for table in score_tables.read_scores(os.fspath(path))]
    return _table(read_records(path), systems, segments, nan, base)


def read_score_files(
    paths: Sequence[str], systems: Sequence[str], segments: int, *, nan: str = "error", base: int = 1
) -> list[OuterScores]:
    """Every metric of several files, or of the score files in a directory; a .seg.score and a .sys.score are one."""
    found: dict[str, OuterScores] = {}
    for path in score_files(paths):
        for scores in read_scores(path, systems, segments, nan=nan, base=base):
            before = found.get(scores.name)
            found[scores.name] = scores if before is None else _joined(before, scores)
    return list(found.values())


def _joined(one: OuterScores, two: OuterScores) -> OuterScores:
    if (one.segment_scores is None) == (two.segment_scores is None):
        raise InputError(f"{one.source} and {two.source} both hold scores by {printable(one.name)}; give one of them.")
    segment = one.segment_scores if two.segment_scores is None else two.segment_scores
    system = one.system_scores if two.system_scores is None else two.system_scores
    return OuterScores(one.name, one.systems, segment, system, f"{one.source}, {two.source}", one.unknown_systems)


def read_score_file(path: str | os.PathLike[str], nan: str = "error") -> tuple[dict[str, list[float]], str]:
    """mt-metrics-eval's form: each system's scores in order, NaN for None; and the level its name says, or nothing."""
    made: dict[str, list[float]] = {}
    shown = printable(os.fspath(path))
    for line, fields in read_fields(path):
        if len(fields) != 2:
            what = "is blank" if fields == [""] else f"has {len(fields)} fields"
            raise InputError(f"{shown} line {line} {what}, expected 'system<TAB>score'.")
        system, cell = fields
        missing = cell.strip() == NONE or (nan == "skip" and is_missing(cell))
        value = float("nan") if missing else number(cell, f"{shown} line {line}")
        made.setdefault(system, []).append(value)
    if not made:
        raise InputError(f"{shown} is empty, expected 'system<TAB>score' lines.")
    found = _NAME.fullmatch(PurePath(os.fspath(path)).name)
    return made, found["level"] if found else ""


def score_file_text(systems: Sequence[str], scores: Floats) -> str:
    """The form `read_score_file` reads: (systems,) or (systems, segments), None where there is no score."""
    lines = []
    for system, values in zip(systems, np.atleast_2d(scores.T).T, strict=True):
        if "\t" in system or "\n" in system:
            raise InputError(f"the system name '{printable(system)}' holds a TAB or a line end; rename it.")
        lines += [f"{system}\t{NONE if np.isnan(value) else repr(float(value))}\n" for value in values]
    return "".join(lines)


def write_score_file(path: str | os.PathLike[str], systems: Sequence[str], scores: Floats) -> None:
    text = score_file_text(systems, scores)

    def write(file: BinaryIO) -> None:
        file.write(text.encode("utf-8"))

    write_atomically(path, write)


def score_file_name(metric: str, reference: str, level: str) -> str:
    """`NAME-REF.LEVEL.score`; characters that a file name cannot hold become underscores."""
    safe = re.sub(r"[^\w.+-]+", "_", metric)
    return f"{safe}-{reference}.{level}.score"


def _score_file(path: str | os.PathLike[str], systems: Sequence[str], segments: int, nan: str) -> OuterScores:
    found, level = read_score_file(path, nan)
    shown = printable(os.fspath(path))
    name = PurePath(os.fspath(path)).name.removesuffix(".score")
    name = name.removesuffix(f".{level}") if level else name
    if level in ("doc", "domain"):
        raise InputError(f"{shown} has scores of documents, expected segments (.seg.score) or systems (.sys.score).")
    roster = Roster(systems, segments)
    unknown_systems = []
    rows: dict[int, list[float]] = {}
    for system, values in found.items():
        try:
            place = roster.system(system, shown)
        except UnknownSystemError:
            unknown_systems.append(system)
            continue
        if place in rows:
            raise InputError(f"{shown} scores the system '{printable(systems[place])}' under two names.")
        expected = 1 if level == "sys" else segments
        if level == "" and len(values) == 1:
            expected = 1
        if len(values) != expected:
            raise InputError(f"{shown} has {len(values)} scores of '{printable(system)}', expected {expected}.")
        rows[place] = values
    one = level == "sys" or all(len(values) == 1 for values in rows.values())
    made = np.full((len(systems), 1 if one else segments), np.nan)
    for place, values in rows.items():
        made[place] = values
    return OuterScores(
        name, tuple(systems), None if one else made, made[:, 0] if one else None, shown, tuple(unknown_systems)
    )


def _table(records: Records, systems: Sequence[str], segments: int, nan: str, base: int) -> list[OuterScores]:
    segment = next((name for name in _SEGMENT if name in records.columns), None)
    roster = Roster(systems, segments)
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
    cells = {name: np.full((len(systems), segments if segment else 1), np.nan) for name in names}
    seen: dict[tuple[str, int, int], int] = {}
    unknown_systems: list[str] = []
    for row, system in enumerate(records.column("system")):
        try:
            place = roster.system(str(system), records.place(row))
        except UnknownSystemError:
            unknown_systems.append(str(system))
            continue
        at = 0
        if segment is not None:
            at = roster.segment(whole(records.columns[segment][row], records.place(row)), base, records.place(row))
        for name in (str(records.columns["metric"][row]),) if long else names:
            before = seen.setdefault((name, place, at), row)
            if before != row:
                raise InputError(
                    f"{records.place(row)} scores this system and segment again, after {records.unit} "
                    f"{records.places[before]}; keep one."
                )
            cell = records.columns[values[name]][row]
            if cell == NONE or (is_missing(cell) and nan == "skip"):
                continue
            cells[name][place, at] = number(cell, records.place(row, values[name]))
    return [
        OuterScores(
            name,
            tuple(systems),
            cells[name] if segment else None,
            None if segment else cells[name][:, 0],
            records.name,
            tuple(dict.fromkeys(unknown_systems)),
        )
        for name in names
    ]


def _printed_by_comet(path: str | os.PathLike[str]) -> bool:
    first = next(iter(read_fields(path)), None)
    return first is not None and len(first[1]) >= 2 and first[1][-1].startswith("score:")


def _placed(table: ScoreTable, systems: Sequence[str], segments: int) -> OuterScores:
    """The systems of a complete table among those wanted; NaN for those it does not have."""
    if table.scores.shape[1] != segments:
        raise InputError(f"{table.file} has {table.scores.shape[1]} scores of each system, expected {segments}.")
    roster = Roster(systems, segments)
    made = np.full((len(systems), segments), np.nan)
    unknown_systems = []
    for name, scores in zip(table.systems, table.scores, strict=True):
        try:
            place = roster.system(name, table.file)
        except UnknownSystemError:
            unknown_systems.append(name)
            continue
        if not np.isnan(made[place]).all():
            raise InputError(f"{table.file} scores the system '{printable(systems[place])}' under two names.")
        made[place] = scores
    return OuterScores(table.metric, tuple(systems), made, None, table.file, tuple(unknown_systems))


def score_files(paths: Sequence[str]) -> list[str]:
    """Files, with directories replaced by the score files in them; those of documents and domains have no use here."""
    made = []
    for path in paths:
        if Path(path).is_dir():
            inside = sorted(
                str(file)
                for file in Path(path).glob("*.score")
                if not file.name.endswith((".doc.score", ".domain.score"))
            )
            if not inside:
                raise FileError(f"{printable(path)} is a directory without .score files of segments or systems.")
            made += inside
        else:
            made.append(path)
    return made
