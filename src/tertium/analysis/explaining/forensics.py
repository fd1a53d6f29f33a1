"""Word-order forensics of one segment: which words correspond, which blocks moved and how far, what is missing.

*Blocks* are maximal runs of linked words that stand next to each other, in the same order, on both sides. The heaviest
set of blocks that are in reference order stays; every other block *moved*. A block's ``shift`` says how far: the number
of linked words it jumped over on balance, positive to the right, negative to the left; 0 if its neighbours changed
sides.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import Any

from tertium.results.forensics import Block, Forensics, WordLink


def examine(hyp: Sequence[str], ref: Sequence[str], links: Sequence[tuple[int, int, str]], **about: Any) -> Forensics:
    """Forensics from one-to-one links (reference position, hypothesis position, stage)."""
    ordered = sorted(links, key=lambda link: link[1])
    blocks = _blocks(ordered, hyp)
    moved = {(block.ref + k, block.hyp + k) for block in blocks if block.moved for k in range(block.length)}
    made = tuple(WordLink(r, h, stage, (r, h) in moved) for r, h, stage in ordered)
    return Forensics(tuple(hyp), tuple(ref), made, tuple(blocks), **about)


def _blocks(links: Sequence[tuple[int, int, str]], hyp: Sequence[str]) -> list[Block]:
    """Blocks in hypothesis order, each with its shift."""
    runs: list[tuple[int, int, int]] = []  # reference start, hypothesis start, length
    for r, h, _ in links:
        if runs and runs[-1][0] + runs[-1][2] == r and runs[-1][1] + runs[-1][2] == h:
            runs[-1] = (runs[-1][0], runs[-1][1], runs[-1][2] + 1)
        else:
            runs.append((r, h, 1))
    staying = _heaviest_increasing(runs)
    # How many linked words come before each block, on the two sides.
    before_hyp, seen = [], 0
    for _, _, length in runs:
        before_hyp.append(seen)
        seen += length
    before_ref, seen = {}, 0
    for r, _, length in sorted(runs):
        before_ref[r] = seen
        seen += length
    made = []
    for k, (r, h, length) in enumerate(runs):
        jumped = before_hyp[k] - before_ref[r]
        # A block that stays may have others moved around it. One that moved may have shift 0: as many words went to its
        # left as to its right, and it is out of order with all of them.
        moved = k not in staying
        made.append(Block(r, h, length, jumped if moved else 0, moved, tuple(hyp[h : h + length])))
    return made


def _heaviest_increasing(runs: Sequence[tuple[int, int, int]]) -> set[int]:
    """Indices of the blocks, given in hypothesis order, that form the heaviest sequence rising in the reference."""
    starts = sorted(r for r, _, _ in runs)
    best: list[tuple[int, int]] = [(0, -1)] * (len(runs) + 1)  # Fenwick tree of (weight, block) maxima over starts
    weight, previous = [0] * len(runs), [-1] * len(runs)
    for k, (r, _, length) in enumerate(runs):
        place = bisect_left(starts, r)
        top = (0, -1)
        at = place
        while at > 0:
            top = max(top, best[at])
            at -= at & -at
        weight[k], previous[k] = top[0] + length, top[1]
        at = place + 1
        while at <= len(runs):
            best[at] = max(best[at], (weight[k], k))
            at += at & -at
    chosen: set[int] = set()
    k = max(range(len(runs)), key=lambda k: weight[k], default=-1)
    while k >= 0:
        chosen.add(k)
        k = previous[k]
    return chosen
