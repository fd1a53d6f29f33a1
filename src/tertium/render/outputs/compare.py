"""Outputs of ``tertium compare``."""

from __future__ import annotations

from tertium.errors import counted
from tertium.render.reports import comparison_sheets, comparison_tsv
from tertium.render.style import Style
from tertium.render.tables import html as html_tables
from tertium.render.tables import sheets
from tertium.results.comparisons import Comparison


def text(result: Comparison, style: Style) -> str:
    made, notes = comparison_sheets.sheets(result, style.width, short=style.short)
    if style.columns is not None:
        return sheets.terminal(made, notes, style.columns)
    return sheets.text(made, notes)


def tsv(result: Comparison, style: Style) -> str:
    return comparison_tsv.long(result)


def md(result: Comparison, style: Style) -> str:
    return sheets.markdown(*comparison_sheets.sheets(result, style.width, short=style.short))


def latex(result: Comparison, style: Style) -> str:
    return sheets.latex(*comparison_sheets.sheets(result, style.width, short=style.short))


def html(result: Comparison, style: Style) -> str:
    names = [system.name for system in result.metrics[0].systems] if result.metrics else []
    title = f"{' and '.join(names)} compared" if len(names) == 2 else f"{counted(len(names), 'system')} compared"
    sections = sheets.sections(*comparison_sheets.sheets(result, style.width, short=style.short))
    return html_tables.html(title, sections, inside=style.inside)
