"""The tables of a comparison: the leaderboard first, and beside it what was asked for: pairs, power, runs, slices."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tertium.errors import counted
from tertium.render.page.dots import Axis, dots
from tertium.render.reports import comparison_details as details
from tertium.render.reports.comparison_numbers import Numbers, draws, p_cell, signed, tone
from tertium.render.tables.grid import Column
from tertium.render.tables.sheets import Sheet
from tertium.results.comparisons import Comparison, MetricComparison, Procedure, Standing


def sheets(
    result: Comparison,
    width: int | None = None,
    *,
    short: bool = False,
    pairs: bool = False,
    power: bool = False,
    flags: bool = True,
) -> tuple[list[Sheet], list[str]]:
    """The tables, and the notes that belong below them; ``flags``: the reader can ask for more by options."""
    tested = any(metric.differences for metric in result.metrics)
    made = [_leaderboard(result, width)]
    if pairs and tested:
        made += [details.pairs(metric, Numbers.of(metric.scale, width), result.procedure) for metric in result.metrics]
    if any(system.runs is not None for metric in result.metrics for system in metric.systems):
        made.append(details.runs(result, width))
    if power and tested:
        made.append(details.power(result, width))
    if result.slices:
        made.append(details.slices(result, width))
    notes = list(_notes(result, pairs=pairs, power=power, flags=flags))
    notes += [f"{metric.metric}: {metric.short_signature if short else metric.signature}" for metric in result.metrics]
    return made, notes


def _leaderboard(result: Comparison, width: int | None) -> Sheet:
    how = result.procedure
    first = result.metrics[0]
    names = [system.name for system in first.systems]
    sort = f"sorted by {first.metric}" if how.order == "score" and len(names) > 1 else ""
    if len(names) == 2 and first.differences:
        return _two_systems(result, width)
    columns, blocks = [Column("system")], []
    tones: dict[tuple[int, int], str] = {}
    pictures: dict[tuple[int, int], str] = {}
    for metric in result.metrics:
        block = _block(metric, how, Numbers.of(metric.scale, width))
        start = len(columns)
        drawn = {system.name: picture for system, picture in zip(metric.systems, _dots(metric), strict=True)}
        pictures |= {(row, start): drawn[name] for row, name in enumerate(names)}
        columns += block.columns
        blocks.append([block.cells[name] for name in names])
        for row, name in enumerate(names):
            for place, news in block.tones.get(name, {}).items():
                tones[row, start + place] = news
    rows = tuple((name, *(cell for block in blocks for cell in block[row])) for row, name in enumerate(names))
    against = f"against {how.baseline}" if first.differences and how.against == "baseline" else ""
    title = ", ".join(part for part in ("leaderboard" if len(names) > 1 else "scores", sort, against) if part)
    return Sheet(title, tuple(columns), rows, tones, pictures)


@dataclass(frozen=True)
class _Block:
    """The columns of one metric: by system, its cells, and which of them are news."""

    columns: list[Column]
    cells: dict[str, tuple[str, ...]]
    tones: dict[str, dict[int, str]]


def _block(metric: MetricComparison, how: Procedure, numbers: Numbers) -> _Block:
    scores = dict(zip((system.name for system in metric.systems), numbers.spreads(metric.systems), strict=True))
    head = Column(metric.metric, higher=metric.higher_is_better)
    if not metric.differences:
        return _Block([head], {name: (score,) for name, score in scores.items()}, {})
    cells: dict[str, tuple[str, ...]] = {}
    tones = {}
    if how.against == "all":
        columns = [head, Column("rank", numeric=True, joined=True), Column("cluster", joined=True)]
        cells = {s.name: (scores[s.name], _ranks(s), s.letters or "") for s in metric.systems}
        return _Block(columns, cells, {})
    columns = [head, Column("Δ", numeric=True, joined=True), Column("p", numeric=True, joined=True)]
    against = {difference.second: difference for difference in metric.differences}
    for name, score in scores.items():
        difference = against.get(name)
        if difference is None:
            cells[name] = (score, "", "")
            continue
        delta = "same" if difference.identical else signed(difference.delta, numbers.places + 1)
        p = p_cell(difference.p_holm, difference.significant, draws(how))
        cells[name] = (score, delta, p)
        news = tone(difference.delta, difference.significant, metric.higher_is_better)
        if news is not None:
            tones[name] = {1: news, 2: news}
    return _Block(columns, cells, tones)


def _two_systems(result: Comparison, width: int | None) -> Sheet:
    """Two systems: a row for each score, and the whole difference beside that of the second."""
    how = result.procedure
    rows: list[tuple[str, ...]] = []
    tones = {}
    pictures: dict[tuple[int, int], str] = {}
    for metric in result.metrics:
        pictures |= {(len(rows) + place, 2): picture for place, picture in enumerate(_dots(metric))}
        numbers = Numbers.of(metric.scale, width)
        arrow = "↑" if metric.higher_is_better else "↓"
        (difference,) = metric.differences
        for system, score in zip(metric.systems, numbers.spreads(metric.systems), strict=True):
            cells = (f"{metric.metric} {arrow}", system.name, score)
            if system.name != difference.second:
                rows.append((*cells, "", ""))
                continue
            news = tone(difference.delta, difference.significant, metric.higher_is_better)
            if news is not None:
                tones[len(rows), 3] = tones[len(rows), 4] = news
            delta = "identical" if difference.identical else numbers.delta(difference.delta, difference.interval)
            rows.append((*cells, delta, p_cell(difference.p_holm, difference.significant, draws(how))))
    columns = (
        Column("metric"),
        Column("system"),
        Column("score", numeric=True),
        Column(f"Δ [{how.level:.0%}]", numeric=True),
        Column("p", numeric=True, joined=True),
    )
    (first, *_) = result.metrics
    (difference,) = first.differences
    return Sheet(f"{difference.second} against {difference.first}", columns, tuple(rows), tones, pictures)


def _dots(metric: MetricComparison) -> list[str]:
    """Every system's score and interval as dot and line, on one axis."""
    axis = Axis.over((system.score for system in metric.systems), (system.interval for system in metric.systems))
    return [dots(system.score, system.interval, axis) for system in metric.systems]


def _ranks(system: Standing) -> str:
    if system.rank is None:
        return ""
    best, worst = system.rank.best, system.rank.worst
    return str(best) if best == worst else f"{best}–{worst}"


def _notes(result: Comparison, *, pairs: bool, power: bool, flags: bool) -> Iterator[str]:
    how = result.procedure
    drawn = "" if how.unit == "segment" else f" in {how.units} documents, which are drawn whole"
    yield (
        f"{counted(result.segments, 'segment')}{drawn}; ±: half of the {how.level:.0%} interval (percentile bootstrap, "
        f"{how.resamples} resamples, seed {how.seed})"
    )
    tested = len(result.metrics[0].differences)
    if tested:
        yield from _about_tests(result, tested, pairs)
        if power:
            yield (
                f"power: the smallest difference that this set finds with {how.power:.0%} probability at p < "
                f"{how.alpha:g} (not corrected), and how many {how.unit}s it takes to find the observed difference "
                "that often"
            )
    if result.slices:
        family = len(result.slices) // len(result.metrics)
        yield (
            f"slices: {how.unit}s are drawn within each slice; p corrected by Holm for {family} comparisons per metric"
        )
    if any(system.runs is not None for metric in result.metrics for system in metric.systems):
        yield "runs: a system's score is the mean of its runs; resamples draw segments and runs"
    more = [flag for flag, shown in (("--pairs", pairs), ("--power", power)) if not shown]
    if tested and more and flags:
        shows = {"--pairs": "every difference", "--power": "what this set can show"}
        yield "; ".join(f"{flag} shows {shows[flag]}" for flag in more)


def _about_tests(result: Comparison, tested: int, pairs: bool) -> Iterator[str]:
    how = result.procedure
    several = len(result.metrics[0].systems) > 2
    if several and how.against == "all":
        yield (
            "rank: the ranks that significant differences leave open; cluster: systems that share a letter do not "
            "differ significantly"
        )
    yield _about_p(how, tested, shown=pairs or not several or how.against == "baseline")
    if pairs:
        yield (
            f"effect: Δ in standard deviations of what one {how.unit} adds to it; w/t/l: segments better than, equal "
            "to and worse than those of the other system"
        )


def _about_p(how: Procedure, tested: int, *, shown: bool) -> str:
    name = {"bs": "paired bootstrap", "ar": f"approximate randomisation ({how.trials} trials)"}[how.test]
    reading = {"two": "two-sided", "one": "one-sided (better than the baseline)", "moses": "as Moses reads it"}
    family = f", corrected by Holm for {tested} comparisons per metric" if tested > 1 else ""
    mark = f"* p < {how.alpha:g}" if shown else f"significant: p < {how.alpha:g}"
    return f"{'p' if shown else 'tests'}: {name}, {reading[how.sides]}{family}; {mark}"
