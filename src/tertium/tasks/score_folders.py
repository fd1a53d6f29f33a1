"""Where ``meta`` writes the scores that it made: mt-metrics-eval's score files, or a whole directory of its kind."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from tertium.analysis.meta.campaign_scores import CampaignScores
from tertium.corpus.campaigns.campaign import Campaign
from tertium.corpus.campaigns.eval_sets import write_eval_set
from tertium.corpus.campaigns.score_files.eval_files import score_file_name, write_score_file
from tertium.corpus.files.access import make_folder

UNKNOWN_PAIR = "xx-yy"  # of a campaign that does not say its languages


@dataclass(frozen=True)
class ScoreFolders:
    """``scores`` is for score files alone, ``eval_set`` for texts, judgments and scores; None: nothing is written."""

    scores: str | None = None
    eval_set: str | None = None

    def folders(self, pair: str, *, several: bool) -> list[Path]:
        """Where the score files of a language pair go; of ``several`` campaigns each has a folder of its own."""
        made = []
        if self.scores is not None:
            made.append(Path(self.scores) / pair if several else Path(self.scores))
        if self.eval_set is not None:
            made.append(Path(self.eval_set) / "metric-scores" / pair)
        return made

    def write(self, campaign: Campaign, made: CampaignScores, *, several: bool) -> None:
        pair = campaign.languages or UNKNOWN_PAIR
        if self.eval_set is not None:
            write_eval_set(campaign, self.eval_set, pair)
        reference = campaign.references[0].name.split(".")[0] if len(campaign.references) == 1 else "all"
        for folder in self.folders(pair, several=several):
            _write_files(folder, made, reference)


def _write_files(folder: Path, made: CampaignScores, reference: str) -> None:
    make_folder(folder)
    for metric in made.metrics:
        if metric.kind == "sentinel":
            continue
        for level, scores in (("seg", metric.segment), ("sys", metric.system)):
            if scores is None:
                continue
            name = score_file_name(metric.name, reference if metric.kind == "metric" else "", level)
            write_score_file(folder / name, made.systems, np.asarray(scores))
