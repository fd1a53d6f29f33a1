"""``tertium compare``: score or read, compare, show."""

from __future__ import annotations

import argparse
import math
import shutil
from collections.abc import Iterator, Sequence
from functools import partial

import numpy as np

from tertium import __version__
from tertium.analysis.comparing.comparison import CompareSettings, compare, compare_slices
from tertium.analysis.comparing.resampling import Bootstrap, few_units
from tertium.analysis.comparing.score_rows import Group
from tertium.analysis.comparing.slices import label_slices, numeric_slices
from tertium.arrays import Int64s
from tertium.cli.commands.collect import Collected, collect
from tertium.cli.interruptible import interruptible
from tertium.cli.listener import listening
from tertium.cli.messages import warn
from tertium.cli.output import on_terminal, refuse_unwritable, write_result
from tertium.cli.parser import UsageError
from tertium.corpus.texts.labels import read_labels
from tertium.engine import local
from tertium.errors import InputError
from tertium.render.reports import comparison_sheets, comparison_tsv
from tertium.render.tables import as_json, sheets
from tertium.results.comparisons import Comparison

_MOST_LABELS = 50


def run(arguments: argparse.Namespace) -> int:
    settings = CompareSettings(
        Bootstrap(arguments.resamples, arguments.seed, arguments.level),
        arguments.test,
        arguments.sides,
        arguments.trials,
        arguments.against,
        arguments.alpha,
        arguments.power,
    )
    for target in (arguments.output, arguments.save_rows):
        if target is not None:
            refuse_unwritable(target)
    collected = collect(arguments)
    score_rows = collected.score_rows
    if len(score_rows.groups) < 2 and arguments.save_rows is None:
        raise UsageError("there is one system, and a comparison needs two; give another after -i, --runs or --rows.")
    parts = slices_of(collected, arguments)
    documents = None if arguments.docs is None else read_labels(arguments.docs, score_rows.segments)
    if documents is not None:
        score_rows = score_rows.by_document(documents)
    threads = arguments.threads or local.usable_cores()
    with listening(arguments.quiet) as listener:
        metrics = interruptible(partial(compare, score_rows, settings, threads, listener))
        sliced = interruptible(
            partial(
                compare_slices, collected.score_rows, settings, parts, documents, threads=threads, listener=listener
            )
        )
    if not arguments.quiet:
        warn(_hopeless(settings, score_rows.groups, len(parts)))
        if settings.test == "bs":
            warn(few_units(score_rows, parts, documents, instead="; --test ar keeps its level"))
    result = Comparison(
        __version__, score_rows.segments, settings.procedure(score_rows), metrics, sliced, collected.notices
    )
    write_result(_rendered(result, arguments), arguments.output)
    return 0


def _hopeless(settings: CompareSettings, systems: Sequence[Group], slices: int) -> Iterator[str]:
    """So many comparisons that no p-value these draws can give would survive the correction."""
    draws = settings.bootstrap.resamples if settings.test == "bs" else settings.trials
    pairs = len(systems) * (len(systems) - 1) // 2 if settings.against == "all" else len(systems) - 1
    for family, what in ((pairs, "comparisons"), (slices * (len(systems) - 1), "slices")):
        if family / (draws + 1) >= settings.alpha:
            more = 10 ** math.ceil(math.log10(10 * family / settings.alpha))
            flag = "-n" if settings.test == "bs" else "--trials"
            yield (
                f"{draws} draws give no p-value below {1 / (draws + 1):.2g}, which {family} {what} correct to more "
                f"than {settings.alpha:g}: nothing can be significant; take {flag} {more}."
            )


def slices_of(collected: Collected, arguments: argparse.Namespace) -> list[tuple[str, str, Int64s]]:
    """(by, label, segments) of every slice asked for."""
    segments = collected.score_rows.segments
    made: list[tuple[str, str, Int64s]] = []
    for name, feature in collected.features.items():
        made += numeric_slices(name, feature, arguments.bins)
    for given in arguments.slice_by or ():
        labels = read_labels(given, segments)
        if len(set(labels)) > _MOST_LABELS:
            raise InputError(
                f"{given} has {len(set(labels))} different labels, which are too many slices to test (at most "
                f"{_MOST_LABELS}); give fewer, or resample them whole with --docs."
            )
        made += label_slices(given.rpartition(":")[2] if ":" in given else _stem(given), labels)
    return [(by, label, np.asarray(places)) for by, label, places in made]


def _stem(path: str) -> str:
    return path.rpartition("/")[2].partition(".")[0] or path


def _rendered(result: Comparison, arguments: argparse.Namespace) -> str:
    if arguments.format == "json":
        return as_json.dumps(result.to_dict(), indent=2) + "\n"
    if arguments.format == "tsv":
        return comparison_tsv.long(result)
    made, notes = comparison_sheets.sheets(result, arguments.width, short=arguments.short)
    if arguments.format == "md":
        return sheets.markdown(made, notes)
    if arguments.format == "latex":
        return sheets.latex(made, notes)
    if arguments.output is None and not arguments.no_color and on_terminal():
        return sheets.terminal(made, notes, shutil.get_terminal_size().columns)
    return sheets.text(made, notes)
