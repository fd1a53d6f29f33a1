"""One page about systems: their comparison, and all that the page needs to compute it again under a filter.

Texts are read and scored once: the comparison, the doctor, the slices and the texts of the page come from one pass.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from platform import python_version
from typing import Literal

import numpy as np

from tertium import __version__
from tertium.analysis.comparing.comparison import CompareSettings
from tertium.analysis.comparing.score_rows import Leaf, Measure, ScoreRows
from tertium.analysis.comparing.slices import Feature
from tertium.analysis.comparing.telling import most_telling
from tertium.analysis.doctor.run import LEFT_OUT, WARNING
from tertium.analysis.explaining.details import DetailWatch
from tertium.analysis.explaining.packed_details import Costs, packed_details
from tertium.analysis.explaining.system_order import OrderWatch
from tertium.analysis.meta.metric_agreement import metric_agreement
from tertium.arrays import Int64s
from tertium.corpus.texts.kept_texts import KeptTexts
from tertium.engine import local
from tertium.errors import InputError, option
from tertium.kernels.text import build_info
from tertium.progress import SILENT, Heard, Listener
from tertium.render.page.data import PAGE_DRAWS
from tertium.render.page.formulas import QUOTIENT, page_formula
from tertium.results.diagnosis import Finding
from tertium.results.report import (
    FullReport,
    PageDetails,
    PageFlag,
    PageLeaf,
    PageMeasure,
    PageSlices,
    PageTexts,
)
from tertium.tasks.compare import Compared, CompareRequest, compared
from tertium.tasks.order import MOVES
from tertium.tasks.parts import MOST_LABELS, ListLabels
from tertium.tasks.picture_words import picture_words
from tertium.tasks.scored import Found
from tertium.tasks.systems import Collected, collect
from tertium.views.tokens.languages import pair_of

DEFAULT = ("bleu", "chrf", "ter")  # as in Python's compare: one metric alone says little
SLICES: tuple[Feature, ...] = ("ref-length", "order", "freq")  # what is shown where nobody says
PAGE_SEGMENTS = 10_000  # up to so many the page can draw slices itself in about a second


@dataclass(frozen=True)
class ReportRequest:
    """What ``tertium report`` and ``tertium.report`` ask for.

    ``human`` is a file of people's judgments; ``duplicates`` and ``nan`` say what to do about two of one output and
    about cells without a number, as in ``tertium meta``. ``command`` is what was typed. ``max_segments``
    leaves out segments that tell least. ``draw_slices`` says who draws the slices' intervals and tests: the run, or the
    page that shows them, once they are looked at and if it can (``_left_to_page``).
    """

    compare: CompareRequest
    language: str | None = None
    human: str | None = None
    duplicates: Literal["error", "mean"] = "error"
    nan: Literal["error", "skip"] = "error"
    max_segments: int | None = None
    command: str | None = None
    draw_slices: Literal["here", "page"] = "here"

    def __post_init__(self) -> None:
        if self.compare.systems.texts is None:
            raise InputError("a report shows texts; give references and the outputs of systems.")
        if self.max_segments is not None and (not isinstance(self.max_segments, int) or self.max_segments < 1):
            raise InputError(f"max_segments is {self.max_segments!r}, expected a whole number of at least 1.")

    @property
    def names(self) -> tuple[str, ...]:
        """The scored systems, every run by itself."""
        return () if self.compare.systems.texts is None else self.compare.systems.texts.names

    @property
    def compared(self) -> tuple[str, ...]:
        """The systems that are compared."""
        groups = self.compare.systems.groups
        return tuple(group.name for group in groups) if groups else self.names


def run(request: ReportRequest, listener: Listener = SILENT) -> FullReport:
    """Score, compare, and keep what the page shows."""
    heard = Heard(listener)
    asked = request.compare
    texts = KeptTexts()
    people = None
    if request.human is not None:
        from tertium.tasks.people import People  # and with it all of `tertium meta`, which most reports do without

        seed = asked.settings.bootstrap.seed
        people = People(request.human, request.language, seed, request.duplicates, request.nan)
        people.check(request.compared)
    words = picture_words(request.language, None, None)
    details = DetailWatch(asked.systems.metrics, words.tok, words.lang)
    order = OrderWatch(len(request.names), words.tok, words.lang, MOVES)  # from the same links as the details
    watch: list[local.ChunkWatch] = [texts, details, order]
    collected = collect(asked.systems, asked.parts, asked.checks, asked.threads, heard, watch, losses=True)
    rows = collected.score_rows
    slice_draws: list[int] = []  # those that the page makes
    few = asked.draws == "enough"
    if asked.draws == "enough":  # for the pairs, so that the leaderboard is that of compare
        comparisons = max(1, asked.settings.comparisons(len(rows.groups)))
        asked = replace(asked, settings=asked.settings.with_enough_draws(comparisons), draws="given")
    kept = _kept(request, collected)  # None: all; what the page has of single segments is of these alone

    def settings_of_slices(settings: CompareSettings, comparisons: int) -> CompareSettings | None:
        mine = fewer_draws(settings, comparisons) if few else settings
        if request.draw_slices == "page" and kept is None and _left_to_page(rows, mine):
            slice_draws.append(mine.bootstrap.resamples)
            return None
        return mine

    costs = [Costs(m.scale, m.best, m.losses) for m in rows.measures]
    # Resampling is native, the rest is mostly Python: side by side. Whoever is warned is warned from this thread.
    with ThreadPoolExecutor(1, thread_name_prefix="tertium-details") as aside:
        shown = aside.submit(packed_details, details, costs, kept)
        moved = aside.submit(order.report, request.names, __version__)
        found = compared(
            _with_documents(asked, rows.segments),
            collected,
            heard,
            remarks_on_slices=False,
            for_slices=settings_of_slices,
        )
    leaves = tuple(_leaf(leaf if kept is None else leaf.take(kept)) for leaf in rows.leaves)
    measures = (rows if kept is None else rows.take(kept)).measures
    return FullReport(
        version=__version__,
        comparison=found.comparison,
        findings=tuple(finding for finding, _ in collected.findings),
        unchecked=_unchecked(texts.source is not None),
        systems=request.names,
        groups=tuple((group.name, group.members) for group in rows.groups),
        segments=rows.segments,
        numbers=kept,
        languages=None if request.language is None else pair_of(request.language),
        unit=asked.systems.texts.unit if asked.systems.texts is not None else "segment",
        texts=_texts(texts, kept),
        leaves=leaves,
        measures=tuple(_measure(measure, leaves) for measure in measures),
        documents=_documents(found, kept),
        slices=tuple(_slices(found, rows.segments, kept)),
        details=PageDetails(*shown.result()),
        flags=tuple(_flags(collected, rows.segments, kept)),
        versions=tuple(_versions()),
        command=request.command,
        agreement=metric_agreement(rows),
        human=None if people is None else people.beside(rows, asked.threads, heard),
        order=moved.result(),
        slice_draws=slice_draws[0] if slice_draws else None,
    )


def _left_to_page(rows: ScoreRows, settings: CompareSettings) -> bool:
    """Can the page draw the slices as the run would, and in a moment?"""
    known = all(leaf.metric is None or page_formula(leaf.metric)[0] is not None for leaf in rows.leaves)
    quick = rows.segments <= PAGE_SEGMENTS and settings.bootstrap.resamples <= 2 * PAGE_DRAWS
    return known and quick and settings.test == "bs"


def fewer_draws(settings: CompareSettings, comparisons: int) -> CompareSettings:
    """Slices get as many draws as the page makes of them once somebody filters, never more than the whole set has.

    They are many, and nobody asked for them. Where there are so many that none could be significant after their
    correction, they get as many as that takes.
    """
    if settings.test == "ar":
        return replace(settings, trials=_slice_draws(comparisons, settings.alpha, settings.trials))
    resamples = _slice_draws(comparisons, settings.alpha, settings.bootstrap.resamples)
    return replace(settings, bootstrap=replace(settings.bootstrap, resamples=resamples))


def _slice_draws(comparisons: int, alpha: float, made: int) -> int:
    return min(made, max(PAGE_DRAWS, 1000 * math.ceil(comparisons / alpha / 1000)))


def _kept(request: ReportRequest, collected: Collected) -> Int64s | None:
    """The segments that the page has, where it does not have all of them."""
    rows = collected.score_rows
    if request.max_segments is None or request.max_segments >= rows.segments:
        return None
    flagged = (place for _, places in _warnings(collected) if _telling(places, rows.segments) for place in places)
    return most_telling(rows, flagged, request.max_segments)


def _warnings(collected: Collected) -> Iterator[Found]:
    return (found for found in collected.findings if found[0].severity == WARNING)


def _telling(places: Sequence[int], segments: int) -> bool:
    """What holds for half of all segments says nothing about single ones."""
    return 2 * len(places) < segments


def _texts(texts: KeptTexts, kept: Int64s | None) -> PageTexts:
    if kept is None:
        return PageTexts(texts.source, texts.references, texts.outputs)
    places = kept.tolist()
    return PageTexts(
        None if texts.source is None else tuple(texts.source[place] for place in places),
        tuple(tuple(stream[place] for place in places) for stream in texts.references),
        tuple(tuple(stream[place] for place in places) for stream in texts.outputs),
    )


def _flags(collected: Collected, segments: int, kept: Int64s | None) -> Iterator[PageFlag]:
    by_code: dict[str, tuple[Finding, set[int]]] = {}
    for finding, segment in collected.findings:
        if finding.severity != WARNING and not _telling(segment, segments):
            continue
        by_code.setdefault(finding.code, (finding, set()))[1].update(segment)
    for code, (finding, found) in by_code.items():
        marked = np.zeros(segments, dtype=bool)
        marked[[place for place in found if 0 <= place < segments]] = True
        places = np.flatnonzero(marked if kept is None else marked[kept])
        if len(places):
            yield PageFlag(code, finding.title, finding.severity, places)


def _unchecked(sources: bool) -> dict[str, str]:
    """What the doctor's visit looks at and a report does not."""
    if sources:
        return LEFT_OUT
    return {**LEFT_OUT, "T108": f"not at all: there are no sources; give them with {option('-s')}"}


def _versions() -> Iterator[str]:
    yield f"tertium {__version__}"
    yield f"kernels {build_info()}"
    yield f"Python {python_version()}"
    yield f"numpy {np.__version__}"


def _with_documents(asked: CompareRequest, segments: int) -> CompareRequest:
    """Documents are slices, too, where there are few enough to look at."""
    given = asked.parts.documents
    if given is None:
        return asked
    labels = tuple(given.read(segments))
    parts = replace(asked.parts, documents=ListLabels(given.place, labels))
    if len(set(labels)) <= MOST_LABELS:
        parts = replace(parts, labels=(*parts.labels, ListLabels("document", labels)))
    return replace(asked, parts=parts)


def _leaf(leaf: Leaf) -> PageLeaf:
    formula, given = (QUOTIENT, {}) if leaf.metric is None else page_formula(leaf.metric)
    return PageLeaf(formula, given, leaf.rows, leaf.masked)


def _measure(measure: Measure, leaves: Sequence[PageLeaf]) -> PageMeasure:
    return PageMeasure(
        measure.label,
        measure.signature,
        measure.higher,
        measure.scale,
        measure.terms,
        measure.segment_scores,
        follows=all(leaves[place].formula is not None for _, place in measure.terms),
    )


def _documents(found: Compared, kept: Int64s | None) -> tuple[tuple[str, ...], Int64s] | None:
    if found.documents is None:
        return None
    places = {label: place for place, label in enumerate(dict.fromkeys(found.documents))}
    made = np.array([places[label] for label in found.documents], dtype=np.int64)
    return tuple(places), made if kept is None else made[kept]


def _slices(found: Compared, segments: int, kept: Int64s | None) -> Iterator[PageSlices]:
    made: dict[str, tuple[list[str], Int64s]] = {}
    for by, label, places in found.slices:
        labels, part = made.setdefault(by, ([], np.zeros(segments, dtype=np.int64)))
        labels.append(label)
        part[places] = len(labels)
    for by, (labels, part) in made.items():
        yield PageSlices(by, tuple(labels), part if kept is None else part[kept])
