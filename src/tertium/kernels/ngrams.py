"""Clipped n-gram matches."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tertium.arrays import Floats, Int64s
from tertium.kernels import _native
from tertium.kernels.text import Pairs, TokenView

REFERENCE_LENGTHS = ("closest", "shortest", "average")


def bleu_rows(tokens: TokenView, pairs: Pairs, order: int, ref_len: str) -> Floats:
    """(pairs, 2 order + 2): clipped matches of every order, n-grams of every order, hypothesis and reference length."""
    return _native.bleu_rows(tokens, *pairs, order, ref_len)


def bleu_door(tokenizer: str, lowercase: bool, order: int, ref_len: str) -> Callable[[Any, Any], list[float] | None]:
    """``bleu_rows`` of one segment after the other: (hypothesis, references) as strings to the row."""
    return _native.BleuDoor(tokenizer, lowercase, order, ref_len).row


def ngram_matches(tokens: TokenView, pairs: Pairs, order: int, pair: int) -> Int64s:
    """(matches, 4): order, last word in the hypothesis, which reference, last word there; words count from 0."""
    return _native.ngram_matches(tokens, *pairs, order, pair)
