"""``tertium score --engine``: which options go with it, and the report that an engine makes."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from tertium.cli.parser import UsageError
from tertium.metrics.base import Metric
from tertium.results.scores import Report
from tertium.tasks.texts import FileTexts

# What needs rows in their order, files beside the texts, or eyes on every text.
_NOT_THERE = {
    "sentence_level": "-sl",
    "confidence": "-ci",
    "confidence_n": "-cin",
    "paired_bs": "-pbs",
    "paired_bs_n": "-pbsn",
    "paired_ar": "-par",
    "paired_ar_n": "-parn",
    "scores": "--scores",
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
            f"--engine is '{arguments.engine}', expected a master of Spark: local[2], spark://HOST:7077, yarn, k8s://…."
        )
    for name, flag in _NOT_THERE.items():
        if getattr(arguments, name):
            raise UsageError(f"{flag} does not go with --engine; leave it out, or see docs/spark.md for what does.")


def report_of(engine: str, texts: FileTexts, metrics: Sequence[Metric]) -> Report:
    from tertium.spark.files import score_files

    return score_files(engine, texts, metrics)
