"""The native word order equals the textbook on every rule, short and long; inversions equal brute force."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from tertium.kernels import order
from textbook.word_order import increasing_pairs, places_by_paper, places_by_program

TEXTBOOK = {
    "paper": places_by_paper,
    "official": places_by_program,
    "1.02.3": lambda hyp, ref: places_by_program(hyp, ref, legacy=True),
}


def ids(words: list[int]) -> np.ndarray:
    return np.array(words, dtype=np.int32)


def check(hyp: list[int], ref: list[int], rule: str) -> None:
    found = order.word_places(ids(hyp), ids(ref), rule).tolist()
    assert found == TEXTBOOK[rule](hyp, ref), (rule, hyp, ref)


words = st.lists(st.integers(0, 4), max_size=12)


@pytest.mark.parametrize("rule", order.RULES)
@given(hyp=words, ref=words)
def test_short_sentences_equal_the_textbook(rule: str, hyp: list[int], ref: list[int]) -> None:
    check(hyp, ref, rule)


@pytest.mark.parametrize("rule", order.RULES)
def test_20000_random_pairs_equal_the_textbook(rule: str) -> None:
    rng = random.Random(2010)
    for _ in range(20_000):
        vocabulary = rng.choice((2, 4, 12))
        hyp = [rng.randrange(vocabulary) for _ in range(rng.randrange(10))]
        ref = (
            rng.sample(hyp, len(hyp))
            if rng.random() < 0.5
            else [rng.randrange(vocabulary) for _ in range(rng.randrange(10))]
        )
        check(hyp, ref, rule)


@pytest.mark.parametrize("rule", order.RULES)
@pytest.mark.parametrize("length", [0, 1, 63, 64, 65, 128, 130])
def test_the_border_between_short_and_long(rule: str, length: int) -> None:
    rng = random.Random(length)
    for vocabulary in (1, 3, 30):
        for _ in range(4):
            hyp = [rng.randrange(vocabulary) for _ in range(length)]
            ref = [rng.randrange(vocabulary) for _ in range(rng.choice((length, 66, 3)))]
            check(hyp, ref, rule)
            check(hyp, hyp[length // 2 :] + hyp[: length // 2], rule)


@pytest.mark.parametrize("rule", order.RULES)
@pytest.mark.parametrize("more", [65, 129])
def test_long_paths_equal_the_short_path(rule: str, more: int) -> None:
    """Unmatched words at the end of the reference send the same sentences the longer ways: wider masks, suffixes."""
    rng = random.Random(7)
    tail = list(range(100, 100 + more))
    for _ in range(2000):
        hyp = [rng.randrange(5) for _ in range(rng.randrange(1, 14))]
        ref = [rng.randrange(5) for _ in range(rng.randrange(1, 14))]
        short = order.word_places(ids(hyp), ids(ref), rule).tolist()
        assert order.word_places(ids(hyp), ids(ref + tail), rule).tolist() == short


@given(st.lists(st.integers(0, 50), max_size=120))
def test_increasing_pairs_equal_brute_force(values: list[int]) -> None:
    assert order.increasing_pairs(ids(values)) == increasing_pairs(values)


@pytest.mark.parametrize("length", [2, 3, 24, 25, 63, 64, 65, 120])
@pytest.mark.parametrize("largest", [3, 63, 64, 500])
def test_equal_positions_are_no_increasing_pair_on_any_path(length: int, largest: int) -> None:
    """Positions below 64 in a short list take one path, few larger ones a second, many a third: all have ties here."""
    rng = random.Random(length)
    for _ in range(20):
        few = [*rng.sample(range(largest), min(3, largest)), largest]
        values = [rng.choice(few) for _ in range(length)]
        assert order.increasing_pairs(ids(values)) == increasing_pairs(values), values
    assert order.increasing_pairs(ids([largest] * length)) == 0


@pytest.mark.parametrize(("length", "largest"), [(5, 4), (30, 9), (64, 63), (65, 20), (30, 200)])
def test_ties_have_the_mean_of_their_ranks(length: int, largest: int) -> None:
    """As scipy computes Spearman's coefficient, whichever path the list takes."""
    rng = random.Random(length)
    for _ in range(50):
        values = [rng.randrange(largest + 1) for _ in range(length)]
        expected = stats.spearmanr(range(length), values).statistic if len(set(values)) > 1 else -1.0
        assert order.rank_correlation(ids(values)) == pytest.approx(expected, abs=1e-12), values


@given(st.permutations(range(30)))
def test_rank_correlation_equals_the_formula_without_ties(values: list[int]) -> None:
    n = len(values)
    squares = sum((i - v) ** 2 for i, v in enumerate(values))
    assert order.rank_correlation(ids(values)) == pytest.approx(1 - 6 * squares / (n * (n * n - 1)), abs=1e-12)


def test_rank_correlation_of_nothing_to_compare_is_the_worst() -> None:
    assert [order.rank_correlation(ids(v)) for v in ([], [3], [2, 2, 2])] == [-1.0, -1.0, -1.0]
