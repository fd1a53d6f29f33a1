"""What one chunk adds to a run (``engine.local.ChunkTotals``), in the plain values that are kept on disk."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from tertium.arrays import Floats
from tertium.corpus.chunk import Notice
from tertium.metrics.base import Metric, Rows
from tertium.metrics.totals import Totals
from tertium.results.signatures import ReferenceCount

if TYPE_CHECKING:  # these are for runs that are kept, and that module is for all
    from tertium.engine.local import ChunkTotals, ChunkWatch, KeepableWatch


def part_to_plain(part: ChunkTotals, watch: Sequence[ChunkWatch]) -> dict[str, Any]:
    """Everything but segment scores and rows, which have files of their own."""
    return {
        "segments": part.segments,
        "references": [part.references.fewest, part.references.most, part.references.links],
        "totals": [[total.state() for total in systems] for systems in part.totals.values()],
        "notices": [
            [notice.code, notice.message, notice.file, notice.line, notice.count, notice.runs]
            for notice in part.notices
        ],
        "seen": [_keepable(watcher).to_plain(seen) for watcher, seen in zip(watch, part.seen, strict=True)],
        "unscored": part.unscored,
    }


def part_from_plain(
    plain: Mapping[str, Any], leaves: Sequence[Metric], systems: int, watch: Sequence[ChunkWatch], rows: Floats | None
) -> dict[str, Any]:
    """The fields that ``part_to_plain`` was made of; ``rows`` are those of its segments, if they were kept."""
    listed = zip(leaves, plain["totals"], strict=True)
    return {
        "segments": int(plain["segments"]),
        "references": ReferenceCount(*plain["references"]),
        "totals": {leaf: [Totals.restored(leaf, state) for state in states] for leaf, states in listed},
        "values": {},
        "rows": {} if rows is None else parted_rows(rows, leaves, systems),
        "notices": tuple(
            Notice(code, message, file, line, count, tuple((first, last) for first, last in runs))
            for code, message, file, line, count, runs in plain["notices"]
        ),
        "seen": tuple(_keepable(watcher).from_plain(seen) for watcher, seen in zip(watch, plain["seen"], strict=True)),
        "unscored": plain["unscored"],
    }


def _keepable(watch: ChunkWatch) -> KeepableWatch:
    if not hasattr(watch, "to_plain"):
        raise TypeError(f"what {type(watch).__name__} sees cannot be kept on disk")
    return cast("KeepableWatch", watch)


def row_width(leaves: Sequence[Metric], systems: int) -> int:
    """How many numbers ``joined_rows`` has of a segment."""
    return systems * sum(len(leaf.columns) + 1 for leaf in leaves)


def joined_rows(rows: Mapping[Metric, Sequence[Rows]]) -> Floats:
    """(segments, numbers): of every leaf and system the statistics, and 1 where they are masked."""
    return np.concatenate(
        [
            part
            for systems in rows.values()
            for made in systems
            for part in (made.values, made.masked[:, np.newaxis].astype(np.float64))
        ],
        axis=1,
    )


def parted_rows(numbers: Floats, leaves: Sequence[Metric], systems: int) -> dict[Metric, list[Rows]]:
    """What ``joined_rows`` has put side by side."""
    made: dict[Metric, list[Rows]] = {}
    place = 0
    for leaf in leaves:
        width = len(leaf.columns)
        made[leaf] = []
        for _ in range(systems):
            values = np.ascontiguousarray(numbers[:, place : place + width])
            made[leaf].append(Rows(values, numbers[:, place + width] != 0))
            place += width + 1
    return made
