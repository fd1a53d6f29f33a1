"""Outputs of ``tertium explain --worst``."""

from __future__ import annotations

from collections.abc import Sequence

from tertium.render.reports import worst_list, worst_page
from tertium.render.style import Style
from tertium.results.forensics import WorstSegment


def text(found: Sequence[WorstSegment], style: Style) -> str:
    return worst_list.listing(found, style.part)


def html(found: Sequence[WorstSegment], style: Style) -> str:
    return worst_page.page(found, style.part, inside=style.inside)
