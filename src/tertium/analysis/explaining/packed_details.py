"""Details of all pairs as small numbers for a page: nothing that can be computed from the rest, and single bytes.

Where numbers above 254 are rare they are 255 in the bytes of NAME, and in turn in ``NAME_far``, less 255. Which arrays
there are is said in ``render/page/segments.py``; ``assets/details.js`` reads them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from tertium.analysis.explaining.details import Cuts, Details, DetailWatch
from tertium.analysis.explaining.relation_details import RelationDetails
from tertium.arrays import Floats, Int64s

_FAR = 255
Packed = tuple[Mapping[str, Any], Mapping[str, npt.NDArray[Any]]]


_POINTS = 1000  # losses are kept in thousandths of the natural scale: tenths of a point where scores are in per cent
NO_LOSS = 32767  # where a score does not come apart


@dataclass(frozen=True, eq=False)
class Costs:
    """Of one metric: its scale, its best score, and (systems, segments, 3) what words, order and length cost."""

    scale: float
    best: float
    losses: Floats | None


def packed_details(watch: DetailWatch, measures: Sequence[Costs], segments: Int64s | None = None) -> Packed:
    """Facts and arrays of all segments, or of some; the measures are of the same segments."""
    details = watch.details(segments)
    arrays = dict(detail_arrays(details))
    losses: list[dict[str, float] | None] = []
    for place, measure in enumerate(measures):
        if not np.isfinite(measure.best):
            losses.append(None)
            continue
        losses.append({"best": measure.scale * measure.best, "per_point": _POINTS / measure.scale})
        if measure.losses is None:  # what is lost is known, but not through what
            continue
        kept = measure.losses[:, slice(None) if segments is None else segments]
        for part, name in ((1, "order"), (2, "length")):  # words are the rest
            arrays[f"loss{place}_{name}"] = _thousandths(kept[..., part].T)
    relations = watch.relations(segments)
    for place, (_, found) in enumerate(relations):
        arrays |= _relation_arrays(f"relation{place}", found)
    compared = [{"label": name, "words": found.words, "relations": found.names} for name, found in relations]
    return {"losses": losses, "ter_search": watch.ter_search, "relations": compared}, arrays


def _relation_arrays(name: str, found: RelationDetails) -> dict[str, npt.NDArray[Any]]:
    return {
        f"{name}_counts": found.nodes.lengths,
        f"{name}_nodes": found.nodes.values,
        f"{name}_edge_counts": found.edges.lengths // 3,
        f"{name}_edges": found.edges.values,
        f"{name}_best": found.best,
        f"{name}_matched": found.matched.values,
    }


def _thousandths(losses: Floats) -> npt.NDArray[np.int16]:
    told = np.isfinite(losses)
    numbers = np.clip(np.rint(_POINTS * np.where(told, losses, 0.0)), -NO_LOSS, NO_LOSS - 1)
    return np.where(told, numbers, NO_LOSS).astype(np.int16)


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
