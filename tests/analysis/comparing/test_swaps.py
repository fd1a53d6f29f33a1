"""Swaps that are one product are the swaps of the definition; sizes of studies agree with the test beside them."""

from __future__ import annotations

import numpy as np
import pytest

from tertium.analysis.comparing.resampling import Bootstrap
from tertium.analysis.meta.campaign_scores import CampaignScores, MetricScores
from tertium.analysis.meta.level_table import table
from tertium.analysis.meta.metric_tests import Permutations, standardised
from tertium.analysis.meta.pair_agreement import POOLED, scored_comparisons
from tertium.analysis.meta.segment_level import segment_level
from tertium.analysis.meta.soft_accuracy import soft_pairwise_accuracy
from tertium.analysis.meta.study_size import by_formula, found_share
from tertium.analysis.meta.system_level import system_level
from tertium.corpus.campaigns.judgments import Judgments


def scores_of(human: np.ndarray, x: np.ndarray, y: np.ndarray) -> CampaignScores:
    names = tuple(f"s{place}" for place in range(len(human)))
    metrics = tuple(MetricScores(n, n, "scores", s.mean(axis=1), s, None) for n, s in (("x", x), ("y", y)))
    judgments = Judgments(names, human.shape[1], human)
    return CampaignScores("c", "", names, human.shape[1], judgments, human.mean(axis=1), None, "", metrics)


def scores(seed: int, systems: int = 5, segments: int = 9) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    generator = np.random.default_rng(seed)
    human = generator.integers(0, 4, size=(systems, segments)).astype(float)
    x, y = (np.round(human + generator.normal(size=human.shape), 1) for _ in range(2))
    return human, x, 7 * y


@pytest.mark.parametrize("statistic", ["consistency", "wmt12", "wmt14"])
def test_linear_swaps_are_the_statistic_of_swapped_scores(statistic: str) -> None:
    human, x, y = scores(1)
    swap = segment_level(scores_of(human, x, y), Bootstrap(1), statistic, "item", "scores").swappable("x", "y")
    pairs = scored_comparisons(human, "item")
    # Every output takes part in a comparison here, so that the entries are the cells in their order.
    assert swap.entries == human.size
    one, two = standardised(x), standardised(y)

    def value(made: np.ndarray) -> float:
        return float(POOLED[statistic](pairs.counts(made).sum(axis=0)))

    assert swap.observed == pytest.approx(value(one) - value(two), abs=1e-12)
    masks = np.random.default_rng(2).integers(0, 2, size=(20, human.size)).astype(bool)
    expected = []
    for mask in masks.reshape(-1, *human.shape):
        expected.append(value(np.where(mask, two, one)) - value(np.where(mask, one, two)))
    np.testing.assert_allclose(swap.swapped(masks), expected, atol=1e-12)


def test_soft_accuracy_swaps_whole_systems() -> None:
    human, x, y = scores(3)
    swap = system_level(scores_of(human, x, y), Bootstrap(1), "spa").swappable("x", "y")
    one, two = standardised(x), standardised(y)
    masks = (np.arange(32)[:, None] >> np.arange(5)) & 1 == 1
    expected = []
    for mask in masks[:, :, None]:
        swapped = (np.where(mask, two, one), np.where(mask, one, two))
        expected.append(soft_pairwise_accuracy(human, swapped[0]) - soft_pairwise_accuracy(human, swapped[1]))
    np.testing.assert_allclose(swap.swapped(masks), expected, atol=1e-12)
    assert swap.observed == pytest.approx(expected[0], abs=1e-12)


def test_metrics_are_ranked_and_tested_by_soft_accuracy() -> None:
    human, x, y = scores(4, 8, 40)
    y = np.random.default_rng(5).normal(size=human.shape)
    x = human + 0.01 * x
    level = table([system_level(scores_of(human, x, y), Bootstrap(50), "spa")], Permutations(200))
    assert [row.name for row in level.rows] == ["x", "y"]
    assert level.tests[0].p < 0.05
    assert level.rows[1].cluster == 2


def test_the_size_of_a_study_is_one_at_which_the_test_finds_the_difference() -> None:
    generator = np.random.default_rng(6)
    human = generator.normal(size=(30, 1))
    x, y = human + 0.3 * generator.normal(size=human.shape), human + 0.8 * generator.normal(size=human.shape)
    how = Permutations(400)
    parts = system_level(scores_of(human, x, y), Bootstrap(200), "pearson")
    power = table([parts], how).power
    assert power is not None
    assert power.needed is not None
    swap = parts.swappable("x", "y")
    assert found_share([swap], power.needed / 30, how) >= 0.8
    assert found_share([swap], power.needed / 60, how) < 0.8


def test_the_formula_is_that_of_a_normal_difference() -> None:
    drawn = np.random.default_rng(7).normal(2.0, 1.0, size=200_000)
    assert by_formula(2.0, 1000, 1.0, drawn) == pytest.approx(1000 * (2.4865 / 2) ** 2, rel=0.01)
    assert by_formula(2.0, 1000, float("nan"), drawn) == pytest.approx(1000 * (2.4865 / 2) ** 2, rel=0.01)


def test_absolute_correlations_are_those_without_their_sign() -> None:
    human, x, y = scores(8, 9)
    made = scores_of(human, -x, y)
    signed = system_level(made, Bootstrap(50), "pearson")
    absolute = system_level(made, Bootstrap(50), "pearson", absolute=True)
    for before, after in zip(signed.measured, absolute.measured, strict=True):
        for name in ("pearson", "spearman", "kendall_b", "kendall_c"):
            assert after.values[name] == abs(before.values[name])
            np.testing.assert_array_equal(after.draws[name], np.abs(before.draws[name]))
        assert after.values["accuracy"] == before.values["accuracy"]
    assert absolute.chance["pearson"].mean > 0.1 > signed.chance["pearson"].mean
    # Williams compares the correlations that are printed.
    flipped = system_level(scores_of(human, x, y), Bootstrap(50), "pearson")
    assert absolute.extra_tests("x", "y")[0].p == pytest.approx(flipped.extra_tests("x", "y")[0].p, abs=1e-12)


def test_constant_scores_have_no_number_at_either_level() -> None:
    human, x, y = scores(9)
    made = scores_of(human, np.full_like(x, 0.3), y)
    for parts in (
        system_level(made, Bootstrap(20), "pearson"),
        segment_level(made, Bootstrap(20), "acc23", "item", "scores"),
    ):
        constant, other = parts.measured
        assert all(np.isnan(value) for value in constant.values.values()), constant.values
        assert all("equal" in constant.reasons[name] for name in constant.values)
        assert not any(np.isnan(value) for value in other.values.values())


def test_a_calibration_that_ties_everything_says_so() -> None:
    generator = np.random.default_rng(10)
    human = generator.choice([0.0, 0.0, 0.0, 0.0, -5.0], size=(6, 30))
    made = scores_of(human, generator.normal(size=human.shape), human)
    noise, perfect = segment_level(made, Bootstrap(20), "acc23", "item", "scores").measured
    assert "ties every pair" in noise.reasons["acc23"]
    assert "acc23" not in perfect.reasons
