"""``tertium report``: score, compare, write one page."""

from __future__ import annotations

import argparse
import shlex
from dataclasses import replace
from functools import partial

from tertium.cli.commands.compare import settings_from
from tertium.cli.interruptible import interruptible
from tertium.cli.listener import listening
from tertium.cli.messages import warn
from tertium.cli.options.output import output_from
from tertium.cli.options.report import NO_SLICES
from tertium.cli.options.systems import checks_from, parts_from, systems_from, with_runs
from tertium.cli.parser import UsageError
from tertium.render.renderers import show
from tertium.results.report import FullReport
from tertium.tasks import report
from tertium.tasks.compare import CompareRequest
from tertium.tasks.report import DEFAULT, SLICES, ReportRequest


def run(arguments: argparse.Namespace) -> int:
    settings = settings_from(arguments)
    output = output_from(arguments)
    files, names, groups = with_runs(arguments)
    arguments.metrics = arguments.metrics or list(DEFAULT)
    arguments.slices = _slices(arguments.slices)
    systems, warnings = systems_from(
        arguments, files=files, names=names, groups=groups, scores_lower=arguments.scores_lower
    )
    if not output.quiet:
        warn(warnings)
    asked = arguments.resamples if settings.test == "bs" else arguments.trials
    request = ReportRequest(
        CompareRequest(
            systems,
            settings,
            parts_from(arguments),
            checks_from(arguments),
            arguments.threads,
            draws="enough" if asked is None else "given",
        ),
        language=arguments.language_pair,
        human=arguments.human,
        duplicates=arguments.duplicates,
        nan=arguments.nan,
        max_segments=arguments.max_segments,
        command=shlex.join(["tertium", *arguments.argv]),
        draw_slices="page" if output.format == "html" else "here",
    )
    with listening(output.quiet, systems.countable) as listener:
        result: FullReport = interruptible(partial(report.run, request, listener))
    comparison = replace(result.comparison, warnings=(*warnings, *result.comparison.warnings))
    output.write(show("report", replace(result, comparison=comparison), output.format, output.style))
    listener.say()
    return 0


def _slices(given: list[str] | None) -> list[str]:
    if given is None:
        return list(SLICES)
    if NO_SLICES in given and len(given) > 1:
        raise UsageError("--slices none stands alone; leave out the others, or 'none'.")
    return [name for name in given if name != NO_SLICES]
