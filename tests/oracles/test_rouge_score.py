"""ROUGE against Google's rouge-score on real system outputs."""

from __future__ import annotations

from pathlib import Path

import pytest

from scoring import segment_values
from tertium.metrics.rouge import Rouge1, Rouge2, RougeL

rouge_scorer = pytest.importorskip("rouge_score.rouge_scorer", reason="rouge-score is not installed (extra 'oracle')")

METRICS = {"rouge1": Rouge1, "rouge2": Rouge2, "rougeL": RougeL}


def lines(path: Path) -> list[str]:
    return path.read_text("utf-8").removesuffix("\n").split("\n")


@pytest.mark.parametrize("names", [("refA",), ("refA", "refB")])
@pytest.mark.parametrize("pair", ["zh-en", "en-de"])
def test_f_equals_rouge_score(shared_data: Path, pair: str, names: tuple[str, ...]) -> None:
    """``tok=rouge155`` gives rouge-score's tokens; it takes the best reference by F."""
    folder = shared_data / "wmt22-mqm200" / pair
    hyps = lines(min((folder / "systems").glob("*.txt")))
    refs = [list(segment) for segment in zip(*(lines(folder / f"{name}.txt") for name in names), strict=True)]
    scorer = rouge_scorer.RougeScorer(list(METRICS), use_stemmer=False)
    want = [scorer.score_multi(segment, hyp) for segment, hyp in zip(refs, hyps, strict=True)]
    for name, cls in METRICS.items():
        ours = segment_values(cls(tok="rouge155", multi="max_f"), hyps, refs)
        assert ours == [pytest.approx(one[name].fmeasure, abs=1e-12) for one in want]


def test_where_rouge_score_differs() -> None:
    """It keeps a-z and 0-9 only: identical text of another script scores 0 (docs/faults.md A3)."""
    scorer = rouge_scorer.RougeScorer(["rougeL"], use_stemmer=False)
    for text in ("猫坐在垫子上", "кошка сидит на коврике"):
        assert scorer.score(text, text)["rougeL"].fmeasure == 0.0
        assert segment_values(RougeL(), [text], [[text]]) == [1.0]
