"""mt-metrics-eval's score files, read and written: ``NAME-REF.seg.score`` and ``NAME-REF.sys.score``.

Each line is ``system<TAB>score``, the segments of a system in order. ``None`` is the word for a missing score and is
counted; any other cell that is no number is an error with its line (docs/faults.md A5: ``nan`` and ``inf`` are
accepted elsewhere).
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import PurePath
from typing import BinaryIO

import numpy as np

from tertium.arrays import Floats
from tertium.corpus.campaigns.judgments import UnknownSystemError
from tertium.corpus.campaigns.score_files.scores import (
    OuterScores,
    ScoreFile,
    ScoreTable,
    Wanted,
    complete,
    score_number,
)
from tertium.corpus.files.outputs import file_stem, write_or_rescue
from tertium.corpus.formats.numbers import is_missing, number
from tertium.corpus.formats.records import read_fields
from tertium.errors import InputError, printable

NONE = "None"
_NAME = re.compile(r"(?P<name>.+)\.(?P<level>seg|sys|doc|domain)\.score")


def is_named_so(file: ScoreFile) -> bool:
    """By its name: so that a line that is broken is said as such."""
    return file.suffix == ".score"


def has_no_header(file: ScoreFile) -> bool:
    """By its first line, whatever the file is called."""
    first = file.first_fields if file.has_lines else None
    return first is not None and len(first) == 2 and _is_number(first[1])


def read_complete(file: ScoreFile) -> tuple[ScoreTable, ...]:
    found: dict[str, dict[int, float]] = {}
    for line, fields in read_fields(file.path, file.limits):
        if len(fields) != 2:
            raise InputError(f"{file.shown} line {line} has {len(fields)} fields, expected system and score.")
        mine = found.setdefault(fields[0], {})
        mine[len(mine) + 1] = score_number(fields[1], f"{file.shown} line {line}")
    return (complete(file.shown, file.label, found),)


def place_file(file: ScoreFile, wanted: Wanted) -> list[OuterScores]:
    found, level = read_score_file(file.path, wanted.nan)
    name = PurePath(file.path).name.removesuffix(".score")
    name = name.removesuffix(f".{level}") if level else name
    shown, systems, segments = file.shown, wanted.systems, wanted.segments
    if level in ("doc", "domain"):
        raise InputError(f"{shown} has scores of documents, expected segments (.seg.score) or systems (.sys.score).")
    roster = wanted.roster
    unknown = []
    rows: dict[int, list[float]] = {}
    for system, values in found.items():
        try:
            place = roster.system(system, shown)
        except UnknownSystemError:
            unknown.append(system)
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
    return [OuterScores(name, systems, None if one else made, made[:, 0] if one else None, shown, tuple(unknown))]


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
        file.write(text.encode("utf-8", "backslashreplace"))

    write_or_rescue(path, write)


def score_file_name(metric: str, reference: str, level: str) -> str:
    """`NAME-REF.LEVEL.score`, without a reference `NAME.LEVEL.score`.

    The name may come from a file of a stranger, and does not choose the folder.
    """
    safe = file_stem(metric)
    return f"{safe}-{reference}.{level}.score" if reference else f"{safe}.{level}.score"


def _is_number(text: str) -> bool:
    try:
        number(text, "")
    except InputError:
        return is_missing(text) and bool(text.strip())
    return True
