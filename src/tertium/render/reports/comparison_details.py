"""What a comparison shows beside its leaderboard: pairs, spread of runs, power, slices."""

from __future__ import annotations

from dataclasses import replace

from tertium.render.reports.comparison_numbers import Numbers, draws, p_cell, signed, tone
from tertium.render.tables.grid import NO_SCORE, Column, number_text
from tertium.render.tables.sheets import Sheet
from tertium.results.comparisons import Comparison, Difference, MetricComparison, Procedure, RunSpread, Slice, Standing
from tertium.results.scores import Interval


def pairs(metric: MetricComparison, numbers: Numbers, how: Procedure) -> Sheet:
    """Every tested pair; where systems stand in the order of their scores, the better of two comes first."""
    places = {system.name: place for place, system in enumerate(metric.systems)}
    listed = list(metric.differences)
    if how.order == "score":
        if how.against == "all":
            listed = [d if places[d.second] < places[d.first] else _turned(d) for d in listed]
        listed.sort(key=lambda difference: (places[difference.second], places[difference.first]))
    rows, tones = [], {}
    for place, difference in enumerate(listed):
        news = tone(difference.delta, difference.significant, metric.higher_is_better)
        if news is not None:
            tones[place, 2] = tones[place, 3] = news
        rows.append((difference.second, difference.first, *_difference(difference, numbers, draws(how))))
    columns = (
        Column("system"),
        Column("against"),
        _number(f"Δ [{how.level:.0%}]"),
        Column("p", numeric=True, joined=True),
        _number("effect"),
        Column("w/t/l", numeric=True, joined=True),
    )
    return Sheet(f"{metric.metric} {'↑' if metric.higher_is_better else '↓'}, pairs", columns, tuple(rows), tones)


def _difference(difference: Difference, numbers: Numbers, made: int) -> tuple[str, ...]:
    p = p_cell(difference.p_holm, difference.significant, made)
    if difference.identical:
        return ("identical", p, "", f"0/{difference.ties}/0")
    delta = numbers.delta(difference.delta, difference.interval)
    wins = f"{difference.wins}/{difference.ties}/{difference.losses}"
    return (delta, p, signed(difference.effect, 2), wins)


def _turned(difference: Difference) -> Difference:
    """The same difference, seen from the other system."""
    return replace(
        difference,
        first=difference.second,
        second=difference.first,
        delta=-difference.delta,
        interval=_negated(difference.interval),
        effect=-difference.effect,
        effect_interval=_negated(difference.effect_interval),
        wins=difference.losses,
        losses=difference.wins,
    )


def _negated(interval: Interval | None) -> Interval | None:
    return None if interval is None else replace(interval, low=-interval.high, high=-interval.low)


def runs(result: Comparison, width: int | None) -> Sheet:
    rows = []
    for metric in result.metrics:
        numbers = Numbers.of(metric.scale, width)
        rows += [_run_row(metric, one, one.runs, numbers) for one in metric.systems if one.runs is not None]
    columns = ("metric", "system", "runs", "mean", "lowest–highest", "sd between runs")
    return Sheet("runs", _columns((*columns, f"se over {result.procedure.unit}s"), 2), tuple(rows))


def _run_row(metric: MetricComparison, system: Standing, spread: RunSpread, numbers: Numbers) -> tuple[str, ...]:
    return (
        metric.metric,
        system.name,
        str(len(spread.scores)),
        numbers.score(system.score),
        f"{numbers.score(min(spread.scores))}–{numbers.score(max(spread.scores))}",
        number_text(spread.between, numbers.places + 1),
        number_text(spread.segments, numbers.places + 1),
    )


def power(result: Comparison, width: int | None) -> Sheet:
    """Every system against the baseline."""
    how = result.procedure
    rows = []
    for metric in result.metrics:
        digits = Numbers.of(metric.scale, width).places + 1
        places = {system.name: place for place, system in enumerate(metric.systems)}
        mine = [difference for difference in metric.differences if difference.first == how.baseline]
        for difference in sorted(mine, key=lambda difference: places[difference.second]):
            needed = NO_SCORE if difference.needed is None else f"{difference.needed:,}"
            smallest = number_text(difference.detectable, digits)
            rows.append(
                (metric.metric, difference.second, number_text(abs(difference.delta), digits), smallest, needed)
            )
    columns = ("metric", "system", "|Δ|", "smallest detectable", f"{how.unit}s needed")
    return Sheet(f"power, against {how.baseline}", _columns(columns, 2), tuple(rows))


def slices(result: Comparison, width: int | None) -> Sheet:
    how = result.procedure
    rows, tones = [], {}
    for place, part in enumerate(result.slices):
        news = tone(part.delta, part.significant, part.higher_is_better)
        if news is not None:
            tones[place, 4] = tones[place, 5] = news
        rows.append(_slice_row(part, Numbers.of(part.scale, width), draws(how)))
    columns = (
        *_columns(("by", "slice"), 2),
        Column("metric"),
        Column("system"),
        _number(f"Δ [{how.level:.0%}]"),
        Column("p", numeric=True, joined=True),
        _number("segments"),
        _number(how.baseline),
        Column("score", numeric=True, joined=True),
    )
    return Sheet(f"slices, against {how.baseline}", columns, tuple(rows), tones)


def _slice_row(part: Slice, numbers: Numbers, made: int) -> tuple[str, ...]:
    return (
        part.by,
        part.label,
        part.metric,
        part.second,
        numbers.delta(part.delta, part.interval),
        p_cell(part.p_holm, part.significant, made),
        str(part.segments),
        numbers.score(part.first_score),
        numbers.score(part.second_score),
    )


def _number(title: str) -> Column:
    return Column(title, numeric=True)


def _columns(titles: tuple[str, ...], names: int) -> tuple[Column, ...]:
    """The first so many are names, the others numbers."""
    return tuple(Column(title, numeric=place >= names) for place, title in enumerate(titles))
