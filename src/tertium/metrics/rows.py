"""The numbers between measuring and scoring: rows of statistics, how they add up, and which direction is good."""

from __future__ import annotations

import enum
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tertium.arrays import Bools, Floats, Int64s


class Pooling(enum.Enum):
    """How segments become a corpus score."""

    POOL = "score of the summed rows"
    MEAN = "mean of the segment scores"


class Better(enum.Enum):
    HIGHER = "higher"
    LOWER = "lower"


@dataclass(frozen=True, eq=False)
class Rows:
    """Statistics of the pairs of one chunk.

    ``values`` is (pairs, columns), or (pairs, references, columns) while the best reference is not chosen yet; then
    ``present`` (pairs, references) says which references there are (their number may differ by segment).
    ``masked`` pairs weigh nothing and have no score. ``flags`` mark pairs a person should know of, such as ``capped``.
    """

    values: Floats
    masked: Bools
    present: Bools | None = None
    flags: Mapping[str, Bools] = field(default_factory=dict)

    def choose(self, best: Any) -> Rows:
        """Rows of reference ``best[p]`` for every pair p."""
        chosen = self.values[np.arange(len(self.values)), best]
        return Rows(np.ascontiguousarray(chosen), self.masked, None, self.flags)

    def choose_by(self, score: Callable[[Floats], Floats]) -> Rows:
        """As ``choose_highest``, by the scores of these rows; with one reference none is computed."""
        pairs, references, columns = self.values.shape
        if references == 0:  # every segment is masked; there is nothing to choose from
            return Rows(np.zeros((pairs, columns)), self.masked, None, self.flags)
        if references == 1:
            return Rows(self.values[:, 0], self.masked, None, self.flags)
        return self.choose_highest(score(self.values))

    def choose_highest(self, scores: Floats) -> Rows:
        """Rows of the reference with the highest score (``highest``)."""
        return self.choose(self.highest(scores))

    def highest(self, scores: Floats) -> Int64s:
        """For every pair the reference with the highest score, the first of equals; absent ones and NaN come last."""
        usable = ~np.isnan(scores) if self.present is None else self.present & ~np.isnan(scores)
        return np.asarray(np.argmax(np.where(usable, scores, -1.0), axis=1), dtype=np.int64)


def join_rows(parts: Sequence[Rows], systems: int) -> Rows:
    """Rows of several chunks of the same systems as those of one chunk, system by system; flags are dropped."""
    references = max((part.values.shape[1] for part in parts if part.values.ndim == 3), default=0)

    def joined(arrays: Sequence[Any]) -> Any:
        whole = np.concatenate([array.reshape(systems, -1, *array.shape[1:]) for array in arrays], axis=1)
        return whole.reshape(-1, *whole.shape[2:])

    masked = joined([part.masked for part in parts])
    if not references:
        return Rows(joined([part.values for part in parts]), masked)
    values, present = [], []
    for part in parts:  # the number of references may differ from chunk to chunk
        there = np.ones(part.values.shape[:2], dtype=bool) if part.present is None else part.present
        missing = references - part.values.shape[1]
        values.append(np.pad(part.values, ((0, 0), (0, missing), (0, 0))))
        present.append(np.pad(there, ((0, 0), (0, missing))))
    return Rows(joined(values), masked, joined(present))
