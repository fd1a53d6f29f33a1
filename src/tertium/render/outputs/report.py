"""Outputs of ``tertium report``."""

from __future__ import annotations

from tertium.render.style import Style
from tertium.results.report import FullReport


def html(report: FullReport, style: Style) -> str:
    """The page by itself, or inside another page the comparison alone."""
    if style.inside:
        from tertium.render.outputs import compare

        return compare.html(report.comparison, style)
    from tertium.render.page.report_page import page

    return page(report)


def text(report: FullReport, style: Style) -> str:
    from tertium.render.outputs import compare

    return compare.text(report.comparison, style)
