"""Who beats whom: for every metric a table of all pairs, each cell a verdict with its corrected p-value.

Hooks for scripts: ``table.matrix[data-measure]``; cells ``td[data-first][data-second]`` (places in ``groups`` of the
facts) say how the system of the row, ``first``, does against that of the column, ``second``. They have the class
``good``, ``bad`` or ``tie`` and hold ``.verdict`` ("better", "worse", "no clear difference", "identical", "no score")
and ``.p`` ("p = .003"). p is written with "≤" where the uncorrected one is the least that so many draws, or so few
units, can give. ``[data-live="draws"]`` in the notes is how many draws there were.
"""

from __future__ import annotations

import math

from tertium.analysis.comparing.significance import least_p
from tertium.render.page.assembly import Part, name_of, text
from tertium.render.reports.comparison_numbers import draws
from tertium.render.tables.grid import p_text
from tertium.results.comparisons import Comparison, Difference, MetricComparison, Procedure
from tertium.results.report import FullReport

_ROOMY = 7  # systems up to which every cell has room for its words
_ROUNDING = 1e-12


def section(report: FullReport) -> Part | None:
    names = [name for name, _ in report.groups]
    if len(names) < 2:
        return None
    return Part("pairs", "Who beats whom", body(report.comparison, names))


def body(result: Comparison, names: list[str]) -> str:
    how = result.procedure
    tested = len(result.metrics[0].differences)
    test = {"bs": "paired bootstrap", "ar": "approximate randomisation"}[how.test]
    family = f" for the {tested} comparisons of a metric" if tested > 1 else ""
    note = (
        f"Each cell says how the system of its row does against that of its column. p: {test}, corrected by "
        f"Holm{family}; better and worse mean p < {how.alpha:g}. ≤: no smaller p can be had from "
    )
    untested = "" if how.against == "all" else "; pairs without the baseline were not tested"
    tables = "".join(_table(metric, place, how, names) for place, metric in enumerate(result.metrics))
    return f'{tables}<p class="note">{text(note)}<span data-live="draws">{draws(how):,}</span> draws{untested}.</p>\n'


def _table(metric: MetricComparison, place: int, how: Procedure, names: list[str]) -> str:
    order = [system.name for system in metric.systems]
    found = {(one.first, one.second): one for one in metric.differences}
    arrow, meaning = ("↑", "higher is better") if metric.higher_is_better else ("↓", "lower is better")
    head = "".join(f'<th scope="col">{name_of(name)}</th>' for name in order)
    rows = []
    for name in order:
        cells = [_cell(name, other, found, metric, how, names) for other in order]
        rows.append(f'<tr><th scope="row">{name_of(name)}</th>{"".join(cells)}</tr>\n')
    small = "" if len(order) <= _ROOMY else " small"
    label = text(f"{metric.metric}: who beats whom")
    return (
        f'<div class="wide" role="region" aria-label="{label}" tabindex="0">'
        f'<table class="matrix{small}" data-measure="{place}"><caption dir="auto">{text(metric.metric)} '
        f'<span title="{meaning}">{arrow}</span><span class="unseen">({meaning})</span></caption>\n'
        f'<thead><tr><td class="corner"><span aria-hidden="true">row against column</span></td>{head}</tr></thead>\n'
        f"<tbody>\n{''.join(rows)}</tbody></table></div>\n"
    )


def _cell(
    name: str,
    other: str,
    found: dict[tuple[str, str], Difference],
    metric: MetricComparison,
    how: Procedure,
    names: list[str],
) -> str:
    if name == other:
        return '<td class="self">–</td>'
    difference = found.get((name, other)) or found.get((other, name))
    if difference is None:
        return '<td class="self">not tested</td>'
    word, news = verdict(name, difference, metric)
    return (
        f'<td class="{news}" data-first="{names.index(name)}" data-second="{names.index(other)}">'
        f'<span class="unseen"><bdi>{text(name)}</bdi> </span><span class="verdict">{word}</span>'
        f'<span class="comma">, </span><span class="p">{p_words(difference, how)}</span></td>'
    )


def verdict(name: str, difference: Difference, metric: MetricComparison) -> tuple[str, str]:
    """How this one of two systems does, and the class of the cell."""
    if difference.identical:
        return "identical", "tie"
    if not math.isfinite(difference.delta):
        return "no score", "tie"
    if not difference.significant or difference.delta == 0:
        return "no clear difference", "tie"
    wins = ((difference.delta > 0) == metric.higher_is_better) == (difference.second == name)
    return ("better", "good") if wins else ("worse", "bad")


def p_words(difference: Difference, how: Procedure) -> str:
    """``p = .003``; ``p ≤ .005`` where no smaller one was possible."""
    if not math.isfinite(difference.p_holm):
        return "no p"
    shown = p_text(difference.p_holm, draws(how))
    if float(shown) >= 1:
        return "p = 1"
    floor = max(1 / (draws(how) + 1), least_p(how.units, how.sides) if how.test == "bs" else 0.0)
    at_floor = difference.p <= floor * (1 + _ROUNDING)
    return f"p {'≤' if at_floor else '='} {shown.removeprefix('0')}"
