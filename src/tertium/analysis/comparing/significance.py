"""From resampled differences to p-values, corrections, letters and intervals.

A p-value is (1 + draws at least as extreme as what was observed) / (1 + draws): it is never 0, and two systems with the
same output get 1, for then every draw is as extreme as the observed difference of nothing. (MultEval and sacreBLEU
count draws that are *more* extreme and give identical outputs the smallest p-value there is.)
"""

from __future__ import annotations

import math
import string
from collections.abc import Sequence
from statistics import NormalDist

import numpy as np

from tertium.analysis.comparing.resampling import Bootstrap
from tertium.arrays import Bools, Floats
from tertium.results.scores import Interval

ALPHA = 0.05

# The smallest p-value that survives Holm's correction at level alpha is alpha / comparisons. At that p-value this many
# draws are expected to be as extreme as the observed difference: fewer would make the decision a matter of luck.
_DRAWS_AT_THE_LIMIT = 10
_MOST_DRAWS = 100_000  # that are made unasked

# Sums of floats differ in their last bits between systems with the same rows; this is far below any real difference.
_ROUNDING = 1e-9


def least_p(units: int, sides: str) -> float:
    """The smallest p-value that so few units can give: that of all of them pointing the same way.

    Resamples of one segment are that segment again and again: without this floor any difference would be certain. An
    exact test of signs can give no less than 2 ** -units, twice that if two-sided.
    """
    return float(min(1.0, 2.0 ** ((1 if sides == "two" else 0) - units)))


def draws_for(comparisons: int, alpha: float, least: int) -> int:
    """How many draws let every comparison of a family be found that is there to be found, in whole thousands.

    A p-value is at least 1 / (draws + 1), and Holm multiplies the smallest by the number of comparisons. See ADR 122.

    >>> draws_for(1, 0.05, 1000), draws_for(28, 0.05, 1000), draws_for(136, 0.05, 1000)
    (1000, 6000, 28000)
    """
    wanted = _DRAWS_AT_THE_LIMIT * comparisons / alpha
    return max(least, min(_MOST_DRAWS, 1000 * math.ceil(round(wanted / 1000, 9))))


def bootstrap_p(differences: Floats, observed: float, sides: str, higher: bool, units: int | None = None) -> float:
    """Paired bootstrap: the resampled differences, centred, are what chance alone would do.

    "two": |d* − mean d*| ≥ |d|; "one": d* − mean d* at least as good as d (the second system is better); "moses":
    |d*| − mean |d*| ≥ |d|, the reading of Moses' script and of sacreBLEU, which is close to one-sided. With ``units``,
    how many were drawn from, p is at least ``least_p``.
    """
    p = _bootstrap_p(differences, observed, sides, higher)
    return p if units is None else max(p, least_p(units, sides))


def _bootstrap_p(differences: Floats, observed: float, sides: str, higher: bool) -> float:
    drawn = differences[np.isfinite(differences)]
    if not np.isfinite(observed) or len(drawn) == 0:
        return float("nan")
    if sides == "moses":
        sizes = np.abs(drawn)
        return _share(sizes - sizes.mean(), abs(observed))
    if sides == "one":
        sign = 1.0 if higher else -1.0
        return _share(sign * (drawn - drawn.mean()), sign * observed)
    return _share(np.abs(drawn - drawn.mean()), abs(observed))


def randomised_p(differences: Floats, observed: float, sides: str, higher: bool = True) -> float:
    """Approximate randomisation: differences after random swaps are what chance alone would do."""
    drawn = differences[np.isfinite(differences)]
    if not np.isfinite(observed) or len(drawn) == 0:
        return float("nan")
    if sides == "one":
        sign = 1.0 if higher else -1.0
        return _share(sign * drawn, sign * observed)
    return _share(np.abs(drawn), abs(observed))


def _share(drawn: Floats, observed: float) -> float:
    tolerance = _ROUNDING * max(1.0, abs(observed))
    return float((1 + np.count_nonzero(drawn >= observed - tolerance)) / (1 + len(drawn)))


def interval_of(drawn: Floats, bootstrap: Bootstrap) -> Interval | None:
    """The percentile interval; None if no resample has a value."""
    return intervals_of(drawn[None], bootstrap)[0]


def intervals_of(drawn: Floats, bootstrap: Bootstrap) -> list[Interval | None]:
    """That of every row of (rows, resamples)."""
    if drawn.shape[1] == 0 or not np.isfinite(drawn).all():
        parts = [row[np.isfinite(row)] for row in drawn]
        return [None if len(part) == 0 else intervals_of(part[None], bootstrap)[0] for part in parts]
    tail = (1 - bootstrap.level) / 2
    lows, highs = _quantiles(drawn, (tail, 1 - tail))
    return [
        Interval(low, high, bootstrap.level, bootstrap.resamples, bootstrap.seed)
        for low, high in zip(lows, highs, strict=True)
    ]


def _quantiles(rows: Floats, shares: tuple[float, ...]) -> list[list[float]]:
    """Those of ``np.quantile`` of every row to the last bit, in less than a quarter of its time."""
    last = rows.shape[1] - 1
    at = [last * share for share in shares]
    places = [(min(math.floor(place), last), min(math.floor(place) + 1, last)) for place in at]
    ordered = np.partition(rows, sorted({place for pair in places for place in pair}), axis=1)
    made = []
    for place, (below, above) in zip(at, places, strict=True):
        low, high, part = ordered[:, below], ordered[:, above], place - below
        made.append((low + (high - low) * part if part < 0.5 else high - (high - low) * (1 - part)).tolist())
    return made


def holm(p_values: Sequence[float]) -> list[float]:
    """Holm (1979), A simple sequentially rejective multiple test procedure: p-values corrected for their number.

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    known = [place for place, p in enumerate(p_values) if np.isfinite(p)]
    made = [float("nan")] * len(p_values)
    largest = 0.0
    for rank, place in enumerate(sorted(known, key=lambda place: p_values[place])):
        largest = max(largest, min(1.0, (len(known) - rank) * p_values[place]))
        made[place] = largest
    return made


def letters(differ: Bools, order: Sequence[int]) -> list[str]:
    """Compact letter display: two systems share a letter exactly if they do not differ significantly.

    ``differ`` is symmetric; ``order`` lists the systems from best to worst, so that ``a`` is among the best. Insert,
    absorb and sweep: Piepho (2004), An algorithm for a letter-based representation of all-pairwise comparisons.

    >>> letters(np.array([[0, 0, 1], [0, 0, 0], [1, 0, 0]], dtype=bool), [0, 1, 2])
    ['a', 'ab', 'b']
    """
    columns: list[set[int]] = [set(order)]
    for i, first in enumerate(order):
        for second in order[i + 1 :]:
            if not differ[first, second]:
                continue
            split: list[set[int]] = []
            for column in columns:
                split += [column - {first}, column - {second}] if {first, second} <= column else [column]
            columns = [c for n, c in enumerate(split) if c not in split[:n] and not any(c < d for d in split)]
    columns = _swept(columns, order)
    rank = {system: place for place, system in enumerate(order)}
    columns.sort(key=lambda column: sorted(rank[system] for system in column))
    made = [""] * len(differ)
    for number, column in enumerate(columns):
        for system in column:
            made[system] += _letter(number)
    return made


def rank_ranges(differ: Bools, order: Sequence[int]) -> list[tuple[int, int]]:
    """The best and the worst rank of each system that the significant differences leave open, counted from 1.

    ``order`` lists the systems from best to worst: those before a system that differ from it are better for certain,
    those behind it are worse for certain.

    >>> rank_ranges(np.array([[0, 0, 1], [0, 0, 0], [1, 0, 0]], dtype=bool), [0, 1, 2])
    [(1, 2), (1, 3), (2, 3)]
    """
    made = [(0, 0)] * len(order)
    for place, system in enumerate(order):
        better = sum(bool(differ[system, other]) for other in order[:place])
        worse = sum(bool(differ[system, other]) for other in order[place + 1 :])
        made[system] = (1 + better, len(order) - worse)
    return made


def _swept(columns: list[set[int]], order: Sequence[int]) -> list[set[int]]:
    """Without columns that say nothing of their own: each of their pairs stands in another column, too.

    Single systems are not taken out of the others, so that the letters of systems in a row stay without gaps.
    """
    shared = np.zeros((len(order), len(order)), dtype=np.int64)  # in how many columns two systems stand together
    for column in columns:
        members = sorted(column)
        shared[np.ix_(members, members)] += 1
    made = []
    for column in sorted(columns, key=len):
        members = sorted(column)
        if (shared[np.ix_(members, members)] > 1).all():
            shared[np.ix_(members, members)] -= 1
        else:
            made.append(column)
    return made


def _letter(number: int) -> str:
    """a … z, then a1 … z1, a2 …: there may be more clusters than letters."""
    turn, place = divmod(number, 26)
    return string.ascii_lowercase[place] + (str(turn) if turn else "")


def detectable(error: float, alpha: float, power: float, sides: str) -> float:
    """The smallest true difference that a test at ``alpha`` finds with ``power``: (z of alpha + z of power) · error."""
    normal = NormalDist()
    tail = alpha / 2 if sides == "two" else alpha
    return float((normal.inv_cdf(1 - tail) + normal.inv_cdf(power)) * error)


def units_needed(units: int, delta: float, smallest: float) -> int | None:
    """How many units would make ``delta`` the smallest detectable difference; errors shrink with their square root."""
    if not np.isfinite(delta) or not np.isfinite(smallest) or abs(delta) < _ROUNDING:
        return None
    return max(2, int(np.ceil(units * (smallest / delta) ** 2)))
