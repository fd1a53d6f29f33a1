"""Links that tertium made itself, of a whole corpus: cut to the segments of a chunk where it is built.

They count the words of the aligner, which cut the texts by language, so every item says how many words its source has,
and that of an output how many the output has.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from tertium.arrays import Int64s
from tertium.corpus.chunk import Links


@dataclass(frozen=True, eq=False)
class MadeLinks:
    """``hyp[s]`` has an item for each segment, ``ref`` one for each reference used: those of segment i are
    ``starts[i]`` to ``starts[i + 1]``. ``sizes`` are the words of the sources; ``about`` says how, for signatures."""

    hyp: tuple[Links, ...]
    ref: Links
    starts: Int64s
    sizes: Int64s
    about: str

    def of_systems(self, places: Sequence[int]) -> MadeLinks:
        return replace(self, hyp=tuple(self.hyp[place] for place in places))

    def of_segments(self, first: int, count: int) -> dict[str, Links]:
        """Those of a chunk, by kind."""
        sizes = self.sizes[first : first + count]
        parts = [links.items(first, first + count) for links in self.hyp]
        hyp = joined(parts)
        begin, end = int(self.starts[first]), int(self.starts[first + count])
        return {
            "hyp": replace(hyp, sizes=np.tile(sizes, len(parts)), about=self.about),
            "ref": replace(self.ref.items(begin, end), about=self.about),
        }


def joined(parts: Sequence[Links]) -> Links:
    """The items of all parts, in turn."""
    counts = [np.diff(part.offsets) for part in parts]
    offsets = np.concatenate([[0], np.cumsum(np.concatenate(counts))]).astype(np.int64)
    pairs = np.ascontiguousarray(np.concatenate([part.pairs for part in parts]))
    known = [part.target_sizes for part in parts if part.target_sizes is not None]
    return Links(pairs, offsets, target_sizes=np.concatenate(known) if len(known) == len(parts) else None)
