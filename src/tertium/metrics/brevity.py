"""BLEU's brevity penalty (Papineni et al. 2002), which RIBES and LRscore took over."""

from __future__ import annotations

import numpy as np

from tertium.kernels.text import Floats


def brevity_penalty(hypothesis: Floats, reference: Floats) -> Floats:
    """1 for a hypothesis at least as long as the reference, exp(1 - r/c) for a shorter one, 0 for an empty one."""
    ratio = reference / np.where(hypothesis > 0, hypothesis, 1.0)
    penalty: Floats = np.where(hypothesis > 0, np.exp(np.minimum(0.0, 1.0 - ratio)), 0.0)
    return penalty
