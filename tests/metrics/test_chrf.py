"""chrF and chrF++: worked examples, degenerate input, the choice among references, explanations."""

from __future__ import annotations

import numpy as np
import pytest

from tertium.corpus.chunk import Chunk
from tertium.errors import InputError, SpecError
from tertium.metrics.base import Metric, Rows, Segment
from tertium.metrics.chrf import ChrF, ChrFMean, ChrFPlusPlus
from tertium.metrics.spec import parse
from textbook import chrf as textbook


def selected(metric: Metric, hyps: list[str], refs: list[list[str]]) -> Rows:
    return metric.select(metric.measure(Chunk.of([hyps], refs)))


def value(metric: Metric, hyp: str, *refs: str) -> float:
    return float(metric.segment_score(selected(metric, [hyp], [list(refs)]).values)[0])


def test_hand_computed_one_word_against_another() -> None:
    # abc | abd: orders 1..3 have 2/3, 1/2, 0/1 on both sides, so F is their mean whatever beta.
    assert value(ChrF(), "abc", "abd") == pytest.approx((2 / 3 + 1 / 2 + 0) / 3)
    assert value(ChrF(beta=1.0), "abc", "abd") == pytest.approx(7 / 18)


def test_hand_computed_recall_weighs_more() -> None:
    # ab | abcd: P = 1, 1; R = 1/2, 1/3; the reference has orders 3 and 4 but the hypothesis has not.
    recall = (1 / 2 + 1 / 3) / 2
    assert value(ChrF(), "ab", "abcd") == pytest.approx(5 * recall / (4 + recall))
    assert value(ChrF(beta=1.0), "ab", "abcd") == pytest.approx(2 * recall / (1 + recall))
    assert value(ChrF(beta=0.0), "ab", "abcd") == pytest.approx(1.0)  # precision alone


def test_hand_computed_words_count_as_orders_of_their_own() -> None:
    # "a b" | "a c": characters 1/2, 0/1; words 1/2, 0/1.
    assert value(ChrFPlusPlus(), "a b", "a c") == pytest.approx(1 / 4)
    # "a b." | "a b!": characters 2/3, 1/2, 0/1; words a b . | a b !: 2/3, 1/2
    assert value(ChrFPlusPlus(), "a b.", "a b!") == pytest.approx((2 / 3 + 1 / 2 + 0 + 2 / 3 + 1 / 2) / 5)
    assert value(ChrF(char_order=0, word_order=1), "a b.", "a b!") == pytest.approx(2 / 3)


def test_hand_computed_epsilon_smoothing_averages_the_orders() -> None:
    # abc | abd: F of orders 1..3 is 2/3, 1/2, 0 (its denominator is 0: 1e-16); orders 4..6 have no n-grams: 1e-16.
    assert value(ChrF(eps_smoothing=True), "abc", "abd") == pytest.approx((2 / 3 + 1 / 2) / 6, abs=1e-15)


def test_matches_are_clipped() -> None:
    rows = selected(ChrF(char_order=2), ["aaaa"], [["aab"]])
    assert dict(zip(ChrF(char_order=2).columns, rows.values[0].tolist(), strict=True)) == {
        "char1_hyp": 4, "char1_ref": 3, "char1_match": 2, "char2_hyp": 3, "char2_ref": 2, "char2_match": 1,
    }  # fmt: skip


@pytest.mark.parametrize("metric", [ChrF(), ChrFPlusPlus(), ChrF(whitespace=True)])
@pytest.mark.parametrize(
    ("hyp", "ref", "expected"),
    [
        ("", "", 0.0),
        ("", "a", 0.0),
        ("a", "", 0.0),
        (" \t", "a", 0.0),
        ("a", "a", 1.0),
        ("a", "b", 0.0),
        ("猫", "猫", 1.0),
    ],
)
def test_degenerate_segments_score_as_documented(metric: Metric, hyp: str, ref: str, expected: float) -> None:
    assert value(metric, hyp, ref) == expected


@pytest.mark.parametrize(("hyp", "ref"), [("", ""), ("", "abc"), ("abc", ""), ("a", "b")])
def test_degenerate_segments_score_next_to_nothing_with_epsilon_smoothing(hyp: str, ref: str) -> None:
    assert 0.0 <= value(ChrF(eps_smoothing=True), hyp, ref) < 1.01e-16


def test_orders_the_reference_lacks_count_nothing_of_the_hypothesis() -> None:
    rows = selected(ChrF(), ["abcdefgh"], [["abc"]])
    assert rows.values[0, 0::3].tolist() == [8, 7, 6, 0, 0, 0]


def test_white_space_counts_only_when_asked() -> None:
    assert value(ChrF(), "a b", "ab") == 1.0
    assert value(ChrF(whitespace=True), "a b", "ab") < 1.0
    assert value(ChrF(), "a\u2003b\u3000c", "abc") == 1.0


def test_case_and_normalisation_are_declared_options() -> None:
    assert value(ChrF(), "ΟΔΟΣ", "οδος") == 0.0
    assert value(ChrF(case="lower"), "ΟΔΟΣ", "οδος") == 1.0  # final sigma
    assert value(ChrF(), "e\u0301", "é") == 0.0
    assert value(ChrF(norm="nfc"), "e\u0301", "é") == 1.0
    assert value(ChrF(norm="nfkc"), "ﬁ", "fi") == 1.0
    assert value(ChrFPlusPlus(case="lower", norm="nfc"), "E\u0301t", "ét") == 1.0


def test_the_reference_with_the_best_score_is_chosen_and_the_first_of_equals() -> None:
    metric = ChrF()
    rows = selected(metric, ["abcd"], [["xyz", "abcd", "abce"]])
    assert rows.values[0].tolist() == textbook.counts("abcd", "abcd", 6)
    # Neither matches: both score 0, the first counts.
    rows = selected(metric, ["abcd"], [["xy", "vwxyz"]])
    assert rows.values[0].tolist() == textbook.counts("abcd", "xy", 6)


def test_beta_may_change_which_reference_is_best() -> None:
    chunk = Chunk.of([["abcdef"]], [["abcdefghijklmnop", "abc"]])
    rows = ChrF().measure(chunk)
    assert ChrF(beta=0.0).select(rows).values[0].tolist() == textbook.counts("abcdef", "abcdefghijklmnop", 6)
    assert ChrF(beta=9.0).select(rows).values[0].tolist() == textbook.counts("abcdef", "abc", 6)


def test_segments_without_a_reference_are_masked() -> None:
    metric = ChrF()
    rows = metric.select(metric.measure(Chunk.of([["a", "b"]], [["a"], []])))
    assert rows.masked.tolist() == [False, True]
    rows = metric.select(metric.measure(Chunk.of([["a"]], [[]])))
    assert rows.masked.tolist() == [True]
    assert rows.values.shape == (1, 18)


def test_the_corpus_score_is_the_score_of_the_summed_counts() -> None:
    hyps, refs = ["abcdefg", "xyz"], [["abcdxyz"], ["xyw", "xyzz"]]
    rows = selected(ChrF(), hyps, refs)
    total = [
        a + b for a, b in zip(textbook.counts("abcdefg", "abcdxyz", 6), textbook.counts("xyz", "xyzz", 6), strict=True)
    ]
    assert float(ChrF().score(rows.values.sum(axis=0))) == pytest.approx(textbook.f_score(total), abs=1e-15)


def test_both_names_share_the_character_counts_of_a_chunk() -> None:
    chunk = Chunk.of([["the cat sat"]], [["a cat sat"]])
    plain, plus = ChrF().measure(chunk), ChrFPlusPlus().measure(chunk)
    assert np.array_equal(plus.values[..., :18], plain.values)
    assert ChrF().measure(chunk).values is plain.values


def test_the_mean_counts_a_short_segment_as_much_as_a_long_one() -> None:
    hyps, refs = ["ab", "the cat sat on the mat"], [["ab"], ["a dog lay under the table"]]
    pooled, mean = ChrF().corpus_score(hyps, refs), ChrFMean().corpus_score(hyps, refs)
    alone = [ChrF().sentence_score(hyp, ref).value for hyp, ref in zip(hyps, refs, strict=True)]
    assert alone[0] == 1
    assert mean.value == pytest.approx(sum(alone) / 2)
    assert pooled.value < mean.value  # two letters of twenty
    assert parse("chrf-mean:beta=3") == ChrFMean(beta=3.0)


def test_specs_name_every_parameter() -> None:
    spec = "chrf:char_order=4,word_order=1,beta=1,whitespace=yes,eps_smoothing=yes,case=lower,norm=nfc"
    assert parse(spec) == ChrF(4, 1, 1.0, True, True, "lower", "nfc")
    assert str(parse("chrf++:beta=3")) == "chrf++:beta=3"
    assert (
        ChrFPlusPlus().signature
        == "chrf++:beta=2,case=keep,char_order=6,eps_smoothing=no,norm=none,whitespace=no,word_order=2#1"
    )
    # sacreBLEU's -lc does not concern chrF, --nfc does.
    assert parse("chrf", {"tok": "none", "case": "lower", "norm": "nfc"}) == ChrF(norm="nfc")


@pytest.mark.parametrize("spec", ["chrf:char_order=0", "chrf++:char_order=0,word_order=0", "chrf:beta=-1", "chrf:n=3"])
def test_impossible_parameters_are_refused(spec: str) -> None:
    with pytest.raises(SpecError):
        parse(spec)


def test_explain_shows_counts_spans_and_ngrams_of_the_best_reference() -> None:
    made = ChrFPlusPlus().explain(Segment("the cat is on", ("nothing here", "the cat sat on")))
    assert made.facts["reference"] == 2
    assert made.score == pytest.approx(100 * value(ChrFPlusPlus(), "the cat is on", "nothing here", "the cat sat on"))
    orders, spans, grams = made.tables
    assert orders.rows[0][:5] == ("char", 1, 10, 11, 9)
    # "the cat" is covered by matched 6-grams, "i" by nothing, "s" alone, "on" by its bigram.
    assert spans.rows == ((0, 7, "the cat", 6), (8, 9, "i", 0), (9, 10, "s", 1), (11, 13, "on", 2))
    assert ("word", 2, "the cat", 1, 1, 1) in grams.rows
    assert ("char", 6, "thecat", 1, 1, 1) in grams.rows
    for (kind, n, *_), (_, _, match) in zip(
        orders.rows, np.reshape(list(made.facts.values())[1:], (-1, 3)), strict=True
    ):
        assert sum(row[5] for row in grams.rows if row[:2] == (kind, n)) == match


def test_explain_takes_any_segment() -> None:
    assert ChrF().explain(Segment("", ("",))).tables[1].rows == ()
    assert ChrF(whitespace=True, case="lower").explain(Segment("A B", ("a b",))).tables[1].rows == ((0, 3, "a b", 3),)
    with pytest.raises(InputError, match="no reference"):
        ChrF().explain(Segment("a", ()))


def test_references_are_compared_by_the_score_times_a_hundred() -> None:
    """As sacreBLEU does: two scores that differ in the last bit are equal there, and the first is taken."""
    metric, refs = ChrF(char_order=2), ["ax", "dcbaxxxxxxx"]
    first, second = (value(metric, "abcd", ref) for ref in refs)
    assert first < second
    assert 100 * first == 100 * second
    assert metric.explain(Segment("abcd", tuple(refs))).facts["reference"] == 1
    assert value(metric, "abcd", *refs) == first
    door = metric.row_door()
    assert door is not None
    assert door("abcd", refs) == selected(metric, ["abcd"], [refs]).values[0].tolist()


def test_an_order_counts_only_where_both_sides_have_it() -> None:
    # abcd | ab: the reference has no trigram. P = 2/4, 1/3 and R = 1, 1 over two orders, not over three or four.
    precision = (2 / 4 + 1 / 3) / 2
    expected = 5 * precision / (4 * precision + 1)
    for metric in (ChrF(), ChrF(char_order=3)):
        assert value(metric, "abcd", "ab") == pytest.approx(expected, rel=1e-12)
        assert metric.row_score(selected(metric, ["abcd"], [["ab"]]).values[0].tolist(), True) == value(
            metric, "abcd", "ab"
        )


def test_an_order_of_one_side_counts_in_no_formula() -> None:
    """Measured rows have no n-grams of an order that the reference lacks; saved ones of other programs may."""
    both, hyp_alone, ref_alone = [4.0, 2.0, 2.0], [3.0, 0.0, 0.0], [0.0, 3.0, 0.0]
    expected = float(ChrF(char_order=1).score(np.array(both)))
    for other in (hyp_alone, ref_alone):
        metric = ChrF(char_order=2)
        assert float(metric.score(np.array(both + other))) == expected
        assert metric.row_score(both + other, segment=True) == expected
