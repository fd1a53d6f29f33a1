"""Lists of different lengths in one array, and the order in which a page has what belongs to its segments."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tertium.arrays import Bools, Int32s, Int64s
from tertium.corpus.chunk import Chunk


@dataclass(frozen=True, eq=False)
class Ragged:
    """Entry k is ``values[offsets[k]:offsets[k + 1]]``."""

    values: Int64s
    offsets: Int64s

    @classmethod
    def of(cls, values: Int64s, lengths: Int64s) -> Ragged:
        return cls(values, np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64))

    @property
    def lengths(self) -> Int64s:
        return np.diff(self.offsets)

    def take(self, entries: Int64s) -> Ragged:
        """Some entries, in this order; one may come several times."""
        lengths = self.lengths[entries]
        return Ragged.of(self.values[ranges(self.offsets[:-1][entries], lengths)], lengths)

    @classmethod
    def joined(cls, parts: Sequence[Ragged]) -> Ragged:
        return cls.of(np.concatenate([part.values for part in parts]), np.concatenate([p.lengths for p in parts]))


def ranges(starts: Int64s, lengths: Int64s) -> Int64s:
    """starts[0], starts[0] + 1, ... of every range, one after the other."""
    ends = np.cumsum(lengths)
    return np.asarray(np.arange(lengths.sum()) + np.repeat(starts - (ends - lengths), lengths), dtype=np.int64)


def entries_of(counts: Int64s, segments: Int64s) -> Int64s:
    """Places of the entries of some segments, where each segment has so many."""
    return ranges((np.cumsum(counts) - counts)[segments], counts[segments])


def slots(chunk: Chunk, hyp: Int32s, refs: Int32s) -> tuple[Int64s, Bools]:
    """Every segment's references, then its outputs: what they are called, and which are references.

    ``hyp`` has a number for every pair, ``refs`` for every place among the references.
    """
    counts = np.diff(chunk.ref_offsets) + chunk.systems
    starts = np.cumsum(counts) - counts
    numbers = np.empty(counts.sum(), dtype=np.int64)
    of_references = np.ones(len(numbers), dtype=bool)
    outputs = (starts + np.diff(chunk.ref_offsets))[:, None] + np.arange(chunk.systems)
    of_references[outputs] = False
    numbers[outputs] = hyp.reshape(chunk.systems, chunk.segments).T
    numbers[of_references] = refs
    return numbers, of_references
