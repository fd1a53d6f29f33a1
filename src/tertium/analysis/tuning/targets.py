"""What is tuned: the weights of a sum, or a metric's own numbers.

A *sum* is linear in its weights: its terms are scored once and the rest is arithmetic. Weights are those of terms on
one scale: every term is turned so that higher is better and divided by the spread of its differences (``spreads``), so
that a weight says how much a term matters and regularisation treats a rate and a count alike. What is reported, and
what a card holds, are weights of the terms as they are, divided by the sum of their sizes.
LRscore has one weight: alpha for word order, 1 - alpha for BLEU, on the terms' own scales, as published.
A formula (a product, a power) has its exponents, and the weights of sums in it.
Other numbers are tuned by trying values; only structural ones cost a measurement.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from tertium.analysis.meta.correlations import difference_signs
from tertium.analysis.meta.pair_agreement import score_scale
from tertium.analysis.tuning.campaign_data import CampaignData, LeafScores
from tertium.analysis.tuning.objectives import Objective, Part
from tertium.arrays import Floats
from tertium.corpus.campaigns.judgments import Ints
from tertium.errors import SpecError, did_you_mean, option, printable
from tertium.metrics.base import Better, Metric
from tertium.metrics.combination import Combination
from tertium.metrics.parameters import parameters
from tertium.metrics.presets.lrscore import LRscore
from tertium.metrics.products import Formula, numbers, with_numbers

Scored = tuple[Floats, Callable[[Ints | None], Floats]]


class Target(ABC):
    """Numbers with bounds, and the metric they make. ``start`` is the metric as it was before tuning, if it was one."""

    names: tuple[str, ...]
    low: Floats
    high: Floats
    start: Floats | None

    @abstractmethod
    def metric(self, point: Floats) -> Metric:
        """The metric that scores with these numbers."""

    @abstractmethod
    def scored(self, campaign: CampaignData, point: Floats) -> Scored:
        """Segment scores, and a function giving system scores; higher is better."""

    def value(self, objective: Objective, parts: Sequence[Part], point: Floats) -> float:
        """The mean over the parts where the objective has a value."""
        values = [self.part_value(objective, part, point) for part in parts]
        found = [value for value in values if not math.isnan(value)]
        return float(np.mean(found)) if found else float("nan")

    def part_value(self, objective: Objective, part: Part, point: Floats) -> float:
        return objective.value(part, *self.scored(part.campaign, point))

    def shown(self, point: Floats) -> Floats:
        """The numbers as people see them."""
        return point


class Linear(Target):
    """A sum of terms that are scored once."""

    terms: tuple[Metric, ...]

    def __init__(self, terms: Sequence[Metric]) -> None:
        self.terms = tuple(terms)
        self._scored: dict[int, list[LeafScores]] = {}

    @abstractmethod
    def weights(self, point: Floats) -> Floats:
        """Weights of the terms, each turned so that higher is better."""

    def leaf_scores(self, campaign: CampaignData) -> list[LeafScores]:
        if id(campaign) not in self._scored:
            self._scored[id(campaign)] = campaign.leaves(self.terms)
            campaign.forget()
        return self._scored[id(campaign)]

    @property
    def signs(self) -> Floats:
        return np.array([-1.0 if term.better is Better.LOWER else 1.0 for term in self.terms])

    def scored(self, campaign: CampaignData, point: Floats) -> Scored:
        weights = self.weights(point) * self.signs
        leaves = self.leaf_scores(campaign)
        segment = sum(weight * leaf.segment for weight, leaf in zip(weights, leaves, strict=True))

        def system(segments: Ints | None) -> Floats:
            return np.asarray(sum(weight * leaf.system(segments) for weight, leaf in zip(weights, leaves, strict=True)))

        return np.asarray(segment), system

    def differences(self, objective: Objective, part: Part) -> tuple[Floats, Floats]:
        """(pairs, terms) preferred less other, and how many judgments each pair has; ties where scores are missing.

        Differences that rounding alone may have made are none, as they are for the objective.
        """
        leaves = self.leaf_scores(part.campaign)
        if objective.level == "system":
            human = part.campaign.system_scores
            scores = np.stack([leaf.system(part.all_segments()) for leaf in leaves], axis=1) * self.signs
            if human is None:
                return np.zeros((0, len(leaves))), np.zeros(0)
            first, second = (part.systems[index] for index in np.triu_indices(len(part.systems), 1))
            swap = human[second] > human[first]
            first, second = np.where(swap, second, first), np.where(swap, first, second)
            decided = human[first] > human[second]
            made = (scores[first] - scores[second])[decided]
            return _cleared(made, [score_scale(column) for column in scores.T]), np.ones(int(decided.sum()))
        pairs = part.campaign.pairs
        where, first, second = (array[part.pairs] for array in (pairs.segment, pairs.first, pairs.second))
        made = np.stack([leaf.segment[first, where] - leaf.segment[second, where] for leaf in leaves], axis=1)
        cleared = _cleared(made * self.signs, [score_scale(leaf.segment) for leaf in leaves])
        return cleared, pairs.count[part.pairs].astype(float)


def _cleared(differences: Floats, scales: Sequence[float]) -> Floats:
    return np.where(difference_signs(differences, np.array(scales)) == 0, 0.0, differences)


class Weights(Linear):
    """A free weight for each term; the point is in units of the terms' spreads."""

    def __init__(self, terms: Sequence[Metric], spreads: Floats | None = None, nonnegative: bool = False) -> None:
        super().__init__(terms)
        labels = [str(term) for term in terms]
        twice = next((label for label in labels if labels.count(label) > 1), None)
        if twice is not None:
            raise SpecError(f"{twice} is among the terms twice; leave one out.")
        self.names = tuple(labels)
        self.low = np.full(len(terms), 0.0 if nonnegative else -1.0)
        self.high = np.ones(len(terms))
        self.start = None
        self.nonnegative = nonnegative
        self.spreads = np.ones(len(terms)) if spreads is None else spreads

    def spread_by(self, objective: Objective, parts: Sequence[Part]) -> Weights:
        """On the scale of these parts: the root mean square of each term's differences, the mean over parts."""
        found = [self.differences(objective, part)[0] for part in parts]
        squares = [np.sqrt((made**2).mean(axis=0)) for made in found if len(made)]
        usable = [square for square in squares if np.isfinite(square).all()]
        made = np.mean(usable, axis=0) if usable else np.zeros(len(self.terms))
        scaled = Weights(self.terms, np.where(made > 0, made, 1.0), self.nonnegative)
        scaled._scored = self._scored
        return scaled

    def weights(self, point: Floats) -> Floats:
        natural = point / self.spreads
        return np.asarray(natural / max(float(np.abs(natural).sum()), 1e-300))

    def shown(self, point: Floats) -> Floats:
        return self.weights(point) * self.signs

    def metric(self, point: Floats) -> Metric:
        shown = [float(f"{weight:.6g}") for weight in self.shown(point)]
        terms = tuple((weight, term) for weight, term in zip(shown, self.terms, strict=True) if weight != 0.0)
        if not terms:
            raise SpecError("every weight came out as 0: these terms do not agree with the judgments at all.")
        return Combination(terms)


class Alpha(Linear):
    """LRscore's one weight."""

    def __init__(self, metric: LRscore) -> None:
        self._metric = metric
        super().__init__([leaf for _, leaf in metric.leaves()])
        self.names = ("alpha",)
        self.low, self.high = np.zeros(1), np.ones(1)
        self.start = None if metric.alpha is None else np.array([metric.alpha])

    def weights(self, point: Floats) -> Floats:
        return np.array([point[0], 1.0 - point[0]])

    def metric(self, point: Floats) -> Metric:
        return replace(self._metric, alpha=float(f"{point[0]:.6g}"))


@dataclass(frozen=True)
class _Slot:
    """One number of a metric: a parameter, or an item of one that is a tuple."""

    parameter: str
    item: int | None
    low: float
    high: float
    value: float
    tunable: bool

    @property
    def name(self) -> str:
        return self.parameter if self.item is None else f"{self.parameter}[{self.item + 1}]"


@dataclass(eq=False)
class Numbers(Target):
    """A metric's own numbers, tried one value after the other."""

    given: Metric
    wanted: tuple[str, ...] = ()  # names of parameters; nothing: all tunable numbers; 'all': structural ones too
    names: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        self.slots = _slots(self.given, self.wanted)
        self.names = tuple(slot.name for slot in self.slots)
        self.low = np.array([slot.low for slot in self.slots])
        self.high = np.array([slot.high for slot in self.slots])
        self.start = np.array([slot.value for slot in self.slots])
        self._last: dict[int, tuple[Metric, Scored]] = {}
        self._values: dict[tuple[int, Objective, bytes], float] = {}

    @property
    def remeasures(self) -> bool:
        """Does a new value cost a measurement?"""
        return any(not slot.tunable for slot in self.slots)

    def metric(self, point: Floats) -> Metric:
        if isinstance(self.given, Formula):
            rounded = [float(f"{number:.6g}") for number in point]
            return with_numbers(self.given, dict(zip(self.names, rounded, strict=True)))
        changes: dict[str, Any] = {}
        for slot, number in zip(self.slots, point, strict=True):
            value = float(f"{number:.6g}")
            if slot.item is None:
                changes[slot.parameter] = value
            else:
                whole = list(changes.get(slot.parameter, getattr(self.given, slot.parameter)))
                whole[slot.item] = value
                changes[slot.parameter] = tuple(whole)
        return replace(self.given, **changes)

    def part_value(self, objective: Objective, part: Part, point: Floats) -> float:
        """Folds that leave out one campaign climb from the same starts over the others: what is known is kept."""
        if not part.is_whole:
            return super().part_value(objective, part, point)
        key = (id(part.campaign), objective, np.round(point, 12).tobytes())
        if key not in self._values:
            self._values[key] = super().part_value(objective, part, point)
        return self._values[key]

    def scored(self, campaign: CampaignData, point: Floats) -> Scored:
        metric = self.metric(point)
        kept = self._last.get(id(campaign))
        if kept is not None and kept[0] == metric:  # the same point on another part of the campaign
            return kept[1]
        leaf = campaign.leaf(metric)
        if self.remeasures:
            campaign.forget()
        sign = -1.0 if metric.better is Better.LOWER else 1.0
        made: Scored = (sign * leaf.segment, lambda segments: sign * leaf.system(segments))
        self._last[id(campaign)] = (metric, made)
        return made


def _slots_of_formula(formula: Formula) -> dict[str, list[_Slot]]:
    """Exponents and weights; each keeps its sign."""
    found: dict[str, list[_Slot]] = {}
    for name, number in numbers(formula):
        reach = max(1.0, 3.0 * abs(number))
        low, high = (-reach, 0.0) if number < 0 else (0.0, reach)
        found[name] = [_Slot(name, None, low, high, number, tunable=True)]
    return found


def _slots(metric: Metric, wanted: Sequence[str]) -> list[_Slot]:
    found = _slots_of_formula(metric) if isinstance(metric, Formula) else {}
    for declared, parameter in parameters(metric):
        value = getattr(metric, declared.name)
        items = value if isinstance(value, tuple) else (value,)
        if not items or not all(isinstance(number, float) for number in items):
            continue
        slots = []
        for item, number in enumerate(items):
            low = parameter.low if math.isfinite(parameter.low) else 0.0
            high = min(parameter.high, max(1.0, 3.0 * abs(number)))
            place = item if isinstance(value, tuple) else None
            slots.append(_Slot(declared.name, place, low, high, float(number), parameter.tunable))
        found[declared.name] = slots
    if not wanted:
        chosen = [name for name, slots in found.items() if slots[0].tunable]
    elif tuple(wanted) == ("all",):
        chosen = list(found)
    else:
        for name in wanted:
            if name not in found:
                hint = did_you_mean(name, found) or ";"
                known = ", ".join(found) or "none"
                raise SpecError(f"{metric.name} has no number '{printable(name)}' to tune{hint} there are {known}.")
        chosen = list(wanted)
    if not chosen:
        known = ", ".join(found)
        hint = (
            f"name some of {known} with {option('--parameters')}"
            if known
            else "list several metrics to weigh them in a sum"
        )
        others = [declared.name for declared, parameter in parameters(metric) if parameter.tunable]
        but = f" (as given, {', '.join(others)} hold no number)" if others else ""
        raise SpecError(f"{metric.name} has no tunable number{but}; {hint}.")
    return [slot for name in chosen for slot in found[name]]
