"""``tertium gate``: may the new system replace the baseline? The exit code says it, 0 or 1."""

from __future__ import annotations

import argparse
import shutil
from collections.abc import Sequence
from functools import partial

from tertium import __version__
from tertium.analysis.comparing.gate import check_gate, check_slices
from tertium.analysis.comparing.resampling import Bootstrap, few_units
from tertium.cli.commands.collect import collect
from tertium.cli.commands.compare import slices_of
from tertium.cli.interruptible import interruptible
from tertium.cli.listener import listening
from tertium.cli.messages import warn
from tertium.cli.options.names import system_names
from tertium.cli.output import on_terminal, refuse_unwritable, write_result
from tertium.cli.parser import UsageError
from tertium.corpus.files.access import STDIN
from tertium.corpus.formats.numbers import is_missing, number
from tertium.corpus.texts.labels import read_labels
from tertium.engine import local
from tertium.engine.stored_rows import is_stored_run, load_rows
from tertium.errors import did_you_mean, printable
from tertium.render.reports import gate as render
from tertium.render.tables import sheets
from tertium.results.comparisons import Check, GateReport

NOT_PASSED = 1


def run(arguments: argparse.Namespace) -> int:
    for target in (arguments.output, arguments.junit, arguments.markdown, arguments.json, arguments.save_rows):
        if target is not None:
            refuse_unwritable(target)
    if not arguments.max_drop:
        raise UsageError("--max-drop is missing: say how much may be lost, as in --max-drop 0.5.")
    _both_systems(arguments)
    collected = collect(arguments)
    score_rows = collected.score_rows
    if len(score_rows.groups) != 2:
        raise UsageError(
            f"a gate holds one new system against one baseline, got {', '.join(map(printable, score_rows.names))}; "
            "give one of each."
        )
    labels = [measure.label for measure in score_rows.measures]
    drops = _drops(arguments.max_drop, labels, "--max-drop")
    slice_drops = drops
    if arguments.slice_max_drop:
        slice_drops = _drops(arguments.slice_max_drop, labels, "--slice-max-drop")
    parts = slices_of(collected, arguments)
    documents = None if arguments.docs is None else read_labels(arguments.docs, score_rows.segments)
    bootstrap = Bootstrap(arguments.resamples, arguments.seed)
    threads = arguments.threads or local.usable_cores()
    whole = score_rows if documents is None else score_rows.by_document(documents)

    with listening(arguments.quiet) as listener:

        def check() -> list[Check]:
            made = check_gate(whole, bootstrap, arguments.alpha, drops, threads=threads, listener=listener)
            checked = partial(check_slices, score_rows, parts, bootstrap, arguments.alpha, slice_drops)
            return made + checked(documents=documents, threads=threads)

        checks = interruptible(check)
    if not arguments.quiet:
        warn(few_units(whole, parts, documents, instead="; take a larger set"))
    good = ("pass", "unproven") if arguments.unproven == "pass" else ("pass",)
    report = GateReport(
        version=__version__,
        baseline=score_rows.names[0],
        new=score_rows.names[1],
        segments=score_rows.segments,
        resamples=bootstrap.resamples,
        seed=bootstrap.seed,
        alpha=arguments.alpha,
        passed=all(check.verdict in good for check in checks),
        checks=tuple(checks),
        signatures=tuple((measure.label, measure.signature) for measure in score_rows.measures),
        documents=None if documents is None else len(set(documents)),
        notices=collected.notices,
    )
    for target, form in ((arguments.junit, "junit"), (arguments.markdown, "md"), (arguments.json, "json")):
        if target is not None:
            write_result(_rendered(report, form, arguments), target)
    write_result(_rendered(report, arguments.format, arguments), arguments.output)
    return 0 if report.passed else NOT_PASSED


def _both_systems(arguments: argparse.Namespace) -> None:
    """The baseline comes before the new system, as text or as saved rows."""
    if arguments.baseline is None:
        if not arguments.scores:
            raise UsageError("--baseline is missing: the system to hold the new one against.")
        return
    new = list(arguments.input or arguments.translations or ())
    if len(new) != 1:
        raise UsageError(f"a gate checks one new system, got {len(new)}; give one file after -i.")
    arguments.input, arguments.translations = new, None
    if arguments.baseline != STDIN and is_stored_run(arguments.baseline):
        arguments.rows = [arguments.baseline]
        if not arguments.names and system_names(None, new)[0] in load_rows(arguments.baseline).systems:
            arguments.names = [f"{system_names(None, new)[0]} (new)"]
    else:
        arguments.input = [arguments.baseline, *new]


def _drops(given: Sequence[str], labels: Sequence[str], flag: str) -> dict[str, float]:
    """How much every metric may lose: a number for all, or ``metric=number``."""
    made: dict[str, float] = {}
    default: float | None = None
    for text in given:
        name, equals, value = text.rpartition("=")
        if is_missing(value) or (limit := number(value, f"{flag} {printable(text)}")) < 0:
            raise UsageError(f"{flag} {printable(text)}: expected how much may be lost, 0 or more.")
        if not equals:
            default = limit
            continue
        mine = [label for label in labels if name in (label, label.partition(":")[0])]
        if not mine:
            near = did_you_mean(name, labels) or "."
            raise UsageError(f"{flag} {printable(text)}: no such metric among {', '.join(labels)}{near}")
        made |= dict.fromkeys(mine, limit)
    for label in labels:
        if label not in made:
            if default is None:
                raise UsageError(f"{flag} says nothing of {printable(label)}; add {label}=X, or X for all others.")
            made[label] = default
    return made


def _rendered(report: GateReport, form: str, arguments: argparse.Namespace) -> str:
    if form == "json":
        return render.as_json(report)
    if form == "junit":
        return render.junit(report)
    sheet, notes = render.sheet(report, arguments.width)
    if form == "md":
        return sheets.markdown([sheet], notes)
    if arguments.output is None and not arguments.no_color and on_terminal():
        return sheets.terminal([sheet], notes, shutil.get_terminal_size().columns)
    return sheets.text([sheet], notes)
