"""What negation, tense, number and modality bring to `deep` and `layered`, for segments: before and after ADR 171.

The ten best systems and the first 1,000 segments of WMT13, as the decision saw them, and every comparison of WMT08,
which it did not choose on.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
from results_layered import ten_best
from results_tables import DRAWS, campaigns, drawn_interval, paragraph, table

from tertium.analysis.tuning.campaign_data import CampaignData, prepare
from tertium.arrays import Floats
from tertium.metrics.spec import parse

FIRST = 1000
SPECS = ("shallow", "deep:attributes=none", "deep", "layered:attributes=none", "layered")
BEFORE = {"deep": "deep:attributes=none", "layered": "layered:attributes=none"}


def section(shared: Path, work: Path) -> Iterator[str]:
    data = {
        "wmt13": [_first(ten_best(campaign)) for campaign in campaigns(shared / "data" / "wmt13")],
        "wmt08": [prepare(campaign, judged_only=True) for campaign in campaigns(shared / "data" / "wmt08")],
    }
    counts = {year: sum(texts.pairs.judgments for texts in chosen) for year, chosen in data.items()}
    yield from paragraph(
        "`attributes=none` is what `deep` and `layered` saw before ([ADR 171](adr/0171-attributes-count.md)): relations alone. "
        f"Consistency and WMT14's tau, which does not punish ties as much; means of de-en, es-en, fr-en. WMT13: ten best systems, first {FIRST:,} "
        f"segments ({counts['wmt13']:,} comparisons), on which the attributes were chosen; WMT08: all ({counts['wmt08']:,}), which chose "
        f"nothing. Gains in points of consistency, with 95 % intervals over segments drawn again ({DRAWS:,} draws)."
    )
    rows: dict[str, list[str]] = {spec: [f"`{spec}`"] for spec in SPECS}
    for chosen in data.values():
        differences = {spec: [_difference(texts, spec) for texts in chosen] for spec in SPECS}
        weights = [texts.pairs.count / texts.pairs.count.sum() for texts in chosen]
        segments = [np.asarray(texts.pairs.segment) for texts in chosen]
        for spec in SPECS:
            right = [difference > 1e-12 for difference in differences[spec]]
            wrong = [difference < -1e-12 for difference in differences[spec]]
            share = np.mean([weight @ each for weight, each in zip(weights, right, strict=True)])
            lost = np.mean([weight @ each for weight, each in zip(weights, wrong, strict=True)])
            rows[spec] += [f"{100 * share:.1f}", f"{share - lost:.3f}", f"{100 * (1 - share - lost):.1f}"]
            if spec not in BEFORE:
                rows[spec].append("")
                continue
            before = [difference > 1e-12 for difference in differences[BEFORE[spec]]]
            gained = [new.astype(float) - old for new, old in zip(right, before, strict=True)]
            value = 100 * np.mean([weight @ each for weight, each in zip(weights, gained, strict=True)])
            low, high = drawn_interval(gained, weights, segments)
            rows[spec].append(f"{value:+.1f} [{low:+.1f}, {high:+.1f}]")
    heads = [f"{year}: {head}" for year in data for head in ("consistency", "tau", "ties, %", "gain of attributes")]
    yield from table(("metric", *heads), rows.values())
    yield from paragraph(WHY)


WHY = (
    "**Why.** Most of what `deep` gains are ties that are none any more: consistency counts a tie as wrong. Its tau gains, too, "
    "which counts a tie as nothing. `layered` had few ties, for BLEU's n-grams see most of the same words, and what it gains cannot be told from "
    "noise."
)


def _first(texts: CampaignData) -> CampaignData:
    pairs = texts.pairs.where(np.asarray(texts.pairs.segment) < FIRST)
    return replace(texts, pairs=pairs, judged=np.unique(pairs.segment), _measured_chunks=None, _rows={})


def _difference(texts: CampaignData, spec: str) -> Floats:
    """Of every decided comparison: the preferred output's score minus the other's."""
    scores = sum(weight * texts.leaf(leaf).segment for weight, leaf in parse(spec).leaves())
    pairs = texts.pairs
    difference = scores[pairs.first, pairs.segment] - scores[pairs.second, pairs.segment]
    return np.where(pairs.relation > 0, difference, -difference)
