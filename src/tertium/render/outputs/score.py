"""Outputs of ``tertium score``; each loads only the tables that it is made of."""

from __future__ import annotations

from tertium.render.style import Style
from tertium.results.scores import Report


def text(report: Report, style: Style) -> str:
    """Numbers alone, or a table: in colours that fit a terminal, or plain."""
    from tertium.render.tables import text as tables

    if style.bare:
        return tables.numbers(report, style.decimals, segments=style.segments)
    if style.columns is None:
        return tables.table(report, style.decimals, segments=style.segments, short=style.short, verbose=style.verbose)
    from tertium.render.tables import terminal

    return terminal.table(
        report,
        style.decimals,
        width=style.columns,
        segments=style.segments,
        short=style.short,
        verbose=style.verbose,
    )


def json(report: Report, style: Style) -> str:
    from tertium.render.tables import as_json

    return as_json.one_object(report)


def jsonl(report: Report, style: Style) -> str:
    from tertium.render.tables import as_json

    return as_json.lines(report, segments=style.segments)


def tsv(report: Report, style: Style) -> str:
    from tertium.render.tables import tsv as tables

    return tables.long(report, segments=style.segments)


def md(report: Report, style: Style) -> str:
    from tertium.render.tables import markdown

    return markdown.table(report, style.decimals, segments=style.segments, short=style.short)


def latex(report: Report, style: Style) -> str:
    from tertium.render.tables import latex as tables

    return tables.table(report, style.decimals, segments=style.segments, short=style.short)
