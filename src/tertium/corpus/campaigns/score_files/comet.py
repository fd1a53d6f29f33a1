"""COMET's scores: the lines that ``comet-score`` prints, and what its ``--to_json`` writes.

out/sys.txt<TAB>Segment 0<TAB>score: 0.75
{"sys.txt": [{"COMET": 0.8, ...}, ...], ...}
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import PurePath
from typing import Any

from tertium.corpus.campaigns.score_files.scores import ScoreFile, ScoreTable, complete, score_number
from tertium.corpus.files.access import Source
from tertium.corpus.formats.numbers import number
from tertium.corpus.formats.records import read_fields
from tertium.errors import InputError, printable

_SEGMENT = re.compile(r"Segment (\d+)", re.ASCII)


def is_printed(file: ScoreFile) -> bool:
    if not file.has_lines:
        return False
    first = file.first_fields
    return first is not None and len(first) >= 2 and first[-1].startswith("score:")


def read_printed(file: ScoreFile) -> tuple[ScoreTable, ...]:
    found: dict[str, dict[int, float]] = {}
    for line, fields in read_fields(file.path, file.limits):
        segment = _SEGMENT.fullmatch(fields[1].strip()) if len(fields) == 3 else None
        if segment is None:  # the system's own score stands on a line without a segment
            continue
        value = score_number(fields[2].removeprefix("score:"), f"{file.shown} line {line}")
        found.setdefault(PurePath(fields[0]).stem, {})[int(segment[1]) + 1] = value
    if not found:
        raise InputError(f"{file.shown} has no line 'file, Segment N, score: X'; was comet-score run with --quiet?")
    return (complete(file.shown, file.label, found),)


def is_json(file: ScoreFile) -> bool:
    return file.suffix == ".json" and _object(file) is not None


def read_json(file: ScoreFile) -> tuple[ScoreTable, ...]:
    """The scores by the names of the files that were scored."""
    found: dict[str, dict[int, float]] = {}
    names: set[str] = set()
    for name, items in (_object(file) or {}).items():
        system = PurePath(name).stem
        if system in found:
            raise InputError(f"{file.shown} has two files called '{printable(system)}'; rename one.")
        mine = found[system] = {}
        for at, item in enumerate(items, 1):
            key, mine[at] = _item(item, f"{file.shown} '{printable(name)}' segment {at}")
            names.add(key)
    if len(names) != 1:
        raise InputError(f"{file.shown} has scores named {', '.join(sorted(names)) or 'nothing'}, expected one name.")
    return (complete(file.shown, names.pop(), found),)


def _object(file: ScoreFile) -> Mapping[str, Any] | None:
    """The one object of a JSON file, whose values are all lists; None if it is another kind of file."""
    try:
        with Source(file.path, limits=file.limits).open() as opened:
            given = json.loads(opened.read().decode("utf-8"))
    except (ValueError, RecursionError):
        return None
    comet = isinstance(given, dict) and given and all(isinstance(value, list) for value in given.values())
    return given if comet else None


def _item(item: Any, place: str) -> tuple[str, float]:
    """The name and the number of one segment's score."""
    numeric = [key for key, value in item.items() if isinstance(value, float)] if isinstance(item, dict) else []
    key = "COMET" if "COMET" in numeric else numeric[0] if len(numeric) == 1 else None
    if key is None:
        raise InputError(f"{place} has no one score ('COMET').")
    return key, number(item[key], place)
