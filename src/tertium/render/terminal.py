"""The table on a terminal, drawn by rich (imported here alone, and only when there is a terminal)."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tertium.render.grid import Grid, corpus_grid, segment_grid
from tertium.render.text import footer
from tertium.results import Report

if TYPE_CHECKING:
    from rich.table import Table


def table(
    report: Report,
    decimals: Sequence[int],
    *,
    width: int,
    segments: bool = False,
    short: bool = False,
) -> str:
    """The text answer with rules and bold type. Lines may be longer than ``width``: digits are never cut off."""
    from rich.console import Console
    from rich.text import Text

    grid = segment_grid(report, decimals) if segments else corpus_grid(report, decimals)
    made = _table(grid)
    paper = io.StringIO()
    console = Console(file=paper, force_terminal=True, width=width, highlight=False, legacy_windows=False)
    needed = console.measure(made, options=console.options.update_width(10_000)).maximum
    console.width = max(width, needed)
    console.print(made)
    console.print(Text("\n" + footer(report, grid, short), style="dim"), end="", soft_wrap=True)
    return paper.getvalue()


def _table(grid: Grid) -> Table:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    made = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for column in grid.columns:
        pad = " " if grid.best and column.higher is not None else ""  # headings end above the last digit, not the star
        made.add_column(Text(column.heading + pad), justify="right" if column.right else "left", no_wrap=True)
    for number, row in enumerate(grid.rows):
        cells = []
        for place, (column, text) in enumerate(zip(grid.columns, row, strict=True)):
            best = (number, place) in grid.best
            star = ("*" if best else " ") if grid.best and column.higher is not None else ""
            cells.append(Text(text + star, style="bold green" if best else ""))
        made.add_row(*cells)
    return made
