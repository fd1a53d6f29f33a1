"""Ways to find the numbers.

``exact``     the sweep of ``sweep.py``: one weight exactly; several by turns, each exactly, from several starts
``climb``     hill climbing with random restarts, as LRscore and ATEC were tuned: any objective
``svm``       ranking SVM, as LAYERED was (docs/metrics/combinations.md#ranking-svm): weights of a sum (extra ``meta``)
``logistic``  regularised pairwise logistic regression: weights of a sum; the default for several
(docs/adr/0075-tuning-methods.md says why)
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import cast

import numpy as np

from tertium.analysis.comparing.draws import check_draws
from tertium.analysis.tuning.objectives import Objective, Part
from tertium.analysis.tuning.sweep import sweep
from tertium.analysis.tuning.targets import Alpha, Linear, Target, Weights
from tertium.arrays import Floats
from tertium.errors import MissingExtraError, SpecError, brief_value, install, option

METHODS = ("exact", "climb", "svm", "logistic")
STRENGTHS = (1e-4, 1e-3, 1e-2, 1e-1, 1.0)  # of logistic regression's penalty, chosen by inner cross-validation
PRICES = (0.01, 0.1, 1.0, 10.0, 100.0)  # the C of the ranking SVM, chosen likewise


@dataclass(frozen=True)
class SearchSettings:
    """How to search. ``strength``: the penalty of logistic regression, or the SVM's C; None: by inner validation.

    ``scale``: terms ``raw``, as they are, or divided by their ``spread``; None: raw for the SVM, as SVM-rank takes its
    features, else by their spread.
    """

    method: str | None = None
    seed: int = 12345
    restarts: int = 20
    strength: float | None = None
    scale: str | None = None

    def __post_init__(self) -> None:
        if self.method is not None and self.method not in METHODS:
            raise SpecError(f"no method '{self.method}'; there are {', '.join(METHODS)}.")
        if not 0 <= self.seed < 2**64:
            raise SpecError(f"a seed is a whole number between 0 and 2**64 - 1, got {brief_value(self.seed)}.")
        if self.scale not in (None, "raw", "spread"):
            raise SpecError(f"no scale '{self.scale}'; there are raw and spread.")
        check_draws(self.restarts, "the number of restarts of hill climbing")
        if self.strength is not None and not 0 < self.strength < math.inf:
            raise SpecError(f"the strength is {self.strength:g}, expected a number above 0.")

    def of(self, target: Target, objective: Objective) -> str:
        """The method asked for, or the one that suits; an error where the one asked for cannot work."""
        method = self._of(target, objective)
        if self.strength is not None and method not in ("svm", "logistic"):
            raise SpecError(f"{method} has no penalty that {option('--strength')} could set; leave it out.")
        if method == "svm" and isinstance(target, Weights) and target.nonnegative:
            raise SpecError(
                f"a ranking SVM cannot keep weights from being negative; use {option('--method logistic')} or climb."
            )
        return method

    def by_spread(self, method: str) -> bool:
        """Are terms divided by their spread?"""
        return method != "svm" if self.scale is None else self.scale == "spread"

    def _of(self, target: Target, objective: Objective) -> str:
        linear = isinstance(target, Linear)
        if self.method is None:
            if isinstance(target, Weights):
                return "logistic"
            return "exact" if linear and objective.counted else "climb"
        if self.method == "exact" and not (linear and objective.counted):
            raise SpecError(
                "the exact sweep needs a weight of a sum and an objective that counts pairs "
                f"(consistency, wmt12, wmt13, wmt14; accuracy of systems); use {option('--method climb')}."
            )
        if self.method in ("svm", "logistic") and not isinstance(target, Weights):
            raise SpecError(
                f"{self.method} finds the weights of a sum of metrics; use {option('--method exact')} or climb."
            )
        return self.method


def strengths(method: str) -> tuple[float, ...]:
    return {"logistic": STRENGTHS, "svm": PRICES}.get(method, ())


def find(
    target: Target, objective: Objective, parts: Sequence[Part], settings: SearchSettings, strength: float | None
) -> Floats:
    """The best numbers on these parts; ``strength`` is None for methods without ``strengths``."""
    method = settings.of(target, objective)
    if method == "climb":
        return climb(lambda point: target.value(objective, parts, point), target, settings)
    target = cast(Alpha | Weights, target)  # `of` lets the other methods work on sums alone
    differences, weight = _pooled(target, objective, parts)
    if method == "exact":
        return _exact(target, differences, weight, settings)
    target, strength = cast(Weights, target), cast(float, strength)  # and these two on free weights alone
    scaled = differences / target.spreads
    if method == "svm":
        return ranking_svm(scaled, strength, weight * len(weight) / max(float(weight.sum()), 1e-300))
    return logistic(scaled, weight, strength, target.nonnegative)


def _pooled(target: Linear, objective: Objective, parts: Sequence[Part]) -> tuple[Floats, Floats]:
    """All parts' differences; each part weighs the same, as it does in the objective."""
    found = [target.differences(objective, part) for part in parts]
    found = [(made, count) for made, count in found if count.sum() > 0]
    if not found:
        raise SpecError("there is no decided comparison to learn from.")
    weights = []
    for made, count in found:
        decided = (made != 0).any(axis=1)  # wmt13 divides by the pairs that the metric decides
        total = count[decided].sum() if objective.name == "wmt13" else count.sum()
        weights.append(count / total / len(found) if total else np.zeros(len(count)))
    return np.concatenate([made for made, _ in found]), np.concatenate(weights)


def _exact(target: Alpha | Weights, differences: Floats, weight: Floats, settings: SearchSettings) -> Floats:
    if isinstance(target, Alpha):
        order, words = differences[:, 0], differences[:, 1]
        return np.array([sweep(words, order - words, weight, 0.0, 1.0).point])
    scaled = differences / target.spreads
    generator = np.random.default_rng(settings.seed)
    starts = [logistic(scaled, weight, STRENGTHS[2], target.nonnegative)]
    starts += [generator.uniform(target.low, target.high) for _ in range(min(settings.restarts, 20) - 1)]
    best, best_value = starts[0], -1.0
    for start in starts:
        point, value = _by_turns(scaled, weight, start / max(np.abs(start).max(), 1e-300), target.nonnegative)
        if value > best_value + 1e-12:
            best, best_value = point, value
    return best


def _by_turns(differences: Floats, weight: Floats, point: Floats, nonnegative: bool) -> tuple[Floats, float]:
    """One weight after the other, each exactly, until no turn gains."""
    now = differences @ point
    value = float(weight[now > 0].sum())
    for _ in range(50):
        before = value
        for term in range(len(point)):
            column = differences[:, term]
            rest = now - point[term] * column
            found = sweep(rest, column, weight, 0.0 if nonnegative else -np.inf, np.inf, far=1.0)
            if found.value > value + 1e-12:
                value, now = found.value, rest + found.point * column
                point = point.copy()
                point[term] = found.point
        if value <= before + 1e-12:
            break
    return point, value


def climb(value: Callable[[Floats], float], target: Target, settings: SearchSettings) -> Floats:
    """From random starts, each number in turn: move to its better neighbour while that is strictly better; when no
    number gains by a step, halve it.

    The step is a tenth of the range, at last a thousandth; the best restart counts, the first of equals. With one
    number that is the procedure of docs/metrics/combinations.md#tuning-alpha. The first start is the metric as it was
    given, if it was: tuning then never ends below it on its own data.
    """
    generator = np.random.default_rng(settings.seed)
    span = target.high - target.low
    seen: dict[bytes, float] = {}

    def known(point: Floats) -> float:
        key = np.round(point, 12).tobytes()
        if key not in seen:
            found = value(point)
            seen[key] = -np.inf if np.isnan(found) else found
        return seen[key]

    starts = [generator.uniform(target.low, target.high) for _ in range(settings.restarts)]
    if target.start is not None:
        starts = [np.clip(target.start, target.low, target.high), *starts[1:]]
    best, best_value = starts[0], -np.inf
    for start in starts:
        point, here, step = start, known(start), 0.1
        while step >= 1e-3:
            before = here
            for place in range(len(point)):
                near = []
                for way in (step, -step):
                    moved = point.copy()
                    moved[place] = np.clip(moved[place] + way * span[place], target.low[place], target.high[place])
                    near.append(moved)
                values = [known(moved) for moved in near]
                top = int(np.argmax(values))
                if values[top] > here:
                    point, here = near[top], values[top]
            if here <= before:
                step /= 2
        if here > best_value:
            best, best_value = point, here
    return best


def logistic(differences: Floats, weight: Floats, strength: float, nonnegative: bool) -> Floats:
    """Minimise Σ weight · ln(1 + exp(-w·d)) + strength/2 · |w|²; with bounds w >= 0 if asked.

    Newton's method; where a bound holds, the weights at 0 whose gradient keeps them there are left out of the step
    (Bertsekas 1982, "Projected Newton methods for optimization problems with simple constraints").
    """
    terms = differences.shape[1]
    point = np.full(terms, 1.0 / terms)

    def loss(at: Floats) -> float:
        return float(weight @ np.logaddexp(0.0, -(differences @ at))) + strength / 2 * float(at @ at)

    here = loss(point)
    for _ in range(200):
        chance = 1.0 / (1.0 + np.exp(np.clip(differences @ point, -500, 500)))
        gradient = -(differences.T @ (weight * chance)) + strength * point
        free = np.ones(terms, dtype=bool) if not nonnegative else (point > 0) | (gradient < 0)
        if not free.any() or np.abs(gradient[free]).max() < 1e-10:
            break
        inner = differences[:, free]
        hessian = inner.T @ (inner * (weight * chance * (1 - chance))[:, None]) + strength * np.eye(int(free.sum()))
        step = np.zeros(terms)
        step[free] = np.linalg.solve(hessian, gradient[free])
        length = 1.0
        while length > 1e-10:
            trial = point - length * step
            trial = np.maximum(trial, 0.0) if nonnegative else trial
            there = loss(trial)
            if there < here:
                break
            length /= 2
        else:
            break
        gain, point, here = here - there, trial, there
        if gain < 1e-14 * max(1.0, here):
            break
    return point


def ranking_svm(differences: Floats, price: float, weight: Floats | None = None) -> Floats:
    """Minimise ½|w|² + price · Σ weight · max(0, 1 - w·d): docs/metrics/combinations.md#ranking-svm, its C is
    ``price``.

    A linear SVM without intercept on ±d with labels ±1 and half the price; the library is scikit-learn.
    """
    try:
        from sklearn.svm import LinearSVC
    except ImportError:
        raise MissingExtraError(
            f"the ranking SVM needs scikit-learn; run: {install('meta')}, or take {option('--method logistic')}."
        ) from None
    import warnings

    mirrored = np.concatenate([differences, -differences])
    labels = np.repeat([1, -1], len(differences))
    both = None if weight is None else np.concatenate([weight, weight])
    machine = LinearSVC(
        loss="hinge", fit_intercept=False, C=price / 2, dual=True, tol=1e-8, max_iter=100_000, random_state=0
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # not converged in 100,000 rounds: the weights are still near the optimum
        machine.fit(mirrored, labels, sample_weight=both)
    return np.asarray(machine.coef_[0], dtype=float)
