"""Formulas that several metrics share: ratios, BLEU's brevity penalty, and sharing out the loss of a score."""

from __future__ import annotations

from itertools import permutations

import numpy as np

from tertium.arrays import Bools, Floats


def ratio(numerator: Floats, denominator: Floats) -> Floats:
    """0 where there is nothing to divide by."""
    return np.divide(numerator, denominator, out=np.zeros(np.shape(numerator)), where=denominator > 0)


def brevity_penalty(hypothesis: Floats, reference: Floats) -> Floats:
    """1 for a hypothesis at least as long as the reference, exp(1 - r/c) for a shorter one, 0 for an empty one."""
    ratio = reference / np.where(hypothesis > 0, hypothesis, 1.0)
    penalty: Floats = np.where(hypothesis > 0, np.exp(np.minimum(0.0, 1.0 - ratio)), 0.0)
    return penalty


def whole(number: float) -> float | int:
    """A count as a whole number; lengths that are means stay what they are."""
    return int(number) if float(number).is_integer() else number


# Programs whose settings bleu and nist have a name for, and how each cuts words: mteval-v13a as it is, and with its
# --international-tokenization, as the metrics tasks of WMT 2013 and 2014 ran it.
MTEVAL_WORDS = {"mteval": "13a", "wmt": "intl"}

PRODUCT = "exact: product, shared out by Shapley's rule"
SUM = "exact: sum of its errors"


def of_product(words: Floats | float, order: Floats | float, length: Floats | float) -> Floats:
    """Shapley shares of 1 - words · order · length, (..., 3)."""
    factors = np.broadcast_arrays(words, order, length)
    shares: list[Floats] = [np.zeros(factors[0].shape) for _ in factors]
    orders = list(permutations(range(3)))
    for sequence in orders:
        before = np.ones(factors[0].shape)
        for part in sequence:
            after = before * factors[part]
            shares[part] = shares[part] + (before - after) / len(orders)
            before = after
    return np.stack(shares, axis=-1)


def of_sum(words: Floats | float, order: Floats | float, length: Floats | float) -> Floats:
    """Parts of an error rate that counts words, order and length apart, (..., 3)."""
    return np.stack(np.broadcast_arrays(words, order, length), axis=-1)


def unless(impossible: Bools, losses: Floats) -> Floats:
    """The losses (..., 3), NaN where they are impossible to tell."""
    return np.where(np.asarray(impossible)[..., None], np.nan, losses)
