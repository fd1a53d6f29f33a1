"""DataFrames in, DataFrames with scores or the scores of the whole out."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Literal

from tertium.analysis.comparing.draws import TRIALS, Bootstrap
from tertium.api.warned import Warned
from tertium.arrow import Columns, GroupedScores, Scorer
from tertium.arrow.columns import Metrics
from tertium.arrow.jobs import Job, corpus_of, first_pass_of, needed_tables
from tertium.errors import InputError, counted, did_you_mean, either, printable
from tertium.metrics.base import Metric
from tertium.spark.workers import ERROR, STATE, Answers, Checks, Joined, Named, Scores
from tertium.tasks.metric_choice import metrics_of

_TOGETHER = 32  # so many answers are joined in one place; more are joined in two steps
_SCHEMA = f"{STATE} binary, {ERROR} string"


def with_scores(
    df: Any,
    metrics: Metrics | Mapping[str, str | Metric],
    *,
    hyp: str,
    refs: str | Sequence[str],
    src: str | None = None,
    id: str | None = None,  # noqa: A002 - as in Columns
    tables: bytes | None = None,
    empty_ref: Literal["absent", "keep"] = "absent",
    missing: Literal["error", "skip"] = "error",
    check: bool = True,
) -> Any:
    """The DataFrame with a column a metric; null where a row has no score.

    Metrics that must see all references (nist, atec, tertium-2) make a job at once that collects ``tables``,
    unless they are given. So does ``check``, which reads the texts of all rows and scores none: one that is missing is
    an error here, which names its column and ``id``; with ``missing="skip"`` such rows get null, and a warning
    (``InputWarning``) counts them. Without ``check`` a missing text stops the job that asks for the scores, and its
    error is the last sentence of Spark's ``PythonException``.
    """
    from pyspark.sql.types import DoubleType, StructField, StructType  # whoever has a DataFrame has it

    columns = checked(df, Columns(hyp, refs, src, id))
    named = metrics if isinstance(metrics, Mapping) else {str(metric): metric for metric in metrics_of(metrics)}
    chosen = metrics_of(list(named.values()))
    run = partial(collected, df)
    tables = needed_tables(run, chosen, columns, tables, empty_ref=empty_ref, missing=missing)
    scorer = Scorer(dict(zip(named, chosen, strict=True)), columns, tables=tables, empty_ref=empty_ref, missing=missing)
    for name in scorer.metrics:
        if name in df.columns:
            raise InputError(
                f"the DataFrame has a column '{printable(name)}' already; name the scores otherwise, by a mapping."
            )
    if check:
        options = {"empty_ref": empty_ref, "missing": missing}
        skipped = sum(map(int, run(Checks(tuple(scorer.metrics.values()), columns, options))))
        if skipped:
            Warned().notice(f"{counted(skipped, 'row')} without a hypothesis or a reference: no score.")
    schema = StructType([*df.schema.fields, *(StructField(name, DoubleType()) for name in scorer.metrics)])
    return mapped(df, Scores(scorer), schema)


def corpus(
    df: Any,
    metrics: Metrics,
    *,
    hyp: str | Sequence[str],
    refs: str | Sequence[str],
    src: str | None = None,
    id: str | None = None,  # noqa: A002 - as in Columns
    by: str | Sequence[str] = (),
    bags: int = 0,
    exact: bool = False,
    tables: bytes | None = None,
    empty_ref: Literal["absent", "keep"] = "absent",
    missing: Literal["error", "skip"] = "error",
    confidence: bool | float | None = None,
    paired: Literal["bs", "ar"] | None = None,
    resamples: int = Bootstrap.resamples,
    trials: int = TRIALS,
    seed: int = Bootstrap.seed,
) -> GroupedScores:
    """The scores of all rows and of every group, in one job; in two if a metric must see all references first.

    Several columns of hypotheses are several systems: groups called "system". Every partition becomes a state; many
    states are merged in two steps. ``bags`` gives intervals and tests that draw bags of segments. ``exact`` brings the
    rows to the driver (some dozen bytes each, no texts), where they are sorted by group and ``id``: its intervals and
    tests are those of ``tertium.score`` and ``tertium score --confidence`` over texts in that order, bit for bit.
    """
    grouped = (by,) if isinstance(by, str) else tuple(by)
    heard = Warned()
    made = corpus_of(
        partial(collected, df),
        metrics,
        checked(df, Columns(hyp, refs, src, id), grouped),
        by=grouped,
        bags=bags,
        exact=exact,
        tables=tables,
        empty_ref=empty_ref,
        missing=missing,
        confidence=confidence,
        paired=paired,
        resamples=resamples,
        trials=trials,
        seed=seed,
        listener=heard,
    )
    if made.skipped:
        heard.notice(f"{counted(made.skipped, 'row')} without a hypothesis or a reference: left out.")
    return made


def first_pass(
    df: Any,
    metrics: Metrics,
    *,
    hyp: str | Sequence[str],
    refs: str | Sequence[str],
    src: str | None = None,
    id: str | None = None,  # noqa: A002 - as in Columns
    empty_ref: Literal["absent", "keep"] = "absent",
    missing: Literal["error", "skip"] = "error",
) -> bytes:
    """What metrics must know of all references, by a job of its own; for ``tables``.

    It travels inside of the function that workers get, which Spark broadcasts where it is large.
    """
    columns = checked(df, Columns(hyp, refs, src, id))
    return first_pass_of(partial(collected, df), metrics, columns, empty_ref=empty_ref, missing=missing)


def collected(df: Any, job: Job) -> list[bytes]:
    """What the partitions answered, joined in two steps if there are many; what one refused is raised here."""
    read = df.select(*(f"`{name.replace('`', '``')}`" for name in job.reads))
    made = mapped(read, Answers(job), _SCHEMA)
    partitions = _partitions(df)
    if job.shrinks and (partitions is None or partitions > _TOGETHER):
        made = made.repartition(max(2, math.isqrt(partitions or _TOGETHER))).mapInArrow(Joined(job), _SCHEMA)
    rows = made.collect()
    for row in rows:
        if row[ERROR] is not None:
            raise InputError(_said(row[ERROR], job.columns))
    if not rows and not isinstance(job, Checks):
        raise InputError("there are no segments to score; the DataFrame has no rows.")
    return [bytes(row[STATE]) for row in rows]


def mapped(df: Any, function: Callable[[Iterator[Any]], Iterator[Any]], schema: Any) -> Any:
    """``mapInArrow``, which looks up columns by names in which a dot would stand for a field: those are numbered."""
    if not any("." in name or "`" in name for name in df.columns):
        return df.mapInArrow(function, schema)
    names = tuple(df.columns)
    return df.toDF(*(f"column{place}" for place in range(len(names)))).mapInArrow(Named(names, function), schema)


def _said(message: str, columns: Columns) -> str:
    """What a part refused. It counts its own rows, which tells nobody anything; ids do."""
    said = re.sub(r"^table row \d+", "the row", re.sub(r"^table row \d+ column", "column", message))
    if columns.id is not None or said == message:
        return said
    return f"{said} {either('--id-col', 'id=…')} would tell which row it is."


def _partitions(df: Any) -> int | None:
    """How many there are; Spark Connect does not tell."""
    try:
        return int(df.rdd.getNumPartitions())
    except Exception:
        return None


def checked(df: Any, columns: Columns, more: Sequence[str] = ()) -> Columns:
    """The columns, if the DataFrame has them and of types that are read."""
    from pyspark.sql.types import ArrayType, BooleanType, IntegralType, StringType

    if not hasattr(df, "mapInArrow"):
        raise InputError(f"df is {type(df).__name__}, expected a DataFrame of Spark; tertium.arrow takes other tables.")
    kinds = {field.name: field.dataType for field in df.schema.fields}
    texts = [*columns.hypotheses, *columns.references, *filter(None, (columns.src,))]
    for name in (*texts, *filter(None, (columns.id,)), *more):
        if name not in kinds:
            near = did_you_mean(name, kinds) or "; give one of these."
            raise InputError(f"the DataFrame has no column '{printable(name)}', only {', '.join(kinds)}{near}")
        kind = kinds[name]
        if name in texts:
            lists = name in columns.references and isinstance(kind, ArrayType)
            if not isinstance(kind.elementType if lists else kind, StringType):
                expected = "strings or arrays of strings" if name in columns.references else "strings"
                raise InputError(f"column '{printable(name)}' is {kind.simpleString()}, expected {expected}; cast it.")
        elif not isinstance(kind, StringType | IntegralType | BooleanType):
            raise InputError(
                f"column '{printable(name)}' is {kind.simpleString()}, expected strings, whole numbers or booleans; "
                "cast it."
            )
    return columns
