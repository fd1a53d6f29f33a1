"""Clipped n-gram matches."""

from __future__ import annotations

from typing import cast

from tertium.kernels import _native
from tertium.kernels.text import Floats, Int32s, Int64s


def ngram_matches(
    values: Int32s, offsets: Int64s, hyp: Int32s, seg: Int32s, refs: Int32s, ref_offsets: Int64s, order: int
) -> Floats:
    """(pairs, order): hypothesis n-grams matched, each clipped at its largest count in one reference."""
    return cast(Floats, _native.ngram_matches(values, offsets, hyp, seg, refs, ref_offsets, order))
