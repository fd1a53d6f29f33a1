"""``tertium score -f html``: a module of its own, for its tables are loaded by nobody else who scores."""

from __future__ import annotations

from tertium.render.page.dots import Axis, dots
from tertium.render.style import Style
from tertium.render.tables import html as html_tables
from tertium.render.tables.grid import Grid, corpus_grid, segment_grid
from tertium.render.tables.sheets import Section, Sheet
from tertium.render.tables.text import footer
from tertium.results.scores import Report


def html(report: Report, style: Style) -> str:
    grid = segment_grid(report, style.decimals) if style.segments else corpus_grid(report, style.decimals)
    starred = tuple(
        tuple(f"{cell}*" if (row, place) in grid.best else cell for place, cell in enumerate(cells))
        for row, cells in enumerate(grid.rows)
    )
    pictures = {} if style.segments else _dots(report, grid)
    sheet = Sheet("", grid.columns, starred, dict.fromkeys(grid.best, "good"), pictures)
    notes = tuple(footer(report, grid, style.short).splitlines())
    return html_tables.html("Scores", [Section(sheet=sheet, notes=notes)], inside=style.inside)


def _dots(report: Report, grid: Grid) -> dict[tuple[int, int], str]:
    """Scores as dots, with their intervals where there are any: one axis a metric. A single dot says nothing."""
    made: dict[tuple[int, int], str] = {}
    columns = [place for place, column in enumerate(grid.columns) if column.higher is not None]
    for number, column in enumerate(columns):
        scores = [system.scores[number] for system in report.systems]
        if len(scores) > 1 or scores[0].interval is not None:
            axis = Axis.over((score.score for score in scores), (score.interval for score in scores))
            made |= {(row, column): dots(score.score, score.interval, axis) for row, score in enumerate(scores)}
    return made
