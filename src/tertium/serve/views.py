"""What the pages about several runs show: two runs side by side, and one system through time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tertium.serve.kept import KeptRun, KeptScore


@dataclass(frozen=True)
class Change:
    """One system by one metric in two runs; ``better`` None where the two numbers cannot be compared."""

    system: str
    metric: str
    before: KeptScore | None
    after: KeptScore | None
    delta: float | None
    better: bool | None


@dataclass(frozen=True)
class TwoRuns:
    before: KeptRun
    after: KeptRun
    changes: tuple[Change, ...]
    same_test_set: bool
    other_signatures: tuple[str, ...]  # metrics that were not the same in both

    @property
    def testable(self) -> bool:
        """Can the systems of both be scored again side by side, with a paired test?"""
        return self.same_test_set and bool({score.metric for score in self.before.scores})


def two_runs(before: KeptRun, after: KeptRun) -> TwoRuns:
    """Every system and metric of either; the difference only where both numbers measure the same thing."""
    systems = dict.fromkeys((*after.systems, *before.systems))
    metrics = dict.fromkeys((*after.metrics, *before.metrics))
    same = before.test_set == after.test_set
    changes, others = [], []
    for metric in metrics:
        for system in systems:
            old, new = before.score(system, metric), after.score(system, metric)
            if old is None and new is None:
                continue
            delta = better = None
            if old and new and old.signature != new.signature:
                others.append(metric)
            elif same and old and new and old.score is not None and new.score is not None:
                delta = new.score - old.score
                better = None if delta == 0 else (delta > 0) == new.higher
            changes.append(Change(system, metric, old, new, delta, better))
    return TwoRuns(before, after, tuple(changes), same, tuple(dict.fromkeys(others)))


@dataclass(frozen=True)
class Dot:
    """A run in a chart; y values are percentages from the top."""

    run: KeptRun
    score: KeptScore
    x: float
    y: float
    low: float
    high: float


@dataclass(frozen=True)
class Series:
    """One metric of a system on one test set; ``dots`` are in the order of the runs."""

    metric: str
    signature: str
    higher: bool
    references: str
    segments: int
    dots: tuple[Dot, ...]
    top: float  # the largest and the smallest number that is drawn, and where
    bottom: float
    top_at: float
    bottom_at: float

    @property
    def line(self) -> str:
        return " ".join(f"{dot.x:.2f},{dot.y:.2f}" for dot in self.dots)


WIDTH, HEIGHT, _MARGIN = 420.0, 150.0, 22.0


def trend(system: str, runs: Sequence[KeptRun]) -> list[Series]:
    """Numbers that can be compared, runs from old to new: the same metric with the same settings and references."""
    found: dict[tuple[str, str, str], list[tuple[KeptRun, KeptScore]]] = {}
    for run in sorted(runs, key=lambda run: run.id):
        for score in run.scores:
            if score.system == system and score.score is not None:
                found.setdefault((run.test_set, score.metric, score.signature), []).append((run, score))
    return [_series(pairs) for pairs in found.values()]


def _series(pairs: Sequence[tuple[KeptRun, KeptScore]]) -> Series:
    values = [value for _, score in pairs for value in (score.score, score.low, score.high) if value is not None]
    bottom, top = min(values), max(values)
    spread = (top - bottom) or 1.0
    low, high = bottom - 0.08 * spread, top + 0.08 * spread
    step = (WIDTH - 2 * _MARGIN) / max(1, len(pairs) - 1)

    def place(value: float | None, otherwise: float) -> float:
        return HEIGHT * (high - (otherwise if value is None else value)) / (high - low)

    dots = []
    for number, (run, score) in enumerate(pairs):
        middle = score.score if score.score is not None else 0.0
        x = WIDTH / 2 if len(pairs) == 1 else _MARGIN + number * step
        y = place(score.score, middle)
        dots.append(Dot(run, score, x, y, place(score.low, middle), place(score.high, middle)))
    run, score = pairs[-1]
    references = ", ".join(text.label for text in run.texts if text.role == "reference")
    return Series(
        score.metric,
        score.signature,
        score.higher,
        references,
        run.segments,
        tuple(dots),
        top,
        bottom,
        place(top, top),
        place(bottom, bottom),
    )
