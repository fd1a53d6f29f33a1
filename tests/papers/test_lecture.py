"""Numbers printed in the lecture on automatic evaluation of machine translation."""

from __future__ import annotations

import math

import pytest

from tertium.metrics.base import Segment
from tertium.metrics.bleu import Bleu


@pytest.mark.parametrize(
    ("reference", "printed", "decimals"),
    [("these houses have windows", 0.3, 1), ("this dog has legs", 0.39, 2), ("the house have window", 0.39, 2)],
)
def test_bleus_of_this_house_has_window(reference: str, printed: float, decimals: int) -> None:
    # Moses' sentence-bleu; the lecture cuts 0.3976 to 0.39.
    metric = Bleu(tok="none", smooth="add1_all")
    value = metric.explain(Segment("this house has window", (reference,))).score / 100
    assert math.floor(value * 10**decimals) / 10**decimals == pytest.approx(printed)


def test_bleu_of_a_short_segment_is_zero_without_smoothing() -> None:
    # "No scoring at sentence level (lack of 4 grams => division by 0)"
    metric = Bleu(tok="none", smooth="none", effective_order=False)
    assert metric.explain(Segment("the house", ("the house",))).score == 0.0
