"""Formulas that several metrics share: ratios, BLEU's brevity penalty, and sharing out the loss of a score."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING

import numpy as np

from tertium.arrays import Floats

if TYPE_CHECKING:  # scoring shares nothing out
    from tertium.results.explanations import Attribution


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


def of_product(words: float, order: float, length: float) -> Attribution:
    """Shapley shares of 1 - words · order · length."""
    from tertium.results.explanations import Attribution

    factors = {"words": words, "order": order, "length": length}
    shares = dict.fromkeys(factors, 0.0)
    orders = list(permutations(factors))
    for sequence in orders:
        before = 1.0
        for name in sequence:
            after = before * factors[name]
            shares[name] += (before - after) / len(orders)
            before = after
    return Attribution(
        shares["words"], shares["order"], shares["length"], "exact: product, shared out by Shapley's rule"
    )


def of_sum(words: float, order: float, length: float) -> Attribution:
    """Parts of an error rate that counts words, order and length apart."""
    from tertium.results.explanations import Attribution

    return Attribution(words, order, length, "exact: sum of its errors")
