"""``tertium compare``: score or read, compare, show."""

from __future__ import annotations

import argparse
from dataclasses import replace
from functools import partial

from tertium.analysis.comparing.comparison import CompareSettings
from tertium.analysis.comparing.resampling import TRIALS, Bootstrap
from tertium.cli.interruptible import interruptible
from tertium.cli.listener import listening
from tertium.cli.messages import warn
from tertium.cli.options.output import output_from
from tertium.cli.options.systems import checks_from, parts_from, systems_from, with_runs
from tertium.render.renderers import show
from tertium.results.comparisons import Comparison
from tertium.tasks import compare
from tertium.tasks.compare import CompareRequest


def run(arguments: argparse.Namespace) -> int:
    settings = settings_from(arguments)
    output = output_from(arguments)
    files, names, groups = with_runs(arguments)
    systems, warnings = systems_from(
        arguments,
        files=files,
        names=names,
        groups=groups,
        rows=arguments.rows or (),
        scores_lower=arguments.scores_lower,
    )
    if not output.quiet:
        warn(warnings)
    asked = arguments.resamples if settings.test == "bs" else arguments.trials
    request = CompareRequest(
        systems,
        settings,
        parts_from(arguments),
        checks_from(arguments),
        arguments.threads,
        draws="enough" if asked is None else "given",
    )
    with listening(output.quiet, systems.countable) as listener:
        result: Comparison = interruptible(partial(compare.run, request, listener))
    result = replace(result, warnings=(*warnings, *result.warnings))
    style = replace(output.style, pairs=arguments.pairs, power=arguments.power is not None)
    output.write(show("compare", result, output.format, style))
    listener.say()
    return 0


def settings_from(arguments: argparse.Namespace) -> CompareSettings:
    return CompareSettings(
        Bootstrap(arguments.resamples or Bootstrap.resamples, arguments.seed, arguments.level),
        test=arguments.test,
        sides=arguments.sides,
        trials=arguments.trials or TRIALS,
        against=arguments.against,
        alpha=arguments.alpha,
        power=arguments.power or CompareSettings.power,
        order=arguments.order,
    )
