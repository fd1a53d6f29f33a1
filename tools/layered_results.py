"""Write the results of docs/layered.md: LAYERED and its layers against people on WMT 2013 (``make layered-results``).

    python tools/layered_results.py DATA docs/layered.md

DATA holds fr-en, es-en and de-en in the layout of corpus/campaigns/campaign.py. The first 500 segments of every system
are scored; Spearman's correlation with the ranks people gave is over the ten best-ranked systems, as in Table 1 of
the paper, and over all. What stands between the two marks of the page is replaced by what was found, whatever it is.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import numpy as np

import tertium
from tertium.analysis.meta.correlations import spearman
from tertium.corpus.campaigns.campaign import Campaign, open_campaign

SEGMENTS, BEST = 500, 10
PAIRS = {"fr-en": (0.95, 0.96, 0.92), "es-en": (0.89, 0.98, 1.00), "de-en": (0.36, 0.88, 0.89)}  # the paper's Table 1
LAYERS = ("bleu", "hamming", "kendall-sqrt", "spearman", "shallow", "deep", "layered")
BEGIN, END = "<!-- results: begin -->", "<!-- results: end -->"


def main(data: str, page: str) -> None:
    found = {pair: _scored(open_campaign(Path(data) / pair)) for pair in PAIRS}
    text = Path(page).read_text("utf-8")
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    Path(page).write_text(f"{before}{BEGIN}\n{_tables(found)}{END}{after}", "utf-8")


def _scored(campaign: Campaign) -> tuple[np.ndarray, dict[str, np.ndarray], float]:
    """What people say of every system, best first, the scores of every layer in the same order, and seconds."""
    people = campaign.judgments.system_scores
    if people is None:
        raise SystemExit(f"{campaign.name} has no human_sys.tsv")
    order = np.argsort(-people)
    names = [campaign.judgments.systems[i] for i in order]
    texts = {name: _lines(campaign.systems[name]) for name in names}
    references = [[line] for line in _lines(campaign.references[0])]
    started = time.perf_counter()
    report = tertium.score(texts, references, list(LAYERS))
    seconds = time.perf_counter() - started
    scores = {layer: np.array([report[name][layer].score for name in names]) for layer in LAYERS}
    return people[order], scores, seconds


def _lines(path: Path) -> list[str]:
    return path.read_text("utf-8").split("\n")[:SEGMENTS]


def _tables(found: dict[str, tuple[np.ndarray, dict[str, np.ndarray], float]]) -> str:
    lines = ["| Spearman, ten best systems | paper: BLEU | Shallow | Deep | here: " + " | ".join(LAYERS) + " |"]
    lines.append("|---" * (4 + len(LAYERS)) + "|")
    for pair, printed in PAIRS.items():
        people, scores, _ = found[pair]
        here = [f"{float(spearman(scores[layer][:BEST], people[:BEST])):.2f}" for layer in LAYERS]
        lines.append(f"| {pair} | " + " | ".join(f"{value:.2f}" for value in printed) + " | " + " | ".join(here) + " |")
    lines += ["", "| Spearman, all systems | systems | " + " | ".join(LAYERS) + " |", "|---" * (2 + len(LAYERS)) + "|"]
    for pair in PAIRS:
        people, scores, _ = found[pair]
        here = [f"{float(spearman(scores[layer], people)):.2f}" for layer in LAYERS]
        lines.append(f"| {pair} | {len(people)} | " + " | ".join(here) + " |")
    lines += ["", "| scores, mean of all systems | " + " | ".join(LAYERS) + " |", "|---" * (1 + len(LAYERS)) + "|"]
    for pair in PAIRS:
        _, scores, _ = found[pair]
        lines.append(f"| {pair} | " + " | ".join(f"{scores[layer].mean():.1f}" for layer in LAYERS) + " |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main(*sys.argv[1:])
