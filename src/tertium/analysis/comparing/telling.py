"""Which segments tell most, where there is no room for all of them.

Segments are taken in turn from several lists, each from its most telling end, until there are enough:

1. those in which the doctor found something, in their order,
2. for every metric those in which its scores of two systems lie farthest apart,
3. those about which two metrics disagree most: one likes the first of two systems better, the other the second,
4. those that the first metric finds worst, over all systems,
5. segments spread evenly over the whole set, so that the usual ones are there, too.

Scores of different metrics are compared in standard deviations of the metric's segment scores.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

import numpy as np

from tertium.analysis.comparing.score_rows import ScoreRows
from tertium.arrays import Floats, Int64s

_GOLDEN = (5**0.5 - 1) / 2  # steps of this part of a circle cover it evenly, wherever one stops
_MOST_PAIRS = 45  # of systems that are looked at for disagreements: those of ten


def most_telling(rows: ScoreRows, flagged: Iterable[int], keep: int) -> Int64s:
    """Places of so many segments, ascending; all where there are no more."""
    if keep >= rows.segments:
        return np.arange(rows.segments)
    lists = [iter(order) for order in _lists(rows, sorted(set(flagged)))]
    chosen: dict[int, None] = {}
    while len(chosen) < keep:
        for order in lists:
            place = next((place for place in order if place not in chosen), None)
            if place is not None and len(chosen) < keep:
                chosen[place] = None
    return np.array(sorted(chosen), dtype=np.int64)


def _lists(rows: ScoreRows, flagged: list[int]) -> Iterator[list[int]]:
    scores = [
        _standard(measure.segment_scores if measure.higher else -measure.segment_scores) for measure in rows.measures
    ]
    yield flagged
    if len(scores[0]) > 1:
        for measure in scores:
            yield _from_the_top(measure.max(axis=0) - measure.min(axis=0))
    if len(scores) > 1 and len(scores[0]) > 1:
        yield _from_the_top(_disagreement(scores))
    yield _from_the_top(-scores[0].mean(axis=0))
    # The last list has every segment: whatever happens to the others, there are enough.
    even = (rows.segments * (np.arange(rows.segments) * _GOLDEN % 1)).astype(np.int64).tolist()
    yield [*even, *range(rows.segments)]


def _standard(scores: Floats) -> Floats:
    """(systems, segments) in standard deviations; a segment without a score counts as an average one."""
    known = scores[np.isfinite(scores)]
    if not len(known) or known.std() == 0:
        return np.zeros_like(scores)
    return np.asarray(np.nan_to_num((scores - known.mean()) / known.std(), nan=0.0, posinf=0.0, neginf=0.0))


def _disagreement(scores: list[Floats]) -> Floats:
    """By segment: how far two metrics at least prefer different ones of two systems, at most over all pairs."""
    most = np.zeros(scores[0].shape[1])
    for first, second in list(combinations(range(len(scores[0])), 2))[:_MOST_PAIRS]:
        gains = [measure[first] - measure[second] for measure in scores]
        for one, other in combinations(gains, 2):
            most = np.maximum(most, np.maximum(np.minimum(one, -other), np.minimum(-one, other)))
    return most


def _from_the_top(numbers: Floats) -> list[int]:
    order: list[int] = np.argsort(-numbers, kind="stable").tolist()
    return order
