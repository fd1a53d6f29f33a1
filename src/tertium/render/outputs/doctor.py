"""Outputs of ``tertium doctor``."""

from __future__ import annotations

from tertium.render.reports import findings, findings_sheets
from tertium.render.style import Style
from tertium.render.tables import html as html_tables
from tertium.results.diagnosis import Diagnosis


def text(seen: Diagnosis, style: Style) -> str:
    return findings.page(seen, style.columns or style.fold)


def html(seen: Diagnosis, style: Style) -> str:
    return html_tables.html("What the doctor found", findings_sheets.sections(seen), inside=style.inside)
