"""Word alignments out of text."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tertium.arrays import Int32s, Int64s
from tertium.kernels import _native

FORMS = ("pharaoh", "segments", "trace")
FAULTS = ("none", "not_a_link", "below_base", "too_large", "backwards", "open_phrase")


@dataclass(frozen=True, eq=False)
class ReadLinks:
    """Line k has the links ``pairs[offsets[k]:offsets[k + 1]]`` and, in a trace, ``targets[k]`` words."""

    pairs: Int32s
    offsets: Int64s
    targets: Int64s


@dataclass(frozen=True)
class Fault:
    """What is wrong with bytes ``begin`` to ``end`` of a line: one of FAULTS."""

    kind: str
    line: int
    begin: int
    end: int


def read_alignments(data: npt.NDArray[np.uint8], count: int, form: str, base: int) -> ReadLinks | Fault:
    """The links of ``count`` lines whose positions count from ``base``; of a malformed line what is wrong."""
    pairs, offsets, targets, (kind, line, begin, end) = _native.read_alignments(data, count, form, base)
    if FAULTS[kind] != "none":
        return Fault(FAULTS[kind], line, begin, end)
    return ReadLinks(pairs, offsets, targets)
