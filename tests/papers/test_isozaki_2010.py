"""Numbers printed in Isozaki et al. 2010, Automatic Evaluation of Translation Quality for Distant Language Pairs."""

from __future__ import annotations

import numpy as np
import pytest

from tertium.kernels import order
from tertium.metrics.base import Segment
from tertium.metrics.bleu import Bleu
from tertium.metrics.spec import parse

R0 = "he was interested in world history because he read the book"
H0 = "he read the book because he was interested in world history"


def test_bleu_of_the_misleading_translation() -> None:
    # Section 1: "1.0 × (11/11 × 9/10 × 6/9 × 4/8)^(1/4) = 0.740"
    explained = Bleu(tok="none", smooth="none").explain(Segment(H0, (R0,)))
    assert [row[1:3] for row in explained.tables[0].rows] == [(11, 11), (9, 10), (6, 9), (4, 8)]
    assert explained.facts["brevity_penalty"] == 1.0
    assert round(explained.score / 100, 3) == pytest.approx(0.740)


def places(hyp: str, ref: str) -> list[int]:
    """The paper's word order list: positions from 1, unaligned words left out."""
    ids = {word: number for number, word in enumerate(sorted(set(f"{hyp} {ref}".split())))}
    words = [np.array([ids[word] for word in text.split()], np.int32) for text in (hyp, ref)]
    return [place + 1 for place in order.word_places(words[0], words[1], "paper").tolist() if place >= 0]


def tau_and_rho(worder: list[int]) -> tuple[float, float]:
    positions = np.array(worder, np.int32)
    pairs = len(worder) * (len(worder) - 1) / 2
    return 2 * order.increasing_pairs(positions) / pairs - 1, order.rank_correlation(positions)


def value(spec: str, hyp: str, ref: str) -> float:
    return parse(f"{spec}:tok=none").explain(Segment(hyp, (ref,))).score / 100


def test_section_1_ranks_of_the_two_lists() -> None:
    # x = [0.1, 0.4, 0.2, 0.6], y = [0.9, 0.6, 0.2, 0.7] have ranks [1, 3, 2, 4] and [4, 2, 1, 3]; reading y's ranks in
    # the order of x's, rho = 1 - (9 + 1 + 1 + 1) / C(5, 3) = -0.2.
    x, y = [1, 3, 2, 4], [4, 2, 1, 3]
    in_order = [rank for _, rank in sorted(zip(x, y, strict=True))]
    assert order.rank_correlation(np.array(in_order, np.int32)) == pytest.approx(1 - 12 / 10)


def test_section_2_1_bob_and_john() -> None:
    hyp, ref = "Bob hit John yesterday", "John hit Bob yesterday"
    assert places(hyp, ref) == [3, 2, 1, 4]
    tau, rho = tau_and_rho([3, 2, 1, 4])
    assert order.increasing_pairs(np.array([3, 2, 1, 4], np.int32)) == 3
    assert tau == pytest.approx(2 * 3 / 6 - 1) == 0.0
    assert rho == pytest.approx(1 - 8 / 10)
    assert round(rho, 1) == 0.2


def test_section_2_1_bigrams_align_the_articles() -> None:
    assert places("the book was read by the boy", "the boy read the book") == [4, 5, 3, 1, 2]


def test_section_2_1_the_misleading_translation() -> None:
    assert places(H0, R0) == [8, 9, 10, 11, 7, 1, 2, 3, 4, 5, 6]
    assert order.increasing_pairs(np.array(places(H0, R0), np.int32)) == 6 + 15
    tau, rho = tau_and_rho(places(H0, R0))
    assert round(tau, 3) == -0.236
    assert round(rho, 3) == -0.591
    assert rho == pytest.approx(1 - 350 / 220)


def test_section_2_2_normalised_forms() -> None:
    assert round(value("nkt", H0, R0), 3) == 0.382
    assert round(value("nsr", H0, R0), 3) == 0.205


def test_section_2_2_one_aligned_word_or_none_is_zero() -> None:
    for spec in ("nkt", "nsr"):
        assert value(spec, "a x y", "a b c") == 0
        assert value(spec, "x y z", "a b c") == 0


def test_section_2_3_two_words_in_order_get_the_best_score() -> None:
    hyp, ref = "a " + " ".join(f"x{i}" for i in range(24)) + " b", "a " + " ".join(f"y{i}" for i in range(24)) + " b"
    assert value("nkt", hyp, ref) == value("nsr", hyp, ref) == 1.0
    # ... which a power of precision brings down.
    assert parse("nkt:modifier=p,alpha=0.25,tok=none").explain(Segment(hyp, (ref,))).score == pytest.approx(
        100 * (2 / 26) ** 0.25
    )


def test_section_1_sentences_the_paper_complains_about() -> None:
    assert value("nkt", "John killed Mary", "Mary killed John") == 0
    assert value("nkt", "Bob read the book John bought", "John read a book that Bob bought") < 0.65
