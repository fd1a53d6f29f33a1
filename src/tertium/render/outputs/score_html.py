"""``tertium score -f html``: a module of its own, for its tables are loaded by nobody else who scores."""

from __future__ import annotations

from tertium.render.style import Style
from tertium.render.tables import html as html_tables
from tertium.render.tables.grid import corpus_grid, segment_grid
from tertium.render.tables.sheets import Section, Sheet
from tertium.render.tables.text import footer
from tertium.results.scores import Report


def html(report: Report, style: Style) -> str:
    grid = segment_grid(report, style.decimals) if style.segments else corpus_grid(report, style.decimals)
    starred = tuple(
        tuple(f"{cell}*" if (row, place) in grid.best else cell for place, cell in enumerate(cells))
        for row, cells in enumerate(grid.rows)
    )
    sheet = Sheet("", grid.columns, starred, dict.fromkeys(grid.best, "good"))
    notes = tuple(footer(report, grid, style.short).splitlines())
    return html_tables.html("Scores", [Section(sheet=sheet, notes=notes)], inside=style.inside)
