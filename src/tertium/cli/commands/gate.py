"""``tertium gate``: may the new system replace the baseline? The exit code says it, 0 or 1."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from tertium.analysis.comparing.gate import Share
from tertium.analysis.comparing.resampling import Bootstrap
from tertium.cli.interruptible import interruptible
from tertium.cli.listener import listening
from tertium.cli.messages import warn
from tertium.cli.options.names import system_names
from tertium.cli.options.output import output_from
from tertium.cli.options.systems import checks_from, parts_from, systems_from
from tertium.cli.output import Deliveries, write_result
from tertium.cli.parser import UsageError
from tertium.corpus.files.access import STDIN
from tertium.corpus.formats.numbers import is_missing, number
from tertium.engine.stored_rows import is_stored_run, load_rows
from tertium.errors import printable
from tertium.render.renderers import show
from tertium.results.comparisons import GateReport
from tertium.tasks import gate
from tertium.tasks.gate import Floors, GateRequest, MaxDrop
from tertium.tasks.systems import Systems

NOT_PASSED = 1


def run(arguments: argparse.Namespace) -> int:
    output = output_from(arguments)
    if not arguments.max_drop and not arguments.floor:
        raise UsageError(
            "--max-drop is missing: say how much may be lost, as in --max-drop 0.5 or 2%, or the worst score, as in "
            "--floor 30."
        )
    if arguments.slice_max_drop and not arguments.max_drop:
        raise UsageError(
            "--slice-max-drop is the limit within slices; say with --max-drop what holds for all segments."
        )
    systems, warnings = _systems(arguments)
    request = GateRequest(
        systems,
        max_drop=_limits(arguments.max_drop, "--max-drop"),
        floors=_floors(arguments.floor),
        slice_max_drop=_limits(arguments.slice_max_drop, "--slice-max-drop"),
        unproven=arguments.unproven,
        alpha=arguments.alpha,
        bootstrap=Bootstrap(arguments.resamples, arguments.seed),
        parts=parts_from(arguments),
        checks=checks_from(arguments),
        threads=arguments.threads,
    )
    if not output.quiet:
        warn(warnings)
    with listening(output.quiet, systems.countable) as listener:
        report: GateReport = interruptible(partial(gate.run, request, listener))
    report = replace(report, warnings=(*warnings, *report.warnings))
    with Deliveries() as results:
        for target, form in ((arguments.junit, "junit"), (arguments.markdown, "md"), (arguments.json, "json")):
            if target is not None:
                results.deliver(partial(write_result, show("gate", report, form, output.style), target))
        results.deliver(partial(output.write, show("gate", report, output.format, output.style)))
    listener.say()
    return 0 if report.passed else NOT_PASSED


def _systems(arguments: argparse.Namespace) -> tuple[Systems, list[str]]:
    """The baseline comes before the new system, as text or as saved rows."""
    baseline = arguments.baseline
    if baseline is None:
        if not arguments.scores and arguments.max_drop:
            raise UsageError("--baseline is missing: name the system to compare the new one with.")
        return systems_from(arguments)
    new = list(arguments.input or arguments.translations or ())
    if len(new) != 1:
        raise UsageError(f"a gate checks one new system, got {len(new)}; give one file after -i.")
    if baseline == STDIN or not is_stored_run(baseline):
        return systems_from(arguments, files=[baseline, *new])
    names = arguments.names
    if not names and (name := system_names(None, new)[0]) in load_rows(baseline).systems:
        names = [f"{name} (new)"]
    return systems_from(arguments, files=new, names=names, rows=[baseline])


def _limits(given: Sequence[str] | None, flag: str) -> MaxDrop | None:
    """How much every metric may lose: a number or a percentage for all, or ``metric=number``; None if none is given."""
    others: float | Share | None = None
    by_metric: list[tuple[str, float | Share]] = []
    for text in given or ():
        name, value = _split(text)
        where = f"{flag} {printable(text)}"
        amount = value.removesuffix("%")
        if is_missing(amount) or (limit := number(amount, where)) < 0:
            raise UsageError(f"{where}: expected how much may be lost, 0 or more.")
        wanted = limit if amount == value else Share(limit / 100)
        if name is None:
            others = wanted
        else:
            by_metric.append((name, wanted))
    return MaxDrop(others, tuple(by_metric)) if given else None


def _floors(given: Sequence[str] | None) -> Floors | None:
    """The worst scores that are allowed, in the same form."""
    others: float | None = None
    by_metric: list[tuple[str, float]] = []
    for text in given or ():
        name, value = _split(text)
        where = f"--floor {printable(text)}"
        if is_missing(value):
            raise UsageError(f"{where}: expected the worst score that is allowed, as in bleu=30.")
        limit = number(value, where)
        if name is None:
            others = limit
        else:
            by_metric.append((name, limit))
    return Floors(others, tuple(by_metric)) if given else None


def _split(text: str) -> tuple[str | None, str]:
    """``metric=value``, or a value for all."""
    name, equals, value = text.rpartition("=")
    return (name if equals else None), value
