"""Do the metrics agree with one another, and with people? Correlations as text, and pictures of scores beside people's.

| picture | shows |
|---|---|
| systems | each metric's score of a system beside people's, with names |
| ranks | scores from people's best system to their worst (Gautam & Bhattacharyya 2014, figures 1 to 5) |
| segments | segment scores beside people's, counted in a grid (Isozaki et al. 2010, figure 2) |
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from tertium.render.page.assembly import Part, name_of, text
from tertium.render.tables.grid import NO_SCORE
from tertium.render.tables.html import body as tables
from tertium.results.agreement import MetricAgreement, TwoMetrics
from tertium.results.report import FullReport

if TYPE_CHECKING:
    from tertium.results.human_agreement import HumanAgreement

_MOST_SENTENCES = 8
_STRONG, _WEAK = 0.9, 0.5  # correlations that are tinted; the number says the same


def section(report: FullReport) -> Part | None:
    """None where there is one metric alone and nobody judged."""
    made = []
    if report.agreement is not None:
        made.append(between_metrics(report.agreement))
    if report.human is not None:
        made.append(with_people(report.human, report.version))
    return Part("agreement", "Agreement of metrics", "".join(made)) if made else None


def between_metrics(found: MetricAgreement) -> str:
    """Two small matrices, and in words which systems are ordered apart."""
    parts = []
    if found.systems > 2:
        parts.append(_matrix(found, "Scores of systems", lambda pair: pair.systems))
    parts.append(_matrix(found, "Scores of segments", lambda pair: pair.segments))
    sentences = [line for pair in sorted(found.pairs, key=lambda pair: -len(pair.apart)) for line in _said(pair)]
    listed = [f"<li>{line}</li>" for line in sentences]
    more = listed[_MOST_SENTENCES:]
    rest = f"<details><summary>{len(more)} more</summary><ul>{''.join(more)}</ul></details>" if more else ""
    note = (
        "Pearson's correlation of scores, turned so that higher is better. Of segments it is taken "
        "after the mean of each segment was taken away, so that easy and hard segments do not pass for agreement."
        if found.systems > 1
        else "Pearson's correlation of scores, turned so that higher is better."
    )
    return (
        f'<div class="pictures small">{"".join(parts)}</div>'
        f'<p class="note">{note}</p>\n<ul>{"".join(listed[:_MOST_SENTENCES])}</ul>{rest}\n'
    )


def _matrix(found: MetricAgreement, title: str, value: Callable[[TwoMetrics], float]) -> str:
    heads = "".join(f'<th scope="col">{name_of(name)}</th>' for name in found.metrics)
    rows = []
    for first in found.metrics:
        cells = []
        for second in found.metrics:
            pair = found.between(first, second) if first != second else None
            cells.append("<td>–</td>" if pair is None else _cell(value(pair)))
        rows.append(f'<tr><th scope="row">{name_of(first)}</th>{"".join(cells)}</tr>\n')
    return (
        f'<div class="wide" role="region" aria-label="{title}" tabindex="0"><table class="matrix">'
        f"<caption>{title}</caption><thead><tr><td></td>{heads}</tr></thead>\n<tbody>{''.join(rows)}</tbody></table></div>"
    )


def _cell(value: float) -> str:
    if math.isnan(value):
        return f"<td>{NO_SCORE}</td>"
    kind = ' class="strong"' if value >= _STRONG else ' class="weak"' if value < _WEAK else ""
    return f"<td{kind}>{value:.2f}</td>"


def _said(pair: TwoMetrics) -> Iterator[str]:
    if not pair.pairs:
        return
    both = f"{_metric(pair.first)} and {_metric(pair.second)}"
    if not pair.apart:
        order = f"{both} order all {pair.pairs} pairs of systems alike." if pair.pairs > 1 else f"{both} agree."
        yield order
        return
    clearest = pair.apart[0]
    names = f"{_system(clearest.one)} and {_system(clearest.other)}"
    why = f"{_metric(pair.first)} prefers {_system(clearest.one)}, {_metric(pair.second)} {_system(clearest.other)}"
    if pair.pairs == 1:
        yield f"{both} order {names} differently: {why}."
    elif len(pair.apart) == 1:
        yield f"{both} order {names} differently, and all other pairs of systems alike: {why}."
    else:
        share = f"{len(pair.apart)} of {pair.pairs} pairs of systems"
        yield f"{both} order {share} differently, most clearly {names}: {why}."


def _metric(name: str) -> str:
    return f"<strong><bdi>{text(name)}</bdi></strong>"


def _system(name: str) -> str:
    return f"<bdi>{text(name)}</bdi>"


def with_people(found: HumanAgreement, version: str) -> str:
    """Correlations with intervals as ``tertium meta`` prints them, and the pictures."""
    from tertium.render.page import human_pictures  # for the few reports that have judgments
    from tertium.render.reports import meta
    from tertium.results.meta import MetaReport

    report = MetaReport(version, found.seed, found.resamples, 0, (found.found,))
    sections = list(meta.sections(report, 3, short=False))
    parts = [f"<h3>Agreement with people</h3>\n{tables(sections)}"]
    parts.append(_pictures("Systems: metrics beside people", human_pictures.systems(found)))
    parts.append(_pictures("From people's best system to their worst", human_pictures.ranks(found)))
    parts.append(_pictures("Segments: metrics beside people", human_pictures.segments(found)))
    return "".join(parts)


def _pictures(title: str, made: Sequence[str]) -> str:
    return f'<h3>{title}</h3>\n<div class="pictures">{"".join(made)}</div>\n' if made else ""
