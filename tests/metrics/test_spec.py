"""Specs: every number a parameter may hold is spelled so that it reads back, and no spelling is a traceback."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.errors import SpecError
from tertium.metrics.bleu import Bleu
from tertium.metrics.spec import parse


@given(st.floats(min_value=0, exclude_min=True, max_value=sys.float_info.max))
def test_any_positive_number_survives_specs_and_signatures(number: float) -> None:
    metric = Bleu(smooth="floor", smooth_value=number)
    assert parse(str(metric)) == metric
    assert parse(metric.signature) == metric
    if number > 1e100:  # sums of scores would not be numbers any more
        with pytest.raises(SpecError, match=r"the weight of bleu is .*, expected a number between"):
            parse(f"{number!r}*bleu - 2*chrf")
        return
    total = parse(f"{number!r}*bleu - 2*chrf")
    assert parse(str(total)) == total
    assert parse(total.signature) == total


@pytest.mark.parametrize(
    "spec", [f"bleu:order={'9' * 400}", f"bleu:order={'9' * 5000}", f"bleu#{'9' * 5000}", "bleu#0"]
)
def test_absurd_numbers_are_refused(spec: str) -> None:
    with pytest.raises(SpecError):
        parse(spec)


@pytest.mark.parametrize("number", [10**400, -(10**400), float("inf"), float("nan")])
def test_numbers_no_float_holds_are_refused(number: Any) -> None:
    with pytest.raises(SpecError, match="finite"):
        Bleu(smooth="floor", smooth_value=number)


def test_numpy_numbers_and_lists_are_parameters_like_any_other() -> None:
    order: Any = np.int64(2)
    weights: Any = [0.5, np.float64(0.5)]
    assert Bleu(order=order, weights=weights) == Bleu(order=2, weights=(0.5, 0.5))
    assert parse(Bleu(order=order, weights=weights).signature) == Bleu(order=2, weights=(0.5, 0.5))
