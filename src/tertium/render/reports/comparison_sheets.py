"""The tables of a comparison: standings and differences by metric, other pairs, runs, power, slices."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tertium.errors import counted
from tertium.render.tables.grid import NO_SCORE, Column, number_text, p_text
from tertium.render.tables.sheets import Sheet
from tertium.results.comparisons import Comparison, Difference, MetricComparison, Procedure, Slice, Standing
from tertium.results.scores import Interval

_MOST_PAIRS = 45  # of ten systems; more are in -f tsv and json


@dataclass(frozen=True)
class _Numbers:
    """How many decimals a metric's scores and differences have."""

    places: int

    def score(self, value: float, interval: Interval | None = None) -> str:
        return number_text(value, self.places) + _bracket(interval, self.places)

    def delta(self, value: float, interval: Interval | None = None) -> str:
        return signed(value, self.places + 1) + _bracket(interval, self.places + 1, signed)


def sheets(result: Comparison, width: int | None = None, *, short: bool = False) -> tuple[list[Sheet], list[str]]:
    """The tables, and the notes that belong below them."""
    made = []
    for metric in result.metrics:
        numbers = _numbers(metric.scale, width)
        made.append(_standings(metric, numbers, result.procedure))
        pairs = _other_pairs(metric, numbers, result.procedure)
        if pairs is not None:
            made.append(pairs)
    runs = list(_runs(result, width))
    if runs:
        columns = ("metric", "system", "runs", "mean", "lowest–highest", "sd between runs")
        made.append(Sheet("runs", _columns((*columns, f"se over {result.procedure.unit}s"), 2), tuple(runs)))
    if any(metric.differences for metric in result.metrics):
        made.append(_power(result, width))
    if result.slices:
        made.append(_slices(result, width))
    notes = list(_notes(result))
    notes += [f"{metric.metric}: {metric.short_signature if short else metric.signature}" for metric in result.metrics]
    return made, notes


def signed(value: float, places: int) -> str:
    text = number_text(value, places)
    return text if text == NO_SCORE or text.startswith("-") or not text.strip("0.") else f"+{text}"


def p_cell(p: float, significant: bool, draws: int) -> str:
    return p_text(p, draws) + ("*" if significant else " ")


def tone(delta: float, significant: bool, higher: bool) -> str | None:
    """Good or bad news, if it is any."""
    if not significant or delta == 0:
        return None
    return "good" if (delta > 0) == higher else "bad"


def _standings(metric: MetricComparison, numbers: _Numbers, procedure: Procedure) -> Sheet:
    arrow = "↑" if metric.higher_is_better else "↓"
    if not metric.differences:
        names = (Column("system"), _number(f"score [{procedure.level:.0%}]"))
        only = tuple((system.name, numbers.score(system.score, system.interval)) for system in metric.systems)
        return Sheet(f"{metric.metric} {arrow}", names, only)
    baseline = metric.systems[0].name
    against = {d.second: d for d in metric.differences if d.first == baseline}
    lettered = any(system.letters is not None for system in metric.systems)
    columns = [Column("system"), _number(f"score [{procedure.level:.0%}]")]
    if lettered:
        columns.append(Column("cluster"))
    columns += [_number(f"Δ [{procedure.level:.0%}]"), _number(f"effect [{procedure.level:.0%}]"), _number("p ")]
    columns.append(_number("w/t/l"))
    rows, tones = [], {}
    for place, system in enumerate(metric.systems):
        cells = [system.name, numbers.score(system.score, system.interval)]
        if lettered:
            cells.append(system.letters or "")
        difference = against.get(system.name)
        if difference is not None:
            news = tone(difference.delta, difference.significant, metric.higher_is_better)
            if news is not None:
                tones[place, len(cells)] = tones[place, len(cells) + 2] = news
        rows.append((*cells, *_difference(difference, numbers, _draws(procedure))))
    return Sheet(f"{metric.metric} {arrow}, against {baseline}", tuple(columns), tuple(rows), tones)


def _difference(difference: Difference | None, numbers: _Numbers, draws: int) -> tuple[str, ...]:
    if difference is None:
        return ("", "", "", "")
    if difference.identical:
        return ("identical", "", p_cell(difference.p, False, draws), f"0/{difference.ties}/0")
    effect = signed(difference.effect, 2) + _bracket(difference.effect_interval, 2, signed)
    return (
        numbers.delta(difference.delta, difference.interval),
        effect,
        p_cell(difference.p_holm, difference.significant, draws),
        f"{difference.wins}/{difference.ties}/{difference.losses}",
    )


def _other_pairs(metric: MetricComparison, numbers: _Numbers, procedure: Procedure) -> Sheet | None:
    """Pairs without the baseline, unless they are too many to read."""
    baseline = metric.systems[0].name
    others = [difference for difference in metric.differences if difference.first != baseline]
    if not others or len(metric.differences) > _MOST_PAIRS:
        return None
    rows, tones = [], {}
    for place, difference in enumerate(others):
        news = tone(difference.delta, difference.significant, metric.higher_is_better)
        if news is not None:
            tones[place, 2] = tones[place, 4] = news
        rows.append((difference.second, difference.first, *_difference(difference, numbers, _draws(procedure))))
    columns = (
        Column("system"),
        Column("against"),
        _number(f"Δ [{procedure.level:.0%}]"),
        _number(f"effect [{procedure.level:.0%}]"),
        _number("p "),
        _number("w/t/l"),
    )
    return Sheet(f"{metric.metric}, other pairs", columns, tuple(rows), tones)


def _runs(result: Comparison, width: int | None) -> Iterator[tuple[str, ...]]:
    for metric in result.metrics:
        numbers = _numbers(metric.scale, width)
        for system in metric.systems:
            if system.runs is not None:
                yield _run_row(metric, system, numbers)


def _run_row(metric: MetricComparison, system: Standing, numbers: _Numbers) -> tuple[str, ...]:
    runs = system.runs
    if runs is None:
        raise ValueError(f"{system.name} has no runs")
    return (
        metric.metric,
        system.name,
        str(len(runs.scores)),
        numbers.score(system.score),
        f"{numbers.score(min(runs.scores))}–{numbers.score(max(runs.scores))}",
        number_text(runs.between, numbers.places + 1),
        number_text(runs.segments, numbers.places + 1),
    )


def _power(result: Comparison, width: int | None) -> Sheet:
    rows = []
    for metric in result.metrics:
        places = _numbers(metric.scale, width).places + 1
        baseline = metric.systems[0].name
        for difference in metric.differences:
            if difference.first != baseline:
                continue
            needed = NO_SCORE if difference.needed is None else f"{difference.needed:,}"
            rows.append(
                (
                    metric.metric,
                    difference.second,
                    number_text(abs(difference.delta), places),
                    number_text(difference.detectable, places),
                    needed,
                )
            )
    unit = result.procedure.unit
    columns = ("metric", "system", "|Δ|", "smallest detectable", f"{unit}s needed")
    return Sheet(f"power, against {result.metrics[0].systems[0].name}", _columns(columns, 2), tuple(rows))


def _slices(result: Comparison, width: int | None) -> Sheet:
    rows, tones = [], {}
    draws = _draws(result.procedure)
    for place, part in enumerate(result.slices):
        numbers = _numbers(part.scale, width)
        news = tone(part.delta, part.significant, part.higher_is_better)
        if news is not None:
            tones[place, 7] = tones[place, 8] = news
        rows.append(_slice_row(part, numbers, draws))
    baseline = result.slices[0].first
    columns = (
        *_columns(("by", "slice", "segments"), 2),
        Column("metric"),
        Column("system"),
        _number(baseline),
        _number("score"),
        _number(f"Δ [{result.procedure.level:.0%}]"),
        _number("p "),
    )
    return Sheet(f"slices, against {baseline}", columns, tuple(rows), tones)


def _slice_row(part: Slice, numbers: _Numbers, draws: int) -> tuple[str, ...]:
    return (
        part.by,
        part.label,
        str(part.segments),
        part.metric,
        part.second,
        numbers.score(part.first_score),
        numbers.score(part.second_score),
        numbers.delta(part.delta, part.interval),
        p_cell(part.p_holm, part.significant, draws),
    )


def _notes(result: Comparison) -> Iterator[str]:
    how = result.procedure
    drawn = "" if how.unit == "segment" else f" in {how.units} documents, which are drawn whole"
    yield (
        f"{counted(result.segments, 'segment')}{drawn}; [{how.level:.0%} interval: percentile bootstrap, "
        f"{how.resamples} resamples, seed {how.seed}]"
    )
    pairs = len(result.metrics[0].differences)
    if pairs:
        yield _about_p(how, pairs)
        if how.against == "all":
            yield "cluster: systems that share a letter do not differ significantly"
        yield (
            f"effect: Δ in standard deviations of what one {how.unit} adds to it; w/t/l: segments better than, equal "
            "to and worse than those of the other system"
        )
        yield (
            f"power: the smallest difference that this set finds with {how.power:.0%} probability at p < {how.alpha:g} "
            f"(not corrected), and how many {how.unit}s it takes to find the observed difference that often"
        )
        if pairs > _MOST_PAIRS and how.against == "all":
            yield f"{pairs} pairs per metric: those without the baseline are in -f tsv and json"
    if result.slices:
        family = len(result.slices) // len(result.metrics)
        yield (
            f"slices: {how.unit}s are drawn within each slice; p corrected by Holm for {family} comparisons per metric"
        )
    if any(system.runs is not None for metric in result.metrics for system in metric.systems):
        yield "runs: a system's score is the mean of its runs; resamples draw segments and runs"


def _about_p(how: Procedure, pairs: int) -> str:
    name = {"bs": "paired bootstrap", "ar": f"approximate randomisation ({how.trials} trials)"}[how.test]
    reading = {"two": "two-sided", "one": "one-sided (better than the baseline)", "moses": "as Moses reads it"}
    family = f", corrected by Holm for {pairs} comparisons per metric" if pairs > 1 else ""
    return f"p: {name}, {reading[how.sides]}{family}; * p < {how.alpha:g}"


def _draws(how: Procedure) -> int:
    return how.resamples if how.trials is None else how.trials


def _numbers(scale: float, width: int | None) -> _Numbers:
    return _Numbers((1 if scale == 100 else 3) if width is None else width)


def _number(title: str) -> Column:
    return Column(title, numeric=True)


def _columns(titles: tuple[str, ...], names: int) -> tuple[Column, ...]:
    """The first so many are names, the others numbers."""
    return tuple(Column(title, numeric=place >= names) for place, title in enumerate(titles))


def _bracket(interval: Interval | None, places: int, show: object = None) -> str:
    if interval is None:
        return ""
    form = signed if show is signed else number_text
    return f" [{form(interval.low, places)}, {form(interval.high, places)}]"
