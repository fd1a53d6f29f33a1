"""METEOR's alignment of words: statistics of whole chunks, and the matches of one pair."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tertium.arrays import Bools, Floats, Int32s, Int64s
from tertium.kernels import _native

MODULES = ("exact", "stem", "synonym", "paraphrase")
COUNTS = ("truncated", "fractional", "words")
_SIDES = ("hyp_content", "hyp_function", "ref_content", "ref_function")
COLUMNS = (
    *(f"{module}_{side}" for module in MODULES for side in _SIDES),
    *_SIDES,
    "hyp_matched",
    "ref_matched",
    "chunks",
)


@dataclass(frozen=True, eq=False)
class Alignable:
    """Sentences, what is compared with what, and what the modules know of words; None where a module is not in use.

    ``synonyms`` are the sets of every word, ragged; ``phrases`` the paraphrases by reference of every pair, ragged.
    """

    values: Int32s
    offsets: Int64s
    hyp: Int32s
    seg: Int32s
    refs: Int32s
    ref_offsets: Int64s
    exact: bool
    stems: Int32s | None
    synonyms: tuple[Int32s, Int64s] | None
    phrases: tuple[Int32s, Int64s] | None

    def arguments(
        self,
    ) -> tuple[Int32s, Int64s, Int32s, Int32s, Int32s, Int64s, bool, Int32s, Int32s, Int64s, Int32s, Int64s]:
        """What the native functions take first, in their order."""
        nothing = np.zeros(0, dtype=np.int32), np.zeros(0, dtype=np.int64)
        return (
            *(self.values, self.offsets, self.hyp, self.seg, self.refs, self.ref_offsets, self.exact),
            nothing[0] if self.stems is None else self.stems,
            *(self.synonyms or nothing),
            *(self.phrases or (np.zeros((0, 4), dtype=np.int32), nothing[1])),
        )


def meteor_rows(
    given: Alignable,
    beam: int,
    count: str,
    crossings: bool,
    is_function: Bools,
    sizes: Int32s,
    whole_is_no_chunk: bool,
    references: int,
) -> tuple[Floats, Bools]:
    """(pairs, references, COLUMNS), zeros where a segment has fewer references; and the pairs that hit a bound."""
    rows, capped = _native.meteor_rows(
        *given.arguments(), beam, count, crossings, is_function.astype(np.uint8), sizes, whole_is_no_chunk, references
    )
    return rows, capped.astype(bool)


def meteor_matches(given: Alignable, beam: int, count: str, crossings: bool, reference: int) -> Int32s:
    """Matches of the first pair: (reference start, length, hypothesis start, length, module), by reference place."""
    return _native.meteor_matches(*given.arguments(), beam, count, crossings, reference)
