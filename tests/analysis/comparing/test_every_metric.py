"""Every registered metric, and sums of them, can be compared: no metric has code of its own for it."""

from __future__ import annotations

import numpy as np
import pytest

from laws.samples import random_corpus
from tertium.analysis.comparing.comparison import CompareSettings, compare
from tertium.analysis.comparing.resampling import Bootstrap
from tertium.analysis.comparing.score_rows import score_rows_of
from tertium.corpus.texts.lists import corpus_of
from tertium.engine import local
from tertium.engine.rows import KeptRows
from tertium.errors import TertiumError
from tertium.metrics import registry
from tertium.metrics.spec import parse

HYPS, REFS = random_corpus(seed=21, segments=40)


@pytest.mark.parametrize("name", [*registry.BUILTIN, "0.3*bleu + 0.3*ribes - 0.4*ter", "0.5*nist + 0.5*kendall"])
def test_a_metric_can_be_compared(name: str) -> None:
    try:
        metric = parse(f"{name}:alpha=0.5,align=direct" if name.startswith("lr-") else name)
    except TertiumError as error:
        pytest.skip(f"{name} needs parameters: {error}")
    keep = KeptRows()
    try:
        report = local.score(corpus_of({"a": HYPS[0], "b": HYPS[1]}, REFS), [metric], version="test", keep=keep)
    except TertiumError as error:
        pytest.skip(f"{name} needs more than texts: {error}")
    score_rows = score_rows_of(["a", "b"], [metric], keep)
    scores = [system.scores[0].score for system in report.systems]
    assert score_rows.observed()[:, 0].tolist() == scores
    for test in ("bs", "ar"):
        (made,) = compare(score_rows, CompareSettings(Bootstrap(60), test=test, trials=60, order="given"))
        (difference,) = made.differences
        assert 0 < difference.p <= 1
        assert np.isfinite(difference.delta)
        assert difference.wins + difference.ties + difference.losses <= 40
        for system, score in zip(made.systems, scores, strict=True):
            assert system.interval is not None
            assert system.interval.low <= score <= system.interval.high
