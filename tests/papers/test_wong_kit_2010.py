"""Worked examples of Wong and Kit 2010, The Parameter-Optimized ATEC Metric for MT Evaluation.

See docs/metrics/words.md#atec-examples.

The examples use exact matches; tf-idf is 1 for every word unless an evaluation set is given.
"""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from tertium.corpus.chunk import Chunk
from tertium.metrics.atec import Atec
from tertium.metrics.base import Segment
from vectors import vectors


def metric_for(vector: dict[str, Any], variant: str) -> Atec:
    idf = "set" if "evaluation_set" in vector else "none"
    return Atec(variant=variant, stem="stems" in vector, idf=idf, tok="none", synonyms="none")


@pytest.mark.parametrize("vector", vectors("atec"))
@pytest.mark.parametrize("variant", ["literal", "repaired"])
def test_worked_examples(vector: dict[str, Any], variant: str) -> None:
    metric = metric_for(vector, variant)
    refs = [vector["refs"], *([other] for other in vector.get("evaluation_set", [])[1:])]
    chunk = Chunk.of([[vector["hyp"], *("" for _ in refs[1:])]], refs)
    if metric.table_key is not None:
        chunk = dataclasses.replace(chunk, tables={metric.table_key: metric.collect(chunk)})
    row = metric.measure(chunk).values[0]
    expected = vector["expected"][variant]
    assert row[0] == pytest.approx(expected["C"], abs=vector["tolerance"])
    assert row[1] == pytest.approx(expected["W_unmatch"], abs=vector["tolerance"])
    assert float(metric.score(row)) == pytest.approx(expected["atec"], abs=vector["tolerance"])


@pytest.mark.parametrize("vector", [v for v in vectors("atec") if "evaluation_set" not in v.values[0]])
def test_phrases_of_the_worked_examples(vector: dict[str, Any]) -> None:
    explained = metric_for(vector, "literal").explain(Segment(vector["hyp"], tuple(vector["refs"])))
    names = ("text", "cand", "ref", "ref_pos", "size", "dis_pos", "dis_order")
    expected = [tuple(phrase[name] for name in names) for phrase in vector["expected"]["phrases"]]
    expected = [(text.lower(), *places) for text, *places in expected]
    assert [(row[0], *row[2:8]) for row in explained.tables[0].rows] == expected
    for row, phrase in zip(explained.tables[0].rows, vector["expected"]["phrases"], strict=True):
        assert row[8] == pytest.approx(phrase["W_match"], abs=1e-6)
        assert row[9] == pytest.approx(phrase["Dis"], abs=1e-6)


def example(number: str) -> dict[str, Any]:
    return next(v.values[0] for v in vectors("atec") if v.values[0]["variant"] == number)


def test_example_1_both_candidates_have_seven_matched_and_seven_unmatched_words() -> None:
    for name in ("example1-C1", "example1-C2"):
        vector = example(name)
        explained = metric_for(vector, "literal").explain(Segment(vector["hyp"], tuple(vector["refs"])))
        assert explained.facts["matched"] == 7
        assert len(explained.tables[1].rows) == 7


def test_example_7_two_references_match_17_of_18_words() -> None:
    matched = {}
    for name in ("example7", "example7-R1-only", "example7-R2-only"):
        vector = example(name)
        explained = metric_for(vector, "literal").explain(Segment(vector["hyp"], tuple(vector["refs"])))
        matched[name] = explained.facts["matched"]
    assert matched == {"example7": 17, "example7-R1-only": 12, "example7-R2-only": 11}


def test_table_1_values_are_the_defaults() -> None:
    metric = Atec()
    assert (metric.w_exact, metric.w_stem, metric.w_synonym, metric.w_close) == (1, 0.95, 0.95, 0.95)
    assert metric.w_unmatch == 0.15
    assert (metric.info_match, metric.info_unmatch, metric.w_pos, metric.w_order) == (0.34, 0.26, 0.02, 0.15)
    assert (metric.e, metric.limit_dis, metric.limit_info, metric.alpha) == (1.1, 0.95, 0.5, 0.5)
    assert metric.variant == "literal"


def test_the_printed_formula_jumps_and_the_repaired_one_does_not() -> None:
    # Section 2.4: just above the limit a phrase is worth 0.95 of its weight, just below it 0.05.
    words = "f e d c b a"
    worth = {}
    for variant in ("literal", "repaired"):
        metric = Atec(variant=variant, stem=False, synonyms="none", idf="none")
        explained = metric.explain(Segment(words, ("a b c d e f",)))
        worth[variant] = [row[10] for row in explained.tables[0].rows]
    assert worth["literal"][:3] == pytest.approx([0.627, 0.16, 0.493333], abs=1e-6)
    assert worth["repaired"][:3] == pytest.approx([0.033, 0.16, 0.493333], abs=1e-6)
