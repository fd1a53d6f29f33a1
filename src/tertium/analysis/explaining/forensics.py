"""Word-order forensics of one segment: which words correspond, which blocks moved and how far, what is missing.

*Blocks* are maximal runs of linked words that stand next to each other, in the same order, on both sides. The heaviest
set of blocks that are in reference order stays; every other block *moved*. A block's ``shift`` says how far: the number
of linked words it jumped over on balance, positive to the right, negative to the left; 0 if its neighbours changed
sides. *Moves* are what a person sees: blocks that are neighbours on both sides once words without a link are left out
move together, and are one move.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any, Literal

import numpy as np

from tertium.kernels.permutations import moved_blocks
from tertium.results.forensics import Block, Forensics, Move, Whither, WordLink, written
from tertium.views.tokens.written import Span, spans

Row = tuple[int, int, int, int, int]  # of a block, with the columns kernels.permutations.BLOCK
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
    blocks = blocks_of(ordered, hyp)
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


def blocks_of(links: Sequence[tuple[int, int, str]], hyp: Sequence[str]) -> list[Block]:
    """Blocks in hypothesis order, each with its shift; the links are in that order, too."""
    pairs = np.array([link[:2] for link in links], dtype=np.int32).reshape(-1, 2)
    rows = moved_blocks(pairs, np.array([0, len(pairs)], dtype=np.int64)).rows.tolist()
    return [Block(r, h, length, shift, bool(moved), tuple(hyp[h : h + length])) for r, h, length, shift, moved in rows]


def moving_together(rows: Sequence[Row]) -> list[tuple[int, int]]:
    """Moved blocks that follow one another on both sides, among linked words, are one move: its first and last + 1."""
    rank = {ref: place for place, ref in enumerate(sorted([row[0] for row in rows]))}
    groups: list[tuple[int, int]] = []
    before = None  # the rank of the block before, if that moved
    for place, (ref, _, _, _, moved) in enumerate(rows):
        if moved:
            follows = before is not None and before + 1 == rank[ref]
            groups.append((groups.pop()[0] if follows else place, place + 1))
        before = rank[ref] if moved else None
    return groups


def _moves(blocks: Sequence[Block], hyp: tuple[str, ...], found: tuple[Span | None, ...], text: str) -> list[Move]:
    """The largest first."""
    rows = [(block.ref, block.hyp, block.length, block.shift, int(block.moved)) for block in blocks]
    made = [_move(blocks[start:end], hyp, found, text) for start, end in moving_together(rows)]
    # Single words of long sentences are often linked far apart by chance, and marks more often: these come last.
    return sorted(made, key=lambda move: (-move.words, not _is_word(move.text), -abs(move.shift)))


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
