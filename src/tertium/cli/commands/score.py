"""``tertium score``: read, measure, show."""

from __future__ import annotations

import argparse
import shutil
from collections.abc import Sequence
from functools import partial

from tertium.analysis.comparing.intervals import with_tests
from tertium.analysis.comparing.resampling import TRIALS, Bootstrap, few_units
from tertium.analysis.comparing.score_rows import evidence_of
from tertium.cli.commands.scoring import score_texts
from tertium.cli.interruptible import interruptible
from tertium.cli.messages import warn
from tertium.cli.options.inputs import inputs_from
from tertium.cli.options.metric_options import metrics_from
from tertium.cli.output import on_terminal, refuse_unwritable, write_result
from tertium.cli.parser import UsageError
from tertium.cli.progress import draws_bar
from tertium.engine import local
from tertium.engine.rows import KeptRows
from tertium.metrics.base import Metric
from tertium.render.tables import as_json, latex, markdown, terminal, text, tsv
from tertium.results.scores import Report


def run(arguments: argparse.Namespace) -> int:
    test = _paired_test(arguments)
    if arguments.score_only and arguments.format != "text":
        raise UsageError(f"-b prints numbers alone and -f {arguments.format} more than that; give one of them.")
    if arguments.output is not None:
        refuse_unwritable(arguments.output)
    metrics, warnings = metrics_from(arguments)
    if (_asks_for_intervals(arguments) or test) and not _has_place(arguments):
        flag = {None: "-ci", "bs": "--paired-bs", "ar": "--paired-ar"}[test]
        warnings.append(
            f"{flag} changes nothing: -sl lists segments in {'-b' if arguments.score_only else arguments.format}, and "
            "intervals are those of systems; leave out -sl, or take -f json, which has both."
        )
    inputs = inputs_from(arguments)
    if not arguments.quiet:
        warn(warnings)
    if test and len(inputs.names) < 2:
        raise UsageError(f"--paired-{test} compares systems with the first one; give at least two after -i.")
    wanted = _has_place(arguments) and (_asks_for_intervals(arguments) or test is not None)
    keep = KeptRows() if wanted else None
    report, remarks = score_texts(inputs, metrics, arguments, keep=keep, segment_scores=arguments.sentence_level)
    if keep is not None:
        report = _tested(report, metrics, keep, test, arguments)
    result = _rendered(report, arguments, _decimals(metrics, arguments.width))
    write_result(result, arguments.output)
    if not arguments.quiet:
        warn(remarks)
    return 0


def _asks_for_intervals(arguments: argparse.Namespace) -> bool:
    return arguments.confidence or arguments.confidence_n is not None


def _has_place(arguments: argparse.Namespace) -> bool:
    """Only JSON has a place for a system's interval beside its segments."""
    return not arguments.sentence_level or arguments.format == "json"


def _paired_test(arguments: argparse.Namespace) -> str | None:
    bootstrap = arguments.paired_bs or arguments.paired_bs_n is not None
    randomisation = arguments.paired_ar or arguments.paired_ar_n is not None
    if bootstrap and randomisation:
        raise UsageError("--paired-bs and --paired-ar are two tests of the same thing; give one of them.")
    return "bs" if bootstrap else "ar" if randomisation else None


def _tested(
    report: Report, metrics: Sequence[Metric], keep: KeptRows, test: str | None, arguments: argparse.Namespace
) -> Report:
    """Intervals with --confidence and, as in sacreBLEU, with the paired bootstrap; p-values with a test."""
    evidence = evidence_of([system.name for system in report.systems], metrics, keep)
    intervals = test == "bs" or _asks_for_intervals(arguments)
    if intervals and not arguments.quiet:
        warn(few_units(evidence, instead="; --paired-ar keeps its level" if test == "bs" else ""))
    resamples = (arguments.paired_bs_n if test == "bs" else None) or arguments.confidence_n or Bootstrap.resamples
    trials = arguments.paired_ar_n or TRIALS
    drawn = trials if test == "ar" else resamples
    with draws_bar(arguments.quiet) as steps:
        work = partial(
            with_tests,
            report,
            evidence,
            Bootstrap(resamples, arguments.seed),
            arguments.threads or local.usable_cores(),
            test=test,
            trials=trials,
            intervals=intervals,
            progress=None if steps is None else lambda done: steps("resampling", done, drawn),
        )
        return interruptible(work)


def _rendered(report: Report, arguments: argparse.Namespace, decimals: Sequence[int]) -> str:
    segments, short = arguments.sentence_level, arguments.short
    if arguments.score_only:
        return text.numbers(report, decimals, segments=segments)
    if arguments.format == "json":
        return as_json.one_object(report)
    if arguments.format == "jsonl":
        return as_json.lines(report, segments=segments)
    if arguments.format == "tsv":
        return tsv.long(report, segments=segments)
    if arguments.format == "md":
        return markdown.table(report, decimals, segments=segments, short=short)
    if arguments.format == "latex":
        return latex.table(report, decimals, segments=segments, short=short)
    if arguments.output is None and not arguments.no_color and on_terminal():
        width = shutil.get_terminal_size().columns
        return terminal.table(report, decimals, width=width, segments=segments, short=short)
    return text.table(report, decimals, segments=segments, short=short)


def _decimals(metrics: Sequence[Metric], width: int | None) -> list[int]:
    """sacreBLEU's one decimal for percentages; scores on a scale of 1, such as NIST's, need more."""
    return [(1 if metric.scale == 100 else 3) if width is None else width for metric in metrics]
