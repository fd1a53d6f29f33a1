"""Is the gain real? Nested cross-validation, an interval of the gain, and a sentence.

Every outer fold is judged by numbers found without it. Where a method has a setting of its own (the strength of a
penalty), an inner cross-validation over the fold's training parts chooses it. The gain is that over what one would have
used untuned: the metric as it was given, or for a sum the best single term, itself chosen on the training parts.
The interval resamples what was judged: segments with all comparisons of them (segment level), systems (system level),
within every held-out part; the folds' numbers are kept, as in a bootstrap of a fixed prediction.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from tertium.analysis.tuning import methods
from tertium.analysis.tuning.campaign_data import Material
from tertium.analysis.tuning.folds import folds
from tertium.analysis.tuning.methods import Settings
from tertium.analysis.tuning.objectives import COUNTED, Objective, Part, counted
from tertium.analysis.tuning.targets import Linear, Problem, Scored, Weights
from tertium.arrays import Floats
from tertium.corpus.files.access import open_bytes, write_atomically
from tertium.errors import InputError
from tertium.metrics.base import Metric
from tertium.progress import SILENT, Listener

REAL, WORSE, NOISE = "real", "worse", "not distinguishable from noise"


@dataclass(frozen=True)
class Plan:
    """Everything that decides the result, beside the data and the metric."""

    objective: Objective
    settings: Settings
    unit: str
    folds: int = 5
    resamples: int = 1000
    level: float = 0.95


@dataclass(frozen=True)
class FoldResult:
    name: str
    numbers: tuple[float, ...]
    tuned: float
    untuned: float
    baseline: str
    strength: float | None


@dataclass(frozen=True)
class Validation:
    """Means over the held-out parts; ``gain`` is tuned less untuned."""

    unit: str
    folds: tuple[FoldResult, ...]
    tuned: float
    untuned: float
    gain: float
    low: float
    high: float
    level: float
    resamples: int

    @property
    def verdict(self) -> str:
        if self.low > 0:
            return REAL
        return WORSE if self.high < 0 else NOISE


@dataclass(frozen=True)
class Tuned:
    """The metric found on all data, its numbers with their spread over the folds, and what to think of it.

    ``against`` marks weights that turn a term against its own direction.
    """

    metric: Metric
    names: tuple[str, ...]
    numbers: tuple[float, ...]
    against: tuple[bool, ...]
    training: float
    untuned_training: float
    baseline: str
    method: str
    strength: float | None
    validation: Validation | None
    campaigns: tuple[tuple[str, float, float], ...]  # name, tuned and untuned value of the whole campaign

    def spread(self, place: int) -> tuple[float, float]:
        """The smallest and the greatest value over the folds."""
        if self.validation is None:
            return self.numbers[place], self.numbers[place]
        found = [fold.numbers[place] for fold in self.validation.folds]
        return min(found), max(found)


class Journal:
    """What is done already, in a file, so that an interrupted run goes on where it was."""

    def __init__(self, path: str | None, key: str) -> None:
        self._path = path
        self._key = key
        self.steps: dict[str, Any] = {}
        self.resumed = 0
        if path is not None and Path(path).exists():
            with open_bytes(path) as file:
                try:
                    kept = json.loads(file.read().decode("utf-8"))
                except (UnicodeDecodeError, json.JSONDecodeError):
                    raise InputError(f"{path} is no state file of 'tertium tune'; give another name.") from None
            if not isinstance(kept, dict) or "steps" not in kept:
                raise InputError(f"{path} is no state file of 'tertium tune'; give another name.")
            if kept.get("key") != key:
                raise InputError(f"{path} is the state of another run (other data, metric or settings); remove it.")
            self.steps = dict(kept["steps"])
            self.resumed = len(self.steps)

    def step(self, name: str, make: Callable[[], Any]) -> Any:
        if name not in self.steps:
            self.steps[name] = make()
            if self._path is not None:
                text = json.dumps({"key": self._key, "steps": self.steps})
                write_atomically(self._path, lambda file: file.write(text.encode("utf-8")))
        return self.steps[name]

    def done(self) -> None:
        """The run is complete: the file has served."""
        if self._path is not None:
            Path(self._path).unlink(missing_ok=True)


def journal_key(problem: Problem, plan: Plan, materials: Sequence[Material], given: str) -> str:
    parts = [given, repr(plan), repr(problem.names), *(material.digest for material in materials)]
    return hashlib.sha256("\n".join(parts).encode("utf-8")).hexdigest()


def tune(
    problem: Problem,
    materials: Sequence[Material],
    plan: Plan,
    *,
    baseline: Metric | None = None,
    journal: Journal | None = None,
    validate: bool = True,
    listener: Listener = SILENT,
) -> Tuned:
    """Find the numbers on all campaigns, and on all but each fold to see what they are worth."""
    objective = plan.objective
    for material in materials:
        lacking = objective.lacks(material)
        if lacking:
            raise InputError(f"{material.name} lacks {lacking}, which {objective.name} of {objective.level}s needs.")
    method = plan.settings.of(problem, objective)
    journal = journal or Journal(None, "")
    rival = _Rival(problem, baseline)
    outer = folds(materials, objective, plan.unit, plan.folds, plan.settings.seed) if validate else []
    steps = len(outer) + 1
    results: list[FoldResult] = []
    judged: list[tuple[Part, Scored, Scored]] = []
    for number, fold in enumerate(outer):
        listener.progress(f"tuning without {fold.name}", number, steps)
        kept = journal.step(f"fold {number}", partial(_fit, problem, plan, fold.train))
        point, strength = np.array(kept[0]), kept[1]
        own = _scaled(problem, plan, fold.train)
        name, untuned = rival.on(objective, fold.train)
        found = [(part, own.scored(part.material, point), untuned(part.material)) for part in fold.test]
        judged += found
        tuned_value = _mean([objective.value(part, *mine) for part, mine, _ in found])
        untuned_value = _mean([objective.value(part, *theirs) for part, _, theirs in found])
        shown = tuple(float(value) for value in own.shown(point))
        results.append(FoldResult(fold.name, shown, tuned_value, untuned_value, name, strength))
    listener.progress("tuning on everything", steps - 1, steps)
    whole = tuple(Part.whole(material) for material in materials)
    kept = journal.step("all", partial(_fit, problem, plan, whole))
    point = np.array(kept[0])
    own = _scaled(problem, plan, whole)
    name, untuned = rival.on(objective, whole)
    values = [
        (
            part.material.name,
            objective.value(part, *own.scored(part.material, point)),
            objective.value(part, *untuned(part.material)),
        )
        for part in whole
    ]
    validation = _validated(plan, results, judged) if outer else None
    return Tuned(
        metric=own.metric(point),
        names=problem.names,
        numbers=tuple(float(value) for value in own.shown(point)),
        against=tuple(isinstance(own, Weights) and bool(number < 0) for number in point),
        training=_mean([value for _, value, _ in values]),
        untuned_training=_mean([value for _, _, value in values]),
        baseline=name,
        method=method,
        strength=kept[1],
        validation=validation,
        campaigns=tuple(values),
    )


def _scaled(problem: Problem, plan: Plan, parts: Sequence[Part]) -> Problem:
    """A sum's terms are brought to one scale by the training parts alone."""
    return problem.spread_by(plan.objective, parts) if isinstance(problem, Weights) else problem


def _fit(problem: Problem, plan: Plan, train: Sequence[Part]) -> tuple[list[float], float | None]:
    objective, settings = plan.objective, plan.settings
    method = settings.of(problem, objective)
    own = _scaled(problem, plan, train)
    strength = settings.strength
    if strength is None and methods.strengths(method):
        strength = _inner_choice(problem, plan, train, methods.strengths(method))
    point = methods.find(own, objective, train, settings, strength)
    return [float(number) for number in point], strength


def _inner_choice(problem: Problem, plan: Plan, train: Sequence[Part], grid: Sequence[float]) -> float:
    """The strength with the best mean over inner folds: campaigns if there are three or more, else runs of segments
    (pairs of systems at system level). Folds without a comparison to learn from have no say."""
    inner = [
        (learn, judge)
        for learn, judge in _inner_folds(plan, train)
        if isinstance(problem, Linear) and any(problem.differences(plan.objective, part)[1].any() for part in learn)
    ]
    best, best_value = grid[len(grid) // 2], -np.inf
    for strength in grid:
        values = []
        for learn, judge in inner:
            own = _scaled(problem, plan, learn)
            point = methods.find(own, plan.objective, learn, plan.settings, strength)
            values.append(own.value(plan.objective, judge, point))
        value = _mean(values)
        if value > best_value + 1e-12:
            best, best_value = strength, value
    return best


def _inner_folds(plan: Plan, train: Sequence[Part]) -> list[tuple[list[Part], list[Part]]]:
    if len(train) >= 3:
        return [([other for other in train if other is not part], [part]) for part in train]
    made = []
    for number in range(3):
        learn, judge = [], []
        for part in train:
            if plan.objective.level == "system":
                held = np.arange(len(part.systems)) % 3 == number
                learn.append(replace(part, systems=part.systems[~held]))
                judge.append(replace(part, systems=part.systems[held]))
            else:
                segments = part.material.pairs.segment[part.pairs]
                held = segments * 3 // part.material.segments == number
                inside = part.segments * 3 // part.material.segments == number
                learn.append(replace(part, pairs=part.pairs[~held], segments=part.segments[~inside]))
                judge.append(replace(part, pairs=part.pairs[held], segments=part.segments[inside]))
        made.append((learn, judge))
    return made


class _Rival:
    """What one would use without tuning."""

    def __init__(self, problem: Problem, baseline: Metric | None) -> None:
        self._problem = problem
        self._baseline = None if baseline is None else _Fixed(baseline)

    def on(self, objective: Objective, train: Sequence[Part]) -> tuple[str, Callable[[Material], Scored]]:
        """Its name, and its scores; for a sum the best single term of the training parts."""
        problem = self._problem
        if self._baseline is not None:
            return str(self._baseline.fixed), self._baseline.of
        if problem.start is not None:
            start = problem.start
            return f"{problem.metric(start)}", lambda material: problem.scored(material, start)
        if not isinstance(problem, Linear):
            raise TypeError("numbers have a start")
        singles = [_Single(problem, place) for place in range(len(problem.terms))]
        values = [_mean([objective.value(part, *single.of(part.material)) for part in train]) for single in singles]
        best = int(np.nanargmax(values))
        return str(problem.terms[best]), singles[best].of


@dataclass(frozen=True, eq=False)
class _Single:
    """One term of a sum alone."""

    problem: Linear
    place: int

    def of(self, material: Material) -> Scored:
        leaf, sign = self.problem.leaf_scores(material)[self.place], float(self.problem.signs[self.place])
        return sign * leaf.segment, lambda segments: sign * leaf.system(segments)


class _Fixed:
    """A metric that nobody tunes."""

    def __init__(self, metric: Metric) -> None:
        self.fixed = metric
        self._scored: dict[int, Scored] = {}

    def of(self, material: Material) -> Scored:
        if id(material) not in self._scored:
            leaves = [(weight, material.leaf(leaf)) for weight, leaf in self.fixed.leaves()]
            sign = 1.0 if self.fixed.better.value == "higher" else -1.0
            segment = sign * np.sum([weight * leaf.segment for weight, leaf in leaves], axis=0)
            self._scored[id(material)] = (
                segment,
                lambda segments: sign * np.sum([weight * leaf.system(segments) for weight, leaf in leaves], axis=0),
            )
        return self._scored[id(material)]


def _validated(plan: Plan, results: list[FoldResult], judged: list[tuple[Part, Scored, Scored]]) -> Validation:
    objective = plan.objective
    tuned, untuned = _mean([r.tuned for r in results]), _mean([r.untuned for r in results])
    drawn = resampled_gains(objective, judged, plan.resamples, plan.settings.seed)
    tail = (1 - plan.level) / 2
    low, high = np.quantile(drawn, [tail, 1 - tail]) if len(drawn) else (math.nan, math.nan)
    return Validation(
        plan.unit, tuple(results), tuned, untuned, tuned - untuned, float(low), float(high), plan.level, plan.resamples
    )


def resampled_gains(
    objective: Objective, judged: Sequence[tuple[Part, Scored, Scored]], resamples: int, seed: int
) -> Floats:
    """(resamples,): the mean gain over the held-out parts, each with its segments or systems drawn again."""
    gains = []
    for number, (part, mine, theirs) in enumerate(judged):
        generator = np.random.Generator(np.random.Philox(key=np.array([seed, number], dtype=np.uint64)))
        if objective.level == "segment" and objective.name in COUNTED:
            gains.append(_counted_gains(objective, part, mine[0], theirs[0], resamples, generator))
        elif objective.level == "system" and objective.name != "soft-accuracy":
            mine_systems, theirs_systems = mine[1](part.all_segments()), theirs[1](part.all_segments())
            drawn = np.full(resamples, np.nan)
            for turn in range(resamples):
                chosen = replace(part, systems=generator.choice(part.systems, len(part.systems)))
                drawn[turn] = objective.of_systems(chosen, mine_systems) - objective.of_systems(chosen, theirs_systems)
            gains.append(drawn)
        else:
            drawn = np.full(resamples, np.nan)
            for turn in range(resamples):
                if objective.level == "system":
                    chosen = replace(part, systems=generator.choice(part.systems, len(part.systems)))
                else:
                    chosen = replace(part, segments=generator.choice(part.segments, len(part.segments)))
                drawn[turn] = objective.value(chosen, *mine) - objective.value(chosen, *theirs)
            gains.append(drawn)
    stacked = np.array(gains)
    usable = ~np.isnan(stacked)
    counts = usable.sum(axis=0)
    means = np.where(usable, stacked, 0.0).sum(axis=0) / np.maximum(counts, 1)
    return np.asarray(means[counts > 0])


def _counted_gains(
    objective: Objective, part: Part, mine: Floats, theirs: Floats, resamples: int, generator: np.random.Generator
) -> Floats:
    """Segments with all their comparisons are drawn again; counts add up, so each resample is a product of matrices."""
    pairs = part.material.pairs
    where, first, second = (array[part.pairs] for array in (pairs.segment, pairs.first, pairs.second))
    count = pairs.count[part.pairs].astype(float)
    places, group = np.unique(where, return_inverse=True)
    tables = []
    for scores in (mine, theirs):
        difference = scores[first, where] - scores[second, where]
        rows = [
            np.bincount(group, count * (difference > 0), minlength=len(places)),
            np.bincount(group, count * (difference < 0), minlength=len(places)),
            np.bincount(group, count * ~((difference > 0) | (difference < 0)), minlength=len(places)),
        ]
        tables.append(np.stack(rows, axis=1))
    both = np.concatenate(tables, axis=1)
    gains = np.full(resamples, np.nan)
    for turn in range(resamples):
        drawn = np.bincount(generator.integers(0, len(places), len(places)), minlength=len(places))
        sums = drawn @ both
        gains[turn] = counted(objective.name, *sums[:3].tolist()) - counted(objective.name, *sums[3:].tolist())
    return gains


def _mean(values: Sequence[float]) -> float:
    found = [value for value in values if not math.isnan(value)]
    return float(np.mean(found)) if found else math.nan
