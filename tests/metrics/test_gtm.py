"""GTM: the specification's vectors, the program's rule written out plainly, empty sides, bounds."""

from __future__ import annotations

import random
import time
from typing import Any

import numpy as np
import pytest

from tertium.corpus.chunk import Chunk
from tertium.kernels.gtm import Runs, gtm_runs
from tertium.metrics.base import Segment
from tertium.metrics.gtm import Gtm
from textbook import gtm as textbook
from vectors import vectors


def corpus(metric: Gtm, hyps: list[str], refs: list[list[str]]) -> tuple[Any, float]:
    rows = metric.measure(Chunk.of([hyps], refs)).values
    return rows, float(metric.score(rows.sum(axis=0)))


def runs_of(hyp: str, refs: list[str], **limits: int) -> Runs:
    chunk = Chunk.of([[hyp]], [refs])
    made = Gtm(tok="none", case="keep").tokens(chunk)
    return gtm_runs(made.values, made.offsets, chunk.compared, **limits)


@pytest.mark.parametrize("vector", vectors("gtm", "sentence"))
def test_sentence_vectors(vector: dict[str, Any]) -> None:
    for name, expected in vector["expected"].items():
        explained = Gtm(tok="none", case="keep", e=float(name[1:])).explain(
            Segment(vector["hyp"], tuple(vector["refs"]))
        )
        assert explained.score / 100 == pytest.approx(expected["f1"], abs=vector["tolerance"])
        assert explained.facts["precision"] == pytest.approx(expected["p"], abs=vector["tolerance"])
        assert explained.facts["recall"] == pytest.approx(expected["r"], abs=vector["tolerance"])


@pytest.mark.parametrize("vector", vectors("gtm", "multi-reference-f1", "document-f1"))
def test_vectors_of_several_references_and_documents(vector: dict[str, Any]) -> None:
    document = isinstance(vector["hyp"], list)
    hyps, refs = (vector["hyp"], vector["refs"]) if document else ([vector["hyp"]], [vector["refs"]])
    for name, expected in vector["expected"].items():
        _, score = corpus(Gtm(tok="none", case="keep", e=float(name[1:])), hyps, refs)
        assert score == pytest.approx(expected, abs=vector["tolerance"])


@pytest.mark.parametrize("vector", vectors("gtm", "greedy-not-optimal"))
def test_the_matching_is_the_programs_where_a_better_one_exists(vector: dict[str, Any]) -> None:
    rows, score = corpus(Gtm(tok="none", case="keep", e=2), [vector["hyp"]], [vector["refs"]])
    expected = vector["expected"]
    assert rows[0, 0] == pytest.approx(expected["e2_matching_size_gtm1.4"], abs=1e-6)
    assert rows[0, 0] < expected["e2_matching_size_optimal"]
    assert score == pytest.approx(expected["e2_f1_gtm1.4"], abs=1e-6)


def test_every_vector_is_used() -> None:
    used = vectors("gtm", "sentence", "multi-reference-f1", "document-f1", "greedy-not-optimal")
    assert len(vectors("gtm")) == len(used) > 20


def test_random_texts_agree_with_the_judge() -> None:
    rng = random.Random(7)
    hyps, refs = [], []
    for _ in range(3000):
        words = "abcdefgh"[: rng.randint(1, 8)]
        refs.append(["".join(rng.choices(words, k=rng.randint(0, 14))) for _ in range(rng.randint(1, 3))])
        hyps.append("".join(rng.choices(words, k=rng.randint(0, 14))))
    spaced = [" ".join(hyp) for hyp in hyps], [[" ".join(ref) for ref in segment] for segment in refs]
    for e in (1.0, 1.2, 2.0, 3.0, 12.0):
        rows, _ = corpus(Gtm(tok="none", e=e), *spaced)
        expected = [textbook.size(textbook.runs(hyp, segment), e) for hyp, segment in zip(hyps, refs, strict=True)]
        assert rows[:, 0] == pytest.approx(np.array(expected), abs=1e-9)


def test_empty_sides_and_one_word() -> None:
    metric = Gtm(e=2)
    rows, _ = corpus(metric, ["", "a b", "", "a", "a"], [["a b c"], [""], [""], ["a"], ["b"]])
    assert metric.segment_score(rows).tolist() == [0.0, 0.0, 0.0, 1.0, 0.0]


def test_a_run_never_crosses_from_one_reference_into_the_next() -> None:
    assert sorted(runs_of("a b c d", ["a b", "c d x x x x"]).lengths.tolist()) == [2.0, 2.0]


@pytest.mark.parametrize("e", [1.0, 12.0, 1000.0])
def test_a_large_exponent_does_not_overflow(e: float) -> None:
    text = " ".join(map(str, range(500)))
    _, score = corpus(Gtm(e=e), [text], [[text]])
    assert score == pytest.approx(1.0)


def test_a_thousand_equal_words_end_at_once() -> None:
    start = time.process_time()
    runs = runs_of("a " * 1000, ["a " * 1000])
    assert runs.lengths.tolist() == [1000.0]
    assert not runs.capped[0]
    assert time.process_time() - start < 2.0


def test_beyond_the_budget_words_match_one_by_one_and_the_pair_is_flagged() -> None:
    hyp, ref = "a b a b b a b a a", "b b a a b a b b a b a"
    free, capped = runs_of(hyp, [ref]), runs_of(hyp, [ref], budget=3)
    assert not free.capped[0]
    assert capped.capped[0]
    assert set(capped.lengths.tolist()) == {1.0}
    assert capped.lengths.sum() == free.lengths.sum() == 9.0


def test_an_explanation_shows_where_the_runs_are() -> None:
    explained = Gtm(tok="none", e=2).explain(Segment("x c d a b", ("a b q", "z c d e")))
    assert explained.tables[0].rows == ((2.0, "a b", 4, 1, 1), (1.5, "c d", 2, 2, 2))
