"""One segment by metrics with doors of their own (`metrics.single`): the record of `tasks.score`, and no task.

Nothing is planned, surveyed or shared out to threads. What the doctor could warn of, what a door does not take, and
what was never scored before goes the long way, and so does everything else that a request may ask for.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tertium.analysis.doctor.one_segment import unremarkable
from tertium.metrics.base import Metric
from tertium.metrics.single import Single, single_of
from tertium.results.scores import NAMELESS, Report, SystemScores

_MOST = 64  # choices of metrics that are remembered

_ready: dict[tuple[str | Metric, ...], tuple[Single, ...]] = {}  # by what was asked for


def score_one(hypothesis: Any, references: Any, metrics: Any) -> SystemScores | None:
    """The scores of one segment by metrics that have scored such a one before; None: run the task."""
    singles = _ready.get(_choice(metrics))
    if singles is None or hypothesis.__class__ is not str:
        return None
    texts = _texts(references)
    if texts is None or not unremarkable(hypothesis, texts):
        return None
    made = []
    for single in singles:
        scored = single.corpus(hypothesis, texts)
        if scored is None:
            return None
        made.append(scored)
    return SystemScores(NAMELESS, tuple(made))


def remember(report: Report, hypothesis: Any, references: Any, metrics: Any, chosen: Sequence[Metric]) -> None:
    """What a task said of one segment, for the next of its kind."""
    texts = _texts(references)
    asked = _choice(metrics)
    if texts is None or not asked or len(report.systems[0].scores) != len(chosen):
        return
    singles = tuple(single_of(metric) for metric in chosen)
    if any(single.door is None for single in singles):
        return
    for single, scored in zip(singles, report.systems[0].scores, strict=True):
        single.remember(scored, hypothesis, texts, segment=False)
    if len(_ready) >= _MOST:
        _ready.clear()
    _ready.setdefault(asked, singles)


def _choice(metrics: Any) -> tuple[str | Metric, ...]:
    """Names and metrics as they were asked for; () for what a dictionary cannot hold."""
    if metrics.__class__ is tuple or metrics.__class__ is list:
        return tuple(metrics) if all(isinstance(metric, str | Metric) for metric in metrics) else ()
    return (metrics,) if isinstance(metrics, str | Metric) else ()


def _texts(references: Any) -> list[str] | None:
    """The references of the segment: a string, or a list of strings."""
    if references.__class__ is str:
        return [references]
    return references if references.__class__ is list and all(text.__class__ is str for text in references) else None
