"""RIBES, NKT, NSR and the word measures: every vector, and what happens at the edges."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from tertium.corpus.chunk import Chunk
from tertium.kernels import order
from tertium.metrics.base import Segment
from tertium.metrics.spec import parse
from vectors import vectors

SENTENCES = vectors("ribes", "sentence")
VARIANTS = {  # name in the vectors: our spec
    "nkt": "nkt",
    "nsr": "nsr",
    "P": "precision",
    "R": "recall",
    "F1": "f",
    "BP": "bp",
    "nkt_P^0.25": "nkt:modifier=p,alpha=0.25",
    "nsr_P^0.25": "nsr:modifier=p,alpha=0.25",
    "nkt_x_BP": "nkt:bp=yes",
    "sqrt_nkt": "nkt:curve=sqrt",
    "b_nkt": "nkt:curve=b",
}


def value(spec: str, hyp: str, refs: list[str]) -> float:
    joiner = "," if ":" in spec else ":"
    metric = parse(f"{spec}{joiner}tok=none,case=keep")
    return metric.explain(Segment(hyp, tuple(refs))).score / metric.scale


@pytest.mark.parametrize("vector", SENTENCES, ids=lambda v: v["name"])
def test_the_papers_measures(vector: dict[str, Any]) -> None:
    expected = vector["expected"]["paper"]
    for name, spec in VARIANTS.items():
        assert value(spec, vector["hyp"], vector["refs"]) == pytest.approx(expected[name], abs=1e-6), name


@pytest.mark.parametrize("vector", SENTENCES, ids=lambda v: v["name"])
def test_the_programs_ribes(vector: dict[str, Any]) -> None:
    expected = vector["expected"]["official_1.03.1"]
    assert value("ribes", vector["hyp"], vector["refs"]) == pytest.approx(expected["ribes"], abs=1e-6)


@pytest.mark.parametrize("rule", [("paper", "paper"), ("official", "official_1.03.1")])
@pytest.mark.parametrize("vector", SENTENCES, ids=lambda v: v["name"])
def test_word_order_lists(vector: dict[str, Any], rule: tuple[str, str]) -> None:
    words = {word: i for i, word in enumerate(f"{vector['hyp']} {vector['refs'][0]}".split())}
    hyp, ref = (np.array([words[w] for w in text.split()], np.int32) for text in (vector["hyp"], vector["refs"][0]))
    places = order.word_places(hyp, ref, rule[0])
    assert [p + 1 for p in places.tolist() if p >= 0] == vector["expected"][rule[1]]["worder"]


@pytest.mark.parametrize("vector", vectors("ribes", "official-multiref"), ids=lambda v: v["name"])
def test_several_references_take_the_best(vector: dict[str, Any]) -> None:
    assert value("ribes", vector["hyp"], vector["refs"]) == pytest.approx(vector["expected"], abs=1e-6)


@pytest.mark.parametrize("vector", vectors("ribes", "official-corpus"), ids=lambda v: v["name"])
def test_a_corpus_is_the_mean_of_its_segments(vector: dict[str, Any]) -> None:
    metric = parse("ribes:tok=none,case=keep")
    rows = metric.select(metric.measure(Chunk.of([vector["hyp"]], vector["refs"])))
    assert metric.score(rows.values).mean() == pytest.approx(vector["expected"], abs=1e-6)


@pytest.mark.parametrize("name", ["ribes", "nkt", "nsr", "precision", "recall", "f", "bp"])
def test_empty_sides(name: str) -> None:
    assert value(name, "", ["a b"]) == 0
    assert value(name, "", [""]) == 0
    assert math.isnan(value(name, "a b", [""]))


def test_one_word_is_perfect_for_the_program_and_zero_for_the_paper() -> None:
    assert value("ribes", "a", ["a"]) == 1
    assert value("ribes:align=paper", "a", ["a"]) == 0
    assert value("ribes", "a b", ["a"]) == pytest.approx(0.5**0.25)


def test_the_papers_main_example_parts_the_rules() -> None:
    hyp = "he read the book because he was interested in world history"
    ref = "he was interested in world history because he read the book"
    assert value("ribes:align=paper", hyp, [ref]) == pytest.approx(0.381818, abs=1e-6)
    assert value("ribes", hyp, [ref]) == pytest.approx(0.309091, abs=1e-6)


def test_explain_shows_where_each_word_stands() -> None:
    shown = parse("nkt:tok=none").explain(Segment("Bob hit John today", ("John hit Bob yesterday", "x")))
    assert shown.facts["reference"] == 1
    assert shown.tables[0].rows == ((1, "bob", 3), (2, "hit", 2), (3, "john", 1), (4, "today", None))


def test_recall_may_exceed_one_unless_it_is_clipped() -> None:
    """Both b are placed on the one of the reference: the first by "a b", the second by "b c"."""
    pair = Segment("a b b c", ("a b c",))
    assert parse("recall").explain(pair).score == pytest.approx(100 * 4 / 3)
    assert parse("recall:clip=yes").explain(pair).score == 100.0
    assert parse("f:clip=yes").explain(pair).score == 100.0 < parse("f").explain(pair).score
