"""``tertium diff``: the segments in which two systems differ most."""

from __future__ import annotations

import argparse
from dataclasses import replace
from functools import partial

from tertium.cli.interruptible import interruptible
from tertium.cli.listener import listening
from tertium.cli.messages import warn
from tertium.cli.options.metric_options import metrics_from
from tertium.cli.options.output import output_from
from tertium.cli.options.systems import checks_from
from tertium.cli.options.texts import texts_from
from tertium.cli.parser import UsageError
from tertium.metrics.base import Metric
from tertium.render.renderers import show
from tertium.results.contrasts import DiffReport
from tertium.tasks import diff
from tertium.tasks.diff import DEFAULT, DiffRequest
from tertium.tasks.outer_scores import scores_from


def run(arguments: argparse.Namespace) -> int:
    output = output_from(arguments)
    texts = texts_from(arguments)
    if len(texts.names) != 2:
        raise UsageError(f"diff looks at two systems, got {len(texts.names)}; give two files after -i.")
    metrics: tuple[Metric, ...] = ()
    warnings: list[str] = []
    if arguments.metrics or not (arguments.scores or arguments.tools):
        metrics, warnings = metrics_from(arguments, DEFAULT)
    if not output.quiet:
        warn(warnings)
    request = DiffRequest(
        texts,
        metrics,
        scores_from(arguments.scores, arguments.scores_lower, arguments.tools, keep=not arguments.no_cache),
        arguments.top,
        checks_from(arguments),
        arguments.threads,
        resume=arguments.resume,
    )
    with listening(output.quiet, texts.countable) as listener:
        report: DiffReport = interruptible(partial(diff.run, request, listener))
    report = replace(report, warnings=(*warnings, *report.warnings))
    output.write(show("diff", report, output.format, output.style))
    listener.say()
    return 0
