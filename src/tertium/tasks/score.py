"""Score systems against references: every metric of every system, with intervals and paired tests where asked for."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

from tertium.analysis.comparing.draws import TRIALS, Bootstrap, check_draws
from tertium.engine import local
from tertium.engine.rows import KeptRows
from tertium.errors import InputError
from tertium.metrics.base import Metric
from tertium.progress import SILENT, Heard, Listener
from tertium.results.scores import Report
from tertium.tasks.scored import Checks, score_texts
from tertium.tasks.texts import Texts


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


def run(request: ScoreRequest, listener: Listener = SILENT) -> Report:
    """Every system by every metric."""
    if request.uncertainty.paired and len(request.texts.names) < 2:
        raise InputError("a paired test compares systems with the first one; give at least two.")
    listener = Heard(listener)
    keep = KeptRows() if request.uncertainty else None
    report = score_texts(
        request.texts,
        request.metrics,
        request.checks,
        listener,
        threads=request.threads,
        keep=keep,
        segment_scores=request.segment_scores,
    )
    if keep is not None:
        report = _tested(report, request, keep, listener)
    return replace(report, warnings=listener.sentences)


def _tested(report: Report, request: ScoreRequest, keep: KeptRows, listener: Listener) -> Report:
    """Intervals where asked for and, as in sacreBLEU, with the paired bootstrap; p-values with a test."""
    from tertium.analysis.comparing.intervals import with_tests  # plain scores draw nothing
    from tertium.analysis.comparing.resampling import few_units
    from tertium.analysis.comparing.score_rows import score_rows_of

    wanted = request.uncertainty
    score_rows = score_rows_of([system.name for system in report.systems], request.metrics, keep)
    intervals = wanted.paired == "bs" or wanted.intervals
    if intervals:
        for sentence in few_units(score_rows, instead="; --paired-ar keeps its level" if wanted.paired == "bs" else ""):
            listener.notice(sentence)
    return with_tests(
        report,
        score_rows,
        Bootstrap(wanted.resamples, wanted.seed, wanted.level),
        request.threads or local.usable_cores(),
        test=wanted.paired,
        trials=wanted.trials,
        intervals=intervals,
        listener=listener,
    )
