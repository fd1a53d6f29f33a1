"""LAYERED (Gautam & Bhattacharyya 2014): what the paper prints, and what it argues, with the parser that ships."""

from __future__ import annotations

import numpy as np
import pytest

import tertium
from tertium.metrics.base import Segment
from tertium.metrics.spec import parse

pytest.importorskip("spacy", reason="extra 'parse'")


def value(spec: str, hyp: str, ref: str) -> float:
    return parse(spec).explain(Segment(hyp, (ref,))).score / 100


def test_the_printed_weights_sum_to_one() -> None:
    weights = [weight for weight, _ in parse("layered").leaves()]
    assert weights == [0.26, 0.13, 0.03, 0.04, 0.28, 0.26]
    assert sum(weights) == pytest.approx(1.0)


def test_the_averages_of_table_2_reproduce() -> None:
    printed = {
        "LAYERED": ((0.973, 0.893, 0.976, 0.940, 0.843), 0.925),
        "BLEU": ((0.952, 0.831, 0.956, 0.908, 0.774), 0.884),
        "METEOR": ((0.975, 0.926, 0.457, 0.980, 0.792), 0.826),
        "NIST": ((0.955, 0.810, 0.783, 0.983, 0.785), 0.863),
        "TER": ((0.952, 0.774, 0.618, 0.977, 0.796), 0.823),
    }
    for values, average in printed.values():
        assert np.mean(values) == pytest.approx(average, abs=0.0006)


PASSIVES = [
    ("John killed Mary.", "Mary was killed by John."),
    ("The police arrested the man.", "The man was arrested by the police."),
    ("The committee has rejected the proposal.", "The proposal has been rejected by the committee."),
    ("A dog chased the child in the park.", "The child was chased in the park by a dog."),
]


@pytest.mark.parametrize(("active", "passive"), PASSIVES)
def test_dependencies_stay_intact_where_only_voice_changes(active: str, passive: str) -> None:
    """Section 3.3: what reordering hides from the lower layers, the semantic layer keeps."""
    assert value("deep", passive, active) == 1.0
    assert value("layered", passive, active) > value("bleu", passive, active) + 0.2


def test_who_did_it_to_whom_is_not_lost() -> None:
    """The same words in another order: a metric of words sees nothing, or a little disorder."""
    ref, swapped, passive = "John killed Mary.", "Mary killed John.", "Mary was killed by John."
    assert value("deep:attributes=none", swapped, ref) == 0.0
    assert value("shallow", swapped, ref) < 1.0
    assert value("rouge-1", swapped, ref) == 1.0
    assert value("deep", swapped, ref) < value("deep", passive, ref)


def test_synonyms_meet_in_the_deep_layer_alone() -> None:
    ref, hyp = "The man bought a big car.", "The man purchased a large automobile."
    assert value("deep", hyp, ref) == 1.0
    assert value("shallow", hyp, ref) < 0.6
    assert value("bleu:smooth=none,seg_smooth=none", hyp, ref) == 0.0


def test_a_clause_may_move_but_not_change_places() -> None:
    ref = "He read the book because he was interested in world history."
    moved = "Because he was interested in world history, he read the book."
    swapped = "He was interested in world history because he read the book."
    assert value("deep", moved, ref) == 1.0
    assert value("deep", swapped, ref) < 1.0
    assert value("deep", swapped, ref) > value("deep", "A stone fell on it.", ref)


ODD = [
    "",
    "Yes.",
    "😀 🎉 👨‍👩‍👧",
    "私は学生です。",
    "Der Hund jagt die Katze .",
    "a " * 500,
    "the big old dog " * 125,
    "((((",
    "\u200b",
]


@pytest.mark.parametrize("name", ["deep", "layered"])
def test_odd_sentences_get_a_documented_number(name: str) -> None:
    result = tertium.score({"sys": ODD}, [[text] for text in ODD], [name], segment_scores=True, empty_ref="keep")
    scores = result["sys"][name].segment_scores
    assert scores is not None
    assert all(score is not None and 0.0 <= score <= 100.0 for score in scores)
    assert scores[0] == 0.0  # an empty sentence has no graph
    if name == "deep":
        assert scores[1] == 100.0  # one concept has no relation, but it is the main one
        assert scores[6] == 100.0  # five hundred words
