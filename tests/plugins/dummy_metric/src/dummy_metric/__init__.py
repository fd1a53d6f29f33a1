"""Length ratio: characters of the hypothesis over characters of the first reference, at most 1.

    ratio = min(1, power-scaled c / r)

Columns: hyp_chars, ref_chars. An empty reference has no segment score.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from tertium.plugin import Chunk, Floats, Metric, Rows, no_mask, param

NOT_A_METRIC = 42


@dataclass(frozen=True)
class LengthRatio(Metric):
    """The exemplar of a third-party metric: one structural parameter, one tunable."""

    name: ClassVar[str] = "dummy"
    columns = ("hyp_chars", "ref_chars")

    spaces: bool = param(True, "count spaces")
    power: float = param(1.0, "exponent of the ratio", tunable=True, low=0.0, high=10.0)

    def measure(self, chunk: Chunk) -> Rows:
        texts = [chunk.pool.sentence(i) for i in range(len(chunk.pool))]
        length = np.array([len(text if self.spaces else text.replace(" ", "")) for text in texts], dtype=np.float64)
        first = chunk.refs[chunk.ref_offsets[chunk.seg]]
        return Rows(np.column_stack([length[chunk.hyp], length[first]]), no_mask(chunk))

    def score(self, values: Floats) -> Floats:
        with np.errstate(divide="ignore", invalid="ignore"):
            ratio = np.where(values[..., 1] > 0, values[..., 0] / values[..., 1], np.nan)
        return np.minimum(1.0, ratio) ** self.power
