"""Outputs of ``tertium tune``."""

from __future__ import annotations

from tertium.render.reports import tune
from tertium.render.style import Style
from tertium.render.tables import as_json
from tertium.render.tables import html as html_tables
from tertium.results.tuning import TuneReport


def text(report: TuneReport, style: Style) -> str:
    return tune.text(report)


def json(report: TuneReport, style: Style) -> str:
    return as_json.dumps(report.to_dict(), indent=2) + "\n"


def html(report: TuneReport, style: Style) -> str:
    return html_tables.html(f"{report.given}, tuned", tune.sections(report), inside=style.inside)
