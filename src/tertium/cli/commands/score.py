"""``tertium score``: read, measure, show."""

from __future__ import annotations

import argparse
import shutil
from collections.abc import Sequence
from functools import partial
from typing import Literal

from tertium.cli.interruptible import interruptible
from tertium.cli.listener import listening
from tertium.cli.messages import warn
from tertium.cli.options.metric_options import metrics_from
from tertium.cli.options.texts import texts_from
from tertium.cli.output import on_terminal, refuse_unwritable, write_result
from tertium.cli.parser import UsageError
from tertium.metrics.base import Metric
from tertium.render.tables import as_json, latex, markdown, terminal, text, tsv
from tertium.results.scores import Report
from tertium.tasks import score
from tertium.tasks.score import ScoreRequest, Uncertainty
from tertium.tasks.scored import Checks


def run(arguments: argparse.Namespace) -> int:
    paired = _paired_test(arguments)
    if arguments.score_only and arguments.format != "text":
        raise UsageError(f"-b prints numbers alone and -f {arguments.format} more than that; give one of them.")
    if arguments.output is not None:
        refuse_unwritable(arguments.output)
    metrics, warnings = metrics_from(arguments)
    asked = arguments.confidence or arguments.confidence_n is not None
    has_place = not arguments.sentence_level or arguments.format == "json"  # for an interval beside the segments
    if (asked or paired) and not has_place:
        flag = {None: "-ci", "bs": "--paired-bs", "ar": "--paired-ar"}[paired]
        warnings.append(
            f"{flag} changes nothing: -sl lists segments in {'-b' if arguments.score_only else arguments.format}, and "
            "intervals are those of systems; leave out -sl, or take -f json, which has both."
        )
    texts = texts_from(arguments)
    if not arguments.quiet:
        warn(warnings)
    if paired and len(texts.names) < 2:
        raise UsageError(f"--paired-{paired} compares systems with the first one; give at least two after -i.")
    request = ScoreRequest(
        texts,
        metrics,
        segment_scores=arguments.sentence_level,
        uncertainty=_uncertainty(arguments, paired, asked) if has_place else Uncertainty(),
        checks=Checks(arguments.strict, tuple(arguments.ignore)),
        threads=arguments.threads,
    )
    with listening(arguments.quiet, texts.countable) as listener:
        report: Report = interruptible(partial(score.run, request, listener))
    write_result(_rendered(report, arguments, _decimals(metrics, arguments.width)), arguments.output)
    listener.say()
    return 0


def _uncertainty(arguments: argparse.Namespace, paired: Literal["bs", "ar"] | None, intervals: bool) -> Uncertainty:
    resamples = (arguments.paired_bs_n if paired == "bs" else None) or arguments.confidence_n
    return Uncertainty(
        intervals,
        paired,
        resamples=resamples or Uncertainty.resamples,
        trials=arguments.paired_ar_n or Uncertainty.trials,
        seed=arguments.seed,
    )


def _paired_test(arguments: argparse.Namespace) -> Literal["bs", "ar"] | None:
    bootstrap = arguments.paired_bs or arguments.paired_bs_n is not None
    randomisation = arguments.paired_ar or arguments.paired_ar_n is not None
    if bootstrap and randomisation:
        raise UsageError("--paired-bs and --paired-ar are two tests of the same thing; give one of them.")
    return "bs" if bootstrap else "ar" if randomisation else None


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
