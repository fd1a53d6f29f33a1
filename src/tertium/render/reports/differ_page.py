"""Where two systems differ most as a web page: each segment with both outputs marked, both pictures, and the losses."""

from __future__ import annotations

from tertium.render.page.assembly import name_of
from tertium.render.reports import contrasts, explained_page, marks
from tertium.render.reports.comparison_numbers import Numbers
from tertium.render.reports.explained_page import text_of
from tertium.render.tables import html as html_tables
from tertium.results.contrasts import Contrast, DifferReport, DiffReport, ExplainedContrast, MarkedText
from tertium.results.forensics import ExplainedSegment

_KINDS = ("only", "only-wrong", "wrong", "missed")


def page(report: DifferReport, decimals: int | None, short: bool, *, inside: bool = False) -> str:
    """The whole page, or ``inside`` another one the table of segments alone."""
    found = report.report
    title = contrasts.title(found)
    if inside:
        return html_tables.html(title, contrasts.sections(found, decimals, short), inside=True)
    parts = [f"<p>{text_of(contrasts.counts(found, decimals))}</p>", marks.legend(_KINDS), _contents(found, decimals)]
    explained = {one.segment: one for one in report.explained}
    for system, other in ((found.first, found.second), (found.second, found.first)):
        better = found.better_in(system)
        word = "is better" if better else f"is nowhere better than <bdi>{text_of(other)}</bdi>"
        parts.append(f"<h2><bdi>{text_of(system)}</bdi> {word}</h2>")
        parts += [_section(found, contrast, explained[contrast.segment], decimals) for contrast in better]
    parts += [f'<p class="note" dir="auto">{text_of(line)}</p>' for line in contrasts.signatures(found, short)]
    return html_tables.page(title, "".join(parts), *explained_page.STYLES)


def _contents(found: DiffReport, decimals: int | None) -> str:
    """All segments in one table; their numbers lead to them."""
    if not found.contrasts:
        return ""
    ranking = found.scores[0].metric
    numbers = Numbers.of(found.scores[0].scale, decimals)
    head = "".join(
        f'<th scope="col"{kind} dir="auto">{text_of(name)}</th>'
        for name, kind in (
            ("segment", ' class="n"'),
            ("better", ""),
            ("by", ' class="n"'),
            (f"{ranking} of {found.first}", ' class="n"'),
            (f"{ranking} of {found.second}", ' class="n"'),
        )
    )
    rows = "".join(
        f'<tr><td class="n"><a href="#segment{one.segment}">{one.segment}</a></td>'
        f'<td>{name_of(one.better)}</td><td class="n">{numbers.score(one.gain)}</td>'
        f'<td class="n">{numbers.score(one.scores[0].first)}</td>'
        f'<td class="n">{numbers.score(one.scores[0].second)}</td></tr>\n'
        for one in found.contrasts
    )
    return (
        '<div class="wide" role="region" aria-label="the segments" tabindex="0"><table>'
        f"<thead><tr>{head}</tr></thead>\n<tbody>{rows}</tbody></table></div>\n"
    )


def _section(found: DiffReport, contrast: Contrast, one: ExplainedContrast, decimals: int | None) -> str:
    several = len(contrast.references) > 1
    rows = []
    for number, reference in enumerate(contrast.references, 1):
        rows.append((f"reference {number}" if several else "reference", _marked(reference)))
    rows += [(text_of(found.first), _marked(contrast.first)), (text_of(found.second), _marked(contrast.second))]
    said = contrasts.scores(contrast, decimals)
    quoted = explained_page.quotes(contrast.source, rows, one.first.languages)
    return (
        f'<section class="segment" id="segment{contrast.segment}">'
        f'<h3 dir="auto">{text_of(said[:1].upper() + said[1:])}</h3>'
        f'{quoted}<div class="two">{_side(one.first)}{_side(one.second)}</div></section>\n'
    )


def _side(one: ExplainedSegment) -> str:
    seen = one.picture
    against = f", against reference {seen.reference}" if one.references else ""
    return (
        f"<div><h4><bdi>{text_of(seen.system)}</bdi>{against}</h4>{explained_page.drawn(seen)}"
        f"{explained_page.words(seen)}{explained_page.losses(seen.losses)}</div>"
    )


def _marked(text: MarkedText) -> str:
    return "".join(
        text_of(piece.text) if piece.mark is None else marks.marked(piece.mark, piece.text) for piece in text.pieces
    )
