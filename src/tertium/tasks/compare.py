"""Compare systems: intervals, paired tests, clusters, effect sizes and power, of the whole set and of slices."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from tertium import __version__
from tertium.analysis.comparing.comparison import CompareSettings, compare, compare_slices, drawable, score_slices
from tertium.analysis.comparing.resampling import few_units
from tertium.analysis.comparing.significance import draws_for
from tertium.arrays import Int64s
from tertium.engine import local
from tertium.errors import InputError, either, option
from tertium.progress import SILENT, Heard, Listener
from tertium.results.comparisons import Comparison, Slice
from tertium.tasks.parts import Parts
from tertium.tasks.scored import Checks
from tertium.tasks.systems import Collected, Systems, collect


@dataclass(frozen=True)
class CompareRequest:
    """What ``tertium compare`` and ``tertium.compare`` ask for; the first system is the baseline.

    ``draws`` says how many resamples (or swaps) are made: as many as the number of comparisons needs, and no fewer than
    the settings say, or exactly those of the settings.
    """

    systems: Systems
    settings: CompareSettings = field(default_factory=CompareSettings)
    parts: Parts = field(default_factory=Parts)
    checks: Checks = field(default_factory=Checks)
    threads: int | None = None
    draws: Literal["enough", "given"] = "enough"


def run(request: CompareRequest, listener: Listener = SILENT) -> Comparison:
    """Every metric: its systems' standings and their differences, then the slices."""
    listener = Heard(listener)
    collected = collect(request.systems, request.parts, request.checks, request.threads, listener)
    by_segment = collected.score_rows
    if len(by_segment.groups) < 2 and request.systems.save_rows is None:
        raise InputError(
            f"there is one system, and a comparison needs two; give another{either(' after -i, --runs or --rows', '')}."
        )
    return compared(request, collected, listener).comparison


@dataclass(frozen=True, eq=False)
class Compared:
    """A comparison, and the parts that it was made of: slices as (by, label, segments), a document of every segment."""

    comparison: Comparison
    slices: list[tuple[str, str, Int64s]]
    documents: list[str] | None


def compared(
    request: CompareRequest,
    collected: Collected,
    listener: Heard,
    *,
    remarks_on_slices: bool = True,
    for_slices: Callable[[CompareSettings, int], CompareSettings | None] | None = None,
) -> Compared:
    """The comparison of systems that are scored already; of a single one its scores and their intervals.

    Whoever did not ask for slices need not hear that some are small. ``for_slices`` makes their settings of those of
    the whole set and the number of comparisons; None: they get scores alone, and nothing is drawn from them.
    """
    by_segment = collected.score_rows
    slices = request.parts.slices(collected.features, by_segment.segments)
    documents = request.parts.document_labels(by_segment.segments)
    whole = by_segment if documents is None else by_segment.by_document(documents)
    families = _families(request.settings, len(whole.groups), drawable(slices, documents))
    settings = request.settings
    if request.draws == "enough":
        settings = settings.with_enough_draws(max(families.values()))
    threads = local.threads_of(request.threads)
    metrics = compare(whole, settings, threads, listener)
    mine = settings if for_slices is None else for_slices(settings, families["slices"])
    if mine is None:
        sliced: tuple[Slice, ...] = ()
        standings = score_slices(by_segment, slices)
    else:
        sliced, standings = compare_slices(by_segment, mine, slices, documents, threads=threads, listener=listener)
    if not remarks_on_slices:
        families = {what: family for what, family in families.items() if what != "slices"}
    for sentence in _nothing_significant(settings, families):
        listener.notice(sentence)
    if settings.test == "bs":
        for sentence in few_units(
            whole, slices if remarks_on_slices else [], documents, instead=f"; {option('--test ar')} keeps its level"
        ):
            listener.notice(sentence)
    made = Comparison(
        version=__version__,
        segments=whole.segments,
        procedure=settings.procedure(whole),
        metrics=metrics,
        slices=sliced,
        warnings=listener.sentences,
        slice_standings=standings,
        notices=collected.notices,
    )
    return Compared(made, slices, documents)


def _families(settings: CompareSettings, systems: int, slices: int) -> dict[str, int]:
    """How many comparisons of one metric are corrected together, of the whole set and of so many slices."""
    return {"comparisons": settings.comparisons(systems), "slices": slices * (systems - 1)}


def _nothing_significant(settings: CompareSettings, families: Mapping[str, int]) -> Iterator[str]:
    """So many comparisons that no p-value these draws can give would survive the correction."""
    draws = settings.bootstrap.resamples if settings.test == "bs" else settings.trials
    for what, family in families.items():
        if family / (draws + 1) >= settings.alpha:
            more = draws_for(family, settings.alpha, draws)
            flag = option(f"{'-n' if settings.test == 'bs' else '--trials'} {more}")
            yield (
                f"{draws} draws give no p-value below {1 / (draws + 1):.2g}, and the correction for {family} {what} "
                f"raises that above {settings.alpha:g}: nothing can be significant; use {flag}."
            )
