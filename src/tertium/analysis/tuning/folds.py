"""Parts to learn from and parts to be judged on: whole language pairs, systems or segments are left out in turn.

``pairs``     each campaign once: what to expect of a language pair or test set nobody tuned on
``systems``   groups of systems: no comparison that a held-out system takes part in is learnt from; judged on those
``segments``  runs of neighbouring segments, so that a document is not on both sides
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tertium.analysis.tuning.campaign_data import Material
from tertium.analysis.tuning.objectives import Objective, Part
from tertium.corpus.campaigns.judgments import Ints
from tertium.errors import InputError

UNITS = ("pairs", "systems", "segments")


@dataclass(frozen=True, eq=False)
class Fold:
    """``name`` says what is left out."""

    name: str
    train: tuple[Part, ...]
    test: tuple[Part, ...]


def default_unit(materials: Sequence[Material]) -> str:
    """Language pairs, if there are at least three: the question that users of a tuned metric have."""
    return "pairs" if len(materials) >= 3 else "segments"


def folds(materials: Sequence[Material], objective: Objective, unit: str, count: int, seed: int) -> list[Fold]:
    """The outer folds; an error says where there is too little to leave anything out."""
    whole = tuple(Part.whole(material) for material in materials)
    if unit == "pairs":
        if len(materials) < 2:
            raise InputError("leaving out language pairs needs at least 2 campaigns; leave out segments or systems.")
        return [
            Fold(part.material.name, tuple(other for other in whole if other is not part), (part,)) for part in whole
        ]
    if unit == "systems":
        # Three systems are the fewest whose correlation says anything; pairs need one only.
        least = 1 if objective.level == "segment" else 3
        fewest = min(len(material.systems) for material in materials)
        count = min(count, fewest // least)
        if count < 2:
            raise InputError(f"leaving out systems needs at least {2 * least} systems, one campaign has {fewest}.")
        return _split(whole, [_system_groups(material, count, seed) for material in materials], count, "systems")
    fewest = min(material.segments for material in materials)
    count = min(count, fewest)
    if count < 2:
        raise InputError("leaving out segments needs at least 2 segments.")
    groups = [np.arange(material.segments) * count // material.segments for material in materials]
    return _split(whole, groups, count, "segments")


def _split(whole: Sequence[Part], groups: Sequence[Ints], count: int, unit: str) -> list[Fold]:
    made = []
    for number in range(count):
        train, test = [], []
        for part, group in zip(whole, groups, strict=True):
            held = group == number
            inner, outer = _halves(part, held, unit)
            train.append(inner)
            test.append(outer)
        made.append(Fold(f"{unit} {number + 1} of {count}", tuple(train), tuple(test)))
    return made


def _halves(part: Part, held: Ints, unit: str) -> tuple[Part, Part]:
    pairs = part.material.pairs
    if unit == "segments":
        out = held[pairs.segment]
        kept, left = np.flatnonzero(~held), np.flatnonzero(held)
        return (
            Part(part.material, np.flatnonzero(~out), part.systems, kept),
            Part(part.material, np.flatnonzero(out), part.systems, left),
        )
    out = held[pairs.first] | held[pairs.second]
    kept, left = np.flatnonzero(~held), np.flatnonzero(held)
    return (
        Part(part.material, np.flatnonzero(~out), kept, part.segments),
        Part(part.material, np.flatnonzero(out), left, part.segments),
    )


def _system_groups(material: Material, count: int, seed: int) -> Ints:
    """Groups of nearly equal size, dealt by lot."""
    order = np.random.default_rng(seed).permutation(len(material.systems))
    groups = np.empty(len(order), dtype=np.int64)
    groups[order] = np.arange(len(order)) % count
    return groups
