"""``tertium mbr``: minimum-Bayes-risk choice from n-best lists."""

from __future__ import annotations

import argparse
from functools import partial

from tertium.analysis.mbr.choice import Choice, ChoiceRule
from tertium.cli.interruptible import interruptible
from tertium.cli.listener import listening
from tertium.cli.messages import warn
from tertium.cli.options.metric_options import metrics_from
from tertium.cli.options.output import OutputOptions, output_from
from tertium.cli.parser import UsageError
from tertium.render.tables import as_json
from tertium.render.tables.grid import number_text
from tertium.tasks import mbr
from tertium.tasks.mbr import MbrRequest

DEFAULT = ("chrf",)


def run(arguments: argparse.Namespace) -> int:
    if arguments.text and arguments.format != "text":
        raise UsageError(f"--text prints texts alone and -f {arguments.format} more than that; give one of them.")
    output = output_from(arguments)
    output.refuse_unwritable()
    metrics, warnings = metrics_from(arguments, DEFAULT)
    if len(metrics) != 1:
        raise UsageError(f"a choice is made by one metric, got {len(metrics)}; a weighted sum in quotes is one.")
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
    output.write("".join(_shown(choice, output, texts_alone=arguments.text) for choice in choices))
    listener.say()
    return 0


def _shown(choice: Choice, output: OutputOptions, *, texts_alone: bool) -> str:
    if output.format == "jsonl":
        return as_json.dumps(choice) + "\n"
    if texts_alone:
        return f"{choice.text}\n"
    return f"{choice.id} ||| {choice.text} ||| {number_text(choice.expected, output.width or 0)}\n"
