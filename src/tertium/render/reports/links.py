"""Word alignments as Pharaoh files: one line a segment, ``0-0 1-2``."""

from __future__ import annotations

from collections.abc import Iterator

from tertium.results.links import TargetLinks


def pharaoh(target: TargetLinks) -> Iterator[str]:
    """The lines, one after the other."""
    for place in range(len(target)):
        yield " ".join(f"{source}-{word}" for source, word in target.segment(place)) + "\n"
