"""``tertium score --engine``: which options go with it, and the report that an engine makes."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tertium.cli.options.output import OutputOptions
from tertium.cli.parser import UsageError
from tertium.errors import printable
from tertium.metrics.base import Metric
from tertium.results.scores import Report
from tertium.tasks.score import Uncertainty
from tertium.tasks.texts import FileTexts

if TYPE_CHECKING:
    from tertium.spark.files import Drawing

_BAGS = 1000

# What needs files beside the texts, or eyes on every text.
_NOT_THERE = {
    "scores": "--scores",
    "tools": "--with",
    "resume": "--resume",
    "strict": "--strict",
    "num_refs": "-nr",
    "threads": "--threads",
    "align_hyp": "--align-hyp",
    "align_ref": "--align-ref",
    "align_direct": "--align-direct",
    "train_on": "--train-on",
    "align_model": "--align-model",
    "parse_hyp": "--parse-hyp",
    "parse_ref": "--parse-ref",
    "unl_hyp": "--unl-hyp",
    "unl_ref": "--unl-ref",
}


def check_engine(arguments: argparse.Namespace) -> None:
    if not arguments.engine.startswith(("local", "spark://", "yarn", "k8s://")):
        raise UsageError(
            f"--engine is '{printable(arguments.engine)}', expected a master of Spark: local[2], spark://HOST:7077, "
            "yarn, k8s://…."
        )
    for name, flag in _NOT_THERE.items():
        if getattr(arguments, name):
            raise UsageError(f"{flag} does not go with --engine; leave it out, or see docs/spark.md for what does.")


def check_draws(arguments: argparse.Namespace, uncertainty: Uncertainty) -> Drawing:
    """Bags of segments by their ids, or the rows themselves where the user lets them travel."""
    from tertium.spark.files import Drawing

    if arguments.exact and arguments.bags is not None:
        raise UsageError("--exact draws segments and --bags draws bags of them; give one of the two.")
    if uncertainty and not arguments.exact and arguments.id_col is None:
        raise UsageError(
            "intervals and tests with --engine draw bags of segments, which their ids make: name the column of ids "
            "with --id-col, or give --exact, which brings a row of numbers for every segment here."
        )
    bags = 0 if arguments.exact else arguments.bags or _BAGS
    return Drawing(uncertainty, arguments.id_col, bags, arguments.exact)


def report_of(
    arguments: argparse.Namespace, texts: FileTexts, metrics: Sequence[Metric], uncertainty: Uncertainty
) -> Report:
    from tertium.spark.files import score_files

    return score_files(arguments.engine, texts, metrics, check_draws(arguments, uncertainty))


def write_scored_table(
    arguments: argparse.Namespace, output: OutputOptions, texts: FileTexts, metrics: Sequence[Metric]
) -> None:
    """``-sl``: the table with a column a metric, in a folder."""
    if output.format not in ("parquet", "jsonl") or output.file is None:
        raise UsageError(
            "-sl with --engine lets Spark write the table with a column a metric into a folder; give -f parquet or "
            "-f jsonl, and -o FOLDER."
        )
    from tertium.spark.files import write_segments

    write_segments(arguments.engine, texts, metrics, arguments.id_col, output.format, output.file)
