"""Score systems against references: every metric of every system, with intervals and paired tests where asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

import numpy as np

from tertium.analysis.comparing.draws import TRIALS, Bootstrap, check_draws
from tertium.engine import local
from tertium.engine.rows import KeptRows
from tertium.errors import InputError, either
from tertium.metrics.base import Metric
from tertium.progress import SILENT, Heard, Listener
from tertium.results.scores import MetricScore, Report
from tertium.tasks.outer_scores import Given, OpenedTexts, Ready, of_systems, ready, refuse_same_names, tools_of
from tertium.tasks.scored import Checks, score_texts
from tertium.tasks.texts import Texts

if TYPE_CHECKING:
    from tertium.corpus.campaigns.score_files.scores import ScoreTable
    from tertium.engine.kept_work import KeptWork
    from tertium.engine.segment_store import SegmentStore

_AR = either("--paired-ar", "paired='ar'")


@dataclass(frozen=True)
class Uncertainty:
    """Which uncertainty is wanted: intervals, and p-values against the first system.

    ``paired`` is "bs" (paired bootstrap, which brings intervals with it) or "ar" (approximate randomisation).
    """

    intervals: bool = False
    paired: Literal["bs", "ar"] | None = None
    resamples: int = Bootstrap.resamples
    trials: int = TRIALS
    seed: int = Bootstrap.seed
    level: float = Bootstrap.level

    def __post_init__(self) -> None:
        check_draws(self.resamples, "the number of resamples")
        check_draws(self.trials, "the number of trials")

    def __bool__(self) -> bool:
        return self.intervals or self.paired is not None


@dataclass(frozen=True)
class ScoreRequest:
    """What ``tertium score`` and ``tertium.score`` ask for."""

    texts: Texts
    metrics: tuple[Metric, ...]
    segment_scores: bool = False
    uncertainty: Uncertainty = field(default_factory=Uncertainty)
    checks: Checks = field(default_factory=Checks)
    threads: int | None = None
    scores: tuple[Given, ...] = ()
    resume: str | None = None  # the folder that keeps the work

    def __post_init__(self) -> None:
        refuse_same_names(self.scores, [str(metric) for metric in self.metrics])

    @property
    def streamable(self) -> bool:
        """Can segment scores go to a store instead of the report? Scores of other tools are in memory anyway."""
        return self.segment_scores and not self.scores


@contextmanager
def kept(
    folder: str | None,
    texts: Texts,
    metrics: Sequence[Metric],
    *,
    segment_scores: bool,
    rows: bool = False,
    threads: int | None,
) -> Iterator[KeptWork | None]:
    """The folder of a request that has one. It stays locked, and its segment scores can be read, inside the block."""
    if folder is None:
        yield None
        return
    from tertium.tasks.resuming import kept_work

    with kept_work(folder, texts, metrics, segment_scores=segment_scores, rows=rows, threads=threads) as work:
        yield work


def kept_of(request: ScoreRequest) -> AbstractContextManager[KeptWork | None]:
    return kept(
        request.resume,
        request.texts,
        request.metrics,
        segment_scores=request.segment_scores,
        rows=bool(request.uncertainty),
        threads=request.threads,
    )


def run(request: ScoreRequest, listener: Listener = SILENT) -> Report:
    """Every system by every metric."""
    with kept_of(request) as work:
        return run_with(request, listener, work=work)


def run_with(
    request: ScoreRequest,
    listener: Listener,
    *,
    store: SegmentStore | None = None,
    work: KeptWork | None = None,
) -> Report:
    """The same for those who keep the work, or the segment scores, at hand.

    With a ``store`` the report of a streamable request has no segment scores: they are there. ``work`` is what
    ``kept_of`` gives; its store is used, whoever asks.
    """
    if request.uncertainty.paired and len(request.texts.names) < 2:
        raise InputError("a paired test compares systems with the first one; give at least two.")
    listener = Heard(listener)
    keep = KeptRows() if request.uncertainty else None
    texts = OpenedTexts(request.texts) if tools_of(request.scores) else request.texts
    report = score_texts(
        texts,
        request.metrics,
        request.checks,
        listener,
        threads=request.threads,
        keep=keep,
        segment_scores=request.segment_scores and store is None and work is None,
        store=store,
        work=work,
    )
    if work is not None and work.scores is not None and work.scores is not store:
        report = with_segment_scores(report, work.scores)
    corpus = texts.corpus(reread=True) if isinstance(texts, OpenedTexts) else None
    given_scores = ready(request.scores, corpus, listener)
    tables = [(given, table) for given in given_scores for table in given.tables()]
    if tables:
        report = _with_scores(report, tables, request.segment_scores)
    if keep is not None:
        report = _tested(report, request, keep, tables, listener)
    return replace(report, warnings=listener.sentences)


def with_segment_scores(report: Report, store: SegmentStore) -> Report:
    """The report with the segment scores that a store holds: in memory, as most formats need them."""
    from tertium.metrics.totals import as_segment_scores

    numbers = np.concatenate(list(store.blocks()))
    columns = iter(numbers.T)
    systems = [
        replace(
            system,
            scores=tuple(replace(score, segment_scores=as_segment_scores(next(columns))) for score in system.scores),
        )
        for system in report.systems
    ]
    return replace(report, systems=tuple(systems))


def _with_scores(report: Report, tables: Sequence[tuple[Ready, ScoreTable]], segment_scores: bool) -> Report:
    """The report with the scores of other tools behind those of our metrics; a system's score is their mean."""
    from tertium.metrics.totals import as_segment_scores

    names = [system.name for system in report.systems]
    added: list[list[MetricScore]] = [[] for _ in names]
    for given, table in tables:
        for made, scores in zip(added, of_systems(table, names, report.segments), strict=True):
            there = scores[~np.isnan(scores)]
            mean = float(np.mean(there)) if len(there) else float("nan")
            made.append(
                MetricScore(
                    metric=table.metric,
                    score=mean,
                    value=mean,
                    signature=given.signature(table),
                    higher_is_better=given.higher_is_better,
                    segments=report.segments,
                    unscored=len(scores) - len(there),
                    segment_scores=as_segment_scores(scores) if segment_scores else None,
                )
            )
    pairs = zip(report.systems, added, strict=True)
    return replace(report, systems=tuple(replace(system, scores=(*system.scores, *made)) for system, made in pairs))


def _tested(
    report: Report,
    request: ScoreRequest,
    keep: KeptRows,
    tables: Sequence[tuple[Ready, ScoreTable]],
    listener: Listener,
) -> Report:
    """Intervals where asked for and, as in sacreBLEU, with the paired bootstrap; p-values with a test."""
    from tertium.analysis.comparing.intervals import with_tests  # plain scores draw nothing
    from tertium.analysis.comparing.resampling import few_units
    from tertium.analysis.comparing.score_rows import joined, mean_score_rows, score_rows_of

    wanted = request.uncertainty
    names = [system.name for system in report.systems]
    score_rows = score_rows_of(names, request.metrics, keep)
    outer = [
        mean_score_rows(
            names,
            table.metric,
            given.signature(table),
            of_systems(table, names, report.segments),
            given.higher_is_better,
        )
        for given, table in tables
    ]
    score_rows = joined([score_rows, *outer]) if outer else score_rows
    intervals = wanted.paired == "bs" or wanted.intervals
    if intervals:
        for sentence in few_units(score_rows, instead=f"; {_AR} keeps its level" if wanted.paired == "bs" else ""):
            listener.notice(sentence)
    return with_tests(
        report,
        score_rows,
        Bootstrap(wanted.resamples, wanted.seed, wanted.level),
        local.threads_of(request.threads),
        test=wanted.paired,
        trials=wanted.trials,
        intervals=intervals,
        listener=listener,
    )
