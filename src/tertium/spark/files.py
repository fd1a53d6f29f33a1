"""Scores of files that Spark reads, on any file system it knows: what ``tertium score --engine`` does."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePosixPath
from typing import Any

from tertium.corpus.formats.opening import Place
from tertium.errors import FileError, InputError, counted, printable
from tertium.metrics.base import Metric
from tertium.results.scores import Report, SystemScores
from tertium.spark.frames import corpus
from tertium.spark.session import session
from tertium.tasks.scored import remarks
from tertium.tasks.texts import FileTexts
from tertium.version import __version__

_FORMATS = {".parquet": "parquet", ".jsonl": "jsonl", ".ndjson": "jsonl", ".json": "jsonl", ".csv": "csv"}
_COMPRESSED = (".gz", ".bz2", ".zst")


def score_files(master: str, texts: FileTexts, metrics: Sequence[Metric]) -> Report:
    """The report of ``tertium score``, made by Spark; all texts are columns of one file, folder or pattern."""
    places = [*texts.systems, *texts.references, *filter(None, (texts.sources,))]
    path = _path(places)
    if texts.missing == "skip" and len(texts.systems) > 1:
        # Locally a segment that one system lacks is left out of all of them.
        raise InputError("with --engine, --missing skip takes one system at a time; give one column after --hyp-col.")
    form = texts.table_format or _format(path)
    if form not in ("parquet", "jsonl", "tsv"):
        raise InputError(f"{printable(path)} is {form}, which --engine does not read; give Parquet, JSON Lines or TSV.")
    with session(master) as spark:
        df, names = _frame(spark, path, form, places)
        made = [
            corpus(
                df,
                list(metrics),
                hyp=names[system],
                refs=[names[place] for place in texts.references],
                src=None if texts.sources is None else names[texts.sources],
                empty_ref=texts.empty_ref,
                missing=texts.missing,
            )
            for system in texts.systems
        ]
    systems = tuple(SystemScores(name, part.scores) for name, part in zip(texts.names, made, strict=True))
    report = Report(__version__, made[0].segments, systems)
    skipped = made[0].skipped
    warnings = [f"{counted(skipped, 'segment')} without a text left out (--missing skip)."] if skipped else []
    return Report(__version__, report.segments, systems, (*warnings, *remarks(report)))


def _path(places: Sequence[Place]) -> str:
    paths = dict.fromkeys(place.path for place in places)
    if len(paths) > 1 or any(place.column is None for place in places):
        raise InputError(
            "Spark keeps no lines of two files in step, so --engine needs all texts in columns of one table; give one "
            "file, folder or pattern, with --hyp-col and --ref-col."
        )
    return next(iter(paths))


def _format(path: str) -> str:
    name = PurePosixPath(path)
    while name.suffix in _COMPRESSED:
        name = name.with_suffix("")
    return _FORMATS.get(name.suffix, "tsv")


def _frame(spark: Any, path: str, form: str, places: Sequence[Place]) -> tuple[Any, dict[Place, str]]:
    """The rows, and what the columns of the places are called in them."""
    from pyspark.errors import AnalysisException
    from pyspark.sql import functions

    try:
        if form == "tsv":
            return _fields(spark.read.text(path, lineSep="\n"), path, places, functions)
        df = spark.read.parquet(path) if form == "parquet" else spark.read.json(path, lineSep="\n")
    except AnalysisException as problem:
        reason = str(problem).splitlines()[0].strip()
        raise FileError(f"Spark cannot read {printable(path)}: {reason}") from None
    return df, {place: str(place.column) for place in places}


def _fields(lines: Any, path: str, places: Sequence[Place], functions: Any) -> tuple[Any, dict[Place, str]]:
    """Lines of text cut at TABs. A file has no first line on a cluster, so there is no header."""
    named = next((place.column for place in places if not isinstance(place.column, int)), None)
    if named is not None:
        raise InputError(
            f"{printable(path)} is text, whose columns --engine knows by number alone, got '{printable(str(named))}'; "
            "give --hyp-col 1 --ref-col 2, or write Parquet."
        )
    fields = functions.split(functions.regexp_replace("value", "\r$", ""), "\t", -1)
    numbers = sorted({int(place.column) for place in places if place.column is not None})
    df = lines.select(*(functions.get(fields, number - 1).alias(str(number)) for number in numbers))
    return df, {place: str(place.column) for place in places}
