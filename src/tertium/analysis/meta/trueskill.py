"""TrueSkill of systems from comparisons, as WMT14 ranked them, through the library of that name (extra `meta`).

Every system starts at N(0, 0.5²), without dynamics, with a draw probability of 0.25 and β = σ · matches/40. A match
takes the system with the largest variance, an opponent with probability proportional to exp(-|Δμ|) among those it was
compared with, and one judgment of that pair. Runs are random, so they are repeated, seeded (0 is a seed), and both the
mean and the spread are reported. Sakaguchi, Post & Van Durme (2014), Efficient elicitation of annotations for human
evaluation of machine translation; Herbrich, Minka & Graepel (2006), TrueSkill.

The number of matches in a run is not published with the formula for β; the default here is the number of judgments, at
most 1,000.
"""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tertium.corpus.campaigns.judgments import PairJudgments
from tertium.errors import InputError, MissingExtraError, install

SIGMA = 0.5
DRAW = 0.25


@dataclass(frozen=True, eq=False)
class Skills:
    """The mean of μ over runs."""

    mu: NDArray[np.float64]
    runs: int
    matches: int
    seed: int


class Rules:
    """The library's update with WMT's constants."""

    def __init__(self, beta: float) -> None:
        try:
            self._library = importlib.import_module("trueskill")
        except ImportError:
            raise MissingExtraError(f"TrueSkill needs the extra 'meta': {install('meta')}.") from None
        self._world = self._library.TrueSkill(mu=0.0, sigma=SIGMA, beta=beta, tau=0.0, draw_probability=DRAW)

    def rating(self, mu: float = 0.0, sigma: float = SIGMA) -> Any:
        return self._library.Rating(mu, sigma)

    def update(self, winner: Any, loser: Any, drawn: bool = False) -> tuple[Any, Any]:
        new: tuple[Any, Any] = self._library.rate_1vs1(winner, loser, drawn=drawn, env=self._world)
        return new


def trueskill(pairs: PairJudgments, systems: int, *, runs: int = 100, matches: int = 0, seed: int = 12345) -> Skills:
    """Skills of all systems; `matches` 0 means as many as there are judgments, at most 1,000 a run."""
    if runs < 1:
        raise InputError(f"TrueSkill needs at least 1 run, got {runs}.")
    if not 0 <= seed < 2**64:
        raise InputError("a seed is a whole number between 0 and 2**64 - 1.")
    matches = matches or min(1000, pairs.judgments)
    table = _judgments_by_pair(pairs, systems)
    rules = Rules(SIGMA * matches / 40)
    mus = np.array([_run(rules, table, systems, matches, seed, number) for number in range(runs)])
    return Skills(mus.mean(axis=0), runs, matches, seed)


def _judgments_by_pair(pairs: PairJudgments, systems: int) -> NDArray[np.float64]:
    """[i, j] = judgments that i is better, the same, worse than j."""
    table = np.zeros((systems, systems, 3))
    for relation, column in ((1, 0), (0, 1), (-1, 2)):
        kept = pairs.relation == relation
        np.add.at(table, (pairs.first[kept], pairs.second[kept], column), pairs.count[kept])
        np.add.at(table, (pairs.second[kept], pairs.first[kept], 2 - column), pairs.count[kept])
    return table


def _run(
    rules: Rules, table: NDArray[np.float64], systems: int, matches: int, seed: int, number: int
) -> NDArray[np.float64]:
    generator = np.random.Generator(np.random.Philox(key=np.array([seed, number], dtype=np.uint64)))
    ratings = [rules.rating() for _ in range(systems)]
    met = table.sum(axis=2) > 0
    active = met.any(axis=1)
    for _ in range(matches):
        sigmas = np.array([rating.sigma for rating in ratings])
        widest = np.flatnonzero(active & (sigmas == sigmas[active].max()))
        one = int(widest[generator.integers(len(widest))])
        mu = np.array([rating.mu for rating in ratings])
        chance = np.where(met[one], np.exp(-np.abs(mu - mu[one])), 0.0)
        other = int(generator.choice(systems, p=chance / chance.sum()))
        verdict = int(generator.choice(3, p=table[one, other] / table[one, other].sum()))
        if verdict == 2:
            ratings[other], ratings[one] = rules.update(ratings[other], ratings[one])
        else:
            ratings[one], ratings[other] = rules.update(ratings[one], ratings[other], verdict == 1)
    return np.where(active, [rating.mu for rating in ratings], np.nan)
