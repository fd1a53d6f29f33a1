"""Numbers printed in Isozaki et al. 2010, Automatic Evaluation of Translation Quality for Distant Language Pairs."""

from __future__ import annotations

import pytest

from tertium.metrics.base import Segment
from tertium.metrics.bleu import Bleu

R0 = "he was interested in world history because he read the book"
H0 = "he read the book because he was interested in world history"


def test_bleu_of_the_misleading_translation() -> None:
    # Section 1: "1.0 × (11/11 × 9/10 × 6/9 × 4/8)^(1/4) = 0.740"
    explained = Bleu(tok="none", smooth="none").explain(Segment(H0, (R0,)))
    assert [row[1:3] for row in explained.tables[0].rows] == [(11, 11), (9, 10), (6, 9), (4, 8)]
    assert explained.facts["brevity_penalty"] == 1.0
    assert round(explained.score / 100, 3) == pytest.approx(0.740)
