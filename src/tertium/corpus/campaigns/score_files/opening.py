"""Score files by what they are: one table of formats. A new one is one entry in it.

Files are read in two ways. A comparison takes all scores of a file, which must be complete (`read_scores`).
Meta-evaluation looks for the scores of the judged systems, of which some may be missing (`read_scores_of`).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from tertium.corpus.campaigns.score_files import comet, eval_files, tables
from tertium.corpus.campaigns.score_files.scores import OuterScores, ScoreFile, ScoreTable, Wanted, placed
from tertium.corpus.files.access import is_folder
from tertium.corpus.files.limits import Limits
from tertium.errors import FileError, InputError, printable


@dataclass(frozen=True)
class Format:
    """How a form is told (where only some systems are wanted maybe by another sign), and how it is read."""

    name: str
    fits: Callable[[ScoreFile], bool]
    read: Callable[[ScoreFile], tuple[ScoreTable, ...]]
    fits_wanted: Callable[[ScoreFile], bool]
    read_wanted: Callable[[ScoreFile, Wanted], list[OuterScores]]


def _complete_format(
    name: str, fits: Callable[[ScoreFile], bool], read: Callable[[ScoreFile], tuple[ScoreTable, ...]]
) -> Format:
    """A form that is always complete: who wants some of its systems takes them from the whole."""
    return Format(name, fits, read, fits, lambda file, wanted: placed(read(file), wanted))


# Asked in this order; the last one fits everything.
FORMATS = (
    Format(
        "mt-metrics-eval",
        eval_files.has_no_header,
        eval_files.read_complete,
        eval_files.is_named_so,
        eval_files.place_file,
    ),
    _complete_format("COMET's JSON", comet.is_json, comet.read_json),
    _complete_format("COMET's output", comet.is_printed, comet.read_printed),
    Format("table", tables.is_table, tables.read_table, tables.is_table, tables.place_table),
)


def read_scores(path: str, limits: Limits | None = None) -> tuple[ScoreTable, ...]:
    """All scores in a file, one table for each metric it has."""
    file = ScoreFile(path, limits)
    if file.has_lines and file.first_fields is None:
        raise InputError(f"{file.shown} is empty, expected scores.")
    return next(form for form in FORMATS if form.fits(file)).read(file)


def read_scores_of(
    path: str | os.PathLike[str], systems: Sequence[str], segments: int, *, nan: str = "error", base: int = 1
) -> list[OuterScores]:
    """Every metric of a file, for these systems in this order."""
    file = ScoreFile(os.fspath(path))
    form = next(form for form in FORMATS if form.fits_wanted(file))
    return form.read_wanted(file, Wanted(tuple(systems), segments, nan, base))


def read_score_files(
    paths: Sequence[str], systems: Sequence[str], segments: int, *, nan: str = "error", base: int = 1
) -> list[OuterScores]:
    """Every metric of several files, or of the score files in a directory; a .seg.score and a .sys.score are one."""
    found: dict[str, OuterScores] = {}
    for path in score_files(paths):
        for scores in read_scores_of(path, systems, segments, nan=nan, base=base):
            before = found.get(scores.name)
            found[scores.name] = scores if before is None else _joined(before, scores)
    return list(found.values())


def _joined(one: OuterScores, two: OuterScores) -> OuterScores:
    if (one.segment_scores is None) == (two.segment_scores is None):
        raise InputError(f"{one.source} and {two.source} both hold scores by {printable(one.name)}; give one of them.")
    segment = one.segment_scores if two.segment_scores is None else two.segment_scores
    system = one.system_scores if two.system_scores is None else two.system_scores
    return OuterScores(one.name, one.systems, segment, system, f"{one.source}, {two.source}", one.unknown_systems)


def score_files(paths: Sequence[str]) -> list[str]:
    """Files, with directories replaced by the score files in them; those of documents and domains have no use here."""
    made = []
    for path in paths:
        if is_folder(path):
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
