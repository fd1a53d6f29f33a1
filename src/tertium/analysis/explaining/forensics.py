"""Word-order forensics of one segment: which words correspond, which blocks moved and how far, what is missing.

*Blocks* are maximal runs of linked words that stand next to each other, in the same order, on both sides. The heaviest
set of blocks that are in reference order stays; every other block *moved*. A block's ``shift`` says how far: the number
of linked words it jumped over on balance, positive to the right, negative to the left; 0 if its neighbours changed
sides.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tertium.results.record import finite_or_none
from tertium.views.syntax.relations import Relations


@dataclass(frozen=True)
class WordLink:
    """Reference word ``ref`` corresponds to hypothesis word ``hyp`` (positions from 0), found by ``stage``."""

    ref: int
    hyp: int
    stage: str
    moved: bool = False


@dataclass(frozen=True)
class Block:
    """``length`` words from ``ref`` on the one side and ``hyp`` on the other."""

    ref: int
    hyp: int
    length: int
    shift: int
    words: tuple[str, ...]
    moved: bool


@dataclass(frozen=True)
class Loss:
    """Why a metric is below its best: what words, order and length cost, on the metric's printed scale.

    The three parts add up to ``lost``, exactly, where the metric factors; where it does not, they are None and ``note``
    says why. ``terms`` are those of a weighted sum, each called by its weight and its name.
    """

    metric: str
    score: float
    lost: float
    words: float | None
    order: float | None
    length: float | None
    note: str
    terms: tuple[Loss, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        numbers = ("score", "lost", "words", "order", "length")
        made: dict[str, Any] = {"metric": self.metric}
        for name in numbers:
            value = getattr(self, name)
            made[name] = None if value is None else finite_or_none(value)
        terms = {"terms": [term.to_dict() for term in self.terms]} if self.terms else {}
        return {**made, "note": self.note, **terms}


@dataclass(frozen=True)
class Forensics:
    """One hypothesis against one reference."""

    hyp: tuple[str, ...]
    ref: tuple[str, ...]
    links: tuple[WordLink, ...]
    blocks: tuple[Block, ...]
    losses: tuple[Loss, ...] = ()
    reference: int = 1
    segment: int | None = None
    system: str = ""
    relations: tuple[tuple[str, Relations], ...] = ()  # metrics that compare graphs, and what agrees in them

    @property
    def permutation(self) -> tuple[int, ...]:
        """Ranks (from 1) of the linked hypothesis words by reference position, in hypothesis order."""
        positions = [link.ref for link in sorted(self.links, key=lambda link: link.hyp)]
        ranks = {position: rank + 1 for rank, position in enumerate(sorted(positions))}
        return tuple(ranks[position] for position in positions)

    @property
    def missing(self) -> tuple[int, ...]:
        """Reference words without a link."""
        linked = {link.ref for link in self.links}
        return tuple(j for j in range(len(self.ref)) if j not in linked)

    @property
    def extra(self) -> tuple[int, ...]:
        """Hypothesis words without a link."""
        linked = {link.hyp for link in self.links}
        return tuple(i for i in range(len(self.hyp)) if i not in linked)

    def to_dict(self) -> dict[str, Any]:
        """Positions count from 1, as a person counts words."""
        return {
            "system": self.system,
            "segment": self.segment,
            "reference": self.reference,
            "hyp": list(self.hyp),
            "ref": list(self.ref),
            "links": [
                {"ref": link.ref + 1, "hyp": link.hyp + 1, "stage": link.stage, "moved": link.moved}
                for link in self.links
            ],
            "permutation": list(self.permutation),
            "blocks": [
                {
                    "ref": block.ref + 1,
                    "hyp": block.hyp + 1,
                    "length": block.length,
                    "shift": block.shift,
                    "moved": block.moved,
                    "words": list(block.words),
                }
                for block in self.blocks
            ],
            "missing": [j + 1 for j in self.missing],
            "extra": [i + 1 for i in self.extra],
            "losses": [loss.to_dict() for loss in self.losses],
            **({"relations": {metric: found.to_dict() for metric, found in self.relations}} if self.relations else {}),
        }


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
        made.append(Block(r, h, length, jumped if moved else 0, tuple(hyp[h : h + length]), moved))
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
