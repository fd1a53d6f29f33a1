"""Outputs of ``tertium compare``."""

from __future__ import annotations

from tertium.render.reports import comparison_sheets, comparison_tsv
from tertium.render.style import Style
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
