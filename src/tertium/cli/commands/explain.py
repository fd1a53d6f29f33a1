"""``tertium explain``: one segment as a person wants to see it, or the segments that lose most."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from functools import partial

from tertium.cli.interruptible import interruptible
from tertium.cli.listener import listening
from tertium.cli.messages import warn
from tertium.cli.options.metric_options import metrics_from
from tertium.cli.options.output import OutputOptions, output_from
from tertium.cli.options.texts import texts_from
from tertium.cli.parser import UsageError
from tertium.metrics.base import Metric
from tertium.render.pictures import crossing, crossing_svg
from tertium.render.reports import explain as explain_text
from tertium.render.reports import order_page, worst_list
from tertium.render.tables import as_json
from tertium.results.forensics import ExplainedSegment, Forensics, WorstSegment
from tertium.tasks import explain
from tertium.tasks.explain import (
    DEFAULT,
    DEFAULT_WORST,
    ChosenLines,
    ExplainRequest,
    OneHypothesis,
    WorstRequest,
    picture_words,
)
from tertium.tasks.texts import FileTexts


def run(arguments: argparse.Namespace) -> int:
    output = output_from(arguments)
    output.refuse_unwritable()
    chosen = [arguments.line is not None, arguments.hyp is not None, arguments.worst is not None]
    if sum(chosen) != 1:
        raise UsageError("say which segment: --line N, or --hyp TEXT --ref TEXT, or --worst K; one of the three.")
    metrics, warnings = metrics_from(arguments, DEFAULT_WORST if arguments.worst else DEFAULT)
    if not output.quiet:
        warn(warnings)
    if arguments.worst:
        _worst(arguments, metrics, output)
    else:
        _segments(arguments, metrics, output)
    return 0


def _segments(arguments: argparse.Namespace, metrics: Sequence[Metric], output: OutputOptions) -> None:
    request = ExplainRequest(
        words=picture_words(arguments.language_pair, arguments.tokenize, arguments.lang),
        segments=_chosen(arguments),
        metrics=tuple(metrics),
        matches=arguments.metrics is not None,
    )
    with listening(output.quiet) as listener:
        found = interruptible(partial(explain.run, request, listener))
    output.write(_rendered(found, output))
    listener.say()


def _chosen(arguments: argparse.Namespace) -> OneHypothesis | ChosenLines:
    if arguments.hyp is None:
        if arguments.ref is not None:
            raise UsageError("--ref is the reference of --hyp; for files, name the references first and --line N.")
        return ChosenLines(texts_from(arguments), tuple(arguments.line))
    if not arguments.ref:
        raise UsageError("--hyp needs at least one reference: --ref TEXT.")
    if arguments.refs or arguments.input:
        raise UsageError("--hyp and --ref are the texts themselves; leave the files out.")
    return OneHypothesis(arguments.hyp, tuple(arguments.ref))


def _rendered(found: Sequence[ExplainedSegment], output: OutputOptions) -> str:
    if output.format == "json":
        return as_json.dumps(found, indent=2) + "\n"
    if output.format == "html":
        return order_page.page([one.picture for one in found], [one.explanations for one in found])
    if output.format == "svg":
        if len(found) > 1:
            raise UsageError(f"an SVG shows one segment of one system, got {len(found)}; -f html shows several.")
        return crossing_svg.svg(found[0].picture)
    colour = output.terminal_columns is not None
    return "\n".join(
        _titled(one.picture, crossing.picture(one.picture, colour=colour))
        + "".join(f"\n{explain_text.matches(each)}" for each in one.explanations)
        for one in found
    )


def _titled(seen: Forensics, picture: str) -> str:
    if seen.segment is None:
        return picture
    return f"{crossing.title(seen)}\n\n{picture}"


def _worst(arguments: argparse.Namespace, metrics: Sequence[Metric], output: OutputOptions) -> None:
    if len(metrics) != 1:
        raise UsageError(f"--worst ranks by one metric, got {len(metrics)}; give one with -m.")
    if output.format not in ("text", "json"):
        raise UsageError(f"--worst is a list: -f text or json, not {output.format}.")
    texts: FileTexts = texts_from(arguments)
    request = WorstRequest(texts, metrics[0], arguments.worst, arguments.by)
    with listening(output.quiet, texts.countable) as listener:
        found: tuple[WorstSegment, ...] = interruptible(partial(explain.run_worst, request, listener))
    if output.format == "json":
        output.write(as_json.dumps(found, indent=2) + "\n")
    else:
        output.write(worst_list.listing(found, request.by))
    listener.say()
