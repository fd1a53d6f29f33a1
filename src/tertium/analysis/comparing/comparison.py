"""Systems compared honestly: intervals, paired tests, Holm's correction, letters, effect sizes, power.

All of it comes from one set of resamples (and, for approximate randomisation, one set of swaps) that every system and
metric shares; see ``resampling`` and ``significance``. The family that Holm's correction counts is the comparisons
shown of one metric: every pair, or every system against the baseline; of slices, all slices of one metric.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Literal, get_args

import numpy as np

from tertium.analysis.comparing.draws import check_draws
from tertium.analysis.comparing.resampling import (
    TRIALS,
    Bootstrap,
    by_group,
    in_order,
    randomise,
    resample,
    resample_alike,
)
from tertium.analysis.comparing.score_rows import Group, Measure, ScoreRows
from tertium.analysis.comparing.significance import (
    ALPHA,
    bootstrap_p,
    detectable,
    draws_for,
    holm,
    interval_of,
    intervals_of,
    letters,
    randomised_p,
    rank_ranges,
    units_needed,
)
from tertium.arrays import Floats, Int64s
from tertium.errors import InputError, option
from tertium.progress import SILENT, Listener
from tertium.results.comparisons import (
    Difference,
    MetricComparison,
    Procedure,
    Ranks,
    RunSpread,
    Slice,
    SliceStanding,
    Standing,
)
from tertium.results.scores import Interval

Test = Literal["bs", "ar"]  # paired bootstrap, approximate randomisation
Sides = Literal["two", "one", "moses"]
Against = Literal["all", "baseline"]
Order = Literal["score", "given"]

_ROUNDING = 1e-9


@dataclass(frozen=True)
class CompareSettings:
    """What to compute; everything that a result depends on is in here or in the rows."""

    bootstrap: Bootstrap = field(default_factory=Bootstrap)
    test: Test = "bs"
    sides: Sides = "two"
    trials: int = TRIALS
    against: Against = "all"
    alpha: float = ALPHA
    power: float = 0.8
    order: Order = "score"  # of the systems: the best first, or as they were given

    def __post_init__(self) -> None:
        choices = {"test": Test, "sides": Sides, "against": Against, "order": Order}
        for name, known in ((name, get_args(choice)) for name, choice in choices.items()):
            if getattr(self, name) not in known:
                raise InputError(f"{name} must be one of {', '.join(known)}, got {getattr(self, name)!r}.")
        if self.test == "ar" and self.sides == "moses":
            raise InputError(
                "'moses' is a reading of the paired bootstrap; approximate randomisation is two- or one-sided."
            )
        if self.sides == "one" and self.against == "all":
            raise InputError(
                "a one-sided test asks whether a system is better than the baseline; add "
                f"{option('--against baseline')}."
            )
        check_draws(self.trials, "the number of trials")
        for name in ("alpha", "power"):
            if not 0 < getattr(self, name) < 1:
                raise InputError(f"{name} must lie between 0 and 1, got {getattr(self, name)}.")

    def comparisons(self, systems: int) -> int:
        """How many there are of one metric over the whole set."""
        return systems * (systems - 1) // 2 if self.against == "all" else systems - 1

    def with_enough_draws(self, comparisons: int) -> CompareSettings:
        """The same with as many draws as a family of so many comparisons needs; never fewer than these."""
        if self.test == "ar":
            return replace(self, trials=draws_for(comparisons, self.alpha, self.trials))
        resamples = draws_for(comparisons, self.alpha, self.bootstrap.resamples)
        return replace(self, bootstrap=replace(self.bootstrap, resamples=resamples))

    def procedure(self, score_rows: ScoreRows) -> Procedure:
        return Procedure(
            test=self.test,
            sides=self.sides,
            resamples=self.bootstrap.resamples,
            trials=self.trials if self.test == "ar" else None,
            seed=self.bootstrap.seed,
            level=self.bootstrap.level,
            alpha=self.alpha,
            power=self.power,
            against=self.against,
            baseline=score_rows.groups[0].name,
            order=self.order,
            unit=score_rows.unit,
            units=score_rows.units,
        )


def compare(
    score_rows: ScoreRows, settings: CompareSettings, threads: int = 1, listener: Listener = SILENT
) -> tuple[MetricComparison, ...]:
    """Every metric: its systems' standings and their differences."""
    drawn = _Drawn(score_rows, settings, threads, listener)
    return tuple(drawn.metric(column, measure) for column, measure in enumerate(score_rows.measures))


class _Drawn:
    """Resampled scores and swapped differences of these rows."""

    def __init__(
        self,
        score_rows: ScoreRows,
        settings: CompareSettings,
        threads: int,
        listener: Listener = SILENT,
        by_run: Floats | None = None,
    ) -> None:
        """``by_run`` is what ``resample`` gives, if somebody has it already."""
        self.score_rows, self.settings = score_rows, settings
        count = len(score_rows.groups)
        self.pairs = (
            list(combinations(range(count), 2)) if settings.against == "all" else [(0, i) for i in range(1, count)]
        )
        self.observed = score_rows.observed()  # (systems, measures)
        self.scores = by_group(self.observed[None], score_rows.groups, None)[0]  # (groups, measures)
        if by_run is None:
            by_run = resample(score_rows, settings.bootstrap, threads, listener)
        self.fixed_runs = by_group(by_run, score_rows.groups, None)
        values = by_group(by_run, score_rows.groups, settings.bootstrap.seed)
        # (measures, groups, resamples): all that follows reads whole rows of resamples, many times
        self.values = np.ascontiguousarray(values.transpose(2, 1, 0))
        self.swapped: Floats | None = None
        if settings.test == "ar" and self.pairs:
            swapped = randomise(score_rows, self.pairs, settings.trials, settings.bootstrap.seed, threads, listener)
            self.swapped = np.ascontiguousarray(swapped.transpose(2, 1, 0))  # (measures, pairs, trials)

    def metric(self, column: int, measure: Measure) -> MetricComparison:
        made = [self.difference(place, column, measure) for place in range(len(self.pairs))]
        corrected = holm([difference.p for difference in made])
        made = [
            replace(difference, p_holm=p, significant=bool(np.isfinite(p)) and p < self.settings.alpha)
            for difference, p in zip(made, corrected, strict=True)
        ]
        order = self._best_first(column, measure)
        lettered = self._standing(made, order)
        systems = []
        for place in order if self.settings.order == "score" else range(len(self.score_rows.groups)):
            group = self.score_rows.groups[place]
            segments = measure.segment_scores[list(group.members)]
            letter, rank = (None, None) if lettered is None else lettered[place]
            systems.append(
                Standing(
                    name=group.name,
                    score=float(self.scores[place, column]),
                    interval=interval_of(self.values[column, place], self.settings.bootstrap),
                    letters=letter,
                    rank=rank,
                    unscored=int(np.isnan(segments).any(axis=0).sum()),
                    runs=self._spread(place, group, column),
                )
            )
        return MetricComparison(
            measure.label, measure.signature, measure.higher, measure.scale, tuple(systems), tuple(made)
        )

    def drawn(self, place: int, column: int) -> Floats:
        """The differences of a pair, resampled."""
        first, second = self.pairs[place]
        return np.asarray(self.values[column, second] - self.values[column, first])

    def p(self, place: int, column: int, delta: float, higher: bool, drawn: Floats) -> float:
        """The raw p-value of a pair; ``drawn`` are its resampled differences."""
        if self.swapped is not None:
            return randomised_p(self.swapped[column, place], delta, self.settings.sides, higher)
        return bootstrap_p(drawn, delta, self.settings.sides, higher, self.score_rows.units)

    def difference(self, place: int, column: int, measure: Measure) -> Difference:
        first, second = self.pairs[place]
        drawn = self.drawn(place, column)
        identical = self.score_rows.identical(first, second)
        delta = 0.0 if identical else float(self.scores[second, column] - self.scores[first, column])
        error = _spread_of(drawn)
        if error <= _ROUNDING * max(1.0, abs(delta)):  # a single unit, or one that always gives the same
            error = float("nan")
        interval = interval_of(drawn, self.settings.bootstrap)
        unit = error * math.sqrt(self.score_rows.units)  # the standard deviation of one unit's contribution
        smallest = detectable(error, self.settings.alpha, self.settings.power, self.settings.sides)
        wins, ties, losses = _by_segment(measure, self.score_rows.groups[first], self.score_rows.groups[second])
        return Difference(
            first=self.score_rows.groups[first].name,
            second=self.score_rows.groups[second].name,
            delta=delta,
            interval=interval,
            p=1.0 if identical else self.p(place, column, delta, measure.higher, drawn),
            p_holm=float("nan"),
            significant=False,
            identical=identical,
            effect=0.0 if identical else delta / unit,
            effect_interval=_scaled(interval, unit),
            wins=wins,
            ties=ties,
            losses=losses,
            detectable=smallest,
            needed=units_needed(self.score_rows.units, delta, smallest),
        )

    def _best_first(self, column: int, measure: Measure) -> list[int]:
        """Places of the systems from best to worst; those without a score come last."""
        sign = -1.0 if measure.higher else 1.0
        order = np.argsort(np.nan_to_num(sign * self.scores[:, column], nan=np.inf), kind="stable")
        return [int(place) for place in order]

    def _standing(self, made: Sequence[Difference], order: Sequence[int]) -> list[tuple[str, Ranks]] | None:
        """Letters and ranks of every system, where every pair was tested."""
        count = len(self.score_rows.groups)
        if self.settings.against != "all" or count < 2:
            return None
        differ = np.zeros((count, count), dtype=bool)
        for (first, second), difference in zip(self.pairs, made, strict=True):
            differ[first, second] = differ[second, first] = difference.significant
        ranks = [Ranks(best, worst) for best, worst in rank_ranges(differ, order)]
        return list(zip(letters(differ, order), ranks, strict=True))

    def _spread(self, place: int, group: Group, column: int) -> RunSpread | None:
        if len(group.members) == 1:
            return None
        scores = self.observed[list(group.members), column]
        return RunSpread(
            tuple(scores.tolist()), float(np.std(scores, ddof=1)), _spread_of(self.fixed_runs[:, place, column])
        )


def compare_slices(
    score_rows: ScoreRows,
    settings: CompareSettings,
    slices: Sequence[tuple[str, str, Int64s]],
    documents: Sequence[str] | None = None,
    threads: int = 1,
    listener: Listener = SILENT,
) -> tuple[tuple[Slice, ...], tuple[SliceStanding, ...]]:
    """(by, label, segments) of every slice: each system against the baseline, corrected over all slices of a metric.

    Beside that the score of every system there, with its interval.

    With ``documents``, a label for each segment, a slice's part of a document is drawn whole; of a single document
    there is nothing to draw, and no p-value.
    """
    settings = replace(settings, against="baseline")
    made: dict[int, tuple[list[Slice], list[SliceStanding]]] = {}

    def compared(*alike: int) -> list[tuple[list[Slice], list[SliceStanding]]]:
        parts = [_part(score_rows, slices[place][2], documents) for place in alike]
        by_run = resample_alike([part for part, _ in parts], settings.bootstrap, 1)
        return [
            _slice(_Drawn(part, settings, 1, by_run=by_run[:, number]), *slices[place], alone)
            for number, (place, (part, alone)) in enumerate(zip(alike, parts, strict=True))
        ]

    batches = list(_alike([segments for _, _, segments in slices], documents, score_rows.units))
    for batch, results in zip(batches, in_order(compared, batches, threads), strict=True):
        made |= zip(batch, results, strict=True)
        listener.progress("slices", len(made), len(slices))
    found = [one for place in range(len(slices)) for one in made[place][0]]
    standings = [one for place in range(len(slices)) for one in made[place][1]]
    for measure in score_rows.measures:
        mine = [place for place, part in enumerate(found) if part.metric == measure.label]
        for place, p in zip(mine, holm([found[place].p for place in mine]), strict=True):
            found[place] = replace(found[place], p_holm=p, significant=bool(np.isfinite(p)) and p < settings.alpha)
    return tuple(found), tuple(standings)


def drawable(slices: Sequence[tuple[str, str, Int64s]], documents: Sequence[str] | None) -> int:
    """How many slices there is something to draw from, and so a p-value: where documents are drawn, two of them."""
    if documents is None:
        return len(slices)
    return sum(len({documents[place] for place in segments.tolist()}) > 1 for _, _, segments in slices)


def score_slices(score_rows: ScoreRows, slices: Sequence[tuple[str, str, Int64s]]) -> tuple[SliceStanding, ...]:
    """The scores of every system in every slice alone: nothing is drawn."""
    made = []
    for by, label, segments in slices:
        observed = score_rows.combine([leaf.finish(leaf.take(segments).totals) for leaf in score_rows.leaves])
        scores = by_group(observed[None], score_rows.groups, None)[0]  # (groups, measures)
        for column, measure in enumerate(score_rows.measures):
            mine = tuple(scores[:, column].tolist())
            made.append(SliceStanding(by, label, len(segments), measure.label, mine, (None,) * len(mine)))
    return tuple(made)


def _alike(slices: Sequence[Int64s], documents: Sequence[str] | None, most: int) -> Iterator[tuple[int, ...]]:
    """Places of slices with as many units, which get the same draws; together no more than ``most`` units."""
    sizes: dict[int, list[int]] = {}
    for place, segments in enumerate(slices):
        labels = segments.tolist() if documents is None else {documents[at] for at in segments.tolist()}
        sizes.setdefault(len(labels) if len(labels) > 1 else len(segments), []).append(place)
    for size, places in sizes.items():
        step = max(1, most // size)
        yield from (tuple(places[start : start + step]) for start in range(0, len(places), step))


def _part(score_rows: ScoreRows, segments: Int64s, documents: Sequence[str] | None) -> tuple[ScoreRows, bool]:
    """The rows of a slice, and whether they are of a single document."""
    part = score_rows.take(segments)
    if documents is None:
        return part, False
    mine = [documents[place] for place in segments.tolist()]
    alone = len(set(mine)) < 2
    return part if alone else part.by_document(mine), alone


def _slice(
    drawn: _Drawn, by: str, label: str, segments: Int64s, alone: bool
) -> tuple[list[Slice], list[SliceStanding]]:
    part, bootstrap = drawn.score_rows, drawn.settings.bootstrap
    found, standings = [], []
    for column, measure in enumerate(part.measures):
        values = drawn.values[column]
        pairs = [drawn.drawn(place, column) for place in range(len(drawn.pairs))]
        intervals: list[Interval | None] = [None] * (len(values) + len(pairs))
        if not alone:
            intervals = intervals_of(np.stack([*values, *pairs]), bootstrap)
        scores = tuple(drawn.scores[:, column].tolist())
        mine = tuple(intervals[: len(values)])
        standings.append(SliceStanding(by, label, len(segments), measure.label, scores, mine))
        for place, (first, second) in enumerate(drawn.pairs):
            delta = float(drawn.scores[second, column] - drawn.scores[first, column])
            differences = pairs[place]
            p = float("nan") if alone else drawn.p(place, column, delta, measure.higher, differences)
            found.append(
                Slice(
                    by=by,
                    label=label,
                    segments=len(segments),
                    metric=measure.label,
                    higher_is_better=measure.higher,
                    scale=measure.scale,
                    first=part.groups[first].name,
                    second=part.groups[second].name,
                    first_score=float(drawn.scores[first, column]),
                    second_score=float(drawn.scores[second, column]),
                    delta=delta,
                    interval=intervals[len(values) + place],
                    p=1.0 if part.identical(first, second) and not alone else p,
                    p_holm=float("nan"),
                    significant=False,
                )
            )
    return found, standings


def _by_segment(measure: Measure, first: Group, second: Group) -> tuple[int, int, int]:
    """In how many segments the second system is better, equal, worse; runs of a system are averaged."""
    mine = measure.segment_scores[list(first.members)].mean(axis=0)
    theirs = measure.segment_scores[list(second.members)].mean(axis=0)
    gain = (theirs - mine) if measure.higher else (mine - theirs)
    gain = gain[~np.isnan(gain)]
    near = np.abs(gain) <= 1e-12
    return int(((gain > 0) & ~near).sum()), int(near.sum()), int(((gain < 0) & ~near).sum())


def _spread_of(drawn: Floats) -> float:
    drawn = drawn[np.isfinite(drawn)]
    return float(np.std(drawn, ddof=1)) if len(drawn) > 1 else float("nan")


def _scaled(interval: Interval | None, unit: float) -> Interval | None:
    if interval is None or not unit > 0:
        return None
    return replace(interval, low=interval.low / unit, high=interval.high / unit)
