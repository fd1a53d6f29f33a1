"""Totals of a sum of metrics: what its parts have in common is said once."""

from __future__ import annotations

from collections import Counter

import numpy as np

from tertium.corpus.chunk import Chunk
from tertium.metrics.base import Metric, Rows
from tertium.metrics.spec import parse
from tertium.metrics.totals import Totals, finish
from tertium.results.signatures import ReferenceCount


def totals_of(metric: Metric, scored: dict[str, int], flags: dict[str, dict[str, int]]) -> dict[Metric, Totals]:
    made = {}
    for _, leaf in metric.leaves():
        made[leaf] = Totals(leaf)
        made[leaf].segments, made[leaf].scored = 5, scored[leaf.name]
        made[leaf].flags = Counter(flags[leaf.name])
    return made


def test_a_segment_without_a_score_in_one_part_has_none_in_the_sum() -> None:
    metric = parse("0.5*bleu+0.5*ter")
    totals = totals_of(metric, {"bleu": 5, "ter": 2}, {"bleu": {}, "ter": {}})
    assert finish(metric, totals, ReferenceCount(1, 1)).unscored == 3


def test_flags_of_the_parts_are_merged_not_added() -> None:
    """Parts that share a view flag the same segments: the sum has as many as the part with the most."""
    metric = parse("0.5*bleu+0.5*ter")
    flags = {"bleu": {"capped": 2, "long": 1}, "ter": {"capped": 3, "empty": 0}}
    found = finish(metric, totals_of(metric, {"bleu": 5, "ter": 5}, flags), ReferenceCount(1, 1))
    assert found.flags == {"capped": 3, "long": 1}


def test_masked_segments_and_segments_without_a_score_are_counted_apart_from_scored_ones() -> None:
    """Of a mean, what has no score must not be divided by."""
    metric = parse("ribes")
    values = metric.select(metric.measure(Chunk.of([["a b c", "x y z", "a b c"]], [["a b c"]] * 3))).values
    rows = Rows(values, np.array([False, False, True]), None, {"capped": np.array([True, False, True])})
    totals = Totals(metric)
    scores = totals.add(rows)
    assert scores is not None
    assert np.isnan(scores[2])
    known = scores[np.isfinite(scores)]
    assert (totals.segments, totals.scored) == (3, len(known))
    assert totals.value() == known.mean()


def test_merged_totals_are_those_of_all_segments() -> None:
    metric = parse("bleu")
    whole, parts = Totals(metric), [Totals(metric), Totals(metric)]
    for hyp, flagged, part in (("a b c d e", True, parts[0]), ("a b x d e", False, parts[1]), ("e", True, parts[1])):
        measured = metric.measure(Chunk.of([[hyp]], [["a b c d e"]]))
        rows = Rows(measured.values, measured.masked, None, {"capped": np.array([flagged])})
        whole.add(rows)
        part.add(rows)
    parts[0].merge(parts[1])
    assert parts[0].value() == whole.value()
    assert (parts[0].segments, parts[0].scored, parts[0].flags) == (3, 3, {"capped": 2})
    assert parts[0].flags == whole.flags
