"""Outputs of ``tertium explain --differ``."""

from __future__ import annotations

from tertium.render.reports import differ, differ_page
from tertium.render.style import Style
from tertium.results.contrasts import DifferReport


def text(report: DifferReport, style: Style) -> str:
    return differ.text(report, style.width, style.short, style.columns or style.fold)


def html(report: DifferReport, style: Style) -> str:
    return differ_page.page(report, style.width, style.short, inside=style.inside)
