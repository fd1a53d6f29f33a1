"""Characters, the words of chrF++, and the counts that chrF pools."""

from __future__ import annotations

from typing import cast

from tertium.kernels import _native
from tertium.kernels.text import Floats, Int32s, Int64s, Pool, TokenView

Replaced = tuple[Int32s, list[str]]  # ascending ids of sentences to be read as other texts, and these texts


def characters(pool: Pool, spaces: bool, lowercase: bool, replaced: Replaced) -> tuple[Int32s, Int64s]:
    """Sentence i of the pool is ``values[offsets[i]:offsets[i + 1]]``, one id a character; without ``spaces`` none."""
    return cast("tuple[Int32s, Int64s]", _native.characters(pool, spaces, lowercase, *replaced))


def chrf_words(pool: Pool, lowercase: bool, replaced: Replaced) -> TokenView:
    """White-space words, each giving up one ASCII punctuation mark at its end, else at its beginning."""
    return cast(TokenView, _native.chrf_words(pool, lowercase, *replaced))


def chrf_counts(
    values: Int32s, offsets: Int64s, hyp: Int32s, seg: Int32s, refs: Int32s, ref_offsets: Int64s, order: int
) -> Floats:
    """(pairs, references, 3 * order): n-grams of the hypothesis, of the reference, and clipped matches, by order."""
    return cast(Floats, _native.chrf_counts(values, offsets, hyp, seg, refs, ref_offsets, order))
