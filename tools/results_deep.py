"""The figures of ``tertium-deep`` from its card: nothing is measured here."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from results_preset import BESIDE, MEAN, SHORT
from results_tables import paragraph, table

from tertium.corpus.files.packaged import packaged

GOALS = {"segment": "the goal was +4 points", "system": "the goal was +.04"}


def section(shared: Path, work: Path) -> Iterator[str]:
    card = tomllib.loads(packaged("tertium_deep.toml").decode("utf-8"))
    terms = ", ".join(
        f"{part['weight']:.2f} {part['name']} ({part['lowest_fold']:.2f} to {part['highest_fold']:.2f})"
        for part in card["term"]
    )
    yield from paragraph(
        f"Weights, with their range over folds: {terms}. Every figure has weights that were found without its year. Segments "
        f"are **all that people judged**; where these are fewer than {card['fewest_segments']}, others fill up for the "
        "scores of systems. `tertium`, chrF and the others are of the same segments here, so their figures with systems "
        "differ from the section above, and `tertium` has its own weights, which have seen all years. The terms were chosen by people who saw these years, after "
        f"{len(card['looks'])} rounds of looks that the card lists. Intervals and verdicts as above. "
        "What it costs to run, and where it is worse: [Embeddings](metrics/embed.md)."
    )
    rows = []
    for key, value in card["validation"].items():
        level, found, rival = key.partition(" against ")
        if found:
            ours, theirs, low, high, chance, verdict = value
            gain = f"{ours - theirs:+.3f} [{low:+.3f}, {high:+.3f}]"
            p = f"{chance:.3f}" if chance == chance else ""
            rows.append((MEAN[level], rival, f"{ours:.3f}", f"{theirs:.3f}", gain, p, verdict))
    yield from table(("mean of campaigns", "against", "tertium-deep", "it", "gain", "p", "verdict"), rows)
    yield from paragraph(
        "Campaign by campaign: the other metric's figure, the interval of tertium-deep's gain over it, the verdict."
    )
    yield from table(("data", "", "tertium-deep", *BESIDE, "tertium"), list(by_campaign(card)))
    rows = []
    for part in card["target"]:
        for level in MEAN:
            ours, theirs = part[f"{level}_tertium-deep"], part[f"{level}_chrf"]
            cells = (f"{ours:.3f}", f"{theirs:.3f}", f"{ours - theirs:+.3f}")
            rows.append((part["into"], MEAN[level], str(part[f"{level}_campaigns"]), *cells))
    yield from table(("into", "", "campaigns", "tertium-deep", "chrf", "gain"), rows)
    yield from paragraph(verdict_of(card))


def by_campaign(card: dict[str, Any]) -> Iterator[tuple[str, ...]]:
    for fold in card["fold"]:
        for level in MEAN:
            if f"{level}_tertium-deep" not in fold:
                continue
            cells = []
            for name in BESIDE:
                low, high, verdict = fold[f"{level}_against_{name}"]
                cells.append(f"{fold[f'{level}_{name}']:.3f} [{low:+.3f}, {high:+.3f}] {SHORT[verdict]}")
            what = "Pearson" if level == "system" else "consistency"
            ours, light = (f"{fold[f'{level}_{name}']:.3f}" for name in ("tertium-deep", "tertium"))
            yield fold["name"], what, ours, *cells, light


def verdict_of(card: dict[str, Any]) -> str:
    said = []
    for level, scale, form, ends in (("segment", 100, "+.2f", "+.1f"), ("system", 1, "+.3f", "+.3f")):
        ours, theirs, low, high, _, verdict = card["validation"][f"{level} against chrf"]
        gain = f"{scale * (ours - theirs):{form}} [{scale * low:{ends}}, {scale * high:{ends}}]"
        folds = [fold for fold in card["fold"] if f"{level}_tertium-deep" in fold]
        below = [fold["name"] for fold in folds if fold[f"{level}_tertium-deep"] < fold[f"{level}_chrf"]]
        worse = [fold["name"] for fold in folds if fold[f"{level}_against_chrf"][-1] == "worse"]
        said.append(
            f"{level.capitalize()}s: {gain} over chrF, {verdict} ({GOALS[level]}); below chrF in "
            f"{', '.join(below) or 'no campaign'}, really worse in {', '.join(worse) or 'none'}."
        )
    return "**Verdict.** " + " ".join(said)
