"""Scores of files that Spark reads, on any file system it knows: what ``tertium score --engine`` does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import PurePosixPath
from typing import Any

from tertium.arrow import Columns, merge
from tertium.arrow.jobs import states_of
from tertium.corpus.formats.opening import Place
from tertium.corpus.formats.shards import natural
from tertium.errors import FileError, InputError, counted, printable
from tertium.metrics.base import Metric
from tertium.progress import SILENT, Heard
from tertium.results.scores import Report, SystemScores
from tertium.spark.frames import checked, collected, with_scores
from tertium.spark.session import session
from tertium.tasks.score import Uncertainty
from tertium.tasks.scored import remarks
from tertium.tasks.texts import FileTexts
from tertium.version import __version__

_FORMATS = {".parquet": "parquet", ".jsonl": "jsonl", ".ndjson": "jsonl", ".json": "jsonl", ".csv": "csv"}
_COMPRESSED = (".gz", ".bz2", ".zst")
_REFERENCES = ("ref", "refs", "reference", "references")
_PLACE = ("tertium file", "tertium block", "tertium row")


@dataclass(frozen=True)
class Drawing:
    """What is drawn for intervals and tests: ``bags`` by the ids of a column, or rows that come to the driver."""

    uncertainty: Uncertainty
    ids: str | None = None
    bags: int = 0
    exact: bool = False


def score_files(master: str, texts: FileTexts, metrics: Sequence[Metric], drawing: Drawing) -> Report:
    """The report of ``tertium score``, made by Spark; all texts are columns of one file, folder or pattern."""
    wanted = drawing.uncertainty
    heard = Heard(SILENT)
    with _read(master, texts, drawing.ids, in_order=bool(wanted) and drawing.exact) as (df, columns, order):
        states = states_of(
            partial(collected, df),
            list(metrics),
            checked(df, columns),
            bags=drawing.bags if wanted else 0,
            rows_by=order,
            empty_ref=texts.empty_ref,
            missing=texts.missing,
        )
    made = merge(
        states,
        confidence=wanted.level if wanted.intervals or wanted.paired == "bs" else False,
        paired=wanted.paired,
        resamples=wanted.resamples,
        trials=wanted.trials,
        seed=wanted.seed,
        listener=heard,
    )
    systems = tuple(SystemScores(name, part.scores) for name, part in zip(texts.names, made.groups, strict=True))
    report = Report(__version__, made.groups[0].segments, systems)
    skipped = [f"{counted(made.skipped, 'segment')} without a text left out (--missing skip)."] if made.skipped else []
    return Report(__version__, report.segments, systems, (*skipped, *remarks(report), *heard.sentences))


def write_segments(
    master: str, texts: FileTexts, metrics: Sequence[Metric], ids: str | None, form: str, to: str
) -> None:
    """The table with a column a metric, and of several systems one for each of them, as a folder that Spark writes."""
    with _read(master, texts, ids, in_order=False) as (df, columns, _):
        for name, hyp in zip(texts.names, columns.hypotheses, strict=True):
            named = {f"{name}_{metric}" if len(texts.names) > 1 else str(metric): metric for metric in metrics}
            df = with_scores(
                df,
                named,
                hyp=hyp,
                refs=columns.refs,
                src=columns.src,
                id=ids,
                empty_ref=texts.empty_ref,
                missing=texts.missing,
            )
        if form == "parquet":
            df.write.parquet(to)
        else:
            df.write.json(to)


@contextmanager
def _read(
    master: str, texts: FileTexts, ids: str | None, *, in_order: bool
) -> Iterator[tuple[Any, Columns, tuple[str, ...]]]:
    """The rows, what their columns are, and those that put them in the order of their files."""
    places = [*texts.systems, *texts.references, *filter(None, (texts.sources,))]
    path = _path(places)
    form = texts.table_format or _format(path)
    if form not in ("parquet", "jsonl", "tsv"):
        raise InputError(f"{printable(path)} is {form}, which --engine does not read; give Parquet, JSON Lines or TSV.")
    with session(master) as spark:
        df, names = _frame(spark, path, form, places)
        columns = Columns(
            [names[system] for system in texts.systems],
            [names[place] for place in texts.references],
            None if texts.sources is None else names[texts.sources],
            ids,
        )
        order = _PLACE if in_order else ()
        yield _placed(df) if in_order else df, columns, order


def _placed(df: Any) -> Any:
    """The rows with their place: their file, the block of it that a task reads, and a number that grows in a block."""
    from pyspark.sql import functions

    files = sorted(df.inputFiles(), key=natural)
    number = functions.array_position(functions.array(*map(functions.lit, files)), functions.col("_metadata.file_path"))
    return df.select(
        "*",
        number.alias(_PLACE[0]),
        functions.col("_metadata.file_block_start").alias(_PLACE[1]),
        functions.monotonically_increasing_id().alias(_PLACE[2]),
    )


def _path(places: Sequence[Place]) -> str:
    paths = dict.fromkeys(place.path for place in places)
    if len(paths) > 1 or places[0].column is None:
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
    if "_corrupt_record" in df.columns:
        raise InputError(f"{printable(path)} has lines that are not JSON objects; 'tertium doctor' names the first.")
    return df, {place: _reference(df.columns) if place.column is None else str(place.column) for place in places}


def _reference(columns: Sequence[str]) -> str:
    """The column of references where nobody names it."""
    for name in _REFERENCES:
        if name in columns:
            return name
    raise InputError(
        f"there is no column {', '.join(_REFERENCES)} among {', '.join(map(printable, columns[:20]))}; name it with "
        "--ref-col."
    )


def _fields(lines: Any, path: str, places: Sequence[Place], functions: Any) -> tuple[Any, dict[Place, str]]:
    """Lines of text cut at TABs. A file has no first line on a cluster, so there is no header."""
    named = [place.column for place in places if not isinstance(place.column, int)]
    if named:
        got = "none for the references" if named[0] is None else f"'{printable(str(named[0]))}'"
        raise InputError(
            f"{printable(path)} is text, whose columns --engine knows by number alone, got {got}; "
            "give --hyp-col 1 --ref-col 2, or write Parquet."
        )
    fields = functions.split(functions.regexp_replace("value", "\r$", ""), "\t", -1)
    numbers = sorted({int(place.column) for place in places if place.column is not None})
    df = lines.select(*(functions.get(fields, number - 1).alias(str(number)) for number in numbers))
    return df, {place: str(place.column) for place in places}
