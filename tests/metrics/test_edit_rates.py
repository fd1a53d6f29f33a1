"""Levenshtein, WER, CER and PER: the specification's vectors, several references, empty sides, corpus sums, paths."""

from __future__ import annotations

import dataclasses
import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import corpus_value, segment_values
from tertium.corpus.chunk import Chunk
from tertium.errors import SpecError
from tertium.metrics.base import Metric, Segment
from tertium.metrics.levenshtein import Levenshtein
from tertium.metrics.per import Per
from tertium.metrics.wer import Cer, Wer
from textbook import edit as textbook
from vectors import vectors

NAMES: dict[str, list[Metric]] = {
    "levenshtein": [Levenshtein()],
    "wer": [Wer(), Wer(ref_norm="chosen")],
    "per": [Per(), Per(variant="segment_sum"), Per(ref_norm="chosen")],
    "per_recall": [Per(variant="recall")],
}


@pytest.mark.parametrize("vector", vectors("edit-rates"))
def test_vectors(vector: dict[str, Any]) -> None:
    for name, metrics in NAMES.items():
        for metric in metrics:
            found = segment_values(metric, [vector["hyp"]], [vector["refs"]])
            assert found == [pytest.approx(vector["expected"][name], abs=vector["tolerance"])]


@pytest.mark.parametrize("vector", vectors("edge"))
def test_edge_vectors(vector: dict[str, Any]) -> None:
    for metric in (Wer(), Cer(), Per(), Per(variant="segment_sum"), Per(variant="recall")):
        found = segment_values(metric, [vector["hyp"]], [vector["refs"]])
        # An empty reference: the vector leaves it open, docs/metrics/README.md says no score. Both empty: 0.
        want = {"empty-hyp": 1.0, "empty-ref": None, "both-empty": 0.0}[vector["variant"]]
        assert found == [want]


@pytest.mark.parametrize("metric", [Wer(), Cer(), Per()])
def test_an_empty_reference_has_no_segment_score_but_counts_in_the_corpus(metric: Metric) -> None:
    hyps, refs = ["a b", "a b c d", ""], [[""], ["a b c d"], [""]]
    assert segment_values(metric, hyps, refs) == [None, 0.0, 0.0]
    rows = metric.measure(Chunk.of([hyps], refs))
    assert rows.flags["degenerate"].tolist() == [True, False, True]
    assert not rows.masked.any()
    extra = {"wer": 2 / 4, "cer": 3 / 7, "per": 2 / 4}[metric.name]
    assert corpus_value(metric, hyps, refs) == pytest.approx(extra)
    assert np.isnan(corpus_value(metric, hyps[:1], refs[:1]))
    assert corpus_value(metric, hyps[2:], refs[2:]) == 0


@pytest.mark.parametrize("metric", [Levenshtein(), Wer(), Cer(), Per()])
def test_a_segment_without_references_weighs_nothing(metric: Metric) -> None:
    rows = metric.measure(Chunk.of([["a", "a"]], [[], ["a"]]))
    assert rows.masked.tolist() == [True, False]
    assert segment_values(metric, ["a", "a"], [[], ["a"]]) == [None, 0.0]
    assert not any(marks[0] for marks in rows.flags.values())


def test_recall_of_an_empty_reference_is_no_score_either() -> None:
    assert segment_values(Per(variant="recall"), ["a b"], [[""]]) == [None]


def test_levenshtein_is_the_mean_distance_a_segment() -> None:
    hyps, refs = ["a b", "a", "", ""], [["a x"], ["b c d"], ["a b c"], [""]]
    assert segment_values(Levenshtein(), hyps, refs) == [1, 3, 3, 0]
    assert corpus_value(Levenshtein(), hyps, refs) == 7 / 4


def test_of_several_references_the_nearest_counts_and_lengths_are_averaged() -> None:
    """docs/metrics/edits.md: fewest edits; divisor the mean length, or that of the chosen reference."""
    hyp, refs = "a b c d", ["x y", "a b c d e f", "a b c x d e"]
    assert segment_values(Levenshtein(), [hyp], [refs]) == [2]
    assert segment_values(Wer(), [hyp], [refs]) == [pytest.approx(2 / (14 / 3))]
    assert segment_values(Wer(ref_norm="chosen"), [hyp], [refs]) == [pytest.approx(2 / 6)]
    assert segment_values(Per(), [hyp], [refs]) == [pytest.approx(2 / (14 / 3))]
    assert segment_values(Per(ref_norm="chosen"), [hyp], [refs]) == [pytest.approx(2 / 6)]


def test_per_readings_differ_over_a_corpus() -> None:
    """One segment has two words too many, the other lacks two: PER.pl sets them off, the sum by segment does not."""
    hyps, refs = ["a b c d", "a b"], [["a b"], ["a b x y"]]
    assert corpus_value(Per(), hyps, refs) == pytest.approx(2 / 6)
    assert corpus_value(Per(variant="segment_sum"), hyps, refs) == pytest.approx(4 / 6)
    assert corpus_value(Per(variant="recall"), hyps, refs) == pytest.approx(2 / 6)


words = st.lists(st.sampled_from("abcd"), max_size=12)


@given(st.lists(st.tuples(words, st.lists(words, min_size=1, max_size=3)), min_size=1, max_size=5))
def test_corpora_equal_the_formulas(corpus: list[tuple[list[str], list[list[str]]]]) -> None:
    hyps = [" ".join(hyp) for hyp, _ in corpus]
    refs = [[" ".join(ref) for ref in segment] for _, segment in corpus]
    mean = [sum(map(len, segment)) / len(segment) for _, segment in corpus]
    edits = [min(textbook.edit_distance(ref, hyp) for ref in segment) for hyp, segment in corpus]
    assert corpus_value(Levenshtein(), hyps, refs) == pytest.approx(sum(edits) / len(edits))
    if sum(mean) > 0:
        assert corpus_value(Wer(), hyps, refs) == pytest.approx(sum(edits) / sum(mean))
    chosen = []
    for hyp, segment in corpus:
        errors = [max(len(hyp), len(ref)) - textbook.shared_words(hyp, ref) for ref in segment]
        best = textbook.nearest(errors)
        chosen.append((errors[best], textbook.shared_words(hyp, segment[best]), len(hyp), len(segment[best])))
    errors_sum, shared, hyp_len, ref_len = (sum(column) for column in zip(*chosen, strict=True))
    if sum(mean) > 0:
        assert corpus_value(Per(), hyps, refs) == pytest.approx((max(hyp_len, ref_len) - shared) / sum(mean))
        assert corpus_value(Per(variant="segment_sum"), hyps, refs) == pytest.approx(errors_sum / sum(mean))


def test_cer_counts_characters_with_inner_spaces_but_not_the_ends() -> None:
    assert segment_values(Cer(), ["  ab c "], [["ab  c"]]) == [1 / 5]
    assert segment_values(Cer(), ["naïve 😀"], [["naive 😀"]]) == [1 / 7]
    assert segment_values(Cer(), ["猫坐在上"], [["猫坐在垫子上"]]) == [2 / 6]
    assert segment_values(Cer(), ["AB"], [["ab"]]) == [1.0]
    assert segment_values(Cer(case="lower"), ["AB"], [["ab"]]) == [0.0]
    assert segment_values(Cer(norm="nfc"), ["e\u0301"], [["\u00e9"]]) == [0.0]


def test_long_sentences_of_few_words_are_bounded() -> None:
    rng = random.Random(3)
    hyp, ref = (" ".join(str(rng.randrange(10)) for _ in range(10_000)) for _ in range(2))
    for metric in (Levenshtein(), Wer(), Cer(), Per()):
        (value,) = segment_values(metric, [hyp], [[ref]])
        assert value is not None
        assert value > 0


def test_paths_show_the_nearest_reference_and_every_step() -> None:
    found = Wer().explain(Segment("a b x", ("p q r s", "a c b")))
    assert found.facts["reference"] == 2
    assert found.facts["edits"] == 2
    (table,) = found.tables
    assert table.columns == ("step", "reference", "hypothesis")
    assert next(row for row in table.rows if row[0] == "match") == ("match", "a", "a")
    assert sum(row[0] != "match" for row in table.rows) == 2
    assert " ".join(row[1] for row in table.rows if row[1]) == "a c b"
    assert " ".join(row[2] for row in table.rows if row[2]) == "a b x"
    assert Cer().explain(Segment("ab", ("b",))).tables[0].rows == (("insertion", "", "a"), ("match", "b", "b"))
    assert Levenshtein().explain(Segment("a b", ("a",))).facts["insertions"] == 1
    per = Per().explain(Segment("a b b c", ("b a d",)))
    assert per.tables[0].rows == (("missing", "d", 1), ("surplus", "b", 1), ("surplus", "c", 1))


def test_parameters_are_checked() -> None:
    with pytest.raises(SpecError, match="expected one of average, chosen"):
        Wer(ref_norm="longest")
    with pytest.raises(SpecError, match="expected one of per, segment_sum, recall"):
        dataclasses.replace(Per(), variant="precision")
