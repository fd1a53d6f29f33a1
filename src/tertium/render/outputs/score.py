"""Outputs of ``tertium score``."""

from __future__ import annotations

from tertium.render.style import Style
from tertium.render.tables import as_json, markdown, terminal
from tertium.render.tables import latex as latex_tables
from tertium.render.tables import text as text_tables
from tertium.render.tables import tsv as tsv_tables
from tertium.results.scores import Report


def text(report: Report, style: Style) -> str:
    """Numbers alone, or a table: in colours that fit a terminal, or plain."""
    if style.bare:
        return text_tables.numbers(report, style.decimals, segments=style.segments)
    if style.columns is not None:
        return terminal.table(report, style.decimals, width=style.columns, segments=style.segments, short=style.short)
    return text_tables.table(report, style.decimals, segments=style.segments, short=style.short)


def json(report: Report, style: Style) -> str:
    return as_json.one_object(report)


def jsonl(report: Report, style: Style) -> str:
    return as_json.lines(report, segments=style.segments)


def tsv(report: Report, style: Style) -> str:
    return tsv_tables.long(report, segments=style.segments)


def md(report: Report, style: Style) -> str:
    return markdown.table(report, style.decimals, segments=style.segments, short=style.short)


def latex(report: Report, style: Style) -> str:
    return latex_tables.table(report, style.decimals, segments=style.segments, short=style.short)
