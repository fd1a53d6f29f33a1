"""Word-order forensics of one segment: which words correspond, which blocks moved and how far, what is missing.

*Blocks* are maximal runs of linked words that stand next to each other, in the same order, on both sides. The heaviest
set of blocks that are in reference order stays; every other block *moved*. A block's ``shift`` says how far: the number
of linked words it jumped over on balance, positive to the right, negative to the left; 0 if its neighbours changed
sides. *Moves* are what a person sees: blocks that are neighbours on both sides once words without a link are left out
move together, and are one move.
"""

from __future__ import annotations

import itertools
from bisect import bisect_left
from collections.abc import Sequence
from typing import Any, Literal

from tertium.results.forensics import Block, Forensics, Move, Whither, WordLink, written
from tertium.views.tokens.written import Span, spans

_WIDEST_GAP = 2  # words without a partner that are quoted inside a move; more become dots


def examine(
    hyp: Sequence[str],
    ref: Sequence[str],
    links: Sequence[tuple[int, int, str]],
    *,
    hyp_text: str | None = None,
    ref_text: str | None = None,
    **about: Any,
) -> Forensics:
    """Forensics from one-to-one links (reference position, hypothesis position, stage) and, if known, the texts."""
    hyp_text = " ".join(hyp) if hyp_text is None else hyp_text
    ref_text = " ".join(ref) if ref_text is None else ref_text
    hyp_spans, ref_spans = spans(hyp, hyp_text), spans(ref, ref_text)
    ordered = sorted(links, key=lambda link: link[1])
    blocks = _blocks(ordered, hyp)
    moved = {(block.ref + k, block.hyp + k) for block in blocks if block.moved for k in range(block.length)}
    made = tuple(WordLink(r, h, stage, (r, h) in moved) for r, h, stage in ordered)
    return Forensics(
        tuple(hyp),
        tuple(ref),
        made,
        tuple(blocks),
        hyp_text=hyp_text,
        ref_text=ref_text,
        hyp_spans=hyp_spans,
        ref_spans=ref_spans,
        unit=_unit((*hyp_spans, None, *ref_spans)),
        moves=tuple(_moves(blocks, tuple(hyp), hyp_spans, hyp_text)),
        **about,
    )


def _unit(found: Sequence[Span | None]) -> Literal["word", "character"]:
    """Characters, where words touch one another and are mostly single ones: Chinese, or a tokenizer that cuts all."""
    pairs = [(this, following) for this, following in itertools.pairwise(found) if this and following]
    touching = [this[1] - this[0] for this, following in pairs if this[1] == following[0]]
    return "character" if 2 * len(touching) > len(pairs) and touching.count(1) > 0.8 * len(touching) else "word"


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


def _moves(blocks: Sequence[Block], hyp: tuple[str, ...], found: tuple[Span | None, ...], text: str) -> list[Move]:
    """Moved blocks that follow one another on both sides, among linked words, as one."""
    rank = {block.ref: place for place, block in enumerate(sorted(blocks, key=lambda block: block.ref))}
    groups: list[list[Block]] = []
    previous: Block | None = None
    for block in blocks:
        if block.moved:
            if previous is not None and previous.moved and rank[previous.ref] + 1 == rank[block.ref]:
                groups[-1].append(block)
            else:
                groups.append([block])
        previous = block
    return [_move(group, hyp, found, text) for group in groups]


def _move(group: Sequence[Block], hyp: tuple[str, ...], found: tuple[Span | None, ...], text: str) -> Move:
    first, last = group[0], group[-1]
    pieces: list[tuple[int, int]] = []
    for block in group:
        end = block.hyp + block.length
        if pieces and block.hyp - pieces[-1][1] <= _WIDEST_GAP:
            pieces[-1] = (pieces[-1][0], end)
        else:
            pieces.append((block.hyp, end))
    return Move(
        " … ".join(written(hyp, found, text, start, end - 1) for start, end in pieces),
        first.ref,
        last.ref + last.length - 1,
        first.hyp,
        last.hyp + last.length - 1,
        sum(block.length for block in group),
        first.shift,
        _whither(first.shift, hyp[: first.hyp], hyp[last.hyp + last.length :]),
    )


def _whither(shift: int, before: Sequence[str], after: Sequence[str]) -> Whither:
    """Punctuation does not count: what stands before the full stop stands at the end."""
    if shift == 0:
        return "around"
    if shift < 0:
        return "earlier" if any(map(_is_word, before)) else "front"
    return "later" if any(map(_is_word, after)) else "end"


def _is_word(token: str) -> bool:
    return any(char.isalnum() for char in token)


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
