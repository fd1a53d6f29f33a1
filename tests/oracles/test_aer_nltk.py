"""Alignment error rate against NLTK's, on real links and gold (NLTK knows one sentence; a corpus is one long one)."""

from __future__ import annotations

from pathlib import Path

import pytest

from realdata import lines
from textbook.alignment_error import alignment_error, read_gold

nltk_metrics = pytest.importorskip("nltk.translate.metrics", reason="the extra 'oracle' is not installed")
Alignment = pytest.importorskip("nltk.translate").Alignment
FAR = 10_000  # more words than any sentence has


@pytest.mark.parametrize("pair", ["enfr", "roen", "zhen", "jaen"])
def test_error_precision_and_recall_of_real_links(shared_data: Path, pair: str) -> None:
    folder = shared_data / "alignments" / "awesome-align"
    gold = read_gold(lines(folder / f"{pair}.gold"))
    found = [
        {(int(i), int(j)) for i, j in (link.split("-") for link in line.split())}
        for line in lines(folder / f"{pair}.awesome-align.out")
    ]
    made = alignment_error(found, gold)

    def joined(sets: list[frozenset[tuple[int, int]]]) -> object:
        return Alignment([(FAR * n + i, FAR * n + j) for n, links in enumerate(sets) for i, j in links])

    links, sure = joined([frozenset(one) for one in found]), joined([one.sure for one in gold])
    possible = joined([one.possible for one in gold])
    assert made.aer == pytest.approx(nltk_metrics.alignment_error_rate(sure, links, possible), abs=1e-12)
    assert made.precision == pytest.approx(len(links & possible) / len(links), abs=1e-12)
    assert made.recall == pytest.approx(len(links & sure) / len(sure), abs=1e-12)
