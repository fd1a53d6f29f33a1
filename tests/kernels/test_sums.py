"""Exact sums are exact: equal to rational arithmetic, whatever the order and the parts."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tertium.kernels.sums import column_sums

finite = st.floats(allow_nan=False, allow_infinity=False, min_value=-1e300, max_value=1e300)


def exact(values: list[float]) -> float:
    sums = column_sums(1)
    sums.add(np.array(values, dtype=np.float64).reshape(-1, 1), np.zeros(len(values), dtype=bool))
    return float(sums.values()[0])


@given(st.lists(finite))
def test_a_sum_is_the_rational_sum_rounded_once(values: list[float]) -> None:
    assert exact(values) == float(sum(map(Fraction, values), Fraction(0)))


@given(st.lists(finite, max_size=40), st.integers(0, 40))
def test_merged_parts_equal_the_whole(values: list[float], cut: int) -> None:
    left, right = column_sums(1), column_sums(1)
    for sums, part in ((left, values[:cut]), (right, values[cut:])):
        sums.add(np.array(part, dtype=np.float64).reshape(-1, 1), np.zeros(len(part), dtype=bool))
    left.merge(right)
    assert float(left.values()[0]) == math.fsum(values)


def test_ties_round_to_even_and_tiny_values_survive() -> None:
    assert exact([2.0**53, 1.0]) == 2.0**53
    assert exact([2.0**53, 1.0, 2.0**-1074]) == 2.0**53 + 2
    assert exact([5e-324, 5e-324]) == 1e-323
    assert exact([1e308, -1e308, 5e-324]) == 5e-324
    assert exact([]) == 0.0


def test_masked_rows_weigh_nothing() -> None:
    sums = column_sums(2)
    sums.add(np.array([[1.0, 2.0], [10.0, 20.0], [0.5, math.nan]]), np.array([False, False, True]))
    assert sums.values().tolist() == [11.0, 22.0]


def test_infinities_and_nan_show_in_the_result() -> None:
    assert exact([1.0, math.inf]) == math.inf
    assert math.isnan(exact([math.inf, -math.inf]))


@given(
    st.lists(st.sampled_from([1.0, -3.0, 2.0**31 - 1, 2.0**31, 2.0**52 + 1, 0.5, -0.0, 1e-300]), min_size=1),
    st.booleans(),
)
def test_counts_and_other_numbers_mix(odd: list[float], mirrored: bool) -> None:
    """Blocks of whole numbers are added plainly; whatever lies among them, the sum is exact."""
    column = np.resize(np.arange(700.0), 700)
    column[:: 700 // len(odd)][: len(odd)] = odd
    sums = column_sums(2)
    sums.add(np.column_stack([column, column[::-1] if mirrored else -column]), np.zeros(700, dtype=bool))
    whole = math.fsum(column)
    assert sums.values().tolist() == [whole, whole if mirrored else -whole]
