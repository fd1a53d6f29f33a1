"""Outputs of ``tertium order``."""

from __future__ import annotations

from tertium.errors import counted
from tertium.render.pictures import displacement_svg
from tertium.render.reports import order_sheets
from tertium.render.style import Style
from tertium.render.tables import html as html_tables
from tertium.render.tables import sheets
from tertium.results.order import OrderReport

_PAGE = 140  # columns of text that a page has room for which is not plain text


def text(report: OrderReport, style: Style) -> str:
    made, notes = order_sheets.sheets(report, style.columns or style.fold or 80)
    if style.columns is not None:
        return sheets.terminal(made, notes, style.columns)
    return sheets.text(made, notes, style.fold)


def md(report: OrderReport, style: Style) -> str:
    return sheets.markdown(*order_sheets.sheets(report, _PAGE))


def latex(report: OrderReport, style: Style) -> str:
    return sheets.latex(*order_sheets.sheets(report, _PAGE))


def svg(report: OrderReport, style: Style) -> str:
    return displacement_svg.svg(report)


def html(report: OrderReport, style: Style) -> str:
    title = f"Word order of {counted(len(report.systems), 'system')}"
    return html_tables.html(title, sheets.sections(*order_sheets.sheets(report, _PAGE)), inside=style.inside)
