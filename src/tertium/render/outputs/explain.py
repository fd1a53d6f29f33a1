"""Outputs of ``tertium explain`` for chosen segments."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from tertium.errors import InputError, either
from tertium.render.pictures import crossing, crossing_svg
from tertium.render.reports import explain, explained_page
from tertium.render.style import Style
from tertium.results.forensics import ExplainedSegment, Forensics


def text(found: Sequence[ExplainedSegment], style: Style) -> str:
    colour = style.columns is not None
    return "\n".join(
        _titled(one.picture, crossing.picture(one.picture, colour=colour, columns=style.columns))
        + "".join(f"\n{explain.matches(each)}" for each in one.explanations)
        for one in found
    )


def svg(found: Sequence[ExplainedSegment], style: Style) -> str:
    if len(found) > 1:
        raise InputError(
            f"an SVG shows one segment of one system, got {len(found)}; {either('-f html', 'HTML')} shows several."
        )
    return crossing_svg.svg(found[0].picture)


def html(found: Sequence[ExplainedSegment], style: Style) -> str:
    if style.inside:
        return "".join(map(_inside, found))
    return explained_page.page(found)


def _inside(one: ExplainedSegment) -> str:
    """The picture drawn, for a notebook, and the same as a table; what metrics say of it as text."""
    own = "\n".join(map(explain.matches, one.explanations))
    words = f'<pre dir="auto">{escape(own)}</pre>' if own else ""
    return f'<div lang="en">{crossing_svg.svg(one.picture)}{explained_page.as_table(one.picture)}{words}</div>\n'


def _titled(seen: Forensics, picture: str) -> str:
    if seen.segment is None:
        return picture
    return f"{crossing.title(seen)}\n\n{picture}"
