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
from typing import Any, cast

import numpy as np

from tertium.analysis.comparing.draws import check_draws
from tertium.analysis.meta.correlations import difference_signs
from tertium.analysis.meta.pair_agreement import score_scale
from tertium.analysis.tuning import methods
from tertium.analysis.tuning.campaign_data import CampaignData
from tertium.analysis.tuning.folds import folds
from tertium.analysis.tuning.methods import SearchSettings
from tertium.analysis.tuning.objectives import COUNTED, Objective, Part, counted
from tertium.analysis.tuning.targets import Linear, Scored, Target, Weights
from tertium.arrays import Floats
from tertium.corpus.files.access import is_there, open_bytes, write_atomically
from tertium.errors import InputError, printable
from tertium.metrics.base import Metric
from tertium.progress import SILENT, Listener
from tertium.results.tuning import FoldResult, Validation


@dataclass(frozen=True)
class TuneSettings:
    """Everything that decides the result, beside the data and the metric."""

    objective: Objective
    search: SearchSettings
    unit: str
    folds: int = 5
    resamples: int = 1000
    level: float = 0.95

    def __post_init__(self) -> None:
        check_draws(self.resamples, "the number of resamples")


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
        if path is not None and is_there(path):
            with open_bytes(path) as file:
                try:
                    kept = json.loads(file.read().decode("utf-8"))
                except (UnicodeDecodeError, json.JSONDecodeError):
                    raise InputError(
                        f"{printable(str(path))} is not a state file of 'tertium tune'; give another name."
                    ) from None
            if not isinstance(kept, dict) or "steps" not in kept:
                raise InputError(f"{printable(str(path))} is not a state file of 'tertium tune'; give another name.")
            if kept.get("key") != key:
                raise InputError(f"{path} is the state of another run (other data, metric or settings); remove it.")
            self.steps = dict(kept["steps"])
            self.resumed = len(self.steps)

    def step(self, name: str, make: Callable[[], Any]) -> Any:
        if name not in self.steps:
            self.steps[name] = make()
            if self._path is not None:
                text = json.dumps({"key": self._key, "steps": self.steps})
                write_atomically(self._path, lambda file: file.write(text.encode("utf-8")), private=True)
        return self.steps[name]

    def done(self) -> None:
        """The run is complete: the file has served."""
        if self._path is not None:
            Path(self._path).unlink(missing_ok=True)


def journal_key(target: Target, settings: TuneSettings, campaigns: Sequence[CampaignData], given: str) -> str:
    parts = [given, repr(settings), repr(target.names), *(campaign.digest for campaign in campaigns)]
    return hashlib.sha256("\n".join(parts).encode("utf-8")).hexdigest()


def tune(
    target: Target,
    campaigns: Sequence[CampaignData],
    settings: TuneSettings,
    *,
    baseline: Metric | None = None,
    journal: Journal | None = None,
    validate: bool = True,
    listener: Listener = SILENT,
) -> Tuned:
    """Find the numbers on all campaigns, and on all but each fold to see what they are worth."""
    objective = settings.objective
    for campaign in campaigns:
        lacking = objective.lacks(campaign)
        if lacking:
            raise InputError(f"{campaign.name} lacks {lacking}, which {objective.name} of {objective.level}s needs.")
    method = settings.search.of(target, objective)
    journal = journal or Journal(None, "")
    rival = _Rival(target, baseline)
    outer = folds(campaigns, objective, settings.unit, settings.folds, settings.search.seed) if validate else []
    steps = len(outer) + 1
    results: list[FoldResult] = []
    judged: list[tuple[Part, Scored, Scored]] = []
    for number, fold in enumerate(outer):
        listener.progress(f"tuning without {fold.name}", number, steps)
        kept = journal.step(f"fold {number}", partial(_fit, target, settings, fold.train))
        point, strength = np.array(kept[0]), kept[1]
        own = _scaled(target, settings, fold.train)
        name, untuned = rival.on(objective, fold.train)
        found = [(part, own.scored(part.campaign, point), untuned(part.campaign)) for part in fold.test]
        judged += found
        tuned_value = _mean([objective.value(part, *mine) for part, mine, _ in found])
        untuned_value = _mean([objective.value(part, *theirs) for part, _, theirs in found])
        shown = tuple(float(value) for value in own.shown(point))
        results.append(FoldResult(fold.name, untuned_value, tuned_value, name, shown, strength))
    listener.progress("tuning on everything", steps - 1, steps)
    whole = tuple(Part.whole(campaign) for campaign in campaigns)
    kept = journal.step("all", partial(_fit, target, settings, whole))
    point = np.array(kept[0])
    own = _scaled(target, settings, whole)
    name, untuned = rival.on(objective, whole)
    values = [
        (
            part.campaign.name,
            objective.value(part, *own.scored(part.campaign, point)),
            objective.value(part, *untuned(part.campaign)),
        )
        for part in whole
    ]
    validation = _validated(settings, results, judged) if outer else None
    return Tuned(
        metric=own.metric(point),
        names=target.names,
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


def _scaled(target: Target, settings: TuneSettings, parts: Sequence[Part]) -> Target:
    """A sum's terms are brought to one scale by the training parts alone, if they are at all."""
    if not isinstance(target, Weights) or not settings.search.by_spread(settings.search.of(target, settings.objective)):
        return target
    return target.spread_by(settings.objective, parts)


def _fit(target: Target, settings: TuneSettings, train: Sequence[Part]) -> tuple[list[float], float | None]:
    objective, search = settings.objective, settings.search
    method = search.of(target, objective)
    own = _scaled(target, settings, train)
    strength = search.strength
    if strength is None and methods.strengths(method):
        strength = _inner_choice(target, settings, train, methods.strengths(method))
    point = methods.find(own, objective, train, search, strength)
    return [float(number) for number in point], strength


def _inner_choice(target: Target, settings: TuneSettings, train: Sequence[Part], grid: Sequence[float]) -> float:
    """The strength with the best mean over inner folds: campaigns if there are three or more, else runs of segments
    (pairs of systems at system level). Folds without a comparison to learn from have no say.

    Of an SVM's prices those come first that turn no term against its direction on the training parts (if all do, the
    one with the least weight turned): with few systems, a high price learns such weights from noise."""
    inner = [
        (learn, test)
        for learn, test in _inner_folds(settings, train)
        if isinstance(target, Linear) and any(target.differences(settings.objective, part)[1].any() for part in learn)
    ]
    bounded = settings.search.of(target, settings.objective) == "svm"
    best, best_value = grid[len(grid) // 2], (-np.inf, -np.inf)
    for strength in grid:
        values = []
        for learn, test in inner:
            own = _scaled(target, settings, learn)
            point = methods.find(own, settings.objective, learn, settings.search, strength)
            values.append(own.value(settings.objective, test, point))
        turned = _turned(target, settings, train, strength) if bounded else 0.0
        value = (-turned, _mean(values))
        if value[0] > best_value[0] or (value[0] == best_value[0] and value[1] > best_value[1] + 1e-12):
            best, best_value = strength, value
    return best


def _turned(target: Target, settings: TuneSettings, train: Sequence[Part], strength: float) -> float:
    """The share of all weight that turns terms against their direction, to the nearest per cent."""
    point = methods.find(_scaled(target, settings, train), settings.objective, train, settings.search, strength)
    return round(float(np.abs(point[point < 0]).sum() / max(float(np.abs(point).sum()), 1e-300)), 2)


def _inner_folds(settings: TuneSettings, train: Sequence[Part]) -> list[tuple[list[Part], list[Part]]]:
    if len(train) >= 3:
        return [([other for other in train if other is not part], [part]) for part in train]
    made = []
    for number in range(3):
        learn, test = [], []
        for part in train:
            if settings.objective.level == "system":
                held = np.arange(len(part.systems)) % 3 == number
                learn.append(replace(part, systems=part.systems[~held]))
                test.append(replace(part, systems=part.systems[held]))
            else:
                segments = part.campaign.pairs.segment[part.pairs]
                held = segments * 3 // part.campaign.segments == number
                inside = part.segments * 3 // part.campaign.segments == number
                learn.append(replace(part, pairs=part.pairs[~held], segments=part.segments[~inside]))
                test.append(replace(part, pairs=part.pairs[held], segments=part.segments[inside]))
        made.append((learn, test))
    return made


class _Rival:
    """What one would use without tuning."""

    def __init__(self, target: Target, baseline: Metric | None) -> None:
        self._target = target
        self._baseline = None if baseline is None else _Fixed(baseline)

    def on(self, objective: Objective, train: Sequence[Part]) -> tuple[str, Callable[[CampaignData], Scored]]:
        """Its name, and its scores; for a sum the best single term of the training parts."""
        target = self._target
        if self._baseline is not None:
            return str(self._baseline.fixed), self._baseline.of
        if target.start is not None:
            start = target.start
            return f"{target.metric(start)}", lambda campaign: target.scored(campaign, start)
        target = cast(Linear, target)  # a metric's own numbers have a start
        singles = [_Single(target, place) for place in range(len(target.terms))]
        values = [_mean([objective.value(part, *single.of(part.campaign)) for part in train]) for single in singles]
        if np.isnan(values).all():
            raise InputError(
                f"{objective.name} of {objective.level}s has no value for any of {', '.join(map(str, target.terms))}: "
                "their scores of what is learnt from, or people's, are all equal; "
                "take other metrics or another objective."
            )
        best = int(np.nanargmax(values))
        return str(target.terms[best]), singles[best].of


@dataclass(frozen=True, eq=False)
class _Single:
    """One term of a sum alone."""

    target: Linear
    place: int

    def of(self, campaign: CampaignData) -> Scored:
        leaf, sign = self.target.leaf_scores(campaign)[self.place], float(self.target.signs[self.place])
        return sign * leaf.segment, lambda segments: sign * leaf.system(segments)


class _Fixed:
    """A metric that nobody tunes."""

    def __init__(self, metric: Metric) -> None:
        self.fixed = metric
        self._scored: dict[int, Scored] = {}

    def of(self, campaign: CampaignData) -> Scored:
        if id(campaign) not in self._scored:
            weights, terms = zip(*self.fixed.leaves(), strict=True)
            leaves = list(zip(weights, campaign.leaves(terms), strict=True))
            sign = 1.0 if self.fixed.better.value == "higher" else -1.0
            segment = sign * np.sum([weight * leaf.segment for weight, leaf in leaves], axis=0)
            self._scored[id(campaign)] = (
                segment,
                lambda segments: sign * np.sum([weight * leaf.system(segments) for weight, leaf in leaves], axis=0),
            )
        return self._scored[id(campaign)]


def _validated(
    settings: TuneSettings, results: list[FoldResult], judged: list[tuple[Part, Scored, Scored]]
) -> Validation:
    objective = settings.objective
    tuned, untuned = _mean([r.tuned for r in results]), _mean([r.untuned for r in results])
    drawn = resampled_gains(objective, judged, settings.resamples, settings.search.seed)
    tail = (1 - settings.level) / 2
    low, high = np.quantile(drawn, [tail, 1 - tail]) if len(drawn) else (math.nan, math.nan)
    return Validation(
        unit=settings.unit,
        untuned=untuned,
        tuned=tuned,
        gain=tuned - untuned,
        low=float(low),
        high=float(high),
        level=settings.level,
        resamples=settings.resamples,
        folds=tuple(results),
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
    pairs = part.campaign.pairs
    where, first, second = (array[part.pairs] for array in (pairs.segment, pairs.first, pairs.second))
    count = pairs.count[part.pairs].astype(float)
    places, group = np.unique(where, return_inverse=True)
    tables = []
    for scores in (mine, theirs):
        order = difference_signs(scores[first, where] - scores[second, where], score_scale(scores))
        rows = [np.bincount(group, count * (order == sign), minlength=len(places)) for sign in (1, -1, 0)]
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
