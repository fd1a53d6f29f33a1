"""NLTK's RIBES: agrees where no word is repeated, differs where context decides (it looks right first)."""

from __future__ import annotations

import random

import pytest

from tertium.metrics.spec import parse

ribes_score = pytest.importorskip("nltk.translate.ribes_score", reason="nltk is in the extra 'oracle'")


def both(hyp: list[str], ref: list[str]) -> tuple[float, float]:
    ours = parse("ribes:tok=none,case=keep").sentence_score(" ".join(hyp), [" ".join(ref)]).value
    return ours, ribes_score.sentence_ribes([ref], hyp)


def test_without_repeated_words_nltk_agrees() -> None:
    rng = random.Random(5)
    words = [f"w{i}" for i in range(12)]
    for _ in range(300):
        ref = rng.sample(words, rng.randint(2, 12))
        hyp = rng.sample(words, rng.randint(2, 12))
        if len(set(hyp) & set(ref)) < 2:
            continue  # NLTK gives one corresponding word another score
        ours, theirs = both(hyp, ref)
        assert ours == pytest.approx(theirs, abs=1e-9), (hyp, ref)


def test_repeated_words_part_us() -> None:
    """The paper's own example: the second 'he' is placed by 'because he' in the program, by 'he was' in NLTK."""
    hyp = "he read the book because he was interested in world history".split()
    ref = "he was interested in world history because he read the book".split()
    ours, theirs = both(hyp, ref)
    assert ours == pytest.approx(0.309091, abs=1e-6)
    assert theirs == pytest.approx(0.381818, abs=1e-6)
