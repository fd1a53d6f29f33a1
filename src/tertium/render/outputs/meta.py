"""Outputs of ``tertium meta``."""

from __future__ import annotations

from tertium.render.reports import meta
from tertium.render.style import Style
from tertium.render.tables import html as html_tables
from tertium.results.meta import MetaReport

_DECIMALS = 3


def text(report: MetaReport, style: Style) -> str:
    return meta.text(report, _decimals(style), style.short, style.columns or style.fold)


def tsv(report: MetaReport, style: Style) -> str:
    return meta.long(report)


def md(report: MetaReport, style: Style) -> str:
    return meta.md(report, _decimals(style), style.short)


def latex(report: MetaReport, style: Style) -> str:
    return meta.tex(report, _decimals(style), style.short)


def html(report: MetaReport, style: Style) -> str:
    sections = list(meta.sections(report, _decimals(style), style.short))
    return html_tables.html("Metrics against human judgments", sections, inside=style.inside)


def _decimals(style: Style) -> int:
    return _DECIMALS if style.width is None else style.width
