"""Is one metric better than another on this data, or was it luck?

*PERM-BOTH* (Deutsch, Dror & Roth 2021, A statistical analysis of summarization evaluation metrics using resampling
methods): scores of both metrics are standardised, every (system, segment) entry is swapped between them with
probability 1/2, and p is the share of such swaps with at least the observed difference of the statistic (one-sided, the
observed one counted too). At system level the entries are the systems' scores, as in mt-metrics-eval, since a pooled
score such as BLEU has no segment entries to swap. Identical metrics give p = 1.

*Williams* (Graham & Baldwin 2014, Testing for significance of increased correlation with human judgment): for two
Pearson correlations that share the human scores; Student's t with n - 3 degrees of freedom, one-sided.

Drawing stops early, at the end of a block, once the 99 % interval of p lies on one side of the level (by
Wilson's formula).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from tertium.analysis.comparing.draws import check_draws
from tertium.arrays import Bools, Floats, Int64s
from tertium.results.meta import MetricTest

BLOCK = 100
_Z = 2.5758293035489  # of 99 %


@dataclass(frozen=True)
class Permutations:
    """How many swaps at most, from which seed, and at which level two metrics count as different."""

    most: int = 1000
    seed: int = 12345
    level: float = 0.05

    def __post_init__(self) -> None:
        if self.most:  # 0: no tests
            check_draws(self.most, "the number of permutations")


@dataclass(frozen=True, eq=False)
class Swappable:
    """One campaign's part of a comparison: its number of entries, observed difference, and differences when swapped.

    `drawn` makes the same comparison of other entries drawn from these, as another study; None where it cannot.
    """

    entries: int
    observed: float
    swapped: Callable[[Bools], Floats]
    drawn: Callable[[Int64s], Swappable] | None = None


def permutation_test(better: str, worse: str, parts: Sequence[Swappable], how: Permutations, name: str) -> MetricTest:
    """PERM-BOTH for the mean of the statistic over campaigns (usually one)."""
    observed = float(np.mean([part.observed for part in parts]))
    if math.isnan(observed):
        return MetricTest(better, worse, name, observed, float("nan"), 0)
    reached, done = 0, 0
    squares = 0.0
    while done < how.most:
        block = min(BLOCK, how.most - done)
        sums = np.zeros(block)
        for number, part in enumerate(parts):
            key = np.array([how.seed, (done << 20) + number * 64 + 5], dtype=np.uint64)
            generator = np.random.Generator(np.random.Philox(key=key))
            masks = generator.integers(0, 2, size=(block, part.entries), dtype=np.int8).astype(bool)
            sums += part.swapped(masks)
        differences = sums / len(parts)
        reached += int((differences >= observed - 1e-12).sum())
        squares += float((differences**2).sum())  # swapped both ways alike: their mean is 0
        done += block
        if done >= 2 * BLOCK and _settled(reached, done, how.level):
            break
    spread = math.sqrt(squares / done) if done else float("nan")
    return MetricTest(better, worse, name, observed, (reached + 1) / (done + 1), done, spread)


def _settled(reached: int, done: int, level: float) -> bool:
    share, z = reached / done, _Z * _Z / done
    middle = (share + z / 2) / (1 + z)
    half = _Z * math.sqrt(share * (1 - share) / done + z / (4 * done)) / (1 + z)
    return middle - half > level or middle + half < level


def standardised(scores: Floats) -> Floats:
    """Mean 0 and standard deviation 1 over all entries, NaN left alone; a constant becomes 0."""
    there = ~np.isnan(scores)
    if not there.any():
        return scores
    centred = scores - scores[there].mean()
    spread = centred[there].std()
    return np.asarray(centred / spread if spread > 0 else np.where(there, 0.0, np.nan))


def williams(human_x: float, human_y: float, x_y: float, n: int) -> float:
    """p that X's correlation is not higher than Y's; NaN with fewer than four systems."""
    if n < 4 or any(math.isnan(r) for r in (human_x, human_y, x_y)):
        return float("nan")
    if human_x == human_y:
        return 0.5 if x_y < 1 else 1.0
    k = 1 - human_x**2 - human_y**2 - x_y**2 + 2 * human_x * human_y * x_y
    mean = (human_x + human_y) / 2
    below = 2 * max(k, 0.0) * (n - 1) / (n - 3) + mean**2 * (1 - x_y) ** 3
    if below <= 0:
        return 1.0 if human_x <= human_y else float("nan")
    t = (human_x - human_y) * math.sqrt((n - 1) * (1 + x_y) / below)
    return student_tail(t, n - 3)


def student_tail(t: float, freedom: int) -> float:
    """P(T > t) of Student's t, by the regularised incomplete beta function."""
    if freedom < 1:
        return float("nan")
    half = 0.5 * _incomplete_beta(freedom / 2, 0.5, freedom / (freedom + t * t))
    return half if t > 0 else 1 - half


def _incomplete_beta(a: float, b: float, x: float) -> float:
    """I_x(a, b) by Lentz's continued fraction (Numerical Recipes, section 6.4, for the recurrence)."""
    if x <= 0 or x >= 1:
        return 0.0 if x <= 0 else 1.0
    front = math.exp(math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x))
    if x > (a + 1) / (a + b + 2):
        return 1 - front * _fraction(b, a, 1 - x) / b
    return front * _fraction(a, b, x) / a


def _fraction(a: float, b: float, x: float) -> float:
    tiny = 1e-300
    c, d = 1.0, 1 - (a + b) * x / (a + 1)
    d = 1 / (d if abs(d) > tiny else tiny)
    value = d
    for m in range(1, 500):
        for numerator in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1 + numerator * d
            d = 1 / (d if abs(d) > tiny else tiny)
            c = 1 + numerator / c
            c = c if abs(c) > tiny else tiny
            value *= d * c
        if abs(d * c - 1) < 1e-16:
            break
    return value


def clusters(order: Sequence[str], significant: Callable[[str, str], bool]) -> dict[str, int]:
    """Cluster numbers from 1 for metrics in order, best first.

    A metric opens a new cluster when a member of the current one is significantly better (as in mt-metrics-eval), so
    the members of a cluster are not told apart by this data. Asked lazily, nearest members last.
    """
    made: dict[str, int] = {}
    current: list[str] = []
    number = 0
    for name in order:
        if not current or any(significant(member, name) for member in current):
            number += 1
            current = []
        current.append(name)
        made[name] = number
    return made
