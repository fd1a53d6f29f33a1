"""Sharing out the loss of a score that is a product of parts: words, order, length.

A product's loss, 1 - words · order · length, has no unique split, since factors hide one another (what is multiplied
by 0 cannot lose more). Shapley's value is the one fair rule: each factor gets the average, over all orders in which the
factors could be switched on, of what switching it on costs. The three shares add up to the loss exactly, also with
zeros, where shares of the logarithm would not exist.
"""

from __future__ import annotations

from itertools import permutations

from tertium.results import Attribution


def of_product(words: float, order: float, length: float) -> Attribution:
    """Shapley shares of 1 - words · order · length."""
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
    return Attribution(words, order, length, "exact: sum of its errors")
