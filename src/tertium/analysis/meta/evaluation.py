"""Meta-evaluation: how far each metric can be trusted on this data, with what that rests on.

For every campaign a table at system level and one for each kind of segment judgment there is; where there are several
campaigns, their mean. See `system_level`, `segment_level`, `metric_tests`, `sentinels` for what the numbers are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from tertium.analysis.comparing.resampling import Bootstrap
from tertium.analysis.meta import segment_level, system_level
from tertium.analysis.meta.campaign_scores import CampaignScores
from tertium.analysis.meta.correlations import centred, pearson
from tertium.analysis.meta.level_table import LevelParts, table
from tertium.analysis.meta.metric_tests import Permutations
from tertium.errors import InputError, brief, option
from tertium.progress import SILENT, Listener
from tertium.results.meta import CampaignFound, MetaReport

Floats: TypeAlias = NDArray[np.float64]

LEVELS = ("both", "system", "segment")


@dataclass(frozen=True)
class MetaSettings:
    """What is to be computed: levels, the statistics that rank, the grouping, resamples and permutations."""

    level: str = "both"
    by_system: str = "pearson"
    by_segment: str = ""  # by default acc23 for scores, consistency for comparisons
    grouping: str = "item"
    absolute: bool = False  # correlations of systems without their sign
    bootstrap: Bootstrap = field(default_factory=Bootstrap)
    permutations: Permutations = field(default_factory=Permutations)

    def __post_init__(self) -> None:
        known = {
            "level": LEVELS,
            "by_system": system_level.STATISTICS,
            "by_segment": ("", *segment_level.STATISTICS),
            "grouping": segment_level.GROUPINGS,
        }
        for name, values in known.items():
            if getattr(self, name) not in values:
                raise InputError(
                    f"{name} must be one of {', '.join(filter(None, values))}, got {brief(getattr(self, name))}."
                )


def evaluate(
    campaigns: Sequence[CampaignScores], settings: MetaSettings, *, version: str, listener: Listener = SILENT
) -> MetaReport:
    """Every table of every campaign, and their means."""
    parts = [_parts(campaign, settings, listener) for campaign in campaigns]
    found = []
    for campaign, mine in zip(campaigns, parts, strict=True):
        levels = tuple(table([part], settings.permutations, listener, campaign.name) for part in mine)
        far = system_level.outliers(campaign.human)
        found.append(
            CampaignFound(
                campaign.name,
                campaign.languages,
                campaign.systems,
                campaign.segments,
                judged(campaign),
                missing(campaign),
                tuple(name for name, out in zip(campaign.systems, far, strict=True) if out),
                campaign.unrated,
                campaign.notes,
                levels,
            )
        )
    average = []
    if len(parts) > 1:
        for key in dict.fromkeys(_key(part) for mine in parts for part in mine):
            same = [part for mine in parts for part in mine if _key(part) == key]
            if len(same) > 1:
                average.append(table(same, settings.permutations, listener, "the mean"))
    return MetaReport(
        version,
        settings.bootstrap.seed,
        settings.bootstrap.resamples,
        settings.permutations.most,
        tuple(found),
        tuple(average),
    )


def _key(part: LevelParts) -> tuple[str, ...]:
    """What a mean may be taken over: agreement with scores and with comparisons are two things."""
    return part.level, part.main, part.grouping, part.source


def _parts(campaign: CampaignScores, settings: MetaSettings, listener: Listener) -> list[LevelParts]:
    listener.progress(f"judging {campaign.name}", 0, 0)
    made = []
    if settings.level in ("both", "system"):
        made.append(
            system_level.system_level(campaign, settings.bootstrap, settings.by_system, absolute=settings.absolute)
        )
    if settings.level in ("both", "segment"):
        judgments = campaign.judgments
        for source, there, main in (
            ("scores", judgments.scores is not None, "acc23"),
            ("comparisons", judgments.pairs is not None, "consistency"),
        ):
            if there:
                chosen = settings.by_segment or main
                made.append(
                    segment_level.segment_level(campaign, settings.bootstrap, chosen, settings.grouping, source)
                )
    if not made:
        raise InputError(f"{campaign.name} has no judgments of segments; {option('--level system')} compares systems.")
    return made


def judged(campaign: CampaignScores) -> str:
    """What people did, in words."""
    said = []
    judgments = campaign.judgments
    coverage = judgments.coverage
    if coverage is not None:
        said.append(f"{coverage.judged:,} of {coverage.cells:,} outputs scored ({judgments.kind})")
    if judgments.pairs is not None:
        ties = f", {judgments.pairs.ties:,} of them ties" if judgments.pairs.ties else ", no ties"
        said.append(f"{judgments.pairs.judgments:,} comparisons{ties}")
    if not said:
        said.append("scores of systems alone")
    return "; ".join(said)


def missing(campaign: CampaignScores) -> str:
    """What people did not do; empty where nothing is missing."""
    coverage = campaign.judgments.coverage
    said = []
    if coverage is not None and coverage.silent_segments:
        said.append(f"{_many(coverage.silent_segments, 'segment')} without any score")
    if coverage is not None and coverage.gaps:
        said.append(f"{_many(coverage.gaps, 'output')} without a score on segments where others have one")
    pairs = campaign.judgments.pairs
    if pairs is not None:
        count = len(campaign.systems)
        met = len(np.unique(np.minimum(pairs.first, pairs.second) * count + np.maximum(pairs.first, pairs.second)))
        silent = campaign.segments - len(np.unique(pairs.segment))
        if silent:
            said.append(f"{_many(silent, 'segment')} without a comparison")
        if met < count * (count - 1) // 2:
            said.append(f"{_many(count * (count - 1) // 2 - met, 'pair')} of systems never compared")
    return "; ".join(said)


def _many(number: int, noun: str) -> str:
    """``1 segment``, ``2,000 segments``."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def agreement(campaign: CampaignScores, level: str = "system") -> tuple[tuple[str, ...], Floats]:
    """How much metrics agree with one another and with people: Pearson of system scores, or of segment scores less
    their segment's mean, so that easy and hard segments do not pass for agreement."""
    names, rows = ["people"], []
    if level == "system":
        rows.append(campaign.human)
        for metric in campaign.metrics:
            names.append(metric.name)
            rows.append(metric.system)
    else:
        if campaign.judgments.scores is None:
            names = []
        else:
            rows.append(centred(campaign.judgments.scores))
        for metric in campaign.metrics:
            if metric.segment is not None:
                names.append(metric.name)
                rows.append(centred(metric.segment))
    made = np.full((len(rows), len(rows)), np.nan)
    for i, x in enumerate(rows):
        for j, y in enumerate(rows[: i + 1]):
            kept = np.isfinite(x) & np.isfinite(y)
            made[i, j] = made[j, i] = float(pearson(x[kept], y[kept])) if kept.sum() > 2 else float("nan")
    return tuple(names), made
