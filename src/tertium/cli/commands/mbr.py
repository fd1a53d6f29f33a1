"""``tertium mbr``: minimum-Bayes-risk choice from n-best lists."""

from __future__ import annotations

import argparse
from dataclasses import replace
from functools import partial

from tertium.analysis.mbr.choice import ChoiceRule
from tertium.cli.interruptible import interruptible
from tertium.cli.listener import listening
from tertium.cli.messages import warn
from tertium.cli.options.metric_options import metrics_from
from tertium.cli.options.output import output_from
from tertium.cli.parser import UsageError
from tertium.render.renderers import show
from tertium.tasks import mbr
from tertium.tasks.mbr import MbrRequest

DEFAULT = ("chrf",)


def run(arguments: argparse.Namespace) -> int:
    if arguments.text and arguments.format != "text":
        raise UsageError(
            f"--text prints only texts, and -f {arguments.format} prints more than that; give one of them."
        )
    output = output_from(arguments)
    metrics, warnings = metrics_from(arguments, DEFAULT)
    if len(metrics) != 1:
        raise UsageError(f"the choice needs one metric, got {len(metrics)}; a weighted sum in quotes counts as one.")
    if not output.quiet:
        warn(warnings)
    request = MbrRequest(
        arguments.nbest,
        ChoiceRule(metrics[0], arguments.weights, arguments.temperature),
        arguments.references_pool,
        arguments.threads,
    )
    with listening(output.quiet) as listener:
        choices = interruptible(partial(mbr.run, request, listener))
    output.write_data(show("mbr", choices, output.format, replace(output.style, bare=arguments.text)))
    listener.say()
    return 0
