"""Word order: where hypothesis words stand in the reference, and how ordered that list is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tertium.arrays import Floats, Int32s, Int64s
from tertium.kernels import _native
from tertium.kernels.text import Pairs

RULES = ("paper", "official", "1.02.3")
COLUMNS = ("aligned", "hyp_len", "ref_len", "increasing", "rho")


def order_rows(values: Int32s, offsets: Int64s, pairs: Pairs, rule: str, references: int) -> Floats:
    """(pairs, references, COLUMNS); zeros where a segment has fewer references."""
    return _native.order_rows(values, offsets, *pairs, rule, references)


def order_door(tokenizer: str, lowercase: bool, rule: str) -> Callable[[Any, Any], list[float] | None]:
    """``order_rows`` of one segment after the other: (hypothesis, references) to a row for each reference."""
    return _native.OrderDoor(tokenizer, lowercase, rule).row


def word_places(hyp: Int32s, ref: Int32s, rule: str) -> Int32s:
    """For each hypothesis word its position in the reference (from 0), -1 where it has none."""
    return _native.word_places(hyp, ref, rule)


def increasing_pairs(positions: Int32s) -> int:
    """Pairs i < j with a strictly larger value at j."""
    return _native.increasing_pairs(positions)


def rank_correlation(positions: Int32s) -> float:
    """Spearman's rho of 1..n with the mid-ranks of the positions; -1 where it does not exist."""
    return _native.rank_correlation(positions)
