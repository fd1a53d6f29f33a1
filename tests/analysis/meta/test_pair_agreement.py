"""Segment-level agreement: the specification's vectors, textbook loops, and tie calibration by brute force."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium.analysis.meta.pair_agreement import (
    AVERAGED,
    POOLED,
    acc23,
    calibrate,
    exact_counts,
    judged_comparisons,
    scored_comparisons,
    tau23,
    tau_b,
)
from tertium.analysis.meta.rankings import RATIOS, wins_and_ties
from tertium.analysis.meta.soft_accuracy import p_values, signs, soft_pairwise_accuracy
from tertium.analysis.meta.trueskill import Rules, trueskill
from tertium.corpus.campaigns.judgments import PairJudgments
from vectors import vectors

stats = pytest.importorskip("scipy.stats", reason="scipy is in the extras 'meta' and 'oracle'")


@pytest.mark.parametrize("vector", vectors("meta", "segment-tau-wmt"))
def test_wmt_variants_and_consistency(vector: dict[str, Any]) -> None:
    rows, scores = [], np.zeros((2, len(vector["judgements"])))
    for segment, item in enumerate(vector["judgements"]):
        scores[:, segment] = item["metric_first"], item["metric_second"]
        rows.append((segment, 0, 1, {"<": 1, ">": -1, "=": 0}[item["human"]], 1, -1))
    counts = judged_comparisons(PairJudgments.of(rows), scores.shape[1]).counts(scores).sum(axis=0)
    for name, expected in vector["expected"].items():
        assert float(POOLED[name](counts)) == pytest.approx(expected, abs=vector["tolerance"]), name


@pytest.mark.parametrize("vector", vectors("meta", "tie-calibrated-accuracy"))
def test_tie_calibration(vector: dict[str, Any]) -> None:
    human, metric = np.array([vector["human_scores"]], dtype=float), np.array([vector["metric_scores"]], dtype=float)
    pairs = scored_comparisons(human, "none")
    expected = vector["expected"]
    assert float(acc23(pairs.counts(metric))[0]) == pytest.approx(expected["acc23_eps0"], abs=vector["tolerance"])
    best = calibrate(pairs, metric)
    assert best.value == pytest.approx(expected["best_acc23"], abs=vector["tolerance"])
    assert best.epsilon == pytest.approx(expected["best_epsilon"], abs=vector["tolerance"])
    assert float(acc23(pairs.counts(metric, best.epsilon))[0]) == pytest.approx(best.value)


@pytest.mark.parametrize("vector", vectors("meta", "correlations"))
def test_tau23_and_acc23(vector: dict[str, Any]) -> None:
    pairs = scored_comparisons(np.array([vector["human_scores"]]), "none")
    counts = pairs.counts(np.array([vector["metric_scores"]]))
    assert float(tau23(counts)[0]) == pytest.approx(vector["expected"]["tau_23"], abs=1e-6)
    assert float(acc23(counts)[0]) == pytest.approx(vector["expected"]["acc_23"], abs=1e-6)


@st.composite
def two_matrices(draw: st.DrawFn) -> tuple[np.ndarray, np.ndarray]:
    systems, segments = draw(st.integers(2, 5)), draw(st.integers(1, 6))
    cell = st.one_of(st.integers(0, 4).map(float), st.just(float("nan")))
    row = st.lists(cell, min_size=segments, max_size=segments)
    made = [np.array(draw(st.lists(row, min_size=systems, max_size=systems))) for _ in range(2)]
    return made[0], made[1] * 0.1


@given(two_matrices())
@settings(max_examples=100)
def test_calibration_is_the_best_of_all_epsilons(matrices: tuple[np.ndarray, np.ndarray]) -> None:
    human, metric = matrices
    pairs = scored_comparisons(human, "item")
    best = calibrate(pairs, metric)
    differences = np.abs(pairs.differences(metric))
    candidates = [0.0, *differences[~np.isnan(differences)]]
    tried = []
    for epsilon in candidates:
        values = acc23(pairs.counts(metric, epsilon))
        if np.isfinite(values).any():
            tried.append(float(np.nanmean(values)))
    if tried:
        assert best.value == pytest.approx(max(tried), abs=1e-9)
        assert float(np.nanmean(acc23(pairs.counts(metric, best.epsilon)))) == pytest.approx(best.value, abs=1e-9)
    else:
        assert np.isnan(best.value)


@given(two_matrices())
@settings(max_examples=50)
def test_tau_b_of_groups_is_scipy_s(matrices: tuple[np.ndarray, np.ndarray]) -> None:
    human, metric = matrices
    for grouping, axis in (("item", 1), ("system", 0)):
        values = tau_b(scored_comparisons(human, grouping).counts(metric))
        for group in range(human.shape[axis]):
            x, y = human.take(group, axis), metric.take(group, axis)
            kept = ~(np.isnan(x) | np.isnan(y))
            x, y = x[kept], y[kept]
            if len(set(x)) > 1 and len(set(y)) > 1:
                assert values[group] == pytest.approx(stats.kendalltau(x, y).statistic, abs=1e-9)
            else:
                assert np.isnan(values[group])


def test_the_three_groupings_compare_what_they_say() -> None:
    human = np.array([[1.0, 2.0, np.nan], [3.0, 4.0, 5.0]])
    assert len(scored_comparisons(human, "item")) == 2
    assert len(scored_comparisons(human, "system")) == 1 + 3
    assert len(scored_comparisons(human, "none")) == 10
    few = scored_comparisons(human, "none", most=5, seed=0)
    assert few.sampled
    assert len(few) <= 5
    assert np.array_equal(few.first, scored_comparisons(human, "none", most=5, seed=0).first)


@given(two_matrices())
@settings(max_examples=50)
def test_exact_counts_are_those_of_all_pairs(matrices: tuple[np.ndarray, np.ndarray]) -> None:
    human, metric = matrices
    for grouping in ("item", "system", "none"):
        pairs = scored_comparisons(human, grouping)
        np.testing.assert_array_equal(exact_counts(human, metric, grouping), pairs.counts(metric))


def test_a_sample_is_close_to_all_pairs() -> None:
    generator = np.random.default_rng(2)
    human = generator.integers(-5, 1, (6, 60)).astype(float)
    metric = human + generator.normal(size=human.shape) * 3
    whole, some = (scored_comparisons(human, "none", most=most, seed=0) for most in (0, 20_000))
    assert not whole.sampled
    assert some.sampled
    assert calibrate(some, metric).value == pytest.approx(calibrate(whole, metric).value, abs=0.02)


def test_counted_judgments_weigh_as_often_as_they_were_made() -> None:
    scores = np.array([[1.0], [0.0]])
    once = judged_comparisons(PairJudgments.of([(0, 0, 1, 1, 1, -1)] * 3 + [(0, 1, 0, 1, 1, -1)]), 1)
    counted = judged_comparisons(PairJudgments.of([(0, 0, 1, 1, 3, -1), (0, 0, 1, -1, 1, -1)]), 1)
    np.testing.assert_array_equal(once.counts(scores), counted.counts(scores))
    assert float(POOLED["consistency"](counted.counts(scores)[0])) == 0.75


def test_a_missing_score_takes_no_part() -> None:
    pairs = judged_comparisons(PairJudgments.of([(0, 0, 1, 1, 1, -1), (1, 0, 1, 1, 1, -1)]), 2)
    counts = pairs.counts(np.array([[1.0, np.nan], [0.0, 1.0]])).sum(axis=0)
    assert counts.sum() == 1
    assert np.isnan(AVERAGED["acc23"](np.zeros(5)))


@pytest.mark.parametrize("vector", vectors("meta", "soft-pairwise-accuracy"))
def test_soft_pairwise_accuracy(vector: dict[str, Any]) -> None:
    human, metric = np.array(vector["human_segments"]), np.array(vector["metric_segments"])
    expected = vector["expected"]
    assignments = signs(5, 1000, 0)
    assert len(assignments) == 32
    np.testing.assert_allclose(p_values(human, assignments), expected["p_human"], atol=1e-6)
    np.testing.assert_allclose(p_values(metric, assignments), expected["p_metric"], atol=1e-6)
    assert soft_pairwise_accuracy(human, metric) == pytest.approx(expected["spa_exact"], abs=1e-6)


def test_soft_pairwise_accuracy_takes_no_pair_that_nobody_judged_in_common() -> None:
    """No difference is no evidence: it is left out, and not taken for one that every assignment reaches."""
    generator = np.random.default_rng(8)
    human, metric = generator.normal(size=(2, 4, 6))
    unjudged = np.vstack([human, np.full((1, 6), np.nan)])
    scored = np.vstack([metric, generator.normal(size=(1, 6))])
    assert soft_pairwise_accuracy(unjudged, scored) == soft_pairwise_accuracy(human, metric)
    assert np.isnan(p_values(unjudged, signs(6, 10, 1))).sum() == 4


def test_soft_pairwise_accuracy_by_sampling_is_seeded_and_close_to_the_exact_value() -> None:
    generator = np.random.default_rng(1)
    human = generator.normal(size=(4, 16)) + np.arange(4)[:, None] * 0.3
    metric = human + generator.normal(size=(4, 16))
    exact = soft_pairwise_accuracy(human, metric)
    padded = [np.concatenate([x, np.full((4, 1), np.nan)], axis=1) for x in (human, metric)]  # 17 segments: sampled
    sampled = [soft_pairwise_accuracy(*padded, permutations=4000, seed=seed) for seed in (0, 0, 1)]
    assert sampled[0] == sampled[1] != sampled[2]
    assert sampled[0] == pytest.approx(exact, abs=0.02)


def comparisons_of(vector: dict[str, Any]) -> PairJudgments:
    rows = []
    for relation, items in ((1, vector["wins"]), (0, vector["ties"])):
        for name, count in items.items():
            rows.append((0, "ABC".index(name[0]), "ABC".index(name[2]), relation, count, -1))
    return PairJudgments.of(rows)


@pytest.mark.parametrize("vector", vectors("meta", "expected-wins"))
def test_system_scores_from_rankings(vector: dict[str, Any]) -> None:
    wins, ties = wins_and_ties(comparisons_of(vector), 3)
    names = {"strictly_better_than_others": "strictly_better"}
    for name, expected in vector["expected"].items():
        made = RATIOS[names.get(name, name)](wins, ties)
        np.testing.assert_allclose(made, [expected[system] for system in "ABC"], atol=vector["tolerance"])


def test_opponents_without_a_decided_comparison_are_left_out_or_count_nothing() -> None:
    wins, ties = wins_and_ties(PairJudgments.of([(0, 0, 1, 1, 1, -1), (0, 0, 2, 0, 1, -1)]), 3)
    np.testing.assert_array_equal(RATIOS["expected_wins"](wins, ties), [1.0, 0.0, np.nan])
    np.testing.assert_array_equal(RATIOS["expected_wins_script"](wins, ties), [0.5, 0.0, 0.0])


@pytest.mark.parametrize("vector", vectors("meta", "trueskill-two-player"))
def test_trueskill_updates(vector: dict[str, Any]) -> None:
    pytest.importorskip("trueskill", reason="the extra 'meta' is not installed")
    rules = Rules(0.25)
    start, a, b = rules.rating(), rules.rating(0.3, 0.4), rules.rating(-0.1, 0.5)
    made = {
        "equal, first wins": rules.update(start, start),
        "equal, draw": rules.update(start, start, drawn=True),
        "(0.3,0.4) loses to (-0.1,0.5)": rules.update(b, a)[::-1],
        "(0.3,0.4) draws (-0.1,0.5)": rules.update(a, b, drawn=True),
    }
    for name, expected in vector["expected"].items():
        numbers = [number for rating in made[name] for number in (rating.mu, rating.sigma)]
        np.testing.assert_allclose(numbers, expected, atol=vector["tolerance"], err_msg=name)


def test_trueskill_orders_systems_and_seed_zero_seeds() -> None:
    pytest.importorskip("trueskill", reason="the extra 'meta' is not installed")
    rows = [(0, a, b, 1, 9 if b - a > 1 else 6, -1) for a in range(3) for b in range(a + 1, 3)]
    rows += [(0, b, a, 1, 3, -1) for a in range(3) for b in range(a + 1, 3)]
    pairs = PairJudgments.of(rows)
    first, again, other = (trueskill(pairs, 3, runs=20, matches=150, seed=seed) for seed in (0, 0, 1))
    np.testing.assert_array_equal(first.mu, again.mu)
    assert not np.array_equal(first.mu, other.mu)
    assert first.mu[0] > first.mu[1] > first.mu[2]
