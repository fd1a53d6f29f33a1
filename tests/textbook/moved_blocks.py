"""Blocks of linked words and which of them moved, word by word and block by block."""

from __future__ import annotations

from collections.abc import Sequence


def one_to_one(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Every word once, the first link of each by position."""
    links: list[tuple[int, int]] = []
    for ref, hyp in sorted(pairs):
        if all(ref != other and hyp != place for other, place in links):
            links.append((ref, hyp))
    return links


def moved_blocks(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int, int, int, int]]:
    """(ref, hyp, length, shift, moved) in hypothesis order."""
    runs: list[tuple[int, int, int]] = []
    for r, h in sorted(one_to_one(pairs), key=lambda link: link[1]):
        if runs and runs[-1][0] + runs[-1][2] == r and runs[-1][1] + runs[-1][2] == h:
            runs[-1] = (runs[-1][0], runs[-1][1], runs[-1][2] + 1)
        else:
            runs.append((r, h, 1))
    staying = heaviest_increasing(runs)
    made = []
    for k, (r, h, length) in enumerate(runs):
        before_hyp = sum(size for _, _, size in runs[:k])
        before_ref = sum(size for start, _, size in runs if start < r)
        made.append((r, h, length, 0 if k in staying else before_hyp - before_ref, int(k not in staying)))
    return made


def heaviest_increasing(runs: Sequence[tuple[int, int, int]]) -> set[int]:
    """The blocks, given in hypothesis order, of the heaviest sequence that rises in the reference.

    Of equally heavy ones, the one that ends first, and goes back through the latest block each time.
    """
    weight, previous = [0] * len(runs), [-1] * len(runs)
    for k, (r, _, length) in enumerate(runs):
        top = max(((weight[j], j) for j in range(k) if runs[j][0] < r), default=(0, -1))
        weight[k], previous[k] = top[0] + length, top[1]
    chosen: set[int] = set()
    k = max(range(len(runs)), key=lambda k: weight[k], default=-1)
    while k >= 0:
        chosen.add(k)
        k = previous[k]
    return chosen
