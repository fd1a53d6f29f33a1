"""NLTK's BLEU agrees where a hypothesis has four words and some match; below that the differences are listed here."""

from __future__ import annotations

import random
import warnings

import pytest

from tertium.corpus.chunk import Chunk
from tertium.metrics.bleu import Bleu

nltk = pytest.importorskip("nltk.translate.bleu_score", reason="NLTK is not installed")

METHODS = {"none": "method0", "floor": "method1", "add1_n2plus": "method2", "exp": "method3"}


def ours(smooth: str, hyps: list[str], refs: list[list[str]]) -> float:
    metric = Bleu(tok="none", smooth=smooth)
    return float(metric.score(metric.measure(Chunk.of([hyps], refs)).values.sum(axis=0)))


def theirs(smooth: str, hyps: list[str], refs: list[list[str]]) -> float:
    method = getattr(nltk.SmoothingFunction(), METHODS[smooth])
    split = [[ref.split() for ref in group] for group in refs]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # NLTK warns about every zero precision
        return float(nltk.corpus_bleu(split, [hyp.split() for hyp in hyps], smoothing_function=method))


@pytest.mark.parametrize("smooth", METHODS)
@pytest.mark.parametrize("seed", range(30))
def test_segments_and_corpora_of_four_words_and_more(smooth: str, seed: int) -> None:
    rng = random.Random(seed)
    refs = [
        [" ".join(rng.choices("abcdef", k=rng.randint(4, 70))) for _ in range(3)] for _ in range(rng.choice((1, 9)))
    ]
    hyps = [" ".join(rng.choices("abcdef", k=rng.randint(4, 70))) for _ in refs]
    assert ours(smooth, hyps, refs) == pytest.approx(theirs(smooth, hyps, refs), abs=1e-9)


def test_orders_longer_than_the_hypothesis_are_misses_to_nltk_and_score_zero_here() -> None:
    hyps, refs = ["a b"], [["a b"]]
    assert theirs("exp", hyps, refs) == pytest.approx((1 * 1 / 2 / 4) ** 0.25)
    assert ours("exp", hyps, refs) == 0.0


def test_without_smoothing_nltk_gives_a_denormal_where_we_give_zero() -> None:
    hyps, refs = ["a b c"], [["a b c"]]
    assert 0 < theirs("none", hyps, refs) < 1e-70
    assert ours("none", hyps, refs) == 0.0
