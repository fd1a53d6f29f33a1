"""Numbers printed in the lecture on automatic evaluation of machine translation."""

from __future__ import annotations

import math

import pytest

from scoring import segment_values
from tertium.metrics.base import Segment
from tertium.metrics.bleu import Bleu
from tertium.metrics.levenshtein import Levenshtein
from tertium.metrics.ter import Ter
from tertium.metrics.wer import Wer

HOUSE_HYP = "The blue house , green or brown"
HOUSE_REF = "The blue , green or brown house"


@pytest.mark.parametrize(
    ("reference", "printed", "decimals"),
    [("these houses have windows", 0.3, 1), ("this dog has legs", 0.39, 2), ("the house have window", 0.39, 2)],
)
def test_bleus_of_this_house_has_window(reference: str, printed: float, decimals: int) -> None:
    # Moses' sentence-bleu; the lecture cuts 0.3976 to 0.39.
    metric = Bleu(tok="none", smooth="add1_all")
    value = metric.explain(Segment("this house has window", (reference,))).score / 100
    assert math.floor(value * 10**decimals) / 10**decimals == pytest.approx(printed)


def test_bleu_of_a_short_segment_is_zero_without_smoothing() -> None:
    # "No scoring at sentence level (lack of 4 grams => division by 0)"
    metric = Bleu(tok="none", smooth="none", effective_order=False)
    assert metric.explain(Segment("the house", ("the house",))).score == 0.0


def test_word_error_rate() -> None:
    """WER = (1 del + 1 ins) / 7 = 0.286."""
    found = Wer().explain(Segment(HOUSE_HYP, (HOUSE_REF,)))
    assert (found.facts["deletions"], found.facts["insertions"], found.facts["substitutions"]) == (1, 1, 0)
    assert found.facts["ref_len"] == 7
    assert segment_values(Wer(), [HOUSE_HYP], [[HOUSE_REF]]) == [pytest.approx(0.286, abs=5e-4)]
    assert segment_values(Levenshtein(), [HOUSE_HYP], [[HOUSE_REF]]) == [2]


def test_word_error_rate_is_0_for_the_same_words_and_1_if_all_differ() -> None:
    assert segment_values(Wer(), [HOUSE_REF], [[HOUSE_REF]]) == [0]
    assert segment_values(Wer(), ["a b c d e f g"], [[HOUSE_REF]]) == [1]


def test_word_error_rate_may_exceed_1() -> None:
    """The lecture says "between 0 and 1"; that is an error (docs/metrics/README.md): ten words for three."""
    hyp = "the cat sat on the mat and then it slept"
    assert segment_values(Wer(), [hyp], [["the cat sat"]]) == [pytest.approx(7 / 3)]


def test_ter_counts_the_moved_house_as_one_edit() -> None:
    # One shift over seven words: 0.143.
    segment = Segment("The blue house , green or brown", ("The blue , green or brown house",))
    assert Ter().explain(segment).score / 100 == pytest.approx(1 / 7)
    assert round(Ter().explain(segment).score / 100, 3) == 0.143
