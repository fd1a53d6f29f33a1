"""Single segments, one call after the other: a metric made ready once, and then no array of numpy on the way.

Scoring a chunk of one segment costs a hundred times the segment. A metric whose rows come from native tokens has a
*door* instead (`Metric.row_door`): strings in, the row of the same kernels out. What is unusual about a call the door
leaves to the chunk. The first score of a metric always comes from a chunk and is the pattern of the later ones: only
its numbers are replaced. `tests/laws/test_single_segments.py` compares both ways, number by number and bit by bit.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tertium.metrics.rows import Pooling
from tertium.results.scores import MetricScore

if TYPE_CHECKING:
    from tertium.metrics.base import Metric

# From a hypothesis and a list of its references to the selected row; None where a chunk must look.
RowDoor = Callable[[Any, Any], "list[float] | None"]

PLACE = "_single"  # in a metric's __dict__: no field, so neither equality nor pickling knows of it


Scorer = Callable[[Any, Any], "MetricScore | None"]


class Single:
    """One metric, ready: ``segment`` and ``corpus`` score a hypothesis and its references by the formula for segments
    or for corpora; None: let a chunk do it. Threads may share it: what it remembers is the same whoever writes it."""

    def __init__(self, metric: Metric) -> None:
        self.door = metric.row_door()
        self._patterns: tuple[_Patterns, _Patterns] = ({}, {})
        self.segment = _scorer(metric, self.door, self._patterns[True], True)
        self.corpus = _scorer(metric, self.door, self._patterns[False], metric.pooling is not Pooling.POOL)

    def remember(self, scored: MetricScore, hypothesis: Any, references: Any, segment: bool) -> None:
        """Take a chunk's score for the pattern of the next, if the door would have taken its texts."""
        if self.door is None or references.__class__ is not list or self.door(hypothesis, references) is None:
            return
        if not scored.unscored and not scored.flags and scored.segment_scores is None:
            self._patterns[segment].setdefault(len(references), dict(vars(scored)))


_Patterns = dict[int, dict[str, Any]]  # by the number of references; fields of a score


def _scorer(metric: Metric, door: RowDoor | None, patterns: _Patterns, segment: bool) -> Scorer:
    if door is None:
        return lambda hypothesis, references: None
    number, scale, columns, new = metric.row_score, metric.scale, metric.columns, object.__new__

    def score(hypothesis: Any, references: Any) -> MetricScore | None:
        if references.__class__ is not list:
            return None
        pattern = patterns.get(len(references))
        if pattern is None:
            return None
        row = door(hypothesis, references)
        if row is None:
            return None
        value = number(row, segment)
        if value != value:  # no score: the chunk counts such segments
            return None
        made: MetricScore = new(MetricScore)
        fields = made.__dict__  # the constructor of a frozen record would take longer than all the rest
        fields.update(pattern)
        fields["score"] = scale * value
        fields["value"] = value
        fields["rows"] = dict(zip(columns, row))  # noqa: B905 - strict takes twice as long
        fields["flags"] = {}
        return made

    return score


def single_of(metric: Metric) -> Single:
    """The metric made ready, once for each metric."""
    made: Single | None = metric.__dict__.get(PLACE)
    if made is None:
        made = Single(metric)
        metric.__dict__[PLACE] = made
    return made


def without_single(state: dict[str, Any]) -> dict[str, Any]:
    """What is pickled of a metric: its fields."""
    return {name: value for name, value in state.items() if name != PLACE}


def best_row(rows: list[float], columns: int, key: Callable[[list[float]], float]) -> list[float]:
    """Of the rows of several references, which stand one after the other, the first with the highest key."""
    if len(rows) == columns:
        return rows
    return max((rows[at : at + columns] for at in range(0, len(rows), columns)), key=key)
