"""What tuning maximises: agreement of a metric with people, on the segments or on the systems of a part of a campaign.

The statistics are those of ``tertium meta``. Segment level, over decided comparisons of two outputs of one segment (C
concordant, D discordant, T metric ties): ``consistency`` C/(C+D+T), ``wmt12`` (C-D-T)/(C+D+T),
``wmt13`` (C-D)/(C+D), ``wmt14`` (C-D)/(C+D+T).
Segment level, over people's scores of segments, the mean over segments of a statistic across systems (segments where it
does not exist are left out): ``pearson``, ``spearman``, ``kendall`` (tau-b), ``kendall-c``, and ``acc23`` with the best
epsilon for metric ties.
System level, over people's scores of systems: ``pearson``, ``spearman``, ``kendall``, ``kendall-c``, ``accuracy``
(share of pairs of systems in the same order; pairs that people do not tell apart are left out, metric ties count
against), and ``soft-accuracy``, which needs people's scores of segments.
Several campaigns: the mean of their values, so that a large one does not drown the others.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from tertium.analysis.meta.correlations import (
    decided_accuracy,
    difference_signs,
    kendall_b,
    kendall_c,
    pearson,
    spearman,
)
from tertium.analysis.meta.pair_agreement import calibrate, score_scale, scored_comparisons
from tertium.analysis.meta.soft_accuracy import soft_pairwise_accuracy
from tertium.analysis.tuning.campaign_data import CampaignData
from tertium.arrays import Floats
from tertium.corpus.campaigns.judgments import Ints
from tertium.errors import SpecError, did_you_mean, printable

COUNTED = ("consistency", "wmt12", "wmt13", "wmt14")
CORRELATIONS: dict[str, Callable[[Floats, Floats], Floats]] = {
    "pearson": pearson,
    "spearman": spearman,
    "kendall": kendall_b,
    "kendall-c": kendall_c,
}
# What `tertium meta` calls them.
ALIASES = {"kendall_b": "kendall", "tau_b": "kendall", "kendall_c": "kendall-c", "spa": "soft-accuracy"}
BY_LEVEL = {
    "segment": (*COUNTED, *CORRELATIONS, "acc23"),
    "system": (*CORRELATIONS, "accuracy", "soft-accuracy"),
}


@dataclass(frozen=True, eq=False)
class Part:
    """A part of a campaign: numbers of comparisons, systems and segments; repeated numbers count again (resamples)."""

    campaign: CampaignData
    pairs: Ints
    systems: Ints
    segments: Ints

    @classmethod
    def whole(cls, campaign: CampaignData) -> Part:
        return cls(
            campaign,
            np.arange(len(campaign.pairs)),
            np.arange(len(campaign.systems)),
            np.arange(campaign.segments),
        )

    @property
    def is_whole(self) -> bool:
        """Is it the campaign itself, everything in it once?"""
        everything = (len(self.campaign.pairs), len(self.campaign.systems), self.campaign.segments)
        parts = (self.pairs, self.systems, self.segments)
        return all(
            len(part) == count and bool((part == np.arange(count)).all())
            for part, count in zip(parts, everything, strict=True)
        )

    def all_segments(self) -> Ints | None:
        """None where every segment is there once: the common case, which needs no copy."""
        if len(self.segments) == self.campaign.segments and (np.diff(self.segments) == 1).all():
            return None
        return self.segments


@dataclass(frozen=True)
class Objective:
    """A statistic at a level. ``needs`` says in words what a campaign must have for it."""

    name: str = "consistency"
    level: str = "segment"

    def __post_init__(self) -> None:
        if self.level not in BY_LEVEL:
            raise SpecError(f"the level is '{printable(self.level)}', expected segment or system.")
        known = BY_LEVEL[self.level]
        object.__setattr__(self, "name", ALIASES.get(self.name, self.name))
        if self.name not in known:
            hint = did_you_mean(self.name, known) or ";"
            raise SpecError(
                f"no objective '{printable(self.name)}' at {self.level} level{hint} there are {', '.join(known)}."
            )

    @property
    def counted(self) -> bool:
        """Does it depend on the order within pairs alone? Then it is piecewise constant in a weight."""
        return self.name in COUNTED or self.name == "accuracy"

    def lacks(self, campaign: CampaignData) -> str:
        """What the campaign lacks for this objective; nothing if it can be computed."""
        if self.name == "soft-accuracy":
            return "" if campaign.scores is not None else "scores of segments"
        if self.level == "system":
            scores = campaign.system_scores
            known = 0 if scores is None else int((~np.isnan(scores)).sum())
            return "" if known >= 3 else f"scores of at least 3 systems (it has {known})"
        if self.name in COUNTED:
            return "" if len(campaign.pairs) else "decided comparisons or scores of segments"
        return "" if campaign.scores is not None else "scores of segments"

    def value(self, part: Part, segment: Floats, system: Callable[[Ints | None], Floats]) -> float:
        """The objective for scores of which higher is better; NaN where it has no value."""
        if self.name == "soft-accuracy":
            return self._soft(part, segment)
        if self.level == "system":
            return self.of_systems(part, system(part.all_segments()))
        if self.name in COUNTED:
            return counted(self.name, *self.outcomes(part, segment))
        return self._by_segment(part, segment)

    def outcomes(self, part: Part, segment: Floats) -> tuple[float, float, float]:
        """Concordant, discordant and tied judgments; a pair without scores is a tie."""
        pairs = part.campaign.pairs
        where, first, second = pairs.segment[part.pairs], pairs.first[part.pairs], pairs.second[part.pairs]
        difference = segment[first, where] - segment[second, where]
        signs = difference_signs(difference, score_scale(segment))
        count = pairs.count[part.pairs].astype(float)
        concordant = float(count[signs > 0].sum())
        discordant = float(count[signs < 0].sum())
        return concordant, discordant, float(count.sum()) - concordant - discordant

    def of_systems(self, part: Part, scores: Floats) -> float:
        human = part.campaign.system_scores
        if human is None:
            return float("nan")
        x, y = scores[part.systems], human[part.systems]
        there = ~(np.isnan(x) | np.isnan(y))
        x, y = x[there], y[there]
        if self.name == "accuracy":
            return float(decided_accuracy(y, x))
        return float(CORRELATIONS[self.name](y, x))

    def _soft(self, part: Part, segment: Floats) -> float:
        """As ``tertium meta`` has it: over the segments that people scored at all, of which a pair may share a few."""
        human = part.campaign.scores
        if human is None:
            return float("nan")
        spoken = part.segments[(~np.isnan(human[np.ix_(part.systems, part.segments)])).any(axis=0)]
        if not len(spoken):
            return float("nan")
        y, x = (table[np.ix_(part.systems, spoken)] for table in (human, segment))
        return soft_pairwise_accuracy(y, x, systems=part.systems)

    def _by_segment(self, part: Part, segment: Floats) -> float:
        human = part.campaign.scores
        if human is None:
            return float("nan")
        x, y = segment[np.ix_(part.systems, part.segments)], human[np.ix_(part.systems, part.segments)]
        if self.name == "acc23":
            return calibrate(scored_comparisons(y, "item"), x).value
        x, y = x.T, y.T
        missing = np.isnan(x) | np.isnan(y)
        complete = ~missing.any(axis=1)
        values = [CORRELATIONS[self.name](y[complete], x[complete])] if complete.any() else []
        for row in np.flatnonzero(~complete & ((~missing).sum(axis=1) > 1)):
            there = ~missing[row]
            values.append(np.atleast_1d(CORRELATIONS[self.name](y[row, there], x[row, there])))
        found = np.concatenate(values) if values else np.array([np.nan])
        found = found[~np.isnan(found)]
        return float(found.mean()) if len(found) else float("nan")


def counted(name: str, concordant: float, discordant: float, tied: float) -> float:
    """docs/statistics.md#segment-level-agreement."""
    total = concordant + discordant + tied
    if name == "wmt13":
        total -= tied
    if total <= 0:
        return float("nan")
    won = {
        "consistency": concordant,
        "wmt12": concordant - discordant - tied,
        "wmt13": concordant - discordant,
        "wmt14": concordant - discordant,
    }[name]
    return won / total
