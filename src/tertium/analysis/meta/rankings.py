"""From comparisons of outputs to a score of each system (docs/statistics.md#system-scores-from-comparisons).

| name | formula |
|---|---|
| `expected_wins` | mean over opponents j of W(i,j)/(W(i,j) + W(j,i)); opponents without a decided comparison left out |
| `expected_wins_script` | the same, as WMT13's script has it: such opponents count 0 |
| `better_or_equal` | (wins + ties)/comparisons |
| `strictly_better` | wins/comparisons |
| `wins_over_decided` | wins/(wins + losses) |
| `trueskill` | mean μ of TrueSkill over seeded runs (`analysis.meta.trueskill`) |
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from tertium.corpus.campaigns.judgments import PairJudgments

Floats: TypeAlias = NDArray[np.float64]


def wins_and_ties(pairs: PairJudgments, systems: int, weight: Floats | None = None) -> tuple[Floats, Floats]:
    """W[i, j] = wins of i over j; T[i, j] = T[j, i] = ties. `weight` replaces the counts."""
    count = pairs.count.astype(np.float64) if weight is None else weight
    wins, ties = np.zeros((systems, systems)), np.zeros((systems, systems))
    better, worse, same = pairs.relation > 0, pairs.relation < 0, pairs.relation == 0
    np.add.at(wins, (pairs.first[better], pairs.second[better]), count[better])
    np.add.at(wins, (pairs.second[worse], pairs.first[worse]), count[worse])
    np.add.at(ties, (pairs.first[same], pairs.second[same]), count[same])
    return wins, ties + ties.T


def expected_wins(wins: Floats, ties: Floats) -> Floats:
    decided = wins + wins.swapaxes(-1, -2)
    share = _ratio(wins, decided)
    met = (decided > 0).sum(axis=-1)
    return _ratio(np.nansum(share, axis=-1), met)


def expected_wins_script(wins: Floats, ties: Floats) -> Floats:
    share = _ratio(wins, wins + wins.swapaxes(-1, -2))
    return np.asarray(np.nansum(share, axis=-1) / max(wins.shape[-1] - 1, 1))


def better_or_equal(wins: Floats, ties: Floats) -> Floats:
    return _ratio((wins + ties).sum(axis=-1), _all(wins, ties))


def strictly_better(wins: Floats, ties: Floats) -> Floats:
    return _ratio(wins.sum(axis=-1), _all(wins, ties))


def wins_over_decided(wins: Floats, ties: Floats) -> Floats:
    won, lost = wins.sum(axis=-1), wins.sum(axis=-2)
    return _ratio(won, won + lost)


RATIOS: dict[str, Callable[[Floats, Floats], Floats]] = {
    "expected_wins": expected_wins,
    "expected_wins_script": expected_wins_script,
    "better_or_equal": better_or_equal,
    "strictly_better": strictly_better,
    "wins_over_decided": wins_over_decided,
}


def _all(wins: Floats, ties: Floats) -> Floats:
    return np.asarray((wins + ties).sum(axis=-1) + wins.sum(axis=-2))


def _ratio(a: Floats, b: Floats) -> Floats:
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(np.where(b > 0, a / b, np.nan))
