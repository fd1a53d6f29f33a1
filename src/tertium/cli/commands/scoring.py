"""Texts scored for ``score``, ``compare`` and ``gate``: parsed where a metric asks for it, and seen by the doctor."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from tertium import __version__
from tertium.analysis.doctor.codes import checked_codes
from tertium.analysis.doctor.run import Watch as Doctor
from tertium.cli.interruptible import interruptible
from tertium.cli.messages import errors
from tertium.cli.options.inputs import Inputs
from tertium.cli.progress import progress_bar, steps_bar
from tertium.engine import local
from tertium.engine.parsing import parsers_of, prepare
from tertium.engine.rows import KeptRows
from tertium.errors import InputError, counted, printable
from tertium.metrics.base import Metric
from tertium.render.reports.findings import grouped
from tertium.results.scores import Report


def score_texts(
    inputs: Inputs,
    metrics: Sequence[Metric],
    arguments: argparse.Namespace,
    *,
    keep: KeptRows | None,
    segment_scores: bool = False,
    watch: Sequence[local.Watch] = (),
) -> tuple[Report, list[str]]:
    """The report, and what there is to warn of; with --strict what is odd about the texts is an error."""
    ignored = checked_codes(arguments.ignore)
    parsers = parsers_of(metrics)
    reread = bool(parsers) or any(leaf.table_key is not None for metric in metrics for _, leaf in metric.leaves())
    corpus = inputs.corpus(arguments, reread)
    if parsers:
        with steps_bar(arguments.quiet) as steps:
            interruptible(partial(prepare, corpus, parsers, steps))
    doctor = Doctor(corpus, metrics, ignored)
    with progress_bar(arguments.quiet, inputs.countable) as progress:
        report: Report = interruptible(
            partial(
                local.score,
                corpus,
                metrics,
                version=__version__,
                threads=arguments.threads,
                segment_scores=segment_scores,
                keep=keep,
                progress=progress,
                watch=(doctor, *watch),
            )
        )
    found = grouped(doctor.findings(report.notices))
    if arguments.strict and found:
        *others, last = found
        errors(others)
        raise InputError(last)
    return report, [*found, *_remarks(report)]


def _remarks(report: Report) -> Iterator[str]:
    """Which segments have no score or a capped search."""
    for index, first in enumerate(report.systems[0].scores):
        counts = {system.name: system.scores[index].unscored for system in report.systems}
        yield from _of_systems(f"{first.metric} has no score for", counts, "")
        for flag in sorted({flag for system in report.systems for flag in system.scores[index].flags}):
            counts = {system.name: system.scores[index].flags.get(flag, 0) for system in report.systems}
            yield from _of_systems(f"{first.metric} marks", counts, f" as {flag}")


def _of_systems(what: str, counts: Mapping[str, int], how: str) -> Iterator[str]:
    """One sentence for all systems: eighteen of them must not bury each other's warnings."""
    most = max(counts.values())
    if not most:
        return
    worst = next(name for name, count in counts.items() if count == most)
    segments = counted(most, "segment")
    others = sum(count > 0 for count in counts.values()) - 1
    if len(counts) > 1 and set(counts.values()) == {most}:
        yield f"{what} {segments} of each system{how}."
    else:
        more = f", and some of {counted(others, 'other system')}" if others else ""
        yield f"{what} {segments} of {printable(worst)}{how}{more}."
