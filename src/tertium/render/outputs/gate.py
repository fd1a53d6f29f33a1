"""Outputs of ``tertium gate``."""

from __future__ import annotations

from dataclasses import replace

from tertium.render.reports import gate
from tertium.render.style import Style
from tertium.render.tables import html as html_tables
from tertium.render.tables import sheets
from tertium.results.comparisons import GateReport


def text(report: GateReport, style: Style) -> str:
    sheet, notes = gate.sheet(report, style.width, short=style.short)
    if style.columns is not None:
        return sheets.terminal([sheet], notes, style.columns)
    return sheets.text([sheet], notes, style.fold)


def junit(report: GateReport, style: Style) -> str:
    return gate.junit(report)


def md(report: GateReport, style: Style) -> str:
    sheet, notes = gate.sheet(report, style.width, short=style.short)
    return sheets.markdown([sheet], notes)


def html(report: GateReport, style: Style) -> str:
    sheet, notes = gate.sheet(report, style.width, short=style.short)
    inside = sheet if style.inside else replace(sheet, title="")  # a page has the title already
    return html_tables.html(sheet.title, sheets.sections([inside], notes), inside=style.inside)
