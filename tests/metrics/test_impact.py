"""IMPACT as reconstructed: the specification's vectors, an exhaustive search, references, empty sides, bounds."""

from __future__ import annotations

import random
import time
from typing import Any

import numpy as np
import pytest

from tertium.corpus.chunk import Chunk
from tertium.errors import SpecError
from tertium.kernels.impact import Parts, impact_parts
from tertium.metrics import impact as impact_module
from tertium.metrics.base import Segment
from tertium.metrics.impact import Impact
from tertium.metrics.spec import parse
from textbook import impact as textbook
from vectors import vectors


def values(metric: Impact, hyps: list[str], refs: list[list[str]]) -> Any:
    return metric.select(metric.measure(Chunk.of([hyps], refs))).values


def parts_of(hyp: str, ref: str, **limits: int) -> Parts:
    chunk = Chunk.of([[hyp]], [[ref]])
    made = Impact(tok="none").tokens(chunk)
    return impact_parts(made.values, made.offsets, chunk.compared, beta=1.1, **limits)


@pytest.mark.parametrize("vector", vectors("impact"))
def test_vectors(vector: dict[str, Any]) -> None:
    explained = Impact(tok="none", case="keep").explain(Segment(vector["hyp"], tuple(vector["refs"])))
    expected = vector["expected"]
    assert explained.score / 100 == pytest.approx(expected["score"], abs=vector["tolerance"])
    rounds: list[list[int]] = []
    for number, _, length, _, _ in explained.tables[0].rows:
        rounds += [[] for _ in range(number + 1 - len(rounds))]
        rounds[number].append(length)
    assert rounds == expected["common_parts_per_round"]


@pytest.mark.parametrize("beta", [1.0, 1.1, 2.0])
def test_random_texts_agree_with_the_exhaustive_judge(beta: float) -> None:
    rng = random.Random(11)
    hyps, refs = [], []
    for _ in range(250):
        words = "abcde"[: rng.randint(2, 5)]
        hyps.append("".join(rng.choices(words, k=rng.randint(1, 6))))
        refs.append("".join(rng.choices(words, k=rng.randint(1, 6))))
    rows = values(Impact(tok="none", beta=beta), [" ".join(hyp) for hyp in hyps], [[" ".join(ref)] for ref in refs])
    for row, hyp, ref in zip(rows, hyps, refs, strict=True):
        allowed = textbook.sums(hyp, ref, 0.1, beta)
        assert min(abs(row[0] - total) for total in allowed) < 1e-6


def test_the_best_reference_counts_and_rounds_can_be_limited() -> None:
    metric = Impact(tok="none")
    rows = values(metric, ["a b c"], [["c b a", "a b c", "x"]])
    assert metric.score(rows).tolist() == pytest.approx([1.0])
    swapped = [values(Impact(tok="none", rn=rn), ["a b"], [["b a"]])[0, 0] for rn in (0, 1, None)]
    assert swapped == pytest.approx([1.0, 1.1, 1.1])


def test_empty_sides_and_one_word() -> None:
    rows = values(Impact(), ["", "a b", "", "a", "a"], [["a b c"], [""], [""], ["a"], ["b"]])
    assert Impact().segment_score(rows).tolist() == [0.0, 0.0, 0.0, 1.0, 0.0]


def test_it_says_that_it_is_experimental() -> None:
    assert Impact.experimental
    assert "status=experimental" in Impact().signature
    assert (impact_module.__doc__ or "").startswith("IMPACT, experimental:")  # what 'tertium metrics' lists
    assert "EXPERIMENTAL" in (impact_module.__doc__ or "")
    with pytest.raises(SpecError, match="beta"):
        parse("impact:beta=0.9")


def test_beyond_the_limits_a_pair_is_flagged() -> None:
    whole = parts_of("a b c d e f", "a b c d e f")
    assert (whole.parts[:, 3].tolist(), whole.capped.tolist()) == ([6], [False])
    cut = parts_of("a b c d e f", "a b c d e f g", cells=16)
    assert (cut.parts[:, 3].tolist(), cut.capped.tolist()) == ([3], [True])
    hurried = parts_of("b a d c f e", "a b c d e f", budget=1)
    assert hurried.capped.tolist() == [True]
    assert set(hurried.parts[:, 0].tolist()) == {0}
    assert int(hurried.parts[:, 3].sum()) == 3  # still a longest common subsequence


def test_a_thousand_words_end_in_bounded_time() -> None:
    start = time.process_time()
    assert parts_of("a " * 1000, "a " * 1000).parts[:, 3].tolist() == [1000]
    one_more = parts_of("a " * 1000, "a " * 1001)
    assert one_more.parts[:, 3].tolist() == [1000]
    turned = parts_of(" ".join(map(str, range(1000))), " ".join(map(str, reversed(range(1000)))))
    assert turned.capped.tolist() == one_more.capped.tolist() == [True]
    assert time.process_time() - start < 20
    assert np.all(turned.parts[:, 3] == 1)
