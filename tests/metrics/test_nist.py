"""NIST: the specification's vectors, the textbook, parameters, degenerate segments, explanations."""

from __future__ import annotations

import dataclasses
import math
import random
from typing import Any

import numpy as np
import pytest

from tertium.corpus.chunk import Chunk
from tertium.errors import InputError
from tertium.metrics.base import Segment
from tertium.metrics.nist import Nist
from textbook import ngrams as textbook
from vectors import vectors


def measured(metric: Nist, hyps: list[str], refs: list[list[str]]) -> Any:
    chunk = Chunk.of([hyps], refs)
    return metric.measure(dataclasses.replace(chunk, tables={metric.table_key: metric.collect(chunk)})).values


def corpus_value(metric: Nist, hyps: list[str], refs: list[list[str]]) -> float:
    return float(metric.score(measured(metric, hyps, refs).sum(axis=0)))


@pytest.mark.parametrize("vector", vectors("nist", "corpus"))
def test_corpus_vectors(vector: dict[str, Any]) -> None:
    value = corpus_value(Nist(tok="none"), vector["hyp"], vector["refs"])
    assert value == pytest.approx(vector["expected"]["nist5"], abs=vector["tolerance"])


@pytest.mark.parametrize("vector", vectors("nist", "sentence-own-info"))
def test_segment_vectors_with_their_own_information(vector: dict[str, Any]) -> None:
    value = corpus_value(Nist(tok="none"), [vector["hyp"]], [vector["refs"]])
    assert value == pytest.approx(vector["expected"], abs=vector["tolerance"])


@pytest.mark.parametrize("vector", vectors("nist", "mteval-zero-token"))
def test_a_history_of_one_zero_token(vector: dict[str, Any]) -> None:
    for name, flag in (("mteval", True), ("recommended", False)):
        value = corpus_value(Nist(tok="none", mteval_zero_token=flag), [vector["hyp"]], [vector["refs"]])
        assert value == pytest.approx(vector["expected"][name], abs=vector["tolerance"])


@pytest.mark.parametrize("vector", vectors("edge"))
def test_empty_segments_score_zero(vector: dict[str, Any]) -> None:
    assert vector["expected"].get("nist", 0.0) == 0.0
    assert corpus_value(Nist(tok="none"), [vector["hyp"]], [vector["refs"]]) == 0.0


def test_segments_are_weighed_by_the_whole_set_and_equal_the_textbook() -> None:
    rng = random.Random(7)

    def sentence() -> str:
        return " ".join(rng.choices("abcdefgh", k=rng.randrange(90)))

    refs = [[sentence() for _ in range(rng.randint(1, 3))] for _ in range(30)]
    hyps = [sentence() for _ in refs]
    rows = measured(Nist(tok="none"), hyps, refs)
    information = textbook.Information([[ref.split() for ref in group] for group in refs], 5)
    scores = Nist(tok="none").segment_score(rows)
    for row, score, hyp, group in zip(rows.tolist(), scores.tolist(), hyps, refs, strict=True):
        want = information.row(hyp.split(), [ref.split() for ref in group])
        assert row == pytest.approx(want, abs=1e-9)
        assert score == pytest.approx(textbook.nist(want, 5), abs=1e-9)


def test_the_penalty_is_one_half_at_two_thirds_of_the_length() -> None:
    row = [1.0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 20, 30]
    assert float(Nist().score(np.array(row))) == pytest.approx(0.5)
    row[10] = 40
    assert float(Nist().score(np.array(row))) == pytest.approx(1.0)


def test_a_chunk_without_its_table_is_an_error_that_says_so() -> None:
    with pytest.raises(InputError, match="counts over all references"):
        Nist(tok="none").measure(Chunk.of([["a"]], [["a"]]))
    metric = Nist(tok="none")
    table = metric.collect(Chunk.of([["a"]], [["a"]]))
    with pytest.raises(InputError, match="collect the table from all references"):
        metric.measure(Chunk.of([["b"]], [["b"]], tables={metric.table_key: table}))


def test_explain_shows_the_information_of_every_match() -> None:
    explained = Nist(tok="none").explain(Segment("the cat sat", ("the cat is on the mat",)))
    (found,) = explained.tables
    assert [(row[1], row[2]) for row in found.rows] == [
        ("the", pytest.approx(1.584963, abs=1e-6)),  # log2(6 / 2)
        ("cat", pytest.approx(2.584963, abs=1e-6)),  # log2(6 / 1)
        ("the cat", pytest.approx(1.0)),  # log2(2 / 1)
    ]
    penalty = 0.5 ** ((math.log(2) / math.log(1.5)) ** 2)  # half the length: ln² (1/2) / ln² (2/3) halvings
    assert explained.facts["length_penalty"] == pytest.approx(penalty)
    assert explained.score == pytest.approx(((math.log2(3) + math.log2(6)) / 3 + 1 / 2) * penalty)
