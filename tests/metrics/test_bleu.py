"""BLEU: the specification's vectors, the smoothings against a loop, parameters, degenerate segments, explanations."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.corpus.chunk import Chunk
from tertium.errors import SpecError
from tertium.metrics.base import Segment
from tertium.metrics.bleu import SMOOTHINGS, Bleu
from tertium.metrics.spec import parse
from textbook import ngrams as textbook
from vectors import vectors

# What the vectors call a variant, as our parameters.
VARIANTS: dict[str, dict[str, Any]] = {
    "none": {"smooth": "none", "effective_order": False},
    "exp": {"smooth": "exp", "effective_order": False},
    "exp_effective": {"smooth": "exp"},
    "floor_0.1": {"smooth": "floor", "effective_order": False},
    "add1_n2plus": {"smooth": "add1_n2plus", "effective_order": False},
    "add1_all": {"smooth": "add1_all"},
    "mteval13a_segment": {"smooth": "mteval13a"},
    "bleu1": {"smooth": "none", "order": 1},
}


def segment_value(metric: Bleu, hyp: str, refs: list[str]) -> float:
    return float(metric.segment_score(metric.measure(Chunk.of([[hyp]], [refs])).values)[0])


def corpus_value(metric: Bleu, hyps: list[str], refs: list[list[str]]) -> float:
    return float(metric.score(metric.measure(Chunk.of([hyps], refs)).values.sum(axis=0)))


@pytest.mark.parametrize("vector", vectors("bleu", "sentence"))
def test_segment_vectors(vector: dict[str, Any]) -> None:
    for variant, want in vector["expected"].items():
        metric = Bleu(tok="none", **VARIANTS[variant])
        assert segment_value(metric, vector["hyp"], vector["refs"]) == pytest.approx(want, abs=vector["tolerance"])
    stats = vector["stats"]
    row = Bleu(tok="none").measure(Chunk.of([[vector["hyp"]]], [vector["refs"]])).values[0].tolist()
    assert row == [*stats["match"], *stats["total"], stats["hyp_len"], stats["ref_len"]]


@pytest.mark.parametrize("vector", vectors("bleu", "corpus"))
def test_corpus_vectors(vector: dict[str, Any]) -> None:
    for name, order in (("bleu4", 4), ("bleu1", 1)):
        metric = Bleu(tok="none", order=order)
        assert corpus_value(metric, vector["hyp"], vector["refs"]) == pytest.approx(vector["expected"][name], abs=1e-6)


@pytest.mark.parametrize("vector", vectors("edge"))
@pytest.mark.parametrize("smooth", list(SMOOTHINGS))
def test_empty_segments_score_zero_whatever_the_smoothing(vector: dict[str, Any], smooth: str) -> None:
    assert vector["expected"]["bleu"] == 0.0
    for level in (segment_value, lambda m, h, r: corpus_value(m, [h], [r])):
        assert level(Bleu(tok="none", smooth=smooth), vector["hyp"], vector["refs"]) == 0.0


@given(st.data(), st.sampled_from(list(SMOOTHINGS)), st.booleans(), st.integers(1, 6))
def test_smoothings_equal_the_textbook(data: st.DataObject, smooth: str, effective: bool, order: int) -> None:
    length = data.draw(st.integers(0, 30))
    totals = [max(0, length - n) for n in range(order)]
    matches: list[int] = []
    for total in totals:  # an n-gram matches only if its parts do
        matches.append(data.draw(st.integers(0, min([total, *matches[-1:]]))))
    row = [*matches, *totals, length, data.draw(st.integers(0, 40))]
    metric = Bleu(order=order, smooth=smooth, effective_order=effective)
    want = textbook.bleu(row, order, smooth, effective)
    assert float(metric.score(np.array(row, dtype=float))) == pytest.approx(want, abs=1e-12)
    assert float(metric.segment_score(np.array(row, dtype=float))) == pytest.approx(want, abs=1e-12)


def test_effective_order_is_for_segments_unless_told_otherwise() -> None:
    hyps, refs = ["a b"], [["a b"]]
    for effective, corpus, segment in (("segments", 0.0, 1.0), (True, 1.0, 1.0), (False, 0.0, 0.0)):
        metric = Bleu(tok="none", effective_order=effective)
        assert corpus_value(metric, hyps, refs) == pytest.approx(corpus)
        assert segment_value(metric, hyps[0], refs[0]) == pytest.approx(segment)
    # Moses and mteval say themselves what missing orders are worth: p = 1.
    assert segment_value(Bleu(tok="none", smooth="add1_all"), "a x", ["a b"]) == pytest.approx((2 / 3 / 2) ** 0.25)
    assert segment_value(Bleu(tok="none", smooth="mteval13a"), "a x", ["a b"]) == pytest.approx((1 / 2 / 2) ** 0.25)


def test_smoothing_values_are_used() -> None:
    hyp, refs = "a b x y", ["a b c d"]
    row = textbook.bleu_row(hyp.split(), [refs[0].split()], 4)
    for smooth, value in (("floor", 0.5), ("add1_n2plus", 0.25), ("floor", 0.0)):
        metric = Bleu(tok="none", smooth=smooth, smooth_value=value)
        want = textbook.bleu(row, 4, smooth, True, value)
        assert segment_value(metric, hyp, refs) == pytest.approx(want, abs=1e-12)


def test_weights_are_exponents_and_zero_weights_leave_an_order_out() -> None:
    hyp, refs = "a b c d e x", ["a b c d e f"]
    p = [5 / 6, 4 / 5, 3 / 4, 2 / 3]
    weighted = Bleu(tok="none", weights=(0.4, 0.3, 0.2, 0.1))
    want = float(np.prod(np.power(p, (0.4, 0.3, 0.2, 0.1))))
    assert segment_value(weighted, hyp, refs) == pytest.approx(want, abs=1e-12)
    unigrams = Bleu(tok="none", weights=(1, 0, 0, 0), smooth="none")
    assert segment_value(unigrams, "x b", ["b c"]) == pytest.approx(0.5)
    # Renormalised over the orders that a two-word hypothesis has.
    assert segment_value(weighted, "a b", ["a b"]) == pytest.approx(1.0)
    assert segment_value(weighted, "a x", ["a b"]) == pytest.approx(0.5 ** (4 / 7) * 0.5 ** (3 / 7))


def test_reference_length_rules() -> None:
    refs = ["a b c d e f g", "a b c d e", "a b c d e f g h i j k l"]
    for rule, want in (("closest", 5), ("shortest", 5), ("average", 8)):
        chunk = Chunk.of([["a b c d e x"]], [refs])
        assert Bleu(tok="none", ref_len=rule).measure(chunk).values[0, -1] == want
    assert Bleu(tok="none").measure(Chunk.of([["a b c d e f g h"]], [refs])).values[0, -1] == 7


def test_seg_smooth_changes_segments_only() -> None:
    metric = Bleu(tok="none", smooth="none", seg_smooth="add1_all")
    hyp, refs = "this house has window", ["this dog has legs"]
    assert segment_value(metric, hyp, refs) == pytest.approx(0.397635, abs=1e-6)
    assert corpus_value(metric, [hyp], [refs]) == 0.0


def test_sacrebleu_names_are_aliases() -> None:
    assert parse("bleu:smooth=add-k") == Bleu(smooth="add1_n2plus")
    assert str(parse("bleu:smooth=add-k,smooth_value=2")) == "bleu:smooth=add1_n2plus,smooth_value=2"


@pytest.mark.parametrize(
    "spec",
    [
        "bleu:smooth=floor,smooth_value=0.2",
        "bleu:weights=0.5/0.5,order=2",
        "bleu:effective_order=yes",
        "bleu:effective_order=no,ref_len=average",
        "bleu:smooth=none,seg_smooth=add1_all",
    ],
)
def test_specs_parse_back(spec: str) -> None:
    metric = parse(spec)
    assert parse(str(metric)) == metric == parse(metric.signature)


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("bleu:order=0", "between 1 and 100"),
        ("bleu:smooth=flor", "did you mean 'floor'"),
        ("bleu:seg_smooth=x", "expected one of"),
        ("bleu:weights=0.5/0.5", "expected 4"),
        ("bleu:weights=0/0,order=2", "positive sum"),
        ("bleu:weights=1/-1,order=2", "at least 0"),
        ("bleu:smooth_value=0.1", "not for exp"),
        ("bleu:smooth=floor,smooth_value=-1", "at least 0"),
        ("bleu:effective_order=maybe", "yes, no or segments"),
        ("bleu:ref_len=longest", "expected one of closest"),
    ],
)
def test_wrong_parameters_are_errors(spec: str, says: str) -> None:
    with pytest.raises(SpecError, match=says):
        parse(spec)


def test_explain_shows_lengths_penalty_precisions_and_places() -> None:
    explained = Bleu(tok="none").explain(Segment("the cat sat the", ("the cat is on the mat", "cat sat")))
    assert explained.facts["hyp_len"] == 4
    assert explained.facts["ref_len"] == 2
    assert explained.facts["brevity_penalty"] == 1.0
    precisions, found = explained.tables
    assert precisions.rows[1] == (2, 2, 3, pytest.approx(2 / 3), pytest.approx(2 / 3))
    assert found.rows == (
        (1, "the", 1, 1, 1),
        (1, "cat", 2, 1, 2),
        (1, "sat", 3, 2, 2),
        (1, "the", 4, 1, 1),
        (2, "the cat", 1, 1, 1),
        (2, "cat sat", 2, 2, 1),
    )
    # 4/4, 2/3, then two orders without a match: 1/(2·2), 1/(4·1)
    assert explained.score == pytest.approx(100 * (1 * 2 / 3 / 4 / 4) ** 0.25)


def test_rows_of_many_segments_and_systems_equal_the_textbook() -> None:
    rng = random.Random(11)
    refs = [[" ".join(rng.choices("abcdef", k=rng.randrange(90))) for _ in range(rng.randint(1, 3))] for _ in range(40)]
    hyps = [[" ".join(rng.choices("abcdef", k=rng.randrange(90))) for _ in refs] for _ in range(3)]
    rows = Bleu(tok="none").measure(Chunk.of(hyps, refs)).values
    for p, row in enumerate(rows.tolist()):
        system, i = divmod(p, len(refs))
        assert row == textbook.bleu_row(hyps[system][i].split(), [ref.split() for ref in refs[i]], 4)


def test_weights_are_exponents_and_need_not_sum_to_one() -> None:
    # "a b c" | "a b d": precisions 2/3 and 1/2, lengths equal.
    for weights in ((2.0, 2.0), (0.25, 0.5), (3.0, 0.0)):
        metric = Bleu(order=2, weights=weights, smooth="none", effective_order=False)
        expected = (2 / 3) ** weights[0] * (1 / 2) ** weights[1]
        assert segment_value(metric, "a b c", ["a b d"]) == pytest.approx(expected, rel=1e-12)


def test_weights_of_orders_that_are_missing_go_to_the_others() -> None:
    # Two words have no trigram: its weight of 4 is shared out, so that the exponents still sum to 2 + 2 + 4.
    metric = Bleu(order=3, weights=(2.0, 2.0, 4.0), smooth="none", effective_order=True)
    assert segment_value(metric, "a b", ["a b c d"]) == pytest.approx(np.exp(-1))
    halves = (1 / 2) ** (2 * 8 / 4) * 1.0
    metric = Bleu(order=3, weights=(2.0, 2.0, 4.0), smooth="floor", smooth_value=1.0, effective_order=True)
    assert segment_value(metric, "a x", ["a y"]) == pytest.approx(halves)  # 1/2, and 1 of 1 bigram by the floor


def test_an_order_without_a_match_is_no_missing_order() -> None:
    """The effective order asks for n-grams of the hypothesis, not for matches."""
    # "a b c" | "a b d": trigrams are there, none matches: exp makes it 1 / (2 * 1).
    row = [2.0, 1.0, 0.0, 0.0, 3.0, 2.0, 1.0, 0.0, 3.0, 3.0]
    metric = Bleu()
    assert metric.measure(Chunk.of([["a b c"]], [["a b d"]])).values[0].tolist() == row
    expected = (2 / 3 * 1 / 2 * 1 / 2) ** (1 / 3)
    assert segment_value(metric, "a b c", ["a b d"]) == pytest.approx(expected, rel=1e-12)
    assert metric.row_score(row, segment=True) == pytest.approx(expected, rel=1e-12)
    assert metric.row_score(row, segment=False) == 0.0
    assert segment_value(Bleu(smooth="none"), "a b c", ["a b d"]) == 0.0


def test_smoothings_that_define_short_orders_look_at_the_true_number_of_ngrams() -> None:
    # add1_all makes 1/1 of orders that are not there; effective order leaves those out by their number before.
    metric = Bleu(smooth="add1_all", effective_order=True)
    assert segment_value(metric, "a x", ["a y"]) == pytest.approx((2 / 3 * 1 / 2) ** (1 / 2), rel=1e-12)
    metric = Bleu(smooth="add1_all", effective_order=False)
    assert segment_value(metric, "a x", ["a y"]) == pytest.approx((2 / 3 * 1 / 2) ** (1 / 4), rel=1e-12)


def test_the_penalty_of_a_door_is_that_of_the_rows() -> None:
    # "a b" | "a b c d": all that is there matches, half of the words are missing.
    row = Bleu(order=2).measure(Chunk.of([["a b"]], [["a b c d"]])).values[0].tolist()
    assert Bleu(order=2).row_score(row, segment=True) == pytest.approx(np.exp(1 - 4 / 2), rel=1e-12)
    assert Bleu(order=2).row_score(row, segment=True) == segment_value(Bleu(order=2), "a b", ["a b c d"])
