"""Choose the weights of ``tertium`` and write its card (run by hand: ``make tertium-card``; reads the shared data).

    python tools/build_tertium.py ../shared/data src/tertium/data/tertium.toml

Terms are fixed (docs/adr/0102-tertium-by-sentences.md says why these). Weights are tried in steps of 0.05, none below
0.1; what counts is the mean over language pairs of Pearson over systems, plus twice that of the consistency with
people's comparisons of segments (whose differences between metrics are about half as large). The optimum is flat, and
its very top is an accident: the weights are the centre of all that come within 0.003 of it. Validation leaves out whole
data sets: the weights judged on wmt13 were chosen without wmt13. Only the first reference is used, the common case.
"""

from __future__ import annotations

import itertools
import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from tertium import __version__
from tertium.analysis.tuning.campaign_data import CampaignData, prepare
from tertium.analysis.tuning.objectives import Objective, Part
from tertium.analysis.tuning.targets import Scored, Weights
from tertium.analysis.tuning.validation import resampled_gains
from tertium.corpus.campaigns.campaign import campaign_folders, open_campaign
from tertium.metrics.card import write_card
from tertium.metrics.combination import Combination
from tertium.metrics.spec import parse

DATA_SETS = ("wmt08", "wmt13", "wmt14-multiref", "wmt21", "wmt22-mqm200")
TERMS = ("chrf-mean:char_order=4", "atec:tok=words,case=keep", "ribes:tok=char,case=keep,alpha=0.8,beta=1")
RIVALS = ("chrf", "chrf-mean", "chrf:beta=3", "chrf++", "bleu", "atec", "ribes", "meteor", "ter", "rouge-l")
SYSTEMS, SEGMENTS = Objective("pearson", "system"), Objective("consistency")
SEED = 12345


@dataclass(frozen=True, eq=False)
class Campaign:
    data_set: str
    part: Part


def campaigns(root: Path) -> list[Campaign]:
    made = []
    for name in DATA_SETS:
        for folder in campaign_folders(root / name):
            campaign = open_campaign(folder)
            made.append(Campaign(name, Part.whole(prepare(campaign, references=campaign.references[:1], threads=2))))
    return made


def agreement(target: Weights, point: Any, wanted: list[Campaign]) -> float:
    """The mean over language pairs of Pearson, plus twice that of consistency."""
    systems, segments = [], []
    for campaign in wanted:
        scored = target.scored(campaign.part.campaign, point)
        systems.append(SYSTEMS.value(campaign.part, *scored))
        if not SEGMENTS.lacks(campaign.part.campaign):
            segments.append(SEGMENTS.value(campaign.part, *scored))
    return float(np.mean(systems) + 2 * np.mean(segments))


def grid(terms: int) -> list[Any]:
    steps = range(2, 19)
    return [np.array(made) / 20 for made in itertools.product(steps, repeat=terms) if sum(made) == 20]


def best(target: Weights, wanted: list[Campaign]) -> Any:
    tried = grid(len(TERMS))
    values = np.array([agreement(target, point, wanted) for point in tried])
    centre = np.round(np.mean([tried[place] for place in np.flatnonzero(values >= values.max() - 0.003)], axis=0), 2)
    centre[0] = round(1 - centre[1:].sum(), 2)  # rounding must not make them more or less than a whole
    return centre


def main(root: str, target: str) -> None:
    everything = campaigns(Path(root))
    terms = tuple(parse(term) for term in TERMS)
    target = Weights(terms)
    chosen = best(target, everything)
    folds = {name: best(target, [c for c in everything if c.data_set != name]) for name in DATA_SETS}
    rivals = {name: Weights([parse(name)]) for name in RIVALS}
    table: dict[str, Any] = {
        "card": 1,
        "metric": Combination(tuple(zip(map(float, chosen), terms, strict=True))).signature,
        "tuned": " ".join(TERMS),
        "objective": "mean over language pairs of Pearson over systems plus twice consistency of segments",
        "level": "segment and system",
        "method": "grid: steps of 0.05, none below 0.1; centre of those within 0.003 of the best",
        "seed": SEED,
        "tertium": __version__,
    }
    table["number"] = [
        {
            "name": name,
            "value": float(chosen[place]),
            "lowest_fold": float(min(point[place] for point in folds.values())),
            "highest_fold": float(max(point[place] for point in folds.values())),
        }
        for place, name in enumerate(TERMS)
    ]
    table["validation"] = validated(everything, target, folds, rivals)
    table["fold"] = list(by_campaign(everything, target, folds, rivals))
    table["data"] = [data(campaign.part.campaign) for campaign in everything]
    comment = "The card of the preset 'tertium', written by tools/build_tertium.py; -m tertium scores with it."
    Path(target).write_text(write_card(table, comment), encoding="utf-8")


def data(texts: CampaignData) -> dict[str, Any]:
    return {
        "name": texts.name,
        "sha256": texts.digest,
        "systems": len(texts.systems),
        "segments": texts.segments,
        "comparisons": texts.pairs.judgments,
    }


def by_campaign(everything: list[Campaign], target: Weights, folds: dict[str, Any], rivals: dict[str, Weights]) -> Any:
    one = np.ones(1)
    for campaign in everything:
        texts = campaign.part.campaign
        made: dict[str, Any] = {
            "name": texts.name,
            "left_out": campaign.data_set,
            "weights": folds[campaign.data_set].tolist(),
        }
        for objective in (SYSTEMS, SEGMENTS):
            if objective.lacks(texts):
                continue
            point = folds[campaign.data_set]
            made[f"{objective.level}_tertium"] = _value(objective, campaign.part, target.scored(texts, point))
            for name, rival in rivals.items():
                made[f"{objective.level}_{name}"] = _value(objective, campaign.part, rival.scored(texts, one))
        yield {key if re.fullmatch("[A-Za-z0-9_-]+", key) else f'"{key}"': value for key, value in made.items()}


def _value(objective: Objective, part: Part, scored: Scored) -> float:
    return round(objective.value(part, *scored), 5)


def validated(
    everything: list[Campaign], target: Weights, folds: dict[str, Any], rivals: dict[str, Weights]
) -> dict[str, Any]:
    """Gains over every rival, on language pairs of data sets the weights were not chosen on."""
    made: dict[str, Any] = {"left_out": "data sets", "resamples": 1000, "level": 0.95}
    for objective in (SYSTEMS, SEGMENTS):
        usable = [campaign for campaign in everything if not objective.lacks(campaign.part.campaign)]
        for name, rival in rivals.items():
            judged = []
            for campaign in usable:
                texts = campaign.part.campaign
                mine = target.scored(texts, folds[campaign.data_set])
                judged.append((campaign.part, mine, rival.scored(texts, np.ones(1))))
            ours = float(np.mean([objective.value(part, *mine) for part, mine, _ in judged]))
            theirs = float(np.mean([objective.value(part, *other) for part, _, other in judged]))
            drawn = resampled_gains(objective, judged, 1000, SEED)
            low, high = np.quantile(drawn, [0.025, 0.975])
            verdict = "real" if low > 0 else "worse" if high < 0 else "not distinguishable from noise"
            key = f'"{objective.level} against {name}"'
            made[key] = [round(ours, 5), round(theirs, 5), round(float(low), 5), round(float(high), 5), verdict]
    return made


if __name__ == "__main__":
    main(*sys.argv[1:])
