"""GTM's matching: which runs of words hypothesis and references have in common, taken longest first."""

from __future__ import annotations

from dataclasses import dataclass

from tertium.arrays import Bools, Floats, Int32s, Int64s
from tertium.kernels import _native
from tertium.kernels.text import Pairs

BUDGET = _native.gtm_budget()


@dataclass(frozen=True, eq=False)
class Runs:
    """Runs of pair p are those from ``offsets[p]`` to ``offsets[p + 1]``, in the order taken.

    ``places`` (runs, 2): where each begins in the hypothesis and in the references, which stand one after another with
    one separator behind each. ``lengths`` may end in a fraction. ``sizes`` (pairs, 3): their sum, words of the
    hypothesis, mean words of the references. ``capped``: the rest was matched word by word, for the budget was spent.
    """

    places: Int32s
    lengths: Floats
    offsets: Int64s
    sizes: Floats
    capped: Bools


def gtm_runs(values: Int32s, offsets: Int64s, pairs: Pairs, *, budget: int = BUDGET) -> Runs:
    """The runs of every pair. A walk over a pair's matching words costs one of ``budget`` a visit."""
    places, lengths, ends, sizes, capped = _native.gtm_runs(values, offsets, *pairs, budget)
    return Runs(places, lengths, ends, sizes, capped.astype(bool))
