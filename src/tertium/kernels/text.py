"""Pools of unique sentences and their tokenised views."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from tertium.arrays import Bools, Int32s, Int64s
from tertium.kernels import _native

if TYPE_CHECKING:
    from collections.abc import Sequence


class Pairs(NamedTuple):
    """What is compared: sentence ``hyp[p]`` with references ``refs[ref_offsets[i]:ref_offsets[i + 1]]``, i = seg[p]."""

    hyp: Int32s
    seg: Int32s
    refs: Int32s
    ref_offsets: Int64s


# The native classes themselves: the generated stub types them.
LineReport = _native.LineReport
Pool = _native.Pool
TokenView = _native.TokenView


def new_pool() -> Pool:
    return _native.Pool()


def find_lines(data: npt.NDArray[np.uint8], start: int, lines: int) -> tuple[int, int]:
    """Where the ``lines``-th line from ``start`` ends (one past its newline), and how many whole lines were found."""
    return _native.find_lines(data, start, lines)


def tokenize(
    pool: Pool, tokenizer: str, lowercase: bool = False, replaced: tuple[Int32s, list[str]] | None = None
) -> TokenView:
    """Every sentence of the pool lower-cased if asked, stripped on the right, tokenised and interned.

    ``replaced`` names sentences to be read as another text (their normalised form): ascending ids, and the texts.
    """
    ids, texts = replaced if replaced is not None else (np.zeros(0, dtype=np.int32), [])
    return _native.tokenize(pool, tokenizer, lowercase, ids, texts)


def token_cuts(pool: Pool, tokens: TokenView) -> tuple[Bools, Int32s, Int64s]:
    """Which sentences are their tokens and white space, nothing else; and where tokens touch one another in them.

    The cuts are ragged by sentence and count UTF-16 units, as browsers do; sentences that are not plain have none.
    """
    plain, cuts, offsets = _native.token_cuts(pool, tokens)
    return plain.astype(bool), cuts, offsets


def tokenizer_names() -> tuple[str, ...]:
    """The tokenizers that are native."""
    return tuple(_native.tokenizer_names())


def lower(text: str) -> str:
    """``str.lower`` with the Unicode tables of the kernel rather than of the running Python."""
    return _native.lower(text)


def intern_tokens(sentences: Sequence[Sequence[str]]) -> TokenView:
    """A view from tokens that another library made, one list a sentence of the pool."""
    return _native.intern_tokens([list(sentence) for sentence in sentences])


def words_in(tokens: TokenView, words: Sequence[str], is_lower: bool = False) -> Bools:
    """For every word of the view's vocabulary: is it, lower-cased, one of these? ``is_lower``: all of it is."""
    return _native.words_in(tokens, list(words), is_lower).astype(bool)


def build_info() -> str:
    return _native.build_info()
