"""Tests between metrics: Student's tail and Williams against scipy, PERM-BOTH on known cases, clusters."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tertium.analysis.comparing.resampling import Bootstrap
from tertium.analysis.meta.campaign_scores import CampaignScores, MetricScores
from tertium.analysis.meta.metric_tests import (
    Permutations,
    Swappable,
    _settled,
    clusters,
    permutation_test,
    standardised,
    student_tail,
    williams,
)
from tertium.analysis.meta.segment_level import segment_level
from tertium.corpus.campaigns.judgments import Judgments

stats = pytest.importorskip("scipy.stats", reason="scipy is in the extras 'meta' and 'oracle'")


@pytest.mark.parametrize("freedom", [1, 2, 3, 7, 30, 400])
def test_student_s_tail_is_scipy_s(freedom: int) -> None:
    for t in (-30.0, -2.0, -0.1, 0.0, 1e-3, 0.5, 1.96, 4.0, 25.0):
        assert student_tail(t, freedom) == pytest.approx(stats.t.sf(t, freedom), rel=1e-9, abs=1e-12)


def test_williams_is_its_formula_with_scipy_s_distribution() -> None:
    rxy, rxz, ryz, n = 0.92, 0.85, 0.8, 17
    k = 1 - rxy**2 - rxz**2 - ryz**2 + 2 * rxy * rxz * ryz
    below = 2 * k * (n - 1) / (n - 3) + (rxy + rxz) ** 2 / 4 * (1 - ryz) ** 3
    t = (rxy - rxz) * math.sqrt((n - 1) * (1 + ryz) / below)
    assert williams(rxy, rxz, ryz, n) == pytest.approx(stats.t.sf(t, n - 3), rel=1e-9)
    assert williams(rxz, rxy, ryz, n) == pytest.approx(1 - stats.t.sf(t, n - 3), rel=1e-9)


def test_williams_needs_four_systems_and_finds_no_difference_in_equals() -> None:
    assert math.isnan(williams(0.9, 0.8, 0.7, 3))
    assert math.isnan(williams(float("nan"), 0.8, 0.7, 9))
    assert williams(0.8, 0.8, 0.5, 9) == 0.5
    assert williams(0.8, 0.8, 1.0, 9) == 1.0


def test_correlations_that_cannot_be_are_no_evidence() -> None:
    """Two metrics that agree wholly must agree with people equally: rounding alone makes these differ."""
    assert williams(0.8, 0.8 + 1e-16, 1.0, 9) == 1.0
    assert williams(0.6, 0.9, 1.0, 9) == 1.0
    assert math.isnan(williams(0.9, 0.6, 1.0, 9))


def test_student_s_tail_needs_a_degree_of_freedom_and_takes_millions() -> None:
    assert math.isnan(student_tail(1.0, 0))
    for t in (0.01, 1.96, 5.0):
        assert student_tail(t, 10_000_000) == pytest.approx(stats.t.sf(t, 10_000_000), rel=1e-7)


def mean_swap(x: np.ndarray, y: np.ndarray) -> Swappable:
    def swapped(masks: np.ndarray) -> np.ndarray:
        return np.where(masks, y, x).mean(axis=1) - np.where(masks, x, y).mean(axis=1)

    return Swappable(len(x), float(x.mean() - y.mean()), swapped)


def test_identical_metrics_give_p_of_one() -> None:
    x = np.arange(20.0)
    assert permutation_test("a", "b", [mean_swap(x, x)], Permutations(), "PERM-BOTH").p == 1.0


def test_a_clear_difference_is_found_and_noise_is_not_and_both_stop_early() -> None:
    generator = np.random.default_rng(5)
    noise = generator.normal(size=200)
    clear = permutation_test("a", "b", [mean_swap(noise + 1, noise)], Permutations(seed=0), "t")
    assert clear.p < 0.01
    assert clear.permutations < 1000
    luck = permutation_test("a", "b", [mean_swap(noise, generator.permutation(noise))], Permutations(seed=0), "t")
    assert luck.p > 0.05
    assert luck.permutations < 1000


def test_permutations_stop_where_wilsons_interval_leaves_the_level_aside() -> None:
    stats = pytest.importorskip("scipy.stats", reason="scipy is the other program")
    for done in (50, 200, 2000):
        for reached in range(0, done + 1, done // 50):
            low, high = stats.binomtest(reached, done).proportion_ci(0.99, method="wilson")
            for level in (0.01, 0.05, 0.2):
                assert _settled(reached, done, level) == (low > level or high < level), (reached, done, level)


def test_seed_zero_is_a_seed() -> None:
    generator = np.random.default_rng(6)
    swap = mean_swap(generator.normal(size=30) + 0.4, generator.normal(size=30))
    runs = [permutation_test("a", "b", [swap], Permutations(seed=seed), "t") for seed in (0, 0, 1)]
    assert runs[0] == runs[1]
    assert runs[0] != runs[2]


def test_the_permutation_p_equals_the_exact_one_within_sampling_error() -> None:
    x, y = np.array([3.0, 1, 4, 1, 5, 9, 2, 6]), np.array([2.0, 1, 3, 2, 4, 6, 3, 3])
    swap = mean_swap(x, y)
    masks = (np.arange(256)[:, None] >> np.arange(8)) & 1 == 1
    exact = float((swap.swapped(masks) >= swap.observed - 1e-12).mean())
    drawn = permutation_test("a", "b", [swap], Permutations(most=4000, level=exact), "t")
    assert drawn.p == pytest.approx(exact, abs=4 * math.sqrt(exact * (1 - exact) / drawn.permutations) + 1e-3)


def test_standardising_keeps_missing_and_constant_scores_harmless() -> None:
    made = standardised(np.array([1.0, np.nan, 3.0]))
    assert np.isnan(made[1])
    assert made[[0, 2]].tolist() == [-1.0, 1.0]
    assert standardised(np.full(3, 0.1)).tolist() == [0.0, 0.0, 0.0]
    assert np.isnan(standardised(np.full(3, np.nan))).all()


def test_a_metric_opens_a_cluster_when_a_member_of_the_current_one_beats_it() -> None:
    beats = {("a", "c"), ("c", "d")}
    assert clusters("abcd", lambda x, y: (x, y) in beats) == {"a": 1, "b": 1, "c": 2, "d": 3}
    assert clusters("abcd", lambda x, y: False) == dict.fromkeys("abcd", 1)


def test_two_equally_good_metrics_are_told_apart_about_one_time_in_twenty() -> None:
    hits = 0
    for trial in range(60):
        generator = np.random.default_rng(trial)
        truth = generator.normal(size=(8, 1)) + generator.normal(size=(8, 30))
        x, y = (truth + 1.5 * generator.normal(size=truth.shape) for _ in range(2))
        human = np.round(truth)
        names = tuple(f"s{place}" for place in range(8))
        metrics = tuple(
            MetricScores(name, name, "scores", scores.mean(axis=1), scores, None)
            for name, scores in (("x", x), ("y", 9 * y))
        )
        campaign = CampaignScores(
            "c", "", names, 30, Judgments(names, 30, human), human.mean(axis=1), None, "", metrics
        )
        parts = segment_level(campaign, Bootstrap(1), "consistency", "item", "scores")
        hits += permutation_test("x", "y", [parts.swappable("x", "y")], Permutations(200, seed=trial), "t").p < 0.05
    assert hits <= 8  # more than 8 of 60 at 5 % happens once in 300
