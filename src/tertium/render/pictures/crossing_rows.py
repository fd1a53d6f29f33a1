"""The rows of a crossing diagram: blocks as written, in lines of some width, and runs of words without a partner.

A block takes as many rows as it needs, the same number on both sides, so that its links run side by side. Where words
are single characters, rows end where a person would pause: at a space, after a mark, before a new Japanese word.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from tertium.errors import printable
from tertium.render.tables.widths import cell_width, shortened
from tertium.results.forensics import Block, Forensics


@dataclass(frozen=True)
class Row:
    """Words ``first`` to ``last`` (from 0) of one side; ``block`` None: without a partner; ``stage`` of its links."""

    text: str
    first: int
    last: int
    block: int | None = None
    moved: bool = False
    stage: str = "exact"


@dataclass(frozen=True)
class Rows:
    """Both sides from top to bottom, and which rows are linked."""

    ref: tuple[Row, ...]
    hyp: tuple[Row, ...]
    links: tuple[tuple[int, int], ...]


def rows_of(seen: Forensics, width: int) -> Rows:
    """Rows of at most ``width`` columns on both sides; a longer word is shortened."""
    ref: list[Row] = []
    hyp: list[Row] = []
    partners: list[tuple[Row, Row]] = []
    stages = {link.hyp: link.stage for link in seen.links}
    for number, block in enumerate(seen.blocks):
        for start, end in _pieces(seen, block, stages, width):
            about = (number, block.moved, stages[block.hyp + start])
            made = (
                _row(seen.ref_written, block.ref + start, block.ref + end - 1, width, *about),
                _row(seen.hyp_written, block.hyp + start, block.hyp + end - 1, width, *about),
            )
            partners.append(made)
            ref.append(made[0])
            hyp.append(made[1])
    ref += _alone(seen, seen.missing, seen.ref_written, seen.ref, width)
    hyp += _alone(seen, seen.extra, seen.hyp_written, seen.hyp, width)
    ref.sort(key=lambda row: row.first)
    hyp.sort(key=lambda row: row.first)
    left = {row.first: place for place, row in enumerate(ref)}
    right = {row.first: place for place, row in enumerate(hyp)}
    return Rows(tuple(ref), tuple(hyp), tuple((left[a.first], right[b.first]) for a, b in partners))


def _row(
    written: Callable[[int, int], str],
    first: int,
    last: int,
    width: int,
    block: int | None = None,
    moved: bool = False,
    stage: str = "exact",
) -> Row:
    return Row(shortened(printable(written(first, last)), width), first, last, block, moved, stage)


def _alone(
    seen: Forensics, positions: Sequence[int], written: Callable[[int, int], str], words: Sequence[str], width: int
) -> Iterator[Row]:
    start = 0
    while start < len(positions):
        end = start + 1
        while end < len(positions) and positions[end] == positions[end - 1] + 1:
            end += 1
        offset = positions[start]
        for first, last in _lines(end - start, offset, width, seen.unit, words, (written,), (offset,)):
            yield _row(written, offset + first, offset + last - 1, width)
        start = end


def _pieces(seen: Forensics, block: Block, stages: dict[int, str], width: int) -> Iterator[tuple[int, int]]:
    """Parts of a block, as offsets: words of one kind of link, as many as fit on both sides."""
    start = 0
    while start < block.length:
        end = start + 1
        while end < block.length and stages[block.hyp + end] == stages[block.hyp + start]:
            end += 1
        offsets = (block.ref + start, block.hyp + start)
        both = (seen.ref_written, seen.hyp_written)
        for first, last in _lines(end - start, offsets[1], width, seen.unit, seen.hyp, both, offsets):
            yield start + first, start + last
        start = end


def _lines(
    count: int,
    at: int,
    width: int,
    unit: str,
    words: Sequence[str],
    written: Sequence[Callable[[int, int], str]],
    offsets: Sequence[int],
) -> Iterator[tuple[int, int]]:
    """``count`` words from ``at`` on in lines that fit on every side, as offsets (first, one after the last)."""

    def wide(first: int, last: int) -> int:
        return max(
            cell_width(printable(text(offset + first, offset + last - 1)))
            for text, offset in zip(written, offsets, strict=True)
        )

    start = 0
    while start < count:
        end = start + 1
        while end < count and wide(start, end + 1) <= width:
            end += 1
        if end < count and unit == "character":
            pauses = [
                cut
                for cut in range(start + 1, end + 1)
                if _is_pause(words[at + cut - 1], words[at + cut]) or " " in written[-1](at + cut - 1, at + cut)
            ]
            # A pause in the first third would leave a line nearly empty.
            end = pauses[-1] if pauses and 3 * (pauses[-1] - start) >= end - start else end
        yield start, end
        start = end


def _is_pause(word: str, following: str) -> bool:
    """Is this a place between two characters where a line may well end?"""
    if not following[:1].isalnum():
        return False  # a mark belongs to what it follows
    return not word[-1:].isalnum() or (_is_hiragana(word[-1:]) and not _is_hiragana(following[:1]))


def _is_hiragana(char: str) -> bool:
    return "\u3041" <= char <= "\u309f"
