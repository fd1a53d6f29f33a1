"""``tertium score``: read, measure, show."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, BinaryIO, Literal

from tertium.cli.interruptible import interruptible
from tertium.cli.listener import listening
from tertium.cli.messages import warn
from tertium.cli.options.metric_options import metrics_from
from tertium.cli.options.output import OutputOptions, output_from
from tertium.cli.options.texts import take_file_after_options, texts_from
from tertium.cli.parser import UsageError
from tertium.metrics.base import Metric
from tertium.render.renderers import PARQUET, SEGMENT_FORMATS, show
from tertium.render.style import Style
from tertium.results.scores import Report
from tertium.tasks import score
from tertium.tasks.outer_scores import scores_from
from tertium.tasks.score import ScoreRequest, Uncertainty
from tertium.tasks.scored import Checks

if TYPE_CHECKING:
    from tertium.engine.segment_store import SegmentStore


def run(arguments: argparse.Namespace) -> int:
    take_file_after_options(arguments)
    paired = _paired_test(arguments)
    if arguments.score_only and arguments.format != "text":
        raise UsageError(f"-b prints only numbers, and -f {arguments.format} prints more than that; give one of them.")
    if arguments.engine is not None:
        from tertium.cli.commands.score_on_engine import check_engine  # few score on a cluster

        check_engine(arguments)
    else:
        for name, flag in (("exact", "--exact"), ("bags", "--bags"), ("id_col", "--id-col")):
            if getattr(arguments, name):
                raise UsageError(f"{flag} says what --engine draws; leave it out, or give --engine.")
    output = output_from(arguments)
    if output.format == PARQUET:
        _check_parquet(arguments, output)
    metrics, warnings = metrics_from(arguments)
    if arguments.citation:
        from tertium.metrics.citations import bibtex  # whoever scores needs no papers

        output.write(bibtex(metrics))
        return 0
    asked = arguments.confidence or arguments.confidence_n is not None
    has_place = not arguments.sentence_level or arguments.format == "json"  # for an interval beside the segments
    if (asked or paired) and not has_place:
        flag = {None: "-ci", "bs": "--paired-bs", "ar": "--paired-ar"}[paired]
        warnings.append(
            f"{flag} changes nothing: -sl lists segments in {'-b' if arguments.score_only else arguments.format}, and "
            "intervals are those of systems; leave out -sl, or take -f json, which has both."
        )
    texts = texts_from(arguments)
    if not output.quiet:
        warn(warnings)
    if paired and len(texts.names) < 2:
        raise UsageError(f"--paired-{paired} compares systems with the first one; give at least two after -i.")
    if arguments.engine is not None:
        from tertium.cli.commands.score_on_engine import report_of, write_scored_table

        if arguments.sentence_level:
            write_scored_table(arguments, output, texts, metrics)
            return 0
        report = report_of(arguments, texts, metrics, _uncertainty(arguments, paired, asked))
        if not output.quiet:
            warn(report.warnings)
        report = replace(report, warnings=(*warnings, *report.warnings))
        output.write(show("score", report, output.format, _style(arguments, output, metrics, report)))
        return 0
    request = ScoreRequest(
        texts,
        metrics,
        segment_scores=arguments.sentence_level,
        uncertainty=_uncertainty(arguments, paired, asked) if has_place else Uncertainty(),
        checks=Checks(arguments.strict, tuple(arguments.ignore)),
        threads=arguments.threads,
        scores=scores_from(arguments.scores, arguments.scores_lower, arguments.tools, keep=not arguments.no_cache),
        resume=arguments.resume,
    )
    streamed = request.streamable and (arguments.score_only or output.format in SEGMENT_FORMATS)
    with score.kept_of(request) as work:
        store = None
        if streamed:
            store = work.scores if work else _unnamed(len(texts.names) * len(metrics), output.folder)
        with listening(output.quiet, texts.countable) as listener:
            report = interruptible(partial(score.run_with, request, listener, store=store, work=work))
        report = replace(report, warnings=(*warnings, *report.warnings))
        style = _style(arguments, output, metrics, report)
        mark = work.mark if work else ""
        if store is not None or output.format == PARQUET:
            from tertium.render.outputs.score_segments import segment_blocks, write_segments

            def write(file: BinaryIO) -> None:  # perhaps twice: where the first file cannot be written
                blocks = segment_blocks(report) if store is None else store.blocks()
                write_segments(file, report, blocks, output.format, style)

            output.write_pieces(write, mark)
        else:
            output.write(show("score", report, output.format, style), mark)
    listener.say()
    return 0


def _style(arguments: argparse.Namespace, output: OutputOptions, metrics: Sequence[Metric], report: Report) -> Style:
    return replace(
        output.style,
        decimals=_decimals(metrics, len(report.systems[0].scores), output.width),
        segments=arguments.sentence_level,
        bare=arguments.score_only,
        verbose=arguments.verbose,
    )


def _unnamed(width: int, folder: str | None) -> SegmentStore:
    """Where segment scores wait until all of them are there: no result is half of one."""
    from tertium.engine.segment_store import SegmentStore

    return SegmentStore.unnamed(width, folder)


def _check_parquet(arguments: argparse.Namespace, output: OutputOptions) -> None:
    if not arguments.sentence_level:
        raise UsageError("-f parquet holds segment scores; give -sl with it, or take another format.")
    if output.file is None and sys.stdout is not None and sys.stdout.isatty():
        raise UsageError("-f parquet is not for a terminal; write it to a file with -o FILE.")


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


def _decimals(metrics: Sequence[Metric], columns: int, width: int | None) -> tuple[int, ...]:
    """sacreBLEU's one decimal for percentages; scores on a scale of 1, such as NIST's and COMET's, need more."""
    if width is not None:
        return (width,) * columns
    ours = tuple(1 if metric.scale == 100 else 3 for metric in metrics)
    return (*ours, *(3,) * (columns - len(ours)))
