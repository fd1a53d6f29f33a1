"""How large a study separates two metrics in 4 of 5 repetitions (the usual size of a study, Cohen 1988).

At system level repetitions are played through: systems are drawn with replacement from those that are there, as many as
the study is to have, and PERM-BOTH is asked each time. The smallest number of systems at which it finds the difference
in 80 % of the repetitions is reported, so that it agrees with the test printed beside it.

Where that would take more than `MOST` systems, and at segment level, it is the formula for a normal difference d that
is tested at 5 % with a spread of s0 under the null hypothesis (of the swaps) and comes out with a spread of s1 (of the
resamples): n times ((1.645 s0 + 0.842 s1)/d)² (s1 by its middle 68 %, since resampled correlations have long tails).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from tertium.analysis.meta.metric_tests import Permutations, Swappable

Floats: TypeAlias = NDArray[np.float64]

SHARE = 0.8
MOST = 400  # systems; beyond, repetitions cost more than they tell
_STUDIES = 200
_SWAPS = 100
_Z_LEVEL, _Z_SHARE = 1.6448536269514722, 0.8416212335729143


def by_repetition(parts: Sequence[Swappable], how: Permutations) -> int | None:
    """Entries of all parts together, or None where repetitions cannot be drawn or `MOST` entries do not suffice."""
    now = sum(part.entries for part in parts)
    low, high = min(2 * len(parts), MOST), MOST
    if found_share(parts, high / now, how) < SHARE:
        return None
    while high - low > max(1, low // 20):  # shares are known to 3 %, so that the last digits of a size mean nothing
        middle = (low + high) // 2
        if found_share(parts, middle / now, how) < SHARE:
            low = middle
        else:
            high = middle
    return high


def found_share(parts: Sequence[Swappable], factor: float, how: Permutations) -> float:
    """The share of repetitions, `factor` times as large as the data, in which the test finds the difference."""
    found = 0
    for study in range(_STUDIES):
        generator = np.random.Generator(np.random.Philox(key=np.array([how.seed, (1 << 50) + study], dtype=np.uint64)))
        observed, swapped = 0.0, np.zeros(_SWAPS)
        for part in parts:
            if part.drawn is None:
                return float("nan")
            size = max(2, round(part.entries * factor))
            again = part.drawn(generator.integers(0, part.entries, size))
            observed += again.observed
            swapped += again.swapped(generator.integers(0, 2, size=(_SWAPS, size), dtype=np.int8).astype(bool))
        p = (int((swapped >= observed - 1e-12).sum()) + 1) / (_SWAPS + 1)
        found += not math.isnan(observed) and p < how.level
    return found / _STUDIES


def by_formula(difference: float, now: int, null: float, drawn: Floats) -> int:
    """`null` is the spread of swapped differences (NaN where no test was made), `drawn` are resampled ones."""
    tail = 0.15865525393145707  # beyond one standard deviation
    low, high = np.quantile(drawn, [tail, 1 - tail])
    spread = float(high - low) / 2
    null = spread if math.isnan(null) else null
    return max(2, math.ceil(now * ((_Z_LEVEL * null + _Z_SHARE * spread) / difference) ** 2))
