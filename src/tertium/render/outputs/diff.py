"""Outputs of ``tertium diff``."""

from __future__ import annotations

from tertium.render.reports import contrasts
from tertium.render.style import Style
from tertium.render.tables import html as html_tables
from tertium.render.tables import sheets
from tertium.results.contrasts import DiffReport


def text(report: DiffReport, style: Style) -> str:
    return contrasts.text(report, style.width, style.short, style.columns or style.fold)


def tsv(report: DiffReport, style: Style) -> str:
    return contrasts.long(report)


def md(report: DiffReport, style: Style) -> str:
    made = contrasts.sections(report, style.width, style.short)
    notes = [note for section in made for note in (*section.lines, *section.notes)]
    return sheets.markdown([section.sheet for section in made if section.sheet is not None], notes)


def html(report: DiffReport, style: Style) -> str:
    sections = contrasts.sections(report, style.width, style.short)
    return html_tables.html(contrasts.title(report), sections, inside=style.inside)
