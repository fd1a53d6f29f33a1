"""DataFrames in, DataFrames with scores or the scores of the whole out."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from tertium.api.warned import Warned
from tertium.arrow import Columns, GroupedScores, Scorer, merge, merge_first_passes
from tertium.arrow.columns import Metrics, Reading
from tertium.errors import InputError, counted, did_you_mean, printable
from tertium.metrics.base import Metric
from tertium.metrics.measuring import FirstPass
from tertium.spark.workers import (
    ERROR,
    STATE,
    AddedCounts,
    Checks,
    FirstPasses,
    MergedFirstPasses,
    MergedStates,
    Scores,
    States,
)
from tertium.tasks.metric_choice import metrics_of

_TOGETHER = 32  # so many states are merged in one place; more are merged in two steps
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

    Metrics that must see all references first (nist, atec, tertium) make a job at once that collects ``tables``, unless
    they are given. So does ``check``, which reads the texts of all rows and scores none: one that is missing is an
    error here, which names its column and ``id``; with ``missing="skip"`` such rows get null, and a warning
    (``InputWarning``) counts them. Without ``check`` a missing text stops the job that asks for the scores, and its
    error is the last sentence of Spark's ``PythonException``.
    """
    from pyspark.sql.types import DoubleType, StructField, StructType  # whoever has a DataFrame has it

    columns = _checked(df, Columns(hyp, refs, src, id))
    named = metrics if isinstance(metrics, Mapping) else {str(metric): metric for metric in metrics_of(metrics)}
    chosen = metrics_of(list(named.values()))
    if tables is None and FirstPass(chosen).needed:
        tables = first_pass(df, chosen, columns=columns, empty_ref=empty_ref, missing=missing)
    scorer = Scorer(dict(zip(named, chosen, strict=True)), columns, tables=tables, empty_ref=empty_ref, missing=missing)
    for name in scorer.metrics:
        if name in df.columns:
            raise InputError(f"the DataFrame has a column '{name}' already; name the scores otherwise, by a mapping.")
    if check:
        _check_rows(df, tuple(scorer.metrics.values()), columns, {"empty_ref": empty_ref, "missing": missing})
    schema = StructType([*df.schema.fields, *(StructField(name, DoubleType()) for name in scorer.metrics)])
    return df.mapInArrow(Scores(scorer), schema)


def corpus(
    df: Any,
    metrics: Metrics,
    *,
    hyp: str,
    refs: str | Sequence[str],
    src: str | None = None,
    id: str | None = None,  # noqa: A002 - as in Columns
    by: str | Sequence[str] = (),
    bags: int = 0,
    tables: bytes | None = None,
    empty_ref: Literal["absent", "keep"] = "absent",
    missing: Literal["error", "skip"] = "error",
    confidence: bool | float | None = None,
    paired: Literal["bs", "ar"] | None = None,
) -> GroupedScores:
    """The scores of all rows and of every group, in one job; in two if a metric must see all references first.

    Every partition becomes a state; many states are merged in two steps. ``bags``, ``confidence`` and ``paired`` are
    those of ``tertium.arrow``.
    """
    grouped = (by,) if isinstance(by, str) else tuple(by)
    columns = _checked(df, Columns(hyp, refs, src, id), grouped)
    chosen = metrics_of(metrics)
    if tables is None and FirstPass(chosen).needed:
        tables = first_pass(df, chosen, columns=columns, empty_ref=empty_ref, missing=missing)
    Reading.of(chosen, columns, empty_ref, missing, 1).tables(tables)  # refused here, not in a worker
    signatures = tuple(metric.signature for metric in chosen)
    options = {"by": grouped, "bags": bags, "tables": tables, "empty_ref": empty_ref, "missing": missing}
    states = _collected(df, columns, grouped, States(signatures, columns, options), MergedStates())
    return merge(states, confidence=confidence, paired=paired)


def first_pass(
    df: Any,
    metrics: Metrics,
    *,
    columns: Columns,
    empty_ref: Literal["absent", "keep"] = "absent",
    missing: Literal["error", "skip"] = "error",
) -> bytes:
    """What metrics must know of all references, by a job of its own; for ``tables``.

    It travels inside of the function that workers get, which Spark broadcasts where it is large.
    """
    signatures = tuple(metric.signature for metric in metrics_of(metrics))
    options = {"empty_ref": empty_ref, "missing": missing}
    made = _collected(df, columns, (), FirstPasses(signatures, columns, options), MergedFirstPasses())
    return merge_first_passes(made)


def _check_rows(df: Any, signatures: tuple[str, ...], columns: Columns, options: dict[str, Any]) -> None:
    """Errors of rows before there are scores, by a job of its own; rows that are skipped are counted in a warning."""
    skipped = sum(map(int, _collected(df, columns, (), Checks(signatures, columns, options), AddedCounts())))
    if skipped:
        Warned().notice(f"{counted(skipped, 'row')} without a hypothesis or a reference: no score.")


def _collected(df: Any, columns: Columns, more: Sequence[str], make: Any, join: Any) -> list[bytes]:
    """What the partitions made, merged in two steps if there are many; what one refused is raised here."""
    wanted = dict.fromkeys([columns.hyp, *columns.references, *filter(None, (columns.src, columns.id)), *more])
    made = df.select(*(f"`{name.replace('`', '``')}`" for name in wanted)).mapInArrow(make, _SCHEMA)
    partitions = _partitions(df)
    if partitions is None or partitions > _TOGETHER:
        made = made.repartition(max(2, math.isqrt(partitions or _TOGETHER))).mapInArrow(join, _SCHEMA)
    rows = made.collect()
    for row in rows:
        if row[ERROR] is not None:
            raise InputError(row[ERROR])
    return [bytes(row[STATE]) for row in rows]


def _partitions(df: Any) -> int | None:
    """How many there are; Spark Connect does not tell."""
    try:
        return int(df.rdd.getNumPartitions())
    except Exception:
        return None


def _checked(df: Any, columns: Columns, more: Sequence[str] = ()) -> Columns:
    """The columns, if the DataFrame has them and of types that are read."""
    from pyspark.sql.types import ArrayType, BooleanType, IntegralType, StringType

    kinds = {field.name: field.dataType for field in df.schema.fields}
    texts = [columns.hyp, *columns.references, *filter(None, (columns.src,))]
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
