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
from tertium.corpus.formats.columns import Key
from tertium.corpus.formats.opening import Place, column
from tertium.corpus.formats.shards import natural
from tertium.errors import FileError, InputError, counted, printable
from tertium.metrics.base import Metric
from tertium.progress import SILENT, Heard
from tertium.results.scores import Report, SystemScores
from tertium.spark.delimited import SLASHES, columns_of, plain_path, reference_among
from tertium.spark.frames import checked, collected, with_scores
from tertium.spark.session import session
from tertium.tasks.score import Uncertainty
from tertium.tasks.scored import remarks
from tertium.tasks.texts import FileTexts
from tertium.version import __version__

_FORMATS = {".parquet": "parquet", ".jsonl": "jsonl", ".ndjson": "jsonl", ".json": "jsonl", ".csv": "csv"}
_COMPRESSED = (".gz", ".bz2", ".zst")
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
    with _read(master, texts, ids, in_order=False, every=True) as (df, columns, _):
        for name, hyp in zip(texts.names, columns.hypotheses, strict=True):
            named = {f"{name}_{metric}" if len(texts.names) > 1 else str(metric): metric for metric in metrics}
            df = with_scores(
                df,
                named,
                hyp=hyp,
                refs=columns.refs,
                src=columns.src,
                id=columns.id,
                empty_ref=texts.empty_ref,
                missing=texts.missing,
            )
        if form == "parquet":
            df.write.parquet(to)
        else:
            df.write.json(to)


@contextmanager
def _read(
    master: str, texts: FileTexts, ids: str | None, *, in_order: bool, every: bool = False
) -> Iterator[tuple[Any, Columns, tuple[str, ...]]]:
    """The rows, what their columns are, and those that put them in the order of their files.

    With ``every`` the rows have the columns that nobody named, too.
    """
    places = [*texts.systems, *texts.references, *filter(None, (texts.sources,))]
    path = _path(places)
    form = texts.table_format or _format(path)
    id_key = None if ids is None else column(ids)
    keys = [*(place.column for place in places), *(() if id_key is None else (id_key,))]
    with session(master) as spark:
        df, names = _frame(spark, path, form, keys, in_order=in_order, every=every)
        columns = Columns(
            [names[system.column] for system in texts.systems],
            [names[place.column] for place in texts.references],
            None if texts.sources is None else names[texts.sources.column],
            None if id_key is None else names[id_key],
        )
        yield df, columns, _PLACE if in_order else ()


def _placed(df: Any) -> Any:
    """The rows with their place: their file, the block of it that a task reads, and a number that grows in a block."""
    from pyspark.sql import functions

    files = sorted(map(plain_path, df.inputFiles()), key=natural)
    path = functions.regexp_replace("_metadata.file_path", SLASHES, "$1/")
    number = functions.array_position(functions.array(*map(functions.lit, files)), path)
    unknown = functions.raise_error(functions.concat(functions.lit("Spark did not list the file "), path))
    return df.select(
        "*",
        functions.when(number > 0, number).otherwise(unknown.cast("bigint")).alias(_PLACE[0]),
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


def _frame(
    spark: Any, path: str, form: str, keys: Sequence[Key], *, in_order: bool, every: bool
) -> tuple[Any, dict[Key, str]]:
    """The rows, and what the columns of the keys are called in them; with their places if they must be in order."""
    from pyspark.errors import AnalysisException

    try:
        if form in ("tsv", "csv"):
            lines = spark.read.text(path, lineSep="\n")
            placed = _placed(lines) if in_order else lines
            return columns_of(placed, form, path, keys, _PLACE if in_order else (), every=every)
        df = spark.read.parquet(path) if form == "parquet" else spark.read.json(path, lineSep="\n")
        if "_corrupt_record" in df.columns:
            raise InputError(
                f"{printable(path)} has lines that are not JSON objects; 'tertium doctor' names the first."
            )
        names = {key: reference_among(df.columns) if key is None else str(key) for key in keys}
        return _placed(df) if in_order else df, names
    except AnalysisException as problem:
        reason = str(problem).splitlines()[0].strip()
        raise FileError(f"Spark cannot read {printable(path)}: {reason}") from None
