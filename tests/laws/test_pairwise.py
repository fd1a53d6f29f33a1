"""The matrix of every registered metric is what a loop over single sentences gives."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest

import tertium
from laws.samples import WORDS
from laws.test_laws import NAMES, make
from tertium.analysis.mbr import pairwise
from tertium.errors import MissingExtraError
from tertium.metrics.base import Metric


def texts(seed: int, number: int) -> list[str]:
    rng = random.Random(seed)
    words = [*WORDS["latin"], *WORDS["chinese"][:3]]
    made = [" ".join(rng.choice(words) for _ in range(rng.choice((1, 3, 8, 20)))) for _ in range(number - 2)]
    return [*made, "", made[0]]  # an empty one, and one twice


HYPS, REFS = texts(1, 6), texts(2, 5)


def loop(metric: Metric) -> np.ndarray:
    return np.array([[metric.sentence_score(hyp, [ref]).score for ref in REFS] for hyp in HYPS])


@pytest.mark.parametrize("name", NAMES)
def test_a_matrix_equals_the_loop_over_sentence_scores(name: str) -> None:
    metric = make(name)
    try:
        expected = loop(metric)
    except MissingExtraError as missing:
        pytest.skip(str(missing))
    np.testing.assert_allclose(tertium.pairwise(HYPS, REFS, metric), expected, rtol=1e-12, atol=1e-12, equal_nan=True)


@pytest.mark.parametrize("spec", ["bleu", "chrf", "ribes", "0.5*bleu + 0.5*ter", "nist", "pow(nist*chrf, 0.5)"])
@pytest.mark.parametrize("threads", [1, 2])
def test_blocks_and_threads_change_nothing(spec: str, threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = tertium.pairwise(HYPS, REFS, spec, threads=1)
    monkeypatch.setattr(pairwise, "PAIRS", 7)
    again = tertium.pairwise(HYPS, REFS, spec, threads=threads)
    assert whole.tobytes() == again.tobytes()
    assert not all(map(math.isnan, whole.ravel()))
