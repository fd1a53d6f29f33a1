"""``tertium explain``: one segment as a person wants to see it, or the segments that lose most."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from tertium.cli.interruptible import interruptible
from tertium.cli.listener import listening
from tertium.cli.messages import warn
from tertium.cli.options.metric_options import metrics_from
from tertium.cli.options.output import OutputOptions, output_from
from tertium.cli.options.texts import texts_from
from tertium.cli.parser import UsageError
from tertium.metrics.base import Metric
from tertium.render.renderers import formats_of, show
from tertium.results.contrasts import DifferReport
from tertium.results.forensics import WorstSegment
from tertium.tasks import differ, explain
from tertium.tasks.diff import TOP
from tertium.tasks.differ import DEFAULT as DEFAULT_DIFFER
from tertium.tasks.differ import DifferRequest
from tertium.tasks.explain import (
    DEFAULT,
    DEFAULT_WORST,
    ChosenLines,
    ExplainRequest,
    OneHypothesis,
    WorstRequest,
)
from tertium.tasks.picture_words import picture_words
from tertium.tasks.texts import FileTexts


def run(arguments: argparse.Namespace) -> int:
    output = output_from(arguments)
    ways = (arguments.line, arguments.hyp, arguments.worst, arguments.differ)
    if sum(way is not None for way in ways) != 1:
        raise UsageError(
            "say which segment: --line N, or --hyp TEXT --ref TEXT, or --worst K, or --differ A B; one of the four."
        )
    if arguments.top is not None and arguments.differ is None:
        raise UsageError("--top says how many segments --differ shows; --worst K says it by itself.")
    default = DEFAULT_WORST if arguments.worst else DEFAULT_DIFFER if arguments.differ else DEFAULT
    metrics, warnings = metrics_from(arguments, default)
    if not output.quiet:
        warn(warnings)
    if arguments.worst:
        _worst(arguments, metrics, output)
    elif arguments.differ:
        _differ(arguments, metrics, output)
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
    output.write(show("explain", found, output.format, output.style))
    listener.say()


def _chosen(arguments: argparse.Namespace) -> OneHypothesis | ChosenLines:
    if arguments.hyp is None:
        if arguments.src_text is not None:
            raise UsageError("--src is the source of --hyp; for files, name the sources with -s FILE.")
        if arguments.ref is not None:
            raise UsageError("--ref is the reference of --hyp; for files, name the references first and --line N.")
        return ChosenLines(texts_from(arguments), tuple(arguments.line))
    if not arguments.ref:
        raise UsageError("--hyp needs at least one reference: --ref TEXT.")
    if arguments.refs or arguments.input:
        raise UsageError("--hyp and --ref are the texts themselves; leave the files out.")
    return OneHypothesis(arguments.hyp, tuple(arguments.ref), arguments.src_text)


def _worst(arguments: argparse.Namespace, metrics: Sequence[Metric], output: OutputOptions) -> None:
    """A page explains each segment, too: by all metrics that were named, or by those that ``--line`` shows."""
    _refuse_picture("--worst", "worst", output)
    page = output.format == "html"
    if len(metrics) != 1 and not page:
        raise UsageError(
            f"--worst ranks by one metric, got {len(metrics)}; give one with -m (-f html shows what several lost)."
        )
    shown: tuple[Metric, ...] = ()
    if page:
        others = () if arguments.metrics else metrics_from(arguments, DEFAULT)[0]
        shown = tuple(dict.fromkeys((*metrics, *others)))
    texts: FileTexts = texts_from(arguments)
    words = picture_words(arguments.language_pair, arguments.tokenize, arguments.lang)
    request = WorstRequest(texts, metrics[0], arguments.worst, arguments.by, shown, words)
    with listening(output.quiet, texts.countable) as listener:
        found: tuple[WorstSegment, ...] = interruptible(partial(explain.run_worst, request, listener))
    output.write(show("worst", found, output.format, replace(output.style, part=request.by)))
    listener.say()


def _differ(arguments: argparse.Namespace, metrics: Sequence[Metric], output: OutputOptions) -> None:
    _refuse_picture("--differ", "differ", output)
    first, second = arguments.differ
    texts: FileTexts = texts_from(arguments)
    request = DifferRequest(
        texts,
        first,
        second,
        tuple(metrics),
        arguments.top or TOP,
        picture_words(arguments.language_pair, arguments.tokenize, arguments.lang),
        matches=arguments.metrics is not None,
    )
    with listening(output.quiet, texts.countable) as listener:
        found: DifferReport = interruptible(partial(differ.run, request, listener))
    output.write(show("differ", found, output.format, output.style))
    listener.say()


def _refuse_picture(flag: str, kind: str, output: OutputOptions) -> None:
    if output.format not in (lists := formats_of(kind)):
        raise UsageError(f"{flag} is a list: -f {', '.join(lists[:-1])} or {lists[-1]}, not {output.format}.")
