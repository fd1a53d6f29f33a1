"""Percentile bootstrap intervals for every score of a report, and p-values against its first system.

Efron & Tibshirani (1993), An Introduction to the Bootstrap, chapter 13; Koehn (2004) for translation. The resamples are
those of ``resampling``: shared by all systems and metrics, the same bits on any number of threads.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from tertium.analysis.comparing.resampling import TRIALS, Bootstrap, randomise, resample
from tertium.analysis.comparing.score_rows import ScoreRows
from tertium.analysis.comparing.significance import ALPHA, bootstrap_p, interval_of, randomised_p
from tertium.progress import SILENT, Listener
from tertium.results.scores import PairedP, Report


def with_intervals(report: Report, score_rows: ScoreRows, bootstrap: Bootstrap, threads: int) -> Report:
    """The report with an interval for every score that exists."""
    return with_tests(report, score_rows, bootstrap, threads, test=None)


def with_tests(
    report: Report,
    score_rows: ScoreRows,
    bootstrap: Bootstrap,
    threads: int,
    *,
    test: str | None,
    trials: int = TRIALS,
    intervals: bool = True,
    listener: Listener = SILENT,
) -> Report:
    """The report with intervals, and with each system's p-value against the first.

    ``test`` is "bs" (paired bootstrap as Moses' program and sacreBLEU read it) or "ar" (approximate randomisation,
    two-sided).
    """
    drawn = resample(score_rows, bootstrap, threads, listener) if intervals or test == "bs" else None
    observed = score_rows.observed()
    others = range(1, len(report.systems))
    shuffled = None
    if test == "ar" and len(report.systems) > 1:
        shuffled = randomise(score_rows, [(0, place) for place in others], trials, bootstrap.seed, threads, listener)
    systems = []
    for place, system in enumerate(report.systems):
        scores = []
        for column, score in enumerate(system.scores):
            made = replace(
                score,
                interval=interval_of(drawn[:, place, column], bootstrap) if drawn is not None and intervals else None,
            )
            if test is not None and place > 0:
                delta = float(observed[place, column] - observed[0, column])
                if shuffled is not None:
                    p = randomised_p(shuffled[:, place - 1, column], delta, "two")
                    made = replace(made, test=_paired(p, test, "two", trials, bootstrap.seed))
                elif drawn is not None:
                    differences = drawn[:, place, column] - drawn[:, 0, column]
                    p = bootstrap_p(differences, delta, "moses", score.higher_is_better, score_rows.units)
                    made = replace(made, test=_paired(p, test, "moses", bootstrap.resamples, bootstrap.seed))
            scores.append(made)
        systems.append(replace(system, scores=tuple(scores)))
    return replace(report, systems=tuple(systems))


def _paired(p: float, test: str, sides: str, draws: int, seed: int) -> PairedP:
    return PairedP(p, bool(np.isfinite(p)) and p < ALPHA, test, sides, draws, seed)
