"""Tables of paraphrases, and where the two sides of a pair have them."""

from __future__ import annotations

from typing import Protocol, cast

import numpy as np
import numpy.typing as npt

from tertium.arrays import Int32s, Int64s
from tertium.kernels import _native
from tertium.kernels.text import TokenView


class NativeParaphrases(Protocol):
    def __len__(self) -> int:
        """Pairs of phrases."""
        ...

    def add_lines(self, data: npt.NDArray[np.uint8]) -> int:
        """Lines in threes; returns how many pairs were read before one that is none."""
        ...

    def finish(self) -> None: ...
    def matches(
        self, tokens: TokenView, hyp: Int32s, seg: Int32s, refs: Int32s, ref_offsets: Int64s, most: int
    ) -> tuple[Int32s, Int64s, npt.NDArray[np.uint8]]: ...


def new_paraphrases() -> NativeParaphrases:
    return cast(NativeParaphrases, _native.ParaphraseTable())
