"""The page of ``tertium report``: which sections it has, in their order, and what it is called."""

from __future__ import annotations

from collections.abc import Callable

from tertium.errors import counted
from tertium.render.page import agreement, header, leaderboard, matrix, order, segments, slices
from tertium.render.page.assembly import Part, text
from tertium.render.page.assembly import page as assembled
from tertium.render.page.data import packed
from tertium.render.page.pack import pack
from tertium.results.report import FullReport

# A section is made from the report; None where there is nothing to show. Here is the place for a new one.
SECTIONS: tuple[Callable[[FullReport], Part | None], ...] = (
    header.section,
    leaderboard.section,
    matrix.section,
    agreement.section,
    slices.section,
    order.section,
    segments.section,
)
STYLES = (
    *("page.css", "leaderboard.css", "matrix.css", "tables.css", "plots.css", "slices.css", "segments.css"),
    "alive.css",
)
SCRIPT = "main.js"


def page(report: FullReport) -> str:
    parts = [part for section in SECTIONS if (part := section(report)) is not None]
    return assembled(
        title(report),
        parts,
        styles=STYLES,
        script=SCRIPT,
        data=pack(*packed(report)),
        top=header.THEME_BUTTON,
        heading=_title(report, lambda name: f"<bdi>{text(name)}</bdi>"),
    )


def title(report: FullReport) -> str:
    return _title(report, str)


def _title(report: FullReport, shown: Callable[[str], str]) -> str:
    names = [name for name, _ in report.groups]
    if len(names) == 1:
        return f"{shown(names[0])}: a report"
    if len(names) == 2:
        return f"{shown(names[0])} and {shown(names[1])} compared"
    return f"{counted(len(names), 'system')} compared"
