"""What every part of docs/results.md needs: campaigns ready for tuning, one way to tune, and tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import numpy as np

from tertium.analysis.tuning.campaign_data import CampaignData, prepare
from tertium.analysis.tuning.methods import SearchSettings
from tertium.analysis.tuning.objectives import Objective, Part
from tertium.analysis.tuning.targets import Target
from tertium.analysis.tuning.validation import Tuned, TuneSettings, tune
from tertium.arrays import Floats, Int64s
from tertium.corpus.campaigns.campaign import Campaign, campaign_folders, open_campaign
from tertium.metrics.base import Metric
from tertium.results.tuning import Validation

CONSISTENCY, SYSTEMS = Objective(), Objective("pearson", "system")
YEARS = ("wmt13", "wmt08")
DRAWS, SEED = 1000, 12345


def campaigns(folder: Path) -> list[Campaign]:
    return [open_campaign(inner) for inner in campaign_folders(folder)]


def campaign_data(folder: Path, links: Path | None = None, judged_only: bool = True) -> list[CampaignData]:
    """The campaigns inside a folder, with the word alignments of ``links`` where it is given."""
    return [
        prepare(campaign, alignments=None if links is None else campaign.links(links), judged_only=judged_only)
        for campaign in campaigns(folder)
    ]


def tuned(
    target: Target,
    data: Sequence[CampaignData],
    objective: Objective = CONSISTENCY,
    baseline: Metric | None = None,
    **settings: object,
) -> Tuned:
    """Language pairs are left out in turn."""
    plan = TuneSettings(objective, SearchSettings(**settings), "pairs")  # type: ignore[arg-type]
    return tune(target, data, plan, baseline=baseline)


def whole(data: Sequence[CampaignData]) -> list[Part]:
    return [Part.whole(texts) for texts in data]


def validation(result: Tuned) -> Validation:
    if result.validation is None:
        raise TypeError("everything here is validated")
    return result.validation


def percent(value: float) -> str:
    return f"{100 * value:.1f}"


def gain(result: Tuned) -> str:
    """The gain on what was left out, with its interval, and the verdict."""
    found = validation(result)
    return f"{100 * found.gain:+.1f} [{100 * found.low:+.1f}, {100 * found.high:+.1f}] {found.verdict}"


def drawn_interval(
    gained: Sequence[Floats], weights: Sequence[Floats], segments: Sequence[Int64s]
) -> tuple[float, float]:
    """The 95 % interval of the mean over campaigns, in points, of what each comparison gained. Segments of every
    campaign are drawn again, with all their comparisons."""
    draws = np.zeros(DRAWS)
    for n, (gain, weight, segment) in enumerate(zip(gained, weights, segments, strict=True)):
        _, where = np.unique(segment, return_inverse=True)
        gains, sizes = np.bincount(where, weight * gain), np.bincount(where, weight)
        counts = np.random.default_rng([SEED, n]).multinomial(len(sizes), np.full(len(sizes), 1 / len(sizes)), DRAWS)
        draws += 100 * (counts @ gains) / (counts @ sizes) / len(gained)
    low, high = np.quantile(draws, [0.025, 0.975])
    return float(low), float(high)


def spread(result: Tuned, place: int) -> str:
    low, high = result.spread(place)
    return f"{result.numbers[place]:.2f} ({low:.2f}–{high:.2f})"


def table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    yield f"| {' | '.join(headings)} |"
    yield f"|{'---|' * len(headings)}"
    for row in rows:
        yield f"| {' | '.join(row)} |"
    yield ""


def paragraph(text: str) -> Iterator[str]:
    yield text
    yield ""


def published(shared: Path, name: str) -> tuple[list[str], list[list[str]]]:
    """The headings and the rows of a paper's table."""
    lines = (shared / "data" / "published" / name).read_text("utf-8").rstrip("\n").split("\n")
    return lines[0].split("\t"), [line.split("\t") for line in lines[1:]]
