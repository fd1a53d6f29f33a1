"""The segments that lose most as a web page: a table of all, then each with its texts, picture and losses."""

from __future__ import annotations

import math
from collections.abc import Sequence

from tertium.render.page.assembly import name_of
from tertium.render.reports import explained_page
from tertium.render.reports.explained_page import text_of
from tertium.render.reports.worst_list import NOTHING, title
from tertium.render.tables import html as html_tables
from tertium.render.tables.grid import Column, number_text
from tertium.render.tables.sheets import Section, Sheet
from tertium.results.forensics import ExplainedSegment, Loss, WorstSegment

_PARTS = ("words", "order", "length")


def page(found: Sequence[WorstSegment], part: str | None, *, inside: bool = False) -> str:
    """The whole page, or ``inside`` another one the table alone; so is what was not explained word by word."""
    if not found:
        return html_tables.html("The segments that lose most", [Section(lines=(NOTHING,))], inside=inside)
    if inside or found[0].explained is None:
        return html_tables.html(title(found, part), [Section(sheet=_sheet(found, part))], inside=inside)
    made = [_section(place, one.loss, one.explained) for place, one in enumerate(found, 1) if one.explained]
    body = explained_page.legend() + _contents(found) + "".join(made)
    return html_tables.page(title(found, part), body, *explained_page.STYLES)


def _sheet(found: Sequence[WorstSegment], part: str | None) -> Sheet:
    rows = tuple(
        (one.system or "output", str(one.segment), *_numbers(one.loss), one.hyp, " / ".join(one.refs)) for one in found
    )
    columns = (Column("system"), Column("segment"), *(Column(name, numeric=True) for name in _HEADS))
    return Sheet(title(found, part), (*columns, Column("output"), Column("references")), rows)


_HEADS = ("score", "lost", *_PARTS)


def _numbers(loss: Loss) -> list[str]:
    lost = loss.lost if math.isfinite(loss.lost) else None
    return [number_text(value, 1) for value in (loss.score, lost, loss.words, loss.order, loss.length)]


def _contents(found: Sequence[WorstSegment]) -> str:
    rows = "".join(
        f'<tr><td class="n"><a href="#worst{place}">{place}</a></td>'
        f'<th scope="row">{name_of(one.system or "output")}</th><td class="n">{one.segment}</td>'
        + "".join(f'<td class="n">{number}</td>' for number in _numbers(one.loss))
        + "</tr>\n"
        for place, one in enumerate(found, 1)
    )
    numbers = "".join(f'<th scope="col" class="n">{name}</th>' for name in _HEADS)
    return (
        '<div class="wide" role="region" aria-label="the segments" tabindex="0"><table><thead><tr>'
        '<th scope="col" class="n">rank</th><th scope="col">system</th><th scope="col" class="n">segment</th>'
        f"{numbers}</tr></thead>\n<tbody>{rows}</tbody></table></div>\n"
    )


def _section(place: int, loss: Loss, explained: ExplainedSegment) -> str:
    lost = f", lost {loss.lost:.1f}" if math.isfinite(loss.lost) else ""
    parts = ", ".join(f"{name} {value:.1f}" for name in _PARTS if (value := getattr(loss, name)) is not None)
    about = f"<p>{text_of(loss.metric)} {loss.score:.1f}{lost}{f' ({parts})' if parts else ''}</p>"
    title = f"{place}. {explained_page.heading(explained.picture)}"
    return explained_page.section(explained, title, about, f"worst{place}")
