"""Division as most formulas mean it."""

from __future__ import annotations

import numpy as np

from tertium.kernels.text import Floats


def ratio(numerator: Floats, denominator: Floats) -> Floats:
    """0 where there is nothing to divide by."""
    return np.divide(numerator, denominator, out=np.zeros(np.shape(numerator)), where=denominator > 0)
