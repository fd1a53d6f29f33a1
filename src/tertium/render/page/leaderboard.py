"""The leaderboard: systems by the first metric, scores as dot and line, and what the tests say about them.

Hooks for scripts. Rows are ``tr[data-system]``, the place in ``groups`` of the facts. Cells have ``data-measure`` (its
place in ``measures``), ``data-cell`` and ``data-value``, the number they are sorted by (empty: none):

| data-cell | what it holds |
|---|---|
| `score` | `.score`, `.spread` (half of the interval behind "±"), `svg.dots` (see `dots`) |
| `rank` | "2" or "2–4" |
| `letters` | the clusters |
| `wins` | "3/1/0": how many systems it beats, ties with and loses to, significantly |
| `delta`, `p` | instead of these three where systems are tested against the baseline alone |

``.ends[data-measure]`` in the headings names both ends of the axis. ``[data-live="disagreements"]`` holds sentences of
the whole set; ``[data-live="draws"]`` and ``[data-live="units"]`` in the notes are how many there were.
"""

from __future__ import annotations

from tertium.render.page.assembly import Part, name_of, text
from tertium.render.page.dots import Axis, dots
from tertium.render.reports.comparison_numbers import Numbers, draws, p_cell, signed, tone
from tertium.results.comparisons import Comparison, Difference, MetricComparison, Standing
from tertium.results.report import FullReport

_MOST_SENTENCES = 6


def section(report: FullReport) -> Part:
    names = [name for name, _ in report.groups]
    title = "Leaderboard" if len(names) > 1 else "Scores"
    return Part("leaderboard", title, body(report.comparison, names))


def body(result: Comparison, names: list[str]) -> str:
    """``names`` are the systems as they were given: their places mark the rows."""
    first = result.metrics[0]
    order = [system.name for system in first.systems]
    table = (
        '<div class="wide" role="region" aria-label="Leaderboard" tabindex="0">'
        f'<table class="leaderboard sortable" id="leaderboard-table">{_head(result)}<tbody>\n'
        + "".join(_row(result, name, names.index(name)) for name in order)
        + "</tbody></table></div>\n"
    )
    sentences = "".join(f"<p>{line}</p>\n" for line in disagreements(result))
    return (
        f'<div data-live="disagreements">{sentences}</div>\n{table}'
        '<div class="tools" data-copies="leaderboard-table"></div>\n' + _notes(result)
    )


def disagreements(result: Comparison) -> list[str]:
    """Pairs of systems that two metrics order differently, both significantly. HTML: names may be of any script."""
    found: dict[tuple[str, str], tuple[list[str], list[str]]] = {}
    for metric in result.metrics:
        for difference in metric.differences:
            if not difference.significant or difference.delta == 0:
                continue
            better = (difference.delta > 0) == metric.higher_is_better
            votes = found.setdefault((difference.first, difference.second), ([], []))
            votes[better].append(metric.metric)
    made = []
    for (first, second), (for_first, for_second) in found.items():
        if for_first and for_second:
            one, other = f"<bdi>{text(first)}</bdi>", f"<bdi>{text(second)}</bdi>"
            made.append(
                f"These metrics disagree about {one} and {other}: {_listed(for_first)} "
                f"{'finds' if len(for_first) == 1 else 'find'} {one} better, {_listed(for_second)} "
                f"{'finds' if len(for_second) == 1 else 'find'} {other} better, both significantly."
            )
    more = len(made) - _MOST_SENTENCES
    return made if more <= 0 else [*made[:_MOST_SENTENCES], f"And about {more} other pairs of systems."]


def _listed(metrics: list[str]) -> str:
    names = [f"<bdi>{text(metric)}</bdi>" for metric in metrics]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _columns(result: Comparison, metric: MetricComparison) -> list[tuple[str, str, str]]:
    """(kind of cell, heading, which end is first when it is sorted) of one metric."""
    best = "down" if metric.higher_is_better else "up"
    made = [("score", "score", best)]
    if not metric.differences:
        return made
    if result.procedure.against == "all":
        return [*made, ("rank", "rank", "up"), ("letters", "cluster", "up"), ("wins", "w/t/l", "down")]
    return [*made, ("delta", "Δ", best), ("p", "p", "up")]


def _head(result: Comparison) -> str:
    top, below, column = [], [], 1
    sort = ' aria-sort="none"'
    first_sort = result.procedure.order == "score"
    for place, metric in enumerate(result.metrics):
        columns = _columns(result, metric)
        arrow, meaning = ("↑", "higher is better") if metric.higher_is_better else ("↓", "lower is better")
        top.append(
            f'<th scope="colgroup" colspan="{len(columns)}">{name_of(metric.metric)} '
            f'<span title="{meaning}">{arrow}</span>'
            f'<span class="unseen">({meaning})</span></th>'
        )
        for kind, heading, best in columns:
            state = sort
            if kind == "score" and place == 0 and first_sort:
                state = ' aria-sort="descending"' if best == "down" else ' aria-sort="ascending"'
            ends = _ends(metric, place) if kind == "score" else ""
            edge = ' class="n first"' if kind == "score" else ' class="n"' if kind != "letters" else ""
            copy = text(f"{metric.metric} {arrow}" if kind == "score" else f"{metric.metric} {heading}")
            below.append(
                f'<th scope="col"{edge} data-column="{column}" data-sort="{best}" data-copy="{copy}"{state}>'
                f'<span class="head">{heading}<span class="unseen"> by {text(metric.metric)}</span></span>{ends}</th>'
            )
            column += 1
    system = (
        f'<th scope="col" rowspan="2" data-column="0" data-sort="up" data-copy="system"{sort}>'
        '<span class="head">system</span></th>'
    )
    return f"<thead><tr>{system}{''.join(top)}</tr>\n<tr>{''.join(below)}</tr></thead>\n"


def _axis(metric: MetricComparison) -> Axis:
    return Axis.over((s.score for s in metric.systems), (s.interval for s in metric.systems))


def _ends(metric: MetricComparison, place: int) -> str:
    axis, numbers = _axis(metric), Numbers.of(metric.scale, None)
    return (
        f'<span class="ends" data-measure="{place}" aria-hidden="true"><span>{numbers.score(axis.low)}</span>'
        f"<span>{numbers.score(axis.high)}</span></span>"
    )


def _row(result: Comparison, name: str, group: int) -> str:
    cells = [f'<th scope="row" data-copy="{text(name)}">{name_of(name)}</th>']
    for place, metric in enumerate(result.metrics):
        system = next(system for system in metric.systems if system.name == name)
        for kind, _, _ in _columns(result, metric):
            cells.append(_cell(kind, place, result, metric, system))
    return f'<tr data-system="{group}">{"".join(cells)}</tr>\n'


def _cell(kind: str, place: int, result: Comparison, metric: MetricComparison, system: Standing) -> str:
    numbers = Numbers.of(metric.scale, None)
    hook = f'data-measure="{place}" data-cell="{kind}"'
    if kind == "score":
        spread = ""
        if system.interval is not None:
            spread = f"±{numbers.score((system.interval.high - system.interval.low) / 2)}"
        return (
            f'<td class="n first" {hook} data-value="{_value(system.score)}">'
            f'<span class="score">{numbers.score(system.score)}</span> <span class="spread">{spread}</span>'
            f"{dots(system.score, system.interval, _axis(metric))}</td>"
        )
    if kind == "rank":
        rank = system.rank
        ends = "" if rank is None else str(rank.best) if rank.best == rank.worst else f"{rank.best}–{rank.worst}"
        value = "" if rank is None else f"{rank.best + rank.worst / 1000:g}"
        return f'<td class="n" {hook} data-value="{value}">{ends}</td>'
    if kind == "letters":
        return f"<td {hook}>{system.letters or ''}</td>"
    if kind == "wins":
        wins, ties, losses = records(metric, system.name)
        return (
            f'<td class="n" {hook} data-value="{wins + ties / 1000:g}" '
            f'title="beats {wins}, ties with {ties}, loses to {losses}">{wins}/{ties}/{losses}</td>'
        )
    return _against_baseline(kind, hook, result, metric, system, numbers)


def _against_baseline(
    kind: str, hook: str, result: Comparison, metric: MetricComparison, system: Standing, numbers: Numbers
) -> str:
    difference = next((one for one in metric.differences if one.second == system.name), None)
    if difference is None:  # the baseline itself
        return f'<td class="n" {hook} data-value=""></td>'
    news = tone(difference.delta, difference.significant, metric.higher_is_better)
    classes = "n" if news is None else f"n {news}"
    if kind == "delta":
        shown = "same" if difference.identical else signed(difference.delta, numbers.places + 1)
        return f'<td class="{classes}" {hook} data-value="{_value(difference.delta)}">{shown}</td>'
    shown = p_cell(difference.p_holm, difference.significant, draws(result.procedure))
    return f'<td class="{classes}" {hook} data-value="{_value(difference.p_holm)}">{shown}</td>'


def records(metric: MetricComparison, name: str) -> tuple[int, int, int]:
    """How many systems this one beats, ties with and loses to, as the corrected tests say."""
    wins = ties = losses = 0
    for difference in metric.differences:
        if name not in (difference.first, difference.second):
            continue
        if not difference.significant:
            ties += 1
        elif better(difference, metric) == name:
            wins += 1
        else:
            losses += 1
    return wins, ties, losses


def better(difference: Difference, metric: MetricComparison) -> str:
    """The system that a difference speaks for."""
    return difference.second if (difference.delta > 0) == metric.higher_is_better else difference.first


def _value(number: float) -> str:
    return "" if number != number else repr(float(number))


def _notes(result: Comparison) -> str:
    how = result.procedure
    drawn = "segments"
    if how.unit == "document":
        drawn = f'<span data-live="units">{how.units:,}</span> documents, drawn whole'
    lines = [
        f"±: half of the {how.level:.0%} interval (percentile bootstrap over {drawn}, "
        f'<span data-live="draws">{how.resamples:,}</span> resamples, seed {how.seed}), the line through each dot; the '
        "axis of a metric is the same for all systems and does not begin at 0."
    ]
    tested = len(result.metrics[0].differences)
    if tested and how.against == "all":
        lines.append(
            "rank: the ranks that significant differences leave open; cluster: systems that share a letter do not "
            "differ significantly; w/t/l: systems that it beats, ties with and loses to."
        )
    return "".join(f'<p class="note">{line}</p>\n' for line in lines)
