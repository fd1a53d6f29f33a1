"""Parts to learn from and parts to be judged on: whole language pairs, systems or segments are left out in turn.

``pairs``     each campaign once: what to expect of a language pair or test set nobody tuned on
``systems``   groups of systems: no comparison that a held-out system takes part in is learnt from; judged on those
``segments``  runs of neighbouring segments, so that a document is not on both sides
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tertium.analysis.tuning.campaign_data import CampaignData
from tertium.analysis.tuning.objectives import Objective, Part
from tertium.corpus.campaigns.judgments import Ints
from tertium.errors import InputError


@dataclass(frozen=True, eq=False)
class Fold:
    """``name`` says what is left out."""

    name: str
    train: tuple[Part, ...]
    test: tuple[Part, ...]


def default_unit(campaigns: Sequence[CampaignData]) -> str:
    """Language pairs, if there are at least three: the question that users of a tuned metric have."""
    return "pairs" if len(campaigns) >= 3 else "segments"


def folds(campaigns: Sequence[CampaignData], objective: Objective, unit: str, count: int, seed: int) -> list[Fold]:
    """The outer folds; an error says where there is too little to leave anything out."""
    whole = tuple(Part.whole(campaign) for campaign in campaigns)
    if unit == "pairs":
        if len(campaigns) < 2:
            raise InputError("leaving out language pairs needs at least 2 campaigns; leave out segments or systems.")
        return [
            Fold(part.campaign.name, tuple(other for other in whole if other is not part), (part,)) for part in whole
        ]
    if unit == "systems":
        # Three systems are the fewest whose correlation says anything; pairs need one only.
        least = 1 if objective.level == "segment" else 3
        fewest = min(len(campaign.systems) for campaign in campaigns)
        count = min(count, fewest // least)
        if count < 2:
            raise InputError(f"leaving out systems needs at least {2 * least} systems, one campaign has {fewest}.")
        return _split(whole, [_system_groups(campaign, count, seed) for campaign in campaigns], count, "systems")
    fewest = min(campaign.segments for campaign in campaigns)
    count = min(count, fewest)
    if count < 2:
        raise InputError("leaving out segments needs at least 2 segments.")
    groups = [np.arange(campaign.segments) * count // campaign.segments for campaign in campaigns]
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
    pairs = part.campaign.pairs
    if unit == "segments":
        out = held[pairs.segment]
        kept, left = np.flatnonzero(~held), np.flatnonzero(held)
        return (
            Part(part.campaign, np.flatnonzero(~out), part.systems, kept),
            Part(part.campaign, np.flatnonzero(out), part.systems, left),
        )
    out = held[pairs.first] | held[pairs.second]
    kept, left = np.flatnonzero(~held), np.flatnonzero(held)
    return (
        Part(part.campaign, np.flatnonzero(~out), kept, part.segments),
        Part(part.campaign, np.flatnonzero(out), left, part.segments),
    )


def _system_groups(campaign: CampaignData, count: int, seed: int) -> Ints:
    """Groups of nearly equal size, dealt by lot."""
    order = np.random.default_rng(seed).permutation(len(campaign.systems))
    groups = np.empty(len(order), dtype=np.int64)
    groups[order] = np.arange(len(order)) % count
    return groups
