"""Find the weights of ``tertium`` and write its card (run by hand: ``make tertium-card``; reads the shared data).

    python tools/build_tertium.py ../shared/data src/tertium/data/tertium.toml

Terms are fixed (docs/adr/0160-tertium-minds-unknown-words.md says why these). Weights come from a ranking model:
logistic loss over pairs of outputs of one segment that people told apart, weighed by how many did, a campaign by the
root of how many comparisons it has (20,000 at most), L2 0.001 on terms divided by their spread, and signs fixed:
agreement never costs, an unknown word never pays. They are then scaled so that the terms that add sum to 1, and rounded
to 0.01. Validation leaves out whole years: the weights judged on wmt13 were found without wmt13. Only the first
reference is used, the common case. A gain is called real if its 95 % interval is above 0 and, with segments, if a
permutation test that exchanges the two metrics on segments at random says so too (p < 0.05).
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from scipy.optimize import minimize
from tertium_looks import LIMITS, LOOKS, TRIED

from tertium import __version__
from tertium.analysis.tuning.campaign_data import CampaignData, prepare
from tertium.analysis.tuning.objectives import Objective, Part
from tertium.analysis.tuning.targets import Scored, Weights
from tertium.analysis.tuning.validation import resampled_gains
from tertium.corpus.campaigns.campaign import campaign_folders, open_campaign
from tertium.metrics.card import write_card
from tertium.metrics.presets.tertium import ADDED, MOST, TERMS, Tertium
from tertium.metrics.spec import parse

DATA_SETS = ("wmt08", "wmt13", "wmt14-multiref", "wmt21", "wmt22-mqm200")
RIVALS = ("chrf", "chrf-mean", "chrf++", "bleu", "meteor", "ter", "rouge-l", "tertium-2")
BY_CAMPAIGN = ("chrf", "bleu", "meteor")
SYSTEMS, SEGMENTS = Objective("pearson", "system"), Objective("consistency")
SEED, RESAMPLES = 12345, 1000
LARGEST, PENALTY = 20_000, 1e-3
NOISE = "not distinguishable from noise"


@dataclass(frozen=True, eq=False)
class Campaign:
    data_set: str
    part: Part
    terms: Any  # (systems, segments, terms)

    @property
    def texts(self) -> CampaignData:
        return self.part.campaign

    def scored(self, weights: Any) -> Scored:
        segment = np.clip(self.terms @ weights, 0.0, 1.0)
        return segment, lambda wanted: (segment if wanted is None else segment[:, wanted]).mean(axis=1)


def campaigns(root: Path) -> list[Campaign]:
    made = []
    for name in DATA_SETS:
        for folder in campaign_folders(root / name):
            campaign = open_campaign(folder)
            texts = prepare(campaign, references=campaign.references[:1], threads=2)
            made.append(Campaign(name, Part.whole(texts), terms_of(texts)))
    return made


def terms_of(texts: CampaignData) -> Any:
    """A chunk's pairs run system by system."""
    metric = Tertium()
    parts = []
    for chunk in texts.chunks:
        terms = metric.terms(metric.select(metric.measure(chunk)).values)
        parts.append(terms.reshape(chunk.systems, chunk.segments, len(TERMS)))
    return np.concatenate(parts, axis=1)


def fitted(wanted: list[Campaign]) -> Any:
    differences, counts = [], []
    for campaign in wanted:
        pairs = campaign.texts.pairs
        if len(pairs):
            better, worse = campaign.terms[pairs.first, pairs.segment], campaign.terms[pairs.second, pairs.segment]
            count = pairs.count.astype(float)
            differences.append(better - worse)
            counts.append(count / count.sum() * np.sqrt(min(count.sum(), LARGEST)))
    x, share = np.concatenate(differences), np.concatenate(counts)
    share /= share.sum()
    spread = np.sqrt((x**2).mean(axis=0))
    x = x / spread

    def loss(weights: Any) -> tuple[float, Any]:
        margin = x @ weights
        slope = -1 / (1 + np.exp(margin))
        value = share @ np.logaddexp(0, -margin) + PENALTY * weights @ weights
        return float(value), x.T @ (share * slope) + 2 * PENALTY * weights

    bounds = [(0, None) if name in ADDED else (None, 0) for name in TERMS]
    found = minimize(loss, np.zeros(len(TERMS)), jac=True, bounds=bounds, method="L-BFGS-B").x / spread
    found = np.round(found / found[: len(ADDED)].sum(), 2)
    found[0] += 1 - found[: len(ADDED)].sum()  # rounding must not make them more or less than a whole
    return np.round(found, 2) + 0.0


def main(root: str, target: str) -> None:
    everything = campaigns(Path(root))
    chosen = fitted(everything)
    folds = {name: fitted([c for c in everything if c.data_set != name]) for name in DATA_SETS}
    rivals = {name: Weights([parse(name)]) for name in RIVALS}
    table: dict[str, Any] = {
        "card": 3,
        "metric": "tertium",
        "terms": list(TERMS),
        "most": MOST,
        "method": "logistic ranking of pairs, signs fixed, L-BFGS-B, L2 0.001; first reference; weights to 0.01",
        "left_out": "whole data sets (years)",
        "seed": SEED,
        "tertium": __version__,
        "limits": list(LIMITS),
        "looks": list(LOOKS),
        "tried_and_dropped": list(TRIED),
    }
    table["validation"] = validated(everything, folds, rivals)
    table["term"] = [
        {
            "name": name,
            "weight": float(chosen[place]),
            "lowest_fold": float(min(point[place] for point in folds.values())),
            "highest_fold": float(max(point[place] for point in folds.values())),
        }
        for place, name in enumerate(TERMS)
    ]
    table["fold"] = list(by_campaign(everything, folds, rivals))
    table["target"] = list(by_target(table["fold"]))
    table["data"] = [data(campaign.texts) for campaign in everything]
    comment = "The card of the metric 'tertium', written by tools/build_tertium.py; -m tertium scores with it."
    Path(target).write_text(write_card(table, comment), encoding="utf-8")


def data(texts: CampaignData) -> dict[str, Any]:
    return {
        "name": texts.name,
        "sha256": texts.digest,
        "systems": len(texts.systems),
        "segments": texts.segments,
        "comparisons": texts.pairs.judgments,
    }


Judged = tuple[Part, Scored, Scored]


def by_campaign(everything: list[Campaign], folds: dict[str, Any], rivals: dict[str, Weights]) -> Any:
    """Every campaign by weights found without its year; [low, high, verdict] of the gain over the main rivals."""
    for campaign in everything:
        weights = folds[campaign.data_set]
        made: dict[str, Any] = {
            "name": campaign.texts.name,
            "left_out": campaign.data_set,
            "weights": weights.tolist(),
        }
        for objective in (SYSTEMS, SEGMENTS):
            if objective.lacks(campaign.texts):
                continue
            mine = campaign.scored(weights)
            made[f"{objective.level}_tertium"] = round(objective.value(campaign.part, *mine), 5)
            for name, rival in rivals.items():
                theirs = rival.scored(campaign.texts, np.ones(1))
                made[f"{objective.level}_{name}"] = round(objective.value(campaign.part, *theirs), 5)
                if name in BY_CAMPAIGN:
                    low, high, _, verdict = judgment(objective, [(campaign.part, mine, theirs)])
                    made[f"{objective.level}_against_{name}"] = [low, high, verdict]
        yield {key if re.fullmatch("[A-Za-z0-9_-]+", key) else f'"{key}"': value for key, value in made.items()}


def by_target(folds: list[dict[str, Any]]) -> Any:
    """Means of the campaigns into one language: a mean of all hides where the gain is from."""
    for language in sorted({fold["name"].rpartition("-")[2] for fold in folds}):
        made: dict[str, Any] = {"into": language}
        for objective in (SYSTEMS, SEGMENTS):
            level = objective.level
            usable = [f for f in folds if f["name"].endswith(f"-{language}") and f"{level}_tertium" in f]
            made[f"{level}_campaigns"] = len(usable)
            for name in ("tertium", "chrf", "tertium-2"):
                made[f"{level}_{name}"] = round(float(np.mean([f[f"{level}_{name}"] for f in usable])), 5)
        yield made


def validated(everything: list[Campaign], folds: dict[str, Any], rivals: dict[str, Weights]) -> dict[str, Any]:
    """Mean over campaigns of years left out: ours, theirs, interval of the gain, p, verdict."""
    made: dict[str, Any] = {"resamples": RESAMPLES, "level": 0.95}
    for objective in (SYSTEMS, SEGMENTS):
        usable = [campaign for campaign in everything if not objective.lacks(campaign.texts)]
        for name, rival in rivals.items():
            judged: list[Judged] = [
                (c.part, c.scored(folds[c.data_set]), rival.scored(c.texts, np.ones(1))) for c in usable
            ]
            ours = float(np.mean([objective.value(part, *mine) for part, mine, _ in judged]))
            theirs = float(np.mean([objective.value(part, *other) for part, _, other in judged]))
            low, high, chance, verdict = judgment(objective, judged)
            made[f'"{objective.level} against {name}"'] = [
                round(ours, 5),
                round(theirs, 5),
                low,
                high,
                chance,
                verdict,
            ]
    return made


def judgment(objective: Objective, judged: list[Judged]) -> tuple[float, float, float, str]:
    """Interval, p (nan with systems, which the interval resamples) and verdict."""
    drawn = resampled_gains(objective, judged, RESAMPLES, SEED)
    low, high = (round(float(end), 5) for end in np.quantile(drawn, [0.025, 0.975]))
    chance = permuted(judged) if objective is SEGMENTS else float("nan")
    sure = objective is SYSTEMS or chance < 0.05
    return low, high, round(chance, 4), "real" if low > 0 and sure else "worse" if high < 0 and sure else NOISE


def permuted(judged: list[Judged]) -> float:
    """How often metrics exchanged at random, segment by segment, differ as much as they do: two-sided p."""
    generator = np.random.Generator(np.random.Philox(key=SEED))
    seen, drawn = 0.0, np.zeros(RESAMPLES)
    for part, mine, theirs in judged:
        pairs = part.campaign.pairs
        count = pairs.count.astype(float)
        gain = np.zeros(part.campaign.segments)
        for sign, (segment, _) in ((1.0, mine), (-1.0, theirs)):
            right = segment[pairs.first, pairs.segment] > segment[pairs.second, pairs.segment] + 1e-12
            np.add.at(gain, pairs.segment, sign * count * right / count.sum())
        gain = gain[gain != 0]
        seen += gain.sum()
        drawn += (2.0 * generator.integers(0, 2, (RESAMPLES, len(gain))) - 1) @ gain
    return float((1 + np.count_nonzero(np.abs(drawn) >= abs(seen) - 1e-12)) / (1 + RESAMPLES))


if __name__ == "__main__":
    main(*sys.argv[1:])
