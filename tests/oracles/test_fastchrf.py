"""fastchrf 0.2.1 (Vamvas), the fast matrix of chrF scores: the same numbers."""

from __future__ import annotations

import numpy as np
import pytest

import tertium
from laws.samples import random_corpus

fastchrf = pytest.importorskip("fastchrf", reason="fastchrf is not installed (extra oracle)")


@pytest.mark.parametrize("seed", [3, 4])
def test_the_matrix_is_fastchrfs(seed: int) -> None:
    systems, references = random_corpus(seed, 30, systems=1)
    hyps, refs = [*systems[0], ""], [refs[0] for refs in references]
    theirs = np.array(fastchrf.pairwise_chrf([hyps], [refs])[0])
    np.testing.assert_allclose(tertium.pairwise(hyps, refs, "chrf"), theirs, rtol=1e-6, atol=1e-4)
