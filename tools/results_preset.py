"""The figures of ``tertium``, our own preset, from its card: nothing is measured here."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from results_tables import paragraph, table

from tertium.corpus.files.packaged import packaged


def section(shared: Path, work: Path) -> Iterator[str]:
    card = tomllib.loads(packaged("tertium.toml").decode("utf-8"))
    terms = ", ".join(
        f"{part['value']:.2f} {part['name']} ({part['lowest_fold']:.2f}–{part['highest_fold']:.2f})"
        for part in card["number"]
    )
    yield from paragraph(
        f"Weights, with their range over folds: {terms}. "
        "Every figure is on a data set that was not used to choose the weights (first reference); the terms were "
        "chosen with all of them in view "
        f"([ADR 102](adr/0102-tertium-by-sentences.md))."
    )
    rows = []
    for key, (ours, theirs, low, high, verdict) in _compared(card):
        level, _, rival = key.partition(" against ")
        gain = f"{ours - theirs:+.3f} [{low:+.3f}, {high:+.3f}]"
        what = "Pearson over systems" if level == "system" else "consistency of segments"
        rows.append((what, rival, f"{ours:.3f}", f"{theirs:.3f}", gain, verdict))
    yield from table(("", "against", "tertium", "it", "gain", "verdict"), rows)
    rows = []
    for fold in card["fold"]:
        for level in ("system", "segment"):
            if f"{level}_tertium" in fold:
                what = "Pearson" if level == "system" else "consistency"
                names = ("tertium", "chrf", "chrf-mean", "bleu", "meteor", "ter")
                rows.append((fold["name"], what, *(f"{fold[f'{level}_{name}']:.3f}" for name in names)))
    yield from table(("data", "", "tertium", "chrf", "chrf-mean", "bleu", "meteor", "ter"), rows)
    yield from paragraph(
        f"**Verdict.** For segments, tertium is better than every single metric with its default settings, though only a little "
        "better than chrF; it is at or above chrF in "
        f"{_ahead(card, 'segment')} campaigns. For systems it is ahead of chrF on average, but by no more than chance could give, and at or above "
        f"chrF in {_ahead(card, 'system')} campaigns; chrf-mean alone does as well. "
        "Pearson is sensitive to outliers: on WMT22 one system makes most of it for "
        "every metric ([ADR 102](adr/0102-tertium-by-sentences.md) has the figures without it), and by rank tertium and chrF order systems equally well."
    )


def _ahead(card: dict[str, Any], level: str) -> str:
    folds = [fold for fold in card["fold"] if f"{level}_tertium" in fold]
    return f"{sum(fold[f'{level}_tertium'] >= fold[f'{level}_chrf'] for fold in folds)} of {len(folds)}"


def _compared(card: dict[str, Any]) -> list[tuple[str, list[Any]]]:
    return [(key, value) for key, value in card["validation"].items() if " against " in key]
