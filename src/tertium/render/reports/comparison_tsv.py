"""A comparison as tab-separated values: one line for each difference, of the whole set and of every slice."""

from __future__ import annotations

from tertium.render.tables.tsv import line
from tertium.results.comparisons import Comparison, Difference, MetricComparison, Slice
from tertium.results.record import finite_or_none
from tertium.results.scores import Interval

_HEADER = (
    "by slice segments metric first second first_score second_score delta low high p p_holm significant effect "
    "effect_low effect_high wins ties losses detectable needed test sides resamples trials seed level alpha signature"
).split()


def long(result: Comparison) -> str:
    how = result.procedure
    trials = "" if how.trials is None else str(how.trials)
    made = [how.test, how.sides, str(how.resamples), trials, str(how.seed), repr(how.level), repr(how.alpha)]
    lines = [line(_HEADER)]
    signatures = {metric.metric: metric.signature for metric in result.metrics}
    for metric in result.metrics:
        for difference in metric.differences:
            cells = _whole(metric, difference, result.segments)
            lines.append(line([*cells, *made, metric.signature]))
    lines += [line([*_part(part), *made, signatures[part.metric]]) for part in result.slices]
    return "".join(lines)


def _whole(metric: MetricComparison, difference: Difference, segments: int) -> list[str]:
    scores = {system.name: system.score for system in metric.systems}
    return [
        "",
        "",
        str(segments),
        metric.metric,
        difference.first,
        difference.second,
        _number(scores[difference.first]),
        _number(scores[difference.second]),
        _number(difference.delta),
        *_ends(difference.interval),
        _number(difference.p),
        _number(difference.p_holm),
        "yes" if difference.significant else "no",
        _number(difference.effect),
        *_ends(difference.effect_interval),
        str(difference.wins),
        str(difference.ties),
        str(difference.losses),
        _number(difference.detectable),
        "" if difference.needed is None else str(difference.needed),
    ]


def _part(part: Slice) -> list[str]:
    return [
        part.by,
        part.label,
        str(part.segments),
        part.metric,
        part.first,
        part.second,
        _number(part.first_score),
        _number(part.second_score),
        _number(part.delta),
        *_ends(part.interval),
        _number(part.p),
        _number(part.p_holm),
        "yes" if part.significant else "no",
        *[""] * 8,
    ]


def _ends(interval: Interval | None) -> list[str]:
    return ["", ""] if interval is None else [_number(interval.low), _number(interval.high)]


def _number(number: float) -> str:
    made = finite_or_none(number)
    return "" if made is None else repr(made)
