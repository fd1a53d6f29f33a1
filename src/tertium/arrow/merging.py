"""States of all parts as one result: scores of the whole and of every group, with intervals where there are bags."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Literal

import numpy as np

from tertium.analysis.comparing.draws import TRIALS, Bootstrap
from tertium.analysis.comparing.score_rows import ScoreRows, score_rows_of_sums
from tertium.arrays import Floats
from tertium.arrow.draws import Draws
from tertium.engine.local import usable_cores
from tertium.engine.partial_totals import GroupKey, PartialTotals, in_order
from tertium.engine.states import merged
from tertium.errors import InputError
from tertium.metrics.base import Metric
from tertium.metrics.totals import finish
from tertium.progress import SILENT, Listener
from tertium.results.grouped import GroupedScores, GroupScores
from tertium.results.scores import MetricScore, Report, SystemScores
from tertium.version import __version__

_SKIPPED = "skipped"


def merge(
    states: Iterable[bytes],
    *,
    confidence: bool | float | None = None,
    paired: Literal["bs", "ar"] | None = None,
    resamples: int = Bootstrap.resamples,
    trials: int = TRIALS,
    seed: int = Bootstrap.seed,
    listener: Listener = SILENT,
) -> GroupedScores:
    """The scores of all rows and of every group, from the states of all parts in any order.

    States with bags give intervals, made by drawing bags; those that keep their rows give the intervals of one machine.
    ``confidence`` is their level, or False for none. ``paired`` tests every group against the first one ("bs": paired
    bootstrap, "ar": approximate randomisation); the groups must hold the same segments.
    """
    whole = merged(list(states))
    keys = list(in_order(whole.groups, whole.layout.systems))
    everything = whole.whole(keys)
    if not everything.segments:
        raise InputError("there are no segments to score: all states are of empty parts.")
    with_ids = whole.layout.id_column is not None
    result = GroupedScores(
        __version__,
        whole.layout.by,
        everything.segments,
        _scores(whole, keys),
        tuple(_group(whole, key) for key in keys) if whole.layout.by else (),
        _hexadecimal(everything.id_sum) if with_ids else None,
        whole.notices[_SKIPPED],
        dict(sorted(whole.notices.items())),
    )
    drawable = bool(whole.layout.bags or whole.layout.rows_by)
    wanted = drawable if confidence is None else confidence is not False
    if not (wanted or paired):
        return result
    if not drawable:
        raise InputError("the states have no bags to draw; make them with bags=1000, or pass confidence=False.")
    level = Bootstrap.level if confidence is None or isinstance(confidence, bool) else confidence
    if not 0 < level < 1:
        raise InputError(f"confidence is {confidence!r}, expected True, or a level between 0 and 1 such as 0.99.")
    if paired and len(result.groups) < 2:
        raise InputError(
            "a paired test compares groups with the first one; group by at least one column of two values."
        )
    draws = Draws(Bootstrap(resamples, seed, level), wanted, paired, trials)
    if whole.layout.rows_by:
        from tertium.arrow.exact import drawn_from_rows  # few keep rows

        return drawn_from_rows(result, whole, keys, draws, listener)
    return _tested(result, whole, keys, draws)


def _scores(whole: PartialTotals, keys: Sequence[GroupKey]) -> tuple[MetricScore, ...]:
    totals, references = whole.totals(keys), whole.whole(keys).references
    return tuple(finish(metric, totals, references) for metric in whole.layout.metrics)


def _group(whole: PartialTotals, key: GroupKey) -> GroupScores:
    group = whole.groups[key]
    ids = _hexadecimal(group.id_sum) if whole.layout.id_column is not None else None
    return GroupScores(dict(zip(whole.layout.by, key, strict=True)), group.segments, _scores(whole, [key]), ids)


def _hexadecimal(number: int) -> str:
    return f"{number:016x}"


def _tested(
    result: GroupedScores,
    whole: PartialTotals,
    keys: Sequence[GroupKey],
    draws: Draws,
) -> GroupedScores:
    """With intervals from bags, and p-values against the first group."""
    from tertium.analysis.comparing.intervals import with_tests

    bootstrap, intervals = draws.bootstrap, draws.intervals
    if draws.paired and len({(group.segments, group.ids) for group in result.groups}) > 1:
        raise InputError(
            "a paired test needs the same segments in every group, and these hold different ids; group by the column "
            "of systems alone."
        )
    bags = {leaf: [whole.by_bag(leaf, [key]) for key in keys] for leaf in whole.leaves}
    threads = usable_cores()
    if result.groups:
        report = Report("", result.segments, tuple(SystemScores(g.name, g.scores) for g in result.groups))
        made = with_tests(
            report,
            _rows(whole, bags),
            bootstrap,
            threads,
            test=draws.paired,
            trials=draws.trials,
            intervals=intervals,
        )
        groups = tuple(
            replace(group, scores=_of_bags(system.scores, whole.layout.bags))
            for group, system in zip(result.groups, made.systems, strict=True)
        )
        result = replace(result, groups=groups)
    if not intervals:
        return result
    alone = {leaf: [whole.by_bag(leaf, keys)] for leaf in whole.leaves}
    report = Report("", result.segments, (SystemScores("", result.scores),))
    made = with_tests(report, _rows(whole, alone), bootstrap, threads, test=None)
    return replace(result, scores=_of_bags(made.systems[0].scores, whole.layout.bags))


def _rows(whole: PartialTotals, bags: dict[Metric, list[Floats]]) -> ScoreRows:
    sums = {leaf: np.stack(systems, axis=1) for leaf, systems in bags.items()}
    return score_rows_of_sums(whole.layout.metrics, sums, "bag")


def _of_bags(scores: Sequence[MetricScore], bags: int) -> tuple[MetricScore, ...]:
    """Intervals say that bags were drawn."""
    return tuple(
        score if score.interval is None else replace(score, interval=replace(score.interval, bags=bags))
        for score in scores
    )
