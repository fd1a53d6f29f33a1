"""Find the weights of ``tertium`` and write its card (run by hand: ``make tertium-card``; reads the shared data).

    python tools/build_tertium.py ../shared/data src/tertium/data/tertium.toml
    python tools/build_tertium.py ../shared/data src/tertium/data/tertium_deep.toml build/tertium-deep

The second is ``tertium-deep``'s, which needs its extra, and a folder where what was embedded is kept, block by block,
since that takes minutes. It is found in the same way on a sample of each campaign (``tertium_deep_sample``).

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
from tertium_deep_looks import LIMITS as DEEP_LIMITS
from tertium_deep_looks import LOOKS as DEEP_LOOKS
from tertium_deep_looks import TRIED as DEEP_TRIED
from tertium_deep_sample import FEWEST, deep_terms, sampled, target_of
from tertium_looks import LIMITS, LOOKS, TRIED

from tertium import __version__
from tertium.analysis.tuning.campaign_data import CampaignData, prepare
from tertium.analysis.tuning.objectives import Objective, Part
from tertium.analysis.tuning.targets import Scored, Weights
from tertium.analysis.tuning.validation import resampled_gains
from tertium.corpus.campaigns.campaign import campaign_folders, open_campaign
from tertium.metrics.card import write_card
from tertium.metrics.presets import tertium, tertium_deep
from tertium.metrics.spec import parse
from tertium.views.embeddings import models

DATA_SETS = ("wmt08", "wmt13", "wmt14-multiref", "wmt21", "wmt22-mqm200")
RIVALS = ("chrf", "chrf-mean", "chrf++", "bleu", "meteor", "ter", "rouge-l", "tertium-2")
BY_CAMPAIGN = ("chrf", "bleu", "meteor")
SYSTEMS, SEGMENTS = Objective("pearson", "system"), Objective("consistency")
SEED, RESAMPLES = 12345, 1000
LARGEST, PENALTY = 20_000, 1e-3
NOISE = "not distinguishable from noise"


@dataclass(frozen=True, eq=False)
class Recipe:
    """One of the two cards: whose it is, its terms, and what is said in it beside figures."""

    name: str
    added: tuple[str, ...]
    terms: tuple[str, ...]
    about: dict[str, Any]
    rivals: tuple[str, ...]
    looks: tuple[str, ...]
    limits: tuple[str, ...]
    tried: tuple[str, ...]
    # Of figures: fewer where they are not bit-equal on every machine, for signatures have the hash of the card.
    digits: int = 5
    mean_digits: int = 5  # of means over campaigns, which are steadier


METHOD = "logistic ranking of pairs, signs fixed, L-BFGS-B, L2 0.001; first reference; weights to 0.01"
LIGHT = Recipe("tertium", tertium.ADDED, tertium.TERMS, {"most": tertium.MOST}, RIVALS, LOOKS, LIMITS, TRIED)
DEEP = Recipe(
    "tertium-deep",
    tertium_deep.ADDED,
    tertium_deep.TERMS,
    {
        "most": tertium.MOST,
        "unrelated": tertium_deep.UNRELATED,
        "weights_sha256": models.WHEEL_SHA256,
        "layer": tertium_deep.LAYER,
        "precision": tertium_deep.PRECISION,
        "fewest_segments": FEWEST,
    },
    ("chrf", "chrf-mean", "bleu", "meteor", "tertium-2", "tertium"),
    DEEP_LOOKS,
    DEEP_LIMITS,
    DEEP_TRIED,
    digits=3,
    mean_digits=4,
)


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


class Rival:
    """Another metric; our own goes by the language of a campaign, as it does with ``-l``."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._held: dict[str, Weights] = {}

    def scored(self, texts: CampaignData, point: Any) -> Scored:
        name = f"tertium:lang={target_of(texts)}" if self._name == "tertium" else self._name
        return self._held.setdefault(name, Weights([parse(name)])).scored(texts, point)


def campaigns(root: Path, kept: Path | None) -> list[Campaign]:
    """``kept``: the folder of the deep terms, which are of a sample; without it the light ones, of everything."""
    made = []
    for name in DATA_SETS:
        for folder in campaign_folders(root / name):
            campaign = open_campaign(folder)
            texts = prepare(campaign, references=campaign.references[:1], threads=2)
            if kept is None:
                made.append(Campaign(name, Part.whole(texts), terms_of(texts)))
            else:
                part = sampled(texts)
                made.append(Campaign(name, part, deep_terms(part, kept)))
    return made


def terms_of(texts: CampaignData) -> Any:
    """A chunk's pairs run system by system."""
    metric = tertium.Tertium(lang=target_of(texts))
    parts = []
    for chunk in texts.chunks:
        terms = metric.terms(metric.select(metric.measure(chunk)).values)
        parts.append(terms.reshape(chunk.systems, chunk.segments, len(tertium.TERMS)))
    return np.concatenate(parts, axis=1)


def fitted(recipe: Recipe, wanted: list[Campaign]) -> Any:
    differences, counts = [], []
    for campaign in wanted:
        pairs, used = campaign.texts.pairs, campaign.part.pairs
        if len(used):
            where = pairs.segment[used]
            better, worse = campaign.terms[pairs.first[used], where], campaign.terms[pairs.second[used], where]
            count = pairs.count[used].astype(float)
            differences.append(better - worse)
            counts.append(count / count.sum() * np.sqrt(min(count.sum(), LARGEST)))
    return ranking(recipe, np.concatenate(differences), np.concatenate(counts))


def ranking(recipe: Recipe, x: Any, share: Any) -> Any:
    """Weights of the terms, from rows of what the better output has more of each; signs hold whatever the rows say."""
    share = share / share.sum()
    spread = np.sqrt((x**2).mean(axis=0))
    x = x / spread

    def loss(weights: Any) -> tuple[float, Any]:
        margin = x @ weights
        slope = -1 / (1 + np.exp(margin))
        value = share @ np.logaddexp(0, -margin) + PENALTY * weights @ weights
        return float(value), x.T @ (share * slope) + 2 * PENALTY * weights

    bounds = [(0, None) if name in recipe.added else (None, 0) for name in recipe.terms]
    adding = len(recipe.added)
    found = minimize(loss, np.zeros(len(recipe.terms)), jac=True, bounds=bounds, method="L-BFGS-B").x / spread
    found = np.round(found / found[:adding].sum(), 2)
    found[0] += 1 - found[:adding].sum()  # rounding must not make them more or less than a whole
    return np.round(found, 2) + 0.0


def main(root: str, target: str, kept: str | None = None) -> None:
    recipe = LIGHT if kept is None else DEEP
    everything = campaigns(Path(root), None if kept is None else Path(kept))
    chosen = fitted(recipe, everything)
    folds = {name: fitted(recipe, [c for c in everything if c.data_set != name]) for name in DATA_SETS}
    rivals = {name: Rival(name) for name in recipe.rivals}
    table: dict[str, Any] = {
        "card": 4 if recipe is LIGHT else 3,
        "metric": recipe.name,
        "terms": list(recipe.terms),
        **recipe.about,
        "method": METHOD,
        "left_out": "whole data sets (years)",
        "seed": SEED,
        "tertium": __version__,
        "limits": list(recipe.limits),
        "looks": list(recipe.looks),
        "tried_and_dropped": list(recipe.tried),
    }
    table["validation"] = validated(recipe, everything, folds, rivals)
    table["term"] = [
        {
            "name": name,
            "weight": float(chosen[place]),
            "lowest_fold": float(min(point[place] for point in folds.values())),
            "highest_fold": float(max(point[place] for point in folds.values())),
        }
        for place, name in enumerate(recipe.terms)
    ]
    table["fold"] = list(by_campaign(recipe, everything, folds, rivals))
    table["target"] = list(by_target(recipe, table["fold"]))
    table["data"] = [data(campaign) for campaign in everything]
    about = (
        f"The card of the metric '{recipe.name}', written by tools/build_tertium.py; -m {recipe.name} scores with it."
    )
    Path(target).write_text(write_card(table, about), encoding="utf-8")


def data(campaign: Campaign) -> dict[str, Any]:
    texts, part = campaign.texts, campaign.part
    sample = {"segments_used": len(part.segments), "comparisons_used": int(texts.pairs.count[part.pairs].sum())}
    return {
        "name": texts.name,
        "sha256": texts.digest,
        "systems": len(texts.systems),
        "segments": texts.segments,
        "comparisons": texts.pairs.judgments,
        **({} if part.is_whole else sample),
    }


Judged = tuple[Part, Scored, Scored]


def by_campaign(recipe: Recipe, everything: list[Campaign], folds: dict[str, Any], rivals: dict[str, Rival]) -> Any:
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
            made[f"{objective.level}_{recipe.name}"] = round(objective.value(campaign.part, *mine), recipe.digits)
            for name, rival in rivals.items():
                theirs = rival.scored(campaign.texts, np.ones(1))
                made[f"{objective.level}_{name}"] = round(objective.value(campaign.part, *theirs), recipe.digits)
                if name in BY_CAMPAIGN:
                    low, high, _, verdict = judgment(recipe, objective, [(campaign.part, mine, theirs)])
                    made[f"{objective.level}_against_{name}"] = [low, high, verdict]
        yield {key if re.fullmatch("[A-Za-z0-9_-]+", key) else f'"{key}"': value for key, value in made.items()}


def by_target(recipe: Recipe, folds: list[dict[str, Any]]) -> Any:
    """Means of the campaigns into one language: a mean of all hides where the gain is from."""
    for language in sorted({fold["name"].rpartition("-")[2] for fold in folds}):
        made: dict[str, Any] = {"into": language}
        for objective in (SYSTEMS, SEGMENTS):
            level = objective.level
            usable = [f for f in folds if f["name"].endswith(f"-{language}") and f"{level}_{recipe.name}" in f]
            made[f"{level}_campaigns"] = len(usable)
            for name in (recipe.name, "chrf", "tertium-2"):
                made[f"{level}_{name}"] = round(
                    float(np.mean([f[f"{level}_{name}"] for f in usable])), recipe.mean_digits
                )
        yield made


def validated(
    recipe: Recipe, everything: list[Campaign], folds: dict[str, Any], rivals: dict[str, Rival]
) -> dict[str, Any]:
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
            low, high, chance, verdict = judgment(recipe, objective, judged)
            made[f'"{objective.level} against {name}"'] = [
                round(ours, recipe.mean_digits),
                round(theirs, recipe.mean_digits),
                low,
                high,
                chance,
                verdict,
            ]
    return made


def judgment(recipe: Recipe, objective: Objective, judged: list[Judged]) -> tuple[float, float, float, str]:
    """Interval, p (nan with systems, which the interval resamples) and verdict."""
    drawn = resampled_gains(objective, judged, RESAMPLES, SEED)
    low, high = (round(float(end), recipe.digits) for end in np.quantile(drawn, [0.025, 0.975]))
    chance = permuted(judged) if objective is SEGMENTS else float("nan")
    sure = objective is SYSTEMS or chance < 0.05
    return low, high, round(chance, 4), "real" if low > 0 and sure else "worse" if high < 0 and sure else NOISE


def permuted(judged: list[Judged]) -> float:
    """How often metrics exchanged at random, segment by segment, differ as much as they do: two-sided p."""
    generator = np.random.Generator(np.random.Philox(key=SEED))
    seen, drawn = 0.0, np.zeros(RESAMPLES)
    for part, mine, theirs in judged:
        pairs = part.campaign.pairs
        first, second, where = pairs.first[part.pairs], pairs.second[part.pairs], pairs.segment[part.pairs]
        count = pairs.count[part.pairs].astype(float)
        gain = np.zeros(part.campaign.segments)
        for sign, (segment, _) in ((1.0, mine), (-1.0, theirs)):
            right = segment[first, where] > segment[second, where] + 1e-12
            np.add.at(gain, where, sign * count * right / count.sum())
        gain = gain[gain != 0]
        seen += gain.sum()
        drawn += (2.0 * generator.integers(0, 2, (RESAMPLES, len(gain))) - 1) @ gain
    return float((1 + np.count_nonzero(np.abs(drawn) >= abs(seen) - 1e-12)) / (1 + RESAMPLES))


if __name__ == "__main__":
    main(*sys.argv[1:])
