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
from tertium.analysis.meta.campaign_scores import CampaignEvidence
from tertium.analysis.meta.correlations import pearson
from tertium.analysis.meta.level_table import LevelParts, table
from tertium.analysis.meta.metric_tests import Permutations
from tertium.errors import InputError
from tertium.progress import SILENT, Listener
from tertium.results.meta import CampaignFound, MetaReport

Floats: TypeAlias = NDArray[np.float64]

LEVELS = ("both", "system", "segment")


@dataclass(frozen=True)
class Plan:
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
                raise InputError(f"{name} must be one of {', '.join(filter(None, values))}, got {getattr(self, name)}.")


def evaluate(
    evidences: Sequence[CampaignEvidence], plan: Plan, *, version: str, listener: Listener = SILENT
) -> MetaReport:
    """Every table of every campaign, and their means."""
    parts = [_parts(evidence, plan, listener) for evidence in evidences]
    found = []
    for evidence, mine in zip(evidences, parts, strict=True):
        levels = tuple(table([part], plan.permutations, listener, evidence.name) for part in mine)
        far = system_level.outliers(evidence.human)
        found.append(
            CampaignFound(
                evidence.name,
                evidence.languages,
                evidence.systems,
                evidence.segments,
                judged(evidence),
                missing(evidence),
                tuple(name for name, out in zip(evidence.systems, far, strict=True) if out),
                evidence.unrated,
                evidence.notes,
                levels,
            )
        )
    average = []
    if len(parts) > 1:
        for key in dict.fromkeys(_key(part) for mine in parts for part in mine):
            same = [part for mine in parts for part in mine if _key(part) == key]
            if len(same) > 1:
                average.append(table(same, plan.permutations, listener, "the mean"))
    return MetaReport(
        version,
        plan.bootstrap.seed,
        plan.bootstrap.resamples,
        plan.permutations.most,
        tuple(found),
        tuple(average),
    )


def _key(part: LevelParts) -> tuple[str, ...]:
    """What a mean may be taken over: agreement with scores and with comparisons are two things."""
    return part.level, part.main, part.grouping, part.source


def _parts(evidence: CampaignEvidence, plan: Plan, listener: Listener) -> list[LevelParts]:
    listener.progress(f"judging {evidence.name}", 0, 0)
    made = []
    if plan.level in ("both", "system"):
        made.append(system_level.system_level(evidence, plan.bootstrap, plan.by_system, absolute=plan.absolute))
    if plan.level in ("both", "segment"):
        judgments = evidence.judgments
        for source, there, main in (
            ("scores", judgments.scores is not None, "acc23"),
            ("comparisons", judgments.pairs is not None, "consistency"),
        ):
            if there:
                chosen = plan.by_segment or main
                made.append(segment_level.segment_level(evidence, plan.bootstrap, chosen, plan.grouping, source))
    if not made:
        raise InputError(f"{evidence.name} has no judgments of segments; --level system compares systems.")
    return made


def judged(evidence: CampaignEvidence) -> str:
    """What people did, in words."""
    said = []
    judgments = evidence.judgments
    coverage = judgments.coverage
    if coverage is not None:
        said.append(f"{coverage.judged:,} of {coverage.cells:,} outputs scored ({judgments.kind})")
    if judgments.pairs is not None:
        ties = f", {judgments.pairs.ties:,} of them ties" if judgments.pairs.ties else ", no ties"
        said.append(f"{judgments.pairs.judgments:,} comparisons{ties}")
    if not said:
        said.append("scores of systems alone")
    return "; ".join(said)


def missing(evidence: CampaignEvidence) -> str:
    """What people did not do; empty where nothing is missing."""
    coverage = evidence.judgments.coverage
    said = []
    if coverage is not None and coverage.silent_segments:
        said.append(f"{coverage.silent_segments:,} segments without any score")
    if coverage is not None and coverage.gaps:
        said.append(f"{coverage.gaps:,} outputs without a score on segments where others have one")
    pairs = evidence.judgments.pairs
    if pairs is not None:
        count = len(evidence.systems)
        met = len(np.unique(np.minimum(pairs.first, pairs.second) * count + np.maximum(pairs.first, pairs.second)))
        silent = evidence.segments - len(np.unique(pairs.segment))
        if silent:
            said.append(f"{silent:,} segments without a comparison")
        if met < count * (count - 1) // 2:
            said.append(f"{count * (count - 1) // 2 - met} pairs of systems never compared")
    return "; ".join(said)


def agreement(evidence: CampaignEvidence, level: str = "system") -> tuple[tuple[str, ...], Floats]:
    """How much metrics agree with one another and with people: Pearson of system scores, or of segment scores less
    their segment's mean, so that easy and hard segments do not pass for agreement."""
    names, rows = ["people"], []
    if level == "system":
        rows.append(evidence.human)
        for judge in evidence.judges:
            names.append(judge.name)
            rows.append(judge.system)
    else:
        if evidence.judgments.scores is None:
            names = []
        else:
            rows.append(_centred(evidence.judgments.scores))
        for judge in evidence.judges:
            if judge.segment is not None:
                names.append(judge.name)
                rows.append(_centred(judge.segment))
    made = np.full((len(rows), len(rows)), np.nan)
    for i, x in enumerate(rows):
        for j, y in enumerate(rows[: i + 1]):
            kept = np.isfinite(x) & np.isfinite(y)
            made[i, j] = made[j, i] = float(pearson(x[kept], y[kept])) if kept.sum() > 2 else float("nan")
    return tuple(names), made


def _centred(table_: Floats) -> Floats:
    there = np.isfinite(table_)
    count = np.maximum(there.sum(axis=0), 1)
    mean = np.where(there, table_, 0.0).sum(axis=0) / count
    return np.asarray((table_ - mean).reshape(-1))
