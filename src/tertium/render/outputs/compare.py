"""Outputs of ``tertium compare``."""

from __future__ import annotations

from tertium.errors import counted
from tertium.render.reports import comparison_sheets, comparison_tsv
from tertium.render.style import Style
from tertium.render.tables import html as html_tables
from tertium.render.tables import sheets
from tertium.results.comparisons import Comparison


def text(result: Comparison, style: Style) -> str:
    made, notes = _sheets(result, style)
    if style.columns is not None:
        return sheets.terminal(made, notes, style.columns)
    return sheets.text(made, notes, style.fold)


def tsv(result: Comparison, style: Style) -> str:
    return comparison_tsv.long(result)


def md(result: Comparison, style: Style) -> str:
    return sheets.markdown(*_sheets(result, style))


def latex(result: Comparison, style: Style) -> str:
    return sheets.latex(*_sheets(result, style))


def html(result: Comparison, style: Style) -> str:
    names = [system.name for system in result.metrics[0].systems] if result.metrics else []
    title = f"{' and '.join(names)} compared" if len(names) == 2 else f"{counted(len(names), 'system')} compared"
    sections = sheets.sections(*_sheets(result, style))
    return html_tables.html(title, sections, inside=style.inside)


def _sheets(result: Comparison, style: Style) -> tuple[list[sheets.Sheet], list[str]]:
    return comparison_sheets.sheets(
        result, style.width, short=style.short, pairs=style.pairs, power=style.power, flags=not style.inside
    )
