"""Where two systems differ most, and why: the list of ``tertium diff`` with what moved and what each metric lost."""

from __future__ import annotations

from collections.abc import Iterator

from tertium.errors import printable
from tertium.render.reports import contrasts
from tertium.render.reports.order_words import move_sentence, summary
from tertium.render.tables.grid import Column, Grid, number_text
from tertium.render.tables.text import aligned
from tertium.render.tables.widths import text_lines
from tertium.results.contrasts import Contrast, DifferReport, ExplainedContrast
from tertium.results.forensics import Forensics

_MOVES = 3  # quoted of each system; a page quotes all
_PAGE = 80  # columns of plain text where nobody says


def text(report: DifferReport, decimals: int | None, short: bool, page: int | None) -> str:
    explained = {one.segment: one for one in report.explained}

    def below(contrast: Contrast) -> Iterator[str]:
        one = explained[contrast.segment]
        for seen in (one.first.picture, one.second.picture):
            first, *more = text_lines(f"{printable(seen.system)}: {_order(seen)}", (page or _PAGE) - 4)
            yield f"  {first}"
            yield from (f"    {line}" for line in more)
        yield from (f"  {line}" for line in _losses(one, (page or _PAGE) - 2))

    return contrasts.text(report.report, decimals, short, page, below)


def _order(seen: Forensics) -> str:
    if not seen.links:
        return f"no {seen.unit} corresponds to one of the reference."
    moves = [move_sentence(move, seen.unit) for move in seen.moves[:_MOVES]]
    more = len(seen.moves) - len(moves)
    said = "; ".join([*moves, *([f"{more} more moved"] if more else [])]) or "all in the order of the reference"
    return f"{summary(seen)} ({seen.unit}s); {said}."


def _losses(one: ExplainedContrast, page: int) -> list[str]:
    """What words, order and length cost both systems, by each metric."""
    rows = []
    for pair in zip(one.first.picture.losses, one.second.picture.losses, strict=True):
        for seen, loss in zip((one.first.picture, one.second.picture), pair, strict=True):
            numbers = (loss.score, loss.lost, loss.words, loss.order, loss.length)
            shown = ("" if number is None else number_text(number, 1) for number in numbers)
            rows.append((printable(loss.metric), printable(seen.system), *shown))
    heads = (Column(name, numeric=True) for name in ("score", "lost", "words", "order", "length"))
    grid = Grid((Column("metric"), Column("system"), *heads), tuple(rows))
    return aligned(grid, page).splitlines()
