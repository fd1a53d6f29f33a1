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


@pytest.mark.parametrize(
    ("text", "expected", "place", "got"),
    [
        ("0.5 bleu", "expected '*' after a weight, as in '0.5*bleu'", 5, "bleu"),
        ("bleu:=2", "expected parameter=value", 6, "=2"),
        ("bleu:order 2", "expected '=' after 'order'", 11, " 2"),
        ('bleu:tok="13a', 'a quoted value is not closed with "', 10, '"13a'),
        ("bleu:tok=,", "expected a value for 'tok'", 10, ","),
        ("bleu#x", "expected a version number after '#'", 6, "x"),
    ],
)
def test_what_cannot_be_read_is_told_with_its_place(text: str, expected: str, place: int, got: str) -> None:
    with pytest.raises(SpecError) as error:
        parse(text)
    assert str(error.value) == f"cannot read metric '{text}': {expected} at character {place}, got '{got}'."


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (7, "a metric is named by a string such as 'bleu', got int."),
        ("bleu:order=two", "bleu:order is 'two', expected a whole number."),
        ("chrf:beta=much", "chrf:beta is 'much', expected a number."),
        ("bleu:weights=a/b", "bleu:weights is 'a/b', expected numbers separated by / or none."),
        ("bleu:like=moses2", "bleu:like is 'moses2', expected one of mteval, wmt."),
    ],
)
def test_values_that_mean_nothing_are_told(text: Any, said: str) -> None:
    with pytest.raises(SpecError) as error:
        parse(text)
    assert str(error.value) == said
