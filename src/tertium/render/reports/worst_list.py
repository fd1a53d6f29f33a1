"""The segments that lose most, as a list to read."""

from __future__ import annotations

import math
from collections.abc import Sequence

from tertium.errors import printable
from tertium.results.forensics import WorstSegment

NOTHING = "No segment has a score."


def title(found: Sequence[WorstSegment], part: str | None) -> str:
    """What is listed: ``20 segments that lose most through order, by ribes``."""
    if part is None:
        part = "all" if found[0].loss.order is None else "order"
    through = "" if part == "all" else f" through {part}"
    which = "1 segment that loses" if len(found) == 1 else f"{len(found)} segments that lose"
    return f"{which} most{through}, by {found[0].loss.metric}"


def listing(found: Sequence[WorstSegment], part: str | None) -> str:
    """One entry a segment: where, what it lost through what, and the texts."""
    if not found:
        return f"{NOTHING}\n"
    metric = found[0].loss.metric
    entries = [f"{title(found, part)}:"]
    for one in found:
        loss = one.loss
        parts = ", ".join(
            f"{name} {value:.1f}"
            for name, value in (("words", loss.words), ("order", loss.order), ("length", loss.length))
            if value is not None
        )
        entries.append(
            f"\n{printable(one.system)} segment {one.segment}: {metric} {loss.score:.1f}"
            f"{f', lost {loss.lost:.1f}' if math.isfinite(loss.lost) else ''}{f' ({parts})' if parts else ''}\n"
            f"  hyp  {printable(one.hyp)}"
        )
        entries.extend(f"  ref  {printable(ref)}" for ref in one.refs)
    return "\n".join(entries) + "\n"
