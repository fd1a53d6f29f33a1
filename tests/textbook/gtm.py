"""GTM as its program is described: every run and part of a run in one sorted list, walked to the end."""

from __future__ import annotations

import math
from collections.abc import Sequence


def runs(hyp: Sequence[str], refs: Sequence[Sequence[str]]) -> list[float]:
    """Lengths of the runs taken."""
    joined: list[str | None] = []
    for ref in refs:
        joined += [*ref, None]
    parts = []
    for i in range(len(hyp)):
        for j in range(len(joined)):
            length = 0
            while i + length < len(hyp) and j + length < len(joined) and hyp[i + length] == joined[j + length]:
                length += 1
                parts.append((length, i * len(joined) + j, i, j))
    capacity = min(len(hyp), sum(map(len, refs)) / len(refs))
    hyp_used, ref_used = [False] * len(hyp), [False] * len(joined)
    taken = []
    for length, _, i, j in sorted(parts, reverse=True):
        if capacity <= 0:
            break
        counted = min(length, capacity)
        cells = math.ceil(counted)
        if any(hyp_used[i : i + cells]) or any(ref_used[j : j + cells]):
            continue
        hyp_used[i : i + cells] = [True] * cells
        ref_used[j : j + cells] = [True] * cells
        taken.append(counted)
        capacity -= counted
    return taken


def size(lengths: Sequence[float], e: float) -> float:
    return math.fsum(length**e for length in lengths) ** (1 / e)
