"""Many systems at once: enough draws for every real difference, ranks that follow from the tests, exact fast sums."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tertium
from realdata import lines
from tertium.analysis.comparing.resampling import Bootstrap, resample
from tertium.analysis.comparing.score_rows import Group, Leaf, Measure, ScoreRows
from tertium.analysis.comparing.significance import draws_for, letters, rank_ranges
from tertium.kernels.draws import draw_counts, draw_small_counts


@given(st.integers(1, 499), st.sampled_from([0.01, 0.05, 0.1]))
def test_the_strictest_step_of_holm_leaves_room_for_ten_draws(comparisons: int, alpha: float) -> None:
    made = draws_for(comparisons, alpha, 1000)
    assert made % 1000 == 0
    if made < 100_000:
        assert alpha / comparisons * made >= 10 * (1 - 1e-9)
        assert made == 1000 or alpha / comparisons * (made - 1000) < 10
    assert comparisons / (made + 1) < alpha, "a certain difference passes"


def test_what_is_asked_for_is_the_least_and_there_is_a_most() -> None:
    assert draws_for(1, 0.05, 10_000) == 10_000
    assert draws_for(5000, 0.05, 1000) == 100_000
    assert draws_for(5000, 0.05, 250_000) == 250_000


def test_seventeen_real_systems_fall_into_clusters(shared_data: Path) -> None:
    folder = shared_data / "wmt13" / "de-en"
    systems = {path.stem: lines(path) for path in sorted((folder / "systems").glob("*.txt"))}
    assert len(systems) == 17
    result = tertium.compare(systems, lines(folder / "refA.txt"), "bleu", ignore=["T106", "T117"])
    assert result.procedure.resamples == 28_000
    metric = result["bleu"]
    scores = [system.score for system in metric.systems]
    assert scores == sorted(scores, reverse=True)
    found = {letter for system in metric.systems for letter in system.letters or ""}
    assert len(found) >= 10
    assert metric.systems[0].letters == "a"
    assert metric.systems[1].letters == "b"
    assert all(system.rank is not None for system in metric.systems)
    ranks = [(system.rank.best, system.rank.worst) for system in metric.systems if system.rank is not None]
    assert ranks[0] == (1, 1)
    assert ranks[-1] == (17, 17)
    assert all(best <= place <= worst for place, (best, worst) in enumerate(ranks, 1))
    significant = sum(difference.significant for difference in metric.differences)
    assert significant > 100
    assert result.warnings == ()


@given(st.integers(1, 7), st.randoms(use_true_random=False))
def test_ranks_count_those_who_are_better_and_worse_for_certain(count: int, random) -> None:
    differ = np.zeros((count, count), dtype=bool)
    for i in range(count):
        for j in range(i):
            differ[i, j] = differ[j, i] = random.random() < 0.5
    order = random.sample(range(count), count)
    for place, system in enumerate(order):
        best, worst = rank_ranges(differ, order)[system]
        assert best - 1 == sum(differ[system, other] for other in order[:place])
        assert count - worst == sum(differ[system, other] for other in order[place + 1 :])
    shared = letters(differ, order)
    if not differ.any():
        assert set(shared) == {"a"}
        assert rank_ranges(differ, order) == [(1, count)] * count


def one_leaf(rows: np.ndarray) -> ScoreRows:
    measure = Measure("sum", "sum", True, 1.0, ((1.0, 0),), rows.sum(axis=-1).T)
    groups = tuple(Group(f"s{place}", (place,)) for place in range(rows.shape[1]))
    return ScoreRows(groups, (Leaf(rows, lambda sums: sums[..., 0] / (1 + sums[..., -1])),), (measure,))


@pytest.mark.parametrize("largest", [3, 400, 16_777])
def test_small_sums_of_whole_numbers_have_the_bits_of_large_ones(largest: int) -> None:
    rows = np.random.default_rng(largest).integers(0, largest + 1, (1000, 3, 4)).astype(float)
    leaf = Leaf(rows, lambda sums: sums[..., 0])
    assert leaf.small is not None
    small, counts = draw_small_counts(1000, 7, 0, 50), draw_counts(1000, 7, 0, 50)
    assert small.dtype == np.float32
    assert np.array_equal(small, counts)
    assert np.array_equal(leaf.sums(small), leaf.sums(counts))


def test_sums_that_float32_cannot_hold_are_made_in_float64() -> None:
    large = np.full((1000, 2, 1), 16_778.0)
    assert Leaf(large, lambda sums: sums[..., 0]).small is None
    parts = np.full((10, 2, 1), 0.1)
    assert Leaf(parts, lambda sums: sums[..., 0]).small is None
    drawn = resample(one_leaf(large), Bootstrap(5), 1)
    assert drawn[:, 0, 0].tolist() == [16_778_000 / 16_778_001] * 5
