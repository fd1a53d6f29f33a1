"""scipy agrees on Kendall's tau and Spearman's rho of permutations."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.kernels import permutations
from tertium.metrics.spec import parse

stats = pytest.importorskip("scipy.stats", reason="scipy is in the extra 'oracle'")


@given(st.permutations(range(17)), st.permutations(range(17)))
def test_kendall_and_spearman_are_scipys_brought_into_0_1(first: list[int], second: list[int]) -> None:
    columns = permutations.compare(np.array(first, np.int32), np.array(second, np.int32))
    row = np.concatenate([columns, [17, 17]])
    tau, rho = stats.kendalltau(first, second).statistic, stats.spearmanr(first, second).statistic
    assert float(parse("kendall").score(row)) == pytest.approx((tau + 1) / 2, abs=1e-12)
    assert float(parse("spearman").score(row)) == pytest.approx((rho + 1) / 2, abs=1e-12)


@given(st.lists(st.integers(0, 130), max_size=6), st.randoms(use_true_random=False))
def test_many_at_once_equal_one_by_one(sizes: list[int], rng: Random) -> None:
    items = [([*rng.sample(range(n), n)], [*rng.sample(range(n), n)]) for n in sizes]
    first = np.array([rank for mine, _ in items for rank in mine], np.int32)
    second = np.array([rank for _, theirs in items for rank in theirs], np.int32)
    offsets = np.cumsum([0, *sizes], dtype=np.int64)
    whole = permutations.compare_all(first, second, offsets)
    for row, (mine, theirs) in zip(whole, items, strict=True):
        assert row.tolist() == permutations.compare(np.array(mine, np.int32), np.array(theirs, np.int32)).tolist()
    for place, column in enumerate(permutations.COLUMNS):
        assert permutations.compare_all(first, second, offsets, (column,))[:, 0].tolist() == whole[:, place].tolist()


@pytest.mark.parametrize("bad", [[0, 0], [1, 2], [-1, 0], [*range(69), 3], [*range(69), 70]])
def test_what_is_no_permutation_is_refused(bad: list[int]) -> None:
    both = np.array([*bad, *range(len(bad))], np.int32)
    good = np.array([*range(len(bad)), *range(len(bad))], np.int32)
    with pytest.raises(ValueError, match="item 0 is not a permutation"):
        permutations.compare_all(both, good, np.array([0, len(bad), 2 * len(bad)]), ("in_place",))
