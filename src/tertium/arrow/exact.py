"""Intervals and tests that draw single segments, from states that keep their rows: those of one machine."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from tertium.analysis.comparing.intervals import with_tests
from tertium.analysis.comparing.resampling import few_units
from tertium.analysis.comparing.score_rows import ScoreRows, score_rows_of
from tertium.arrow.draws import Draws
from tertium.engine.local import usable_cores
from tertium.engine.partial_totals import GroupKey, PartialTotals, in_order
from tertium.engine.rows import KeptRows
from tertium.engine.states import merged
from tertium.errors import InputError, either
from tertium.progress import SILENT, Listener
from tertium.results.grouped import GroupedScores
from tertium.results.scores import MetricScore, Report, SystemScores

_DIFFERENT = (
    "a comparison needs the same segments in every group, and these hold different ids; group by the column of "
)
_DIFFERENT += "systems alone."


def drawn_from_rows(
    result: GroupedScores, whole: PartialTotals, keys: Sequence[GroupKey], draws: Draws, listener: Listener = SILENT
) -> GroupedScores:
    """With intervals of every group and of all rows (by group, then by id), and tests against the first group."""
    ordered = whole.rows_in_order(keys)
    if draws.paired and not ordered.paired:
        raise InputError(_DIFFERENT)

    def made(
        scores: Sequence[Sequence[MetricScore]], kept: KeptRows, test: str | None
    ) -> list[tuple[MetricScore, ...]]:
        rows = score_rows_of([""] * len(scores), whole.layout.metrics, kept)
        if draws.intervals:
            instead = f"; {either('--paired-ar', 'paired=' + repr('ar'))} keeps its level" if test == "bs" else ""
            for sentence in few_units(rows, instead=instead):
                listener.notice(sentence)
        report = Report("", rows.segments, tuple(SystemScores("", tuple(of_one)) for of_one in scores))
        tested = with_tests(
            report,
            rows,
            draws.bootstrap,
            usable_cores(),
            test=test,
            trials=draws.trials,
            intervals=draws.intervals,
            listener=listener,
        )
        return [system.scores for system in tested.systems]

    count = len(result.groups)
    if ordered.paired and count:
        of_groups = made([group.scores for group in result.groups], ordered.kept(0, count), draws.paired)
    else:  # each has segments of its own, and draws of its own
        of_groups = [
            made([group.scores], ordered.kept(place, place + 1), None)[0] for place, group in enumerate(result.groups)
        ]
    groups = tuple(replace(group, scores=scores) for group, scores in zip(result.groups, of_groups, strict=True))
    result = replace(result, groups=groups)
    if whole.layout.systems or not draws.intervals:  # all systems together are none
        return result
    return replace(result, scores=made([result.scores], ordered.kept(0, len(keys), together=True), None)[0])


def compared_rows(states: Iterable[bytes], baseline: str | None = None) -> ScoreRows:
    """The rows of all states, a system for each group, for a comparison; ``baseline`` names the first one."""
    whole = merged(list(states))
    keys = list(in_order(whole.groups, whole.layout.systems))
    names = [", ".join("null" if value is None else str(value) for value in key) for key in keys]
    if len(keys) < 2:
        raise InputError("a comparison needs two systems; group by the column that names them, or name two columns.")
    if baseline is not None:
        if baseline not in names:
            raise InputError(f"there is no system '{baseline}', only {', '.join(names[:20])}; give one of these.")
        first = names.index(baseline)
        names.insert(0, names.pop(first))
        keys.insert(0, keys.pop(first))
    ordered = whole.rows_in_order(keys)
    if not ordered.paired:
        raise InputError(_DIFFERENT)
    kept = ordered.kept(0, len(keys))
    kept.references = whole.whole(keys).references
    return score_rows_of(names, whole.layout.metrics, kept)
