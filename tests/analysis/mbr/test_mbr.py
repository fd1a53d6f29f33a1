"""Minimum-Bayes-risk choices, against the definition."""

from __future__ import annotations

import math

import pytest

import tertium
from tertium.analysis.mbr.choice import ChoiceRule, choose_all
from tertium.corpus.texts.nbest import Candidates
from tertium.errors import InputError, SpecError
from tertium.metrics.spec import parse

TEXTS = (
    "he read the book because he was interested in world history",
    "he was interested in world history because he read the book",
    "he read the book since he was interested in world history",
    "he read a book because he was interested in the history of the world",
)
LIST = Candidates("7", TEXTS, (-1.0, -1.5, -0.5, -3.0), "nbest line 1")


def by_hand(metric: str, weights: list[float]) -> list[float]:
    made = parse(metric)
    return [
        sum(w * made.sentence_score(hyp, [ref]).score for w, ref in zip(weights, TEXTS, strict=True)) for hyp in TEXTS
    ]


@pytest.mark.parametrize("metric", ["chrf", "bleu", "ribes", "lr-kb4:align=direct,alpha=0.5", "0.5*bleu + 0.5*ribes"])
def test_the_choice_is_the_highest_expected_score(metric: str) -> None:
    expected = by_hand(metric, [0.25] * 4)
    choice = ChoiceRule(parse(metric)).choose(LIST)
    assert choice.index == max(range(4), key=expected.__getitem__)
    assert choice.expected == pytest.approx(max(expected), rel=1e-12)
    assert (choice.id, choice.text, choice.candidates) == ("7", TEXTS[choice.index], 4)


@pytest.mark.parametrize("metric", ["ter", "wer"])
def test_error_rates_are_minimised(metric: str) -> None:
    expected = by_hand(metric, [0.25] * 4)
    choice = ChoiceRule(parse(metric)).choose(LIST)
    assert choice.expected == pytest.approx(min(expected), rel=1e-12)


@pytest.mark.parametrize("temperature", [0.5, 1.0, 10.0])
def test_model_scores_as_weights(temperature: float) -> None:
    likely = [math.exp(score / temperature) for score in LIST.scores or ()]
    expected = by_hand("chrf", [one / sum(likely) for one in likely])
    choice = ChoiceRule(parse("chrf"), "model", temperature).choose(LIST)
    assert choice.expected == pytest.approx(max(expected), rel=1e-9)


def test_weights_of_a_list_without_scores_are_refused() -> None:
    with pytest.raises(InputError, match=r"nbest line 1 has no model score"):
        ChoiceRule(parse("chrf"), "model").choose(Candidates("0", ("a",), None, "nbest line 1"))


def test_an_order_metric_may_choose_another_candidate_than_a_word_metric() -> None:
    """The same words in another order: `per` cannot tell them apart, `ribes` can."""
    texts = ("b a d c e", "a b c d e", "a b c d e f", "a b c d f")
    words = ChoiceRule(parse("per")).expected(texts[:2], Candidates("0", texts))
    assert words[0] == words[1]
    assert ChoiceRule(parse("ribes")).choose(Candidates("0", texts)).index != 0


def test_another_pool_stands_for_the_references() -> None:
    pool = Candidates("7", (TEXTS[1],) * 3)
    assert ChoiceRule(parse("bleu")).choose(LIST, pool).index == 1
    chosen = list(choose_all([LIST], ChoiceRule(parse("bleu")), [pool]))
    assert [choice.index for choice in chosen] == [1]


def test_pools_of_other_ids_are_refused() -> None:
    rule = ChoiceRule(parse("bleu"))
    with pytest.raises(InputError, match=r"has id '7' but the references' pool has id '8'"):
        list(choose_all([LIST], rule, [Candidates("8", ("a",), None, "pool line 1")]))
    with pytest.raises(InputError, match=r"pool has nothing more"):
        list(choose_all([LIST], rule, []))
    with pytest.raises(InputError, match=r"for which there are no candidates"):
        list(choose_all([], rule, [LIST]))


def test_threads_keep_the_order() -> None:
    lists = [Candidates(str(number), TEXTS[: 1 + number % 4]) for number in range(40)]
    rule = ChoiceRule(parse("chrf"))
    assert list(choose_all(lists, rule, threads=3)) == list(choose_all(lists, rule, threads=1))


def test_pairwise_refuses_what_is_no_list_of_strings() -> None:
    with pytest.raises(tertium.TertiumError, match="hypotheses is str, expected a list of strings"):
        tertium.pairwise("abc", ["a"])  # type: ignore[arg-type]
    with pytest.raises(tertium.TertiumError, match=r"references\[1\] is NoneType, expected a string"):
        tertium.pairwise(["a"], ["a", None])  # type: ignore[list-item]
    with pytest.raises(tertium.TertiumError, match="references is empty"):
        tertium.pairwise(["a"], [])
    with pytest.raises(tertium.TertiumError, match=r"U\+D800"):
        tertium.pairwise(["a\ud800"], ["a"])
    with pytest.raises(tertium.TertiumError, match="alignments"):
        tertium.pairwise(["a b"], ["a b"], "lr-kb4:alpha=0.5")


def test_pairwise_is_of_one_metric() -> None:
    with pytest.raises(SpecError, match="a matrix is of one metric, got 2"):
        tertium.pairwise(["a"], ["a"], ["bleu", "chrf"])  # type: ignore[arg-type]


def test_lists_that_no_metric_can_tell_apart_give_their_first() -> None:
    """Where nothing is to be edited, a power below 0 of it has no value."""
    rule = ChoiceRule(parse("pow(ter, -0.5)"))
    alike = rule.choose(Candidates("1", ("a", "a"), None, "nbest line 1"))
    assert (alike.index, alike.text) == (0, "a")
    assert math.isnan(alike.expected)
    unlike = rule.choose(Candidates("1", ("a b", "a c"), None, "nbest line 1"))
    assert unlike.expected == pytest.approx(100 * 0.5**-0.5)  # one of two words, of the other candidate alone


def test_weights_of_another_name_are_refused() -> None:
    with pytest.raises(InputError) as refused:
        ChoiceRule(parse("chrf"), "modal")
    assert str(refused.value) == "weights must be 'uniform' or 'model', got 'modal'."
