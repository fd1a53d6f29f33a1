"""Tuning on WMT08's judgments: known figures come out, and the shipped card's figures are still true."""

from __future__ import annotations

import tomllib
from pathlib import Path

import numpy as np
import pytest

from tertium.analysis.tuning.campaign_data import CampaignData, prepare
from tertium.analysis.tuning.methods import SearchSettings
from tertium.analysis.tuning.objectives import Objective, Part
from tertium.analysis.tuning.targets import Alpha, Weights
from tertium.analysis.tuning.validation import TuneSettings, tune
from tertium.corpus.campaigns.campaign import open_campaign
from tertium.corpus.files.packaged import packaged
from tertium.metrics.presets.lrscore import LRscore
from tertium.metrics.presets.tertium import Tertium
from tertium.metrics.spec import parse


@pytest.fixture(scope="module")
def wmt08(shared_data: Path) -> CampaignData:
    return prepare(open_campaign(shared_data / "wmt08" / "de-en"))


@pytest.mark.parametrize(("spec", "percent"), [("bleu", 59.5), ("chrf", 68.0)])
def test_consistency_is_the_known_one(wmt08: CampaignData, spec: str, percent: float) -> None:
    found = Weights([parse(spec)]).value(Objective(), [Part.whole(wmt08)], np.ones(1))
    assert 100 * found == pytest.approx(percent, abs=0.05)


def test_the_exact_alpha_beats_every_alpha_of_a_grid(wmt08: CampaignData) -> None:
    metric = parse("lr-kb4:align=direct")
    assert isinstance(metric, LRscore)
    target = Alpha(metric)
    tuned = tune(target, [wmt08], TuneSettings(Objective(), SearchSettings(), "segments"), validate=False)
    part = Part.whole(wmt08)
    grid = [target.value(Objective(), [part], np.array([alpha])) for alpha in np.linspace(0, 1, 101)]
    assert tuned.training >= max(grid) - 1e-12
    assert min(grid) < tuned.training


def test_the_cards_figures_of_tertium_are_those_of_its_terms(wmt08: CampaignData) -> None:
    """If a term's definition moved, the card must be made again (make tertium-card)."""
    card = tomllib.loads(packaged("tertium.toml").decode("utf-8"))
    fold = next(fold for fold in card["fold"] if fold["name"] == "wmt08/de-en")
    assert wmt08.digest == next(data["sha256"] for data in card["data"] if data["name"] == "wmt08/de-en")
    metric = Tertium()
    terms = [
        metric.terms(metric.select(metric.measure(chunk)).values).reshape(chunk.systems, chunk.segments, -1)
        for chunk in wmt08.chunks
    ]
    scores = np.clip(np.concatenate(terms, axis=1) @ np.array(fold["weights"]), 0.0, 1.0)
    part = Part.whole(wmt08)
    segments = Objective().value(part, scores, lambda _: scores.mean(axis=1))
    systems = Objective("pearson", "system").value(part, scores, lambda _: scores.mean(axis=1))
    assert segments == pytest.approx(fold["segment_tertium"], abs=2e-3)
    assert systems == pytest.approx(fold["system_tertium"], abs=2e-3)
