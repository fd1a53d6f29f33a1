"""Details of all pairs as small numbers for a page: nothing that can be computed from the rest, and single bytes.

Where numbers above 254 are rare they are 255 in the bytes of NAME, and in turn in ``NAME_far``, less 255. Which arrays
there are is said in ``render/page/segments.py``; ``assets/details.js`` reads them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from tertium.analysis.explaining.details import Cuts, Details
from tertium.arrays import Int64s

_FAR = 255


def detail_arrays(details: Details) -> Mapping[str, npt.NDArray[Any]]:
    return {
        "detail_references": details.references,
        "detail_nearest": details.nearest,
        "detail_pieces": details.pieces,
        **_cuts("detail_words", details.words),
        **_cuts("detail_ter", details.ter_words),
        **_bytes("detail_links", details.links.values),
        "detail_shift_counts": details.shifts.lengths // 3,
        **_bytes("detail_shifts", details.shifts.values),
        "detail_steps": details.steps.values,
        "detail_capped": details.capped,
    }


def _cuts(name: str, cuts: Cuts) -> dict[str, npt.NDArray[Any]]:
    return {
        f"{name}_counts": 2 * cuts.places.lengths + cuts.changed,
        **_bytes(f"{name}_cuts", cuts.places.values),
    }


def _bytes(name: str, values: Int64s) -> dict[str, npt.NDArray[Any]]:
    far = values >= _FAR
    return {name: np.where(far, _FAR, values).astype(np.uint8), f"{name}_far": values[far] - _FAR}
