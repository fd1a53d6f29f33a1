"""Tuning one alpha on WMT13's judgments: rows measured once against scoring the corpus again for every alpha."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from tertium import __version__
from tertium.analysis.tuning.campaign_data import prepare
from tertium.analysis.tuning.methods import SearchSettings, find
from tertium.analysis.tuning.objectives import Objective, Part
from tertium.analysis.tuning.targets import Alpha
from tertium.corpus.campaigns.campaign import campaign_folders, open_campaign
from tertium.engine import local
from tertium.metrics.presets.lrscore import LRscore
from tertium.metrics.spec import parse

SPEC = "lr-kb4:align=direct,alpha={alpha}"
GOAL = 1000
GRID = 1001  # alphas 0, 0.001 ... 1: what one would try without the exact sweep


@dataclass(frozen=True)
class Tuning:
    judgments: int
    measuring: float  # seconds: reading and measuring, once
    sweep: float  # the best of all alphas
    again: float  # scoring the corpus for one alpha
    alphas: int  # intervals of alpha that the sweep tells apart

    @property
    def times(self) -> float:
        """Against scoring again for every alpha of the grid; measuring is counted on our side."""
        return GRID * self.again / (self.measuring + self.sweep)

    @property
    def times_once_measured(self) -> float:
        return GRID * self.again / self.sweep


def data_folder() -> Path | None:
    shared = Path(os.environ.get("TERTIUM_SHARED", Path(__file__).resolve().parents[2] / "shared"))
    folder = shared / "data" / "wmt13"
    return folder if folder.is_dir() else None


def tuning(folder: Path) -> Tuning:
    campaigns = [open_campaign(inner) for inner in campaign_folders(folder)]
    objective = Objective()
    metric = parse(SPEC.format(alpha=0.5))
    if not isinstance(metric, LRscore):
        raise TypeError(SPEC)
    started = time.process_time()
    parts = [Part.whole(prepare(campaign)) for campaign in campaigns]
    target = Alpha(metric)
    for part in parts:
        target.leaf_scores(part.campaign)
    measured = time.process_time()
    point = find(target, objective, parts, SearchSettings("exact"))
    swept = time.process_time()
    for campaign in campaigns:
        local.score(campaign.corpus(), [metric], version=__version__, threads=1, segment_scores=True)
    scored = time.process_time()
    if not 0 < float(point[0]) < 1:
        raise ValueError("no alpha inside (0, 1)")
    changes = [target.differences(objective, part)[0] for part in parts]
    crossing = sum(int((np.sign(made[:, 0]) * np.sign(made[:, 1]) < 0).sum()) for made in changes)
    judgments = sum(part.campaign.pairs.judgments for part in parts)
    return Tuning(judgments, measured - started, swept - measured, scored - swept, crossing + 1)
