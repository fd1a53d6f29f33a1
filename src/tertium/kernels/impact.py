"""IMPACT's common parts: repeated longest common subsequences of the words that are left."""

from __future__ import annotations

from dataclasses import dataclass

from tertium.arrays import Bools, Int32s, Int64s
from tertium.kernels import _native
from tertium.kernels.text import Pairs

CELLS, BUDGET = _native.impact_limits()
ALL_ROUNDS = -1


@dataclass(frozen=True, eq=False)
class Parts:
    """Common parts by comparison of a pair with one of its references, pairs and references in order.

    ``parts`` (n, 4): round, place in the hypothesis, place in the reference, words; those of comparison c begin at
    ``offsets[c]``. ``capped``: not all was searched.
    """

    parts: Int32s
    offsets: Int64s
    capped: Bools


def impact_parts(
    values: Int32s,
    offsets: Int64s,
    pairs: Pairs,
    *,
    beta: float,
    last_round: int = ALL_ROUNDS,
    cells: int = CELLS,
    budget: int = BUDGET,
) -> Parts:
    """Rounds 0 to ``last_round``. A comparison may fill ``cells`` at once and take ``budget`` steps in all."""
    parts, ends, capped = _native.impact_parts(values, offsets, *pairs, beta, last_round, cells, budget)
    return Parts(parts, ends, capped.astype(bool))
