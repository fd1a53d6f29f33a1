"""Totals of a sum of metrics: what its parts have in common is said once."""

from __future__ import annotations

from collections import Counter

from tertium.metrics.base import Metric
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
