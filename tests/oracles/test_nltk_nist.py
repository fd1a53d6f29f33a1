"""NLTK's NIST agrees for one reference, and differs for several: there we follow mteval."""

from __future__ import annotations

import dataclasses
import random
from pathlib import Path
from typing import Any

import pytest

from realdata import lines
from tertium.corpus.chunk import Chunk
from tertium.metrics.nist import Nist
from vectors import vectors

nltk = pytest.importorskip("nltk.translate.nist_score", reason="NLTK is not installed")


def ours(hyps: list[str], refs: list[list[str]]) -> float:
    metric = Nist(tok="none")
    chunk = Chunk.of([hyps], refs)
    rows = metric.measure(dataclasses.replace(chunk, tables={metric.table_key: metric.collect(chunk)}))
    return float(metric.score(rows.values.sum(axis=0)))


def theirs(hyps: list[str], refs: list[list[str]]) -> float:
    return float(nltk.corpus_nist([[ref.split() for ref in group] for group in refs], [hyp.split() for hyp in hyps]))


@pytest.mark.parametrize("seed", range(5))
def test_one_reference_generated(seed: int) -> None:
    rng = random.Random(seed)
    refs = [[" ".join(rng.choices("abcdefghijkl", k=rng.randint(5, 90)))] for _ in range(80)]
    hyps = [" ".join(rng.choices("abcdefghijkl", k=rng.randint(5, 90))) for _ in refs]
    assert ours(hyps, refs) == pytest.approx(theirs(hyps, refs), abs=1e-9)


def test_one_reference_real(shared_data: Path) -> None:
    folder = shared_data / "wmt13" / "de-en"
    hyps, refs = lines(folder / "systems" / "online-B.txt"), [[ref] for ref in lines(folder / "refA.txt")]
    assert ours(hyps, refs) == pytest.approx(theirs(hyps, refs), abs=1e-9)


@pytest.mark.parametrize("vector", vectors("nist", "corpus"))
def test_where_nltk_differs_we_follow_mteval(vector: dict[str, Any]) -> None:
    hyps, refs, expected = vector["hyp"], vector["refs"], vector["expected"]
    assert theirs(hyps, refs) == pytest.approx(expected["nltk_value_for_comparison"], abs=1e-6)
    assert ours(hyps, refs) == pytest.approx(expected["nist5"], abs=1e-6)


def test_short_hypotheses_have_a_score_here() -> None:
    with pytest.raises(ZeroDivisionError):
        theirs(["the cat"], [["the cat sat"]])
    assert ours(["the cat"], [["the cat sat"]]) > 0
