"""Correlations equal scipy's, exist where they should, and are NaN where they do not."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium.analysis.meta import correlations
from tertium.analysis.meta.correlations import (
    decided_accuracy,
    kendall_b,
    kendall_c,
    mid_ranks,
    pair_counts,
    pairwise_accuracy,
    pearson,
    spearman,
)
from vectors import vectors

stats = pytest.importorskip("scipy.stats", reason="scipy is in the extras 'meta' and 'oracle'")

SCIPY = {
    pearson: lambda x, y: stats.pearsonr(x, y).statistic,
    spearman: lambda x, y: stats.spearmanr(x, y).statistic,
    kendall_b: lambda x, y: stats.kendalltau(x, y, variant="b").statistic,
    kendall_c: lambda x, y: stats.kendalltau(x, y, variant="c").statistic,
}


@st.composite
def two_vectors(draw: st.DrawFn) -> tuple[np.ndarray, np.ndarray]:
    """Vectors with many ties, none constant."""
    size = draw(st.integers(3, 90))
    values = st.lists(st.integers(-6, 6), min_size=size, max_size=size).filter(lambda x: len(set(x)) > 1)
    scale = draw(st.sampled_from([1.0, 0.1, 1e-9, 1e7]))
    return np.array(draw(values)) * scale, np.array(draw(values)) * 0.37


@given(two_vectors())
@settings(max_examples=150)
def test_all_four_equal_scipy(pair: tuple[np.ndarray, np.ndarray]) -> None:
    x, y = pair
    for ours, theirs in SCIPY.items():
        assert float(ours(x, y)) == pytest.approx(theirs(x, y), abs=1e-9), ours.__name__


@pytest.mark.parametrize("size", [3, 17, 64, 65, 700])
def test_batches_and_long_vectors_equal_scipy(size: int) -> None:
    generator = np.random.default_rng(0)
    x, y = generator.integers(0, 9, (4, size)) / 7, generator.normal(size=(4, size)).round(1)
    for ours, theirs in SCIPY.items():
        np.testing.assert_allclose(ours(x, y), [theirs(a, b) for a, b in zip(x, y, strict=True)], atol=1e-9)


@pytest.mark.parametrize("vector", vectors("meta", "correlations"))
def test_the_specification_s_correlations(vector: dict[str, Any]) -> None:
    x, y = np.array(vector["human_scores"]), np.array(vector["metric_scores"])
    expected = vector["expected"]
    for name, ours in (
        ("pearson", pearson),
        ("spearman", spearman),
        ("kendall_tau_b", kendall_b),
        ("kendall_tau_c", kendall_c),
    ):
        assert float(ours(x, y)) == pytest.approx(expected[name], abs=vector["tolerance"])
    counts = pair_counts(x, y)
    right = float(counts.concordant + counts.tied_both)
    assert [right, float(counts.total)] == expected["agreement_pairs"]
    assert float(pairwise_accuracy(x, y)) == pytest.approx(expected["acc_23"], abs=vector["tolerance"])


@pytest.mark.parametrize("vector", vectors("meta", "isozaki-rank-example"))
def test_isozaki_s_example_of_ranks(vector: dict[str, Any]) -> None:
    x, y = np.array(vector["x"]), np.array(vector["y"])
    assert mid_ranks(x).tolist() == vector["expected"]["ranks_x"]
    assert mid_ranks(y).tolist() == vector["expected"]["ranks_y"]
    for name, ours in (("spearman", spearman), ("kendall", kendall_b), ("pearson", pearson)):
        assert float(ours(x, y)) == pytest.approx(vector["expected"][name], abs=vector["tolerance"])


@pytest.mark.parametrize("vector", vectors("meta", "system-pairwise-accuracy"))
def test_pairwise_accuracy_by_both_conventions(vector: dict[str, Any]) -> None:
    human = np.array([system["human"] for system in vector["systems"].values()])
    metric = np.array([system["metric"] for system in vector["systems"].values()])
    expected = vector["expected"]
    assert float(pairwise_accuracy(human, metric)) == pytest.approx(expected["all_pairs"], abs=1e-6)
    assert float(decided_accuracy(human, metric)) == pytest.approx(expected["human_ties_excluded"], abs=1e-6)


@pytest.mark.parametrize("statistic", SCIPY)
def test_a_constant_vector_has_no_correlation_and_it_is_not_zero(statistic: correlations.Correlation) -> None:
    constant = np.full(5, 0.1)  # its rounded mean is not 0.1: a variance would be positive
    assert np.isnan(statistic(constant, np.arange(5.0)))
    assert np.isnan(statistic(np.arange(5.0), constant))
    assert np.isnan(statistic(np.ones(80), np.arange(80.0)))
    assert np.isnan(statistic(np.array([1.0]), np.array([2.0])))
    assert np.isnan(statistic(np.array([]), np.array([])))


def test_nan_is_never_a_correlation_of_zero() -> None:
    x = np.array([1.0, np.nan, 3.0])
    assert np.isnan(pearson(x, np.arange(3.0)))


def test_nothing_cancels_at_a_large_offset() -> None:
    x = np.array([0.0, 0.1, 0.2, 0.3, 0.1])
    y = np.array([1.0, 3.0, 2.0, 5.0, 4.0])
    assert float(pearson(x + 2.0**30, y)) == pytest.approx(float(pearson(x, y)), abs=1e-6)


def test_equal_up_to_rounding_is_a_tie() -> None:
    x = np.array([0.3, 0.1 + 0.2, 0.5])
    assert float(pair_counts(x, np.array([1.0, 2.0, 3.0])).tied_x) == 1
    long = np.concatenate([x, np.arange(1.0, 90.0)])
    assert float(pair_counts(long, np.arange(92.0)).tied_x) == 1


@pytest.mark.parametrize("size", [5, 90])
@pytest.mark.parametrize("statistic", [*SCIPY, pairwise_accuracy, decided_accuracy])
def test_a_missing_value_leaves_no_statistic(statistic: Any, size: int) -> None:
    x, y = np.arange(float(size)), np.arange(float(size)) ** 2
    broken = x.copy()
    broken[2] = np.nan
    assert np.isnan(statistic(broken, y))
    assert np.isnan(statistic(x, broken))
    np.testing.assert_array_equal(np.isnan(statistic(np.stack([x, broken]), y)), [False, True])


def test_accuracy_counts_pairs_that_both_tie() -> None:
    # Pairs of (1, 1, 2) with (5, 5, 5): one tied in both, two tied by the metric alone; with (5, 5, 6): all agree.
    human = np.array([1.0, 1.0, 2.0])
    assert pairwise_accuracy(human, np.array([5.0, 5.0, 6.0])) == pytest.approx(1.0)
    assert pairwise_accuracy(human, np.array([5.0, 6.0, 7.0])) == pytest.approx(2 / 3)
    assert decided_accuracy(human, np.array([5.0, 6.0, 7.0])) == pytest.approx(1.0)
