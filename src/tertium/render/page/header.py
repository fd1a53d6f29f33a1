"""The header of a report: what was compared, what the doctor found, how to repeat it."""

from __future__ import annotations

from tertium.errors import counted
from tertium.render.page.assembly import Part, text
from tertium.results.report import FullReport

THEME_BUTTON = '<button type="button" class="theme" hidden>Dark</button>'


def section(report: FullReport) -> Part:
    return Part("about", "What was compared", _facts(report))


def _facts(report: FullReport) -> str:
    names = ", ".join(f'<bdi class="name" title="{text(name)}">{text(name)}</bdi>' for name, _ in report.groups)
    facts = [(counted(len(report.groups), "system").partition(" ")[2], names)]
    facts.append(("segments", f"{report.segments:,}"))
    facts.append(("references", f"{len(report.texts.references)} for each segment"))
    if report.documents is not None:
        facts.append(("documents", f"{len(report.documents[0]):,}"))
    if report.languages is not None:
        facts.append(("languages", " → ".join(text(code) for code in report.languages if code)))
    return f'<dl class="facts">{"".join(f"<dt>{name}</dt><dd>{value}</dd>" for name, value in facts)}</dl>\n'
