"""Tables on a terminal, drawn by rich (imported here alone, and only when there is a terminal)."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence

from tertium.render.tables.folding import folded, narrowed
from tertium.render.tables.grid import Column, corpus_grid, segment_grid
from tertium.render.tables.text import footer
from tertium.render.tables.widths import cell_width, decimals_aligned, padded
from tertium.results.scores import Report

_GAP = 3  # between two columns


def table(
    report: Report,
    decimals: Sequence[int],
    *,
    width: int,
    segments: bool = False,
    short: bool = False,
    verbose: bool = False,
) -> str:
    """The text answer with rules and bold type."""
    grid = segment_grid(report, decimals) if segments else corpus_grid(report, decimals)

    def mark(row: int, place: int) -> str:
        if not grid.best or grid.columns[place].higher is None:
            return ""
        return "*" if (row, place) in grid.best else " "  # headings end above the last digit, not the star

    cells = [[text + mark(row, place) for place, text in enumerate(texts)] for row, texts in enumerate(grid.rows)]
    headings = [column.heading + mark(-1, place) for place, column in enumerate(grid.columns)]
    paper = Paper(width)
    # Thousands of rows in two parts: nobody would find the second.
    paper.table(grid.columns, headings, cells, dict.fromkeys(grid.best, "bold green"), fold=not segments)
    paper.notes("\n" + footer(report, grid, short, verbose))
    return paper.text


class Paper:
    """What is drawn for a terminal of a certain width.

    A table that is too wide goes on below itself, with the columns of names again. Lines are longer than the terminal
    only where a single column is: digits are never cut off.
    """

    def __init__(self, width: int) -> None:
        from rich.console import Console

        self._width = width
        self._drawn = io.StringIO()
        self._console = Console(
            file=self._drawn, force_terminal=True, width=width, highlight=False, legacy_windows=False
        )

    @property
    def text(self) -> str:
        return self._drawn.getvalue()

    def title(self, words: str) -> None:
        from rich.text import Text

        self._console.print(Text(words, style="bold"), soft_wrap=True)

    def table(
        self,
        columns: Sequence[Column],
        headings: Sequence[str],
        rows: Sequence[Sequence[str]],
        styles: Mapping[tuple[int, int], str],
        *,
        fold: bool = True,
    ) -> None:
        from rich import box
        from rich.table import Table
        from rich.text import Text

        if fold:
            cells = narrowed(columns, list(zip(*rows, strict=True)), self._width, _GAP)
            rows = list(zip(*cells, strict=True))
        # Cells are padded here: rich would take away the spaces that stand where others have a star.
        padding = [
            _padded_column(heading, [row[place] for row in rows], columns[place].right)
            for place, heading in enumerate(headings)
        ]
        widths = [cell_width(texts[0]) for texts in padding]
        parts = folded(columns, widths, self._width, _GAP) if fold else [list(range(len(columns)))]
        for number, places in enumerate(parts):
            made = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
            for place in places:
                made.add_column(Text(padding[place][0]), no_wrap=True)
            for row in range(len(rows)):
                made.add_row(*(Text(padding[place][row + 1], style=styles.get((row, place), "")) for place in places))
            wide = self._console.options.update_width(10_000)
            self._console.width = max(self._width, self._console.measure(made, options=wide).maximum)
            if number:
                self._console.print()
            self._console.print(made)
        self._console.width = self._width

    def notes(self, words: str) -> None:
        """Sentences end their lines between words; a signature is left whole, so that it can be copied."""
        from rich.text import Text

        for line in words.removesuffix("\n").split("\n"):
            whole = any(cell_width(word) > self._width // 2 for word in line.split(" "))
            self._console.print(Text(line, style="dim"), soft_wrap=whole)


def _padded_column(heading: str, texts: Sequence[str], right: bool) -> list[str]:
    """A heading and the cells below it, all as wide."""
    texts = decimals_aligned(texts) if right else texts
    width = max(map(cell_width, (heading, *texts)))
    return [padded(text, width, right) for text in (heading, *texts)]
