"""Compare systems: intervals, paired tests, clusters, effect sizes and power, of the whole set and of slices."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field

from tertium import __version__
from tertium.analysis.comparing.comparison import CompareSettings, compare, compare_slices
from tertium.analysis.comparing.resampling import few_units
from tertium.engine import local
from tertium.errors import InputError
from tertium.progress import SILENT, Listener
from tertium.results.comparisons import Comparison
from tertium.tasks.parts import Parts
from tertium.tasks.scored import Checks
from tertium.tasks.systems import Systems, collect


@dataclass(frozen=True)
class CompareRequest:
    """What ``tertium compare`` and ``tertium.compare`` ask for; the first system is the baseline."""

    systems: Systems
    settings: CompareSettings = field(default_factory=CompareSettings)
    parts: Parts = field(default_factory=Parts)
    checks: Checks = field(default_factory=Checks)
    threads: int | None = None


def run(request: CompareRequest, listener: Listener = SILENT) -> Comparison:
    """Every metric: its systems' standings and their differences, then the slices."""
    settings = request.settings
    collected = collect(request.systems, request.parts, request.checks, request.threads, listener)
    by_segment = collected.score_rows
    if len(by_segment.groups) < 2 and request.systems.save_rows is None:
        raise InputError("there is one system, and a comparison needs two; give another after -i, --runs or --rows.")
    slices = request.parts.slices(collected.features, by_segment.segments)
    documents = request.parts.document_labels(by_segment.segments)
    whole = by_segment if documents is None else by_segment.by_document(documents)
    threads = request.threads or local.usable_cores()
    metrics = compare(whole, settings, threads, listener)
    sliced = compare_slices(by_segment, settings, slices, documents, threads=threads, listener=listener)
    for sentence in _nothing_significant(request, len(whole.groups), len(slices)):
        listener.notice(sentence)
    if settings.test == "bs":
        other = request.systems.spelled("--test ar", 'test="ar"')
        for sentence in few_units(whole, slices, documents, instead=f"; {other} keeps its level"):
            listener.notice(sentence)
    return Comparison(__version__, whole.segments, settings.procedure(whole), metrics, sliced, collected.notices)


def _nothing_significant(request: CompareRequest, systems: int, slices: int) -> Iterator[str]:
    """So many comparisons that no p-value these draws can give would survive the correction."""
    settings = request.settings
    draws = settings.bootstrap.resamples if settings.test == "bs" else settings.trials
    pairs = systems * (systems - 1) // 2 if settings.against == "all" else systems - 1
    for family, what in ((pairs, "comparisons"), (slices * (systems - 1), "slices")):
        if family / (draws + 1) >= settings.alpha:
            more = 10 ** math.ceil(math.log10(10 * family / settings.alpha))
            flag, keyword = ("-n", "resamples") if settings.test == "bs" else ("--trials", "trials")
            yield (
                f"{draws} draws give no p-value below {1 / (draws + 1):.2g}, and the correction for {family} {what} "
                f"raises that above {settings.alpha:g}: nothing can be significant; use "
                f"{request.systems.spelled(f'{flag} {more}', f'{keyword}={more}')}."
            )
