"""Outputs of ``tertium tune``."""

from __future__ import annotations

from tertium.render.reports import tune
from tertium.render.style import Style
from tertium.render.tables import as_json
from tertium.render.tables import html as html_tables
from tertium.render.tables.folding import wrapped
from tertium.results.tuning import TuneReport


def text(report: TuneReport, style: Style) -> str:
    page = style.columns or style.fold
    made = tune.text(report)
    if page is None:
        return made
    return "".join(f"{line}\n" for sentence in made.split("\n")[:-1] for line in wrapped(sentence, page))


def json(report: TuneReport, style: Style) -> str:
    return as_json.dumps(report.to_dict(), indent=2) + "\n"


def html(report: TuneReport, style: Style) -> str:
    return html_tables.html(f"{report.given}, tuned", tune.sections(report), inside=style.inside)
