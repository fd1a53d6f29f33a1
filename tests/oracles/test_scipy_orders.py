"""scipy agrees on Kendall's tau and Spearman's rho of permutations."""

from __future__ import annotations

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
