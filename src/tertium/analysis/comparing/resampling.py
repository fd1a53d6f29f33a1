"""Resamples and swaps: drawn once, shared by all systems and metrics, the same bits on any number of threads.

Resample b draws as many units as there are, with replacement; trial b swaps the two systems in a random half of the
units. Both come from a counter-based generator (Philox) keyed by the seed, the purpose and b, and depend on nothing
else. They are drawn in blocks whose size depends on the number of units alone; threads split blocks, never units. A
block is multiplied with the rows, ``W @ S``, and forgotten: memory is the rows and a fixed block a thread, whatever the
number of resamples. Sums of small whole numbers are made in float32, where they are as exact as in float64.

Efron & Tibshirani (1993), An Introduction to the Bootstrap, chapter 13. Koehn (2004), Statistical significance tests
for machine translation evaluation. Noreen (1989), Computer-intensive methods for testing hypotheses; Riezler & Maxwell
(2005), On some pitfalls in automatic evaluation and significance testing for MT.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

import numpy as np

from tertium.analysis.comparing.draws import TRIALS as TRIALS
from tertium.analysis.comparing.draws import Bootstrap as Bootstrap  # for those who draw
from tertium.analysis.comparing.score_rows import Group, Leaf, ScoreRows
from tertium.arrays import Floats, Int64s, SmallFloats
from tertium.errors import InputError, counted
from tertium.kernels.draws import draw_counts as draw_counts  # for those who draw with the same keys
from tertium.kernels.draws import draw_runs, draw_small_counts, draw_swaps
from tertium.progress import SILENT, Listener

T = TypeVar("T")

FEW = 20
BLOCK_BYTES = 16 * 1024 * 1024  # of weights at a time
_PAIR_NUMBERS = 1 << 20  # sums of swapped pairs at a time


def few_units(
    score_rows: ScoreRows,
    slices: Sequence[tuple[str, str, Int64s]] = (),
    documents: Sequence[str] | None = None,
    *,
    instead: str = "",
) -> Iterator[str]:
    """A warning where there are so few units, of all or of a slice, that resamples vary less than the truth.

    Of 8 units a test at 0.05 errs in 12 of 100, of 20 in 6. ``instead`` says what else could be done.
    """

    def units(segments: Int64s) -> int:
        return len(segments) if documents is None else len({documents[place] for place in segments.tolist()})

    sizes = [(units(segments), f"{by} {label}") for by, label, segments in slices]
    small = sorted(size for size in sizes if size[0] < FEW and (documents is None or size[0] > 1))  # of 1 no p exists
    end = f"few for a bootstrap, whose p-values are then too small and intervals too narrow{instead}."
    if score_rows.units < FEW:
        yield f"{counted(score_rows.units, score_rows.unit)} {'is' if score_rows.units == 1 else 'are'} {end}"
    elif small:
        least, name = small[0]
        others = f" ({len(small) - 1} more of {len(sizes)} slices have fewer than {FEW})" if len(small) > 1 else ""
        yield f"slice {name} has {counted(least, score_rows.unit)}{others}, {end}"


def resample(score_rows: ScoreRows, bootstrap: Bootstrap, threads: int, listener: Listener = SILENT) -> Floats:
    """(resamples, systems, measures): every metric of every scored system on every resample, on the printed scale."""
    return np.asarray(resample_alike([score_rows], bootstrap, threads, listener)[:, 0])


def resample_alike(
    parts: Sequence[ScoreRows], bootstrap: Bootstrap, threads: int, listener: Listener = SILENT
) -> Floats:
    """(resamples, parts, systems, measures): parts that have equally many units get the same draws, made once."""
    units = parts[0].units

    def run(first: int, last: int) -> Floats:
        counts = draw_small_counts(units, bootstrap.seed, first, last)
        return np.stack(
            [rows.combine([leaf.finish(leaf.resampled(counts)) for leaf in rows.leaves]) for rows in parts], axis=1
        )

    return _in_blocks(run, units, bootstrap.resamples, threads, listener, "resampling")


def randomise(
    score_rows: ScoreRows,
    pairs: Sequence[tuple[int, int]],
    trials: int,
    seed: int,
    threads: int,
    listener: Listener = SILENT,
) -> Floats:
    """(trials, pairs, measures): second minus first after swapping them in a random half of the units.

    Pairs are places in ``score_rows.groups``. Of systems with several runs every run of one is swapped with every run
    of the other, and the differences are averaged.
    """
    if trials < 1:
        raise InputError(f"approximate randomisation needs at least 1 trial, got {trials}.")
    runs, owner = _run_pairs(score_rows.groups, pairs)

    def run(first: int, last: int) -> Floats:
        swaps = draw_swaps(score_rows.units, seed, first, last)
        differences = score_rows.combine([_swapped(leaf, swaps, runs) for leaf in score_rows.leaves])
        if len(runs) == len(pairs):
            return differences
        means = [differences[:, owner == place].mean(axis=1) for place in range(len(pairs))]
        return np.stack(means, axis=1)

    return _in_blocks(run, score_rows.units, trials, threads, listener, "swapping")


def by_group(values: Floats, groups: Sequence[Group], seed: int | None) -> Floats:
    """(resamples, systems, measures) to (resamples, groups, measures): the mean of a system's runs.

    With a seed the runs are drawn again in every resample, as the segments are; without one they are held fixed.
    """
    made = []
    start = 0
    sizes = [len(group.members) for group in groups if len(group.members) > 1]
    drawn = None if seed is None or not sizes else draw_runs(sizes, seed, len(values))
    for group in groups:
        members = np.array(group.members)
        if len(members) == 1:
            made.append(values[:, members[0]])
        elif drawn is None:
            made.append(values[:, members].mean(axis=1))
        else:
            mine = members[drawn[:, start : start + len(members)]]
            made.append(np.take_along_axis(values, mine[:, :, None], axis=1).mean(axis=1))
            start += len(members)
    return np.stack(made, axis=1)


def _run_pairs(groups: Sequence[Group], pairs: Sequence[tuple[int, int]]) -> tuple[Int64s, Int64s]:
    """Pairs of scored systems, (n, 2), and to which of ``pairs`` each belongs."""
    found = [(a, b, place) for place, (i, j) in enumerate(pairs) for a in groups[i].members for b in groups[j].members]
    table = np.array(found, dtype=np.int64).reshape(-1, 3)
    return table[:, :2], table[:, 2]


def _swapped(leaf: Leaf, swaps: SmallFloats, pairs: Int64s) -> Floats:
    """(trials, pairs): the leaf's value of the second minus that of the first, swapped."""
    moved = leaf.sums(swaps)  # (trials, systems, columns)
    # Where rows are not integers a difference of sums may end below zero by a rounding error, and have no logarithm.
    stayed = leaf.totals - moved if leaf.whole else leaf.sums(1 - swaps)
    step = max(1, _PAIR_NUMBERS // max(1, moved.shape[0] * moved.shape[2]))
    made = []
    for start in range(0, len(pairs), step):
        first, second = pairs[start : start + step].T
        mine = leaf.finish(stayed[:, first] + moved[:, second])
        theirs = leaf.finish(stayed[:, second] + moved[:, first])
        made.append(theirs - mine)
    return np.concatenate(made, axis=1)


def _in_blocks(
    run: Callable[[int, int], Floats], units: int, draws: int, threads: int, listener: Listener, doing: str
) -> Floats:
    block = max(1, BLOCK_BYTES // (8 * units))
    spans = [(first, min(first + block, draws)) for first in range(0, draws, block)]
    parts = []
    done = 0
    for part in in_order(run, spans, threads):
        parts.append(part)
        done += len(part)
        listener.progress(doing, done, draws)
    return np.concatenate(parts)


def in_order(run: Callable[..., T], spans: Sequence[tuple[Any, ...]], threads: int) -> Iterator[T]:
    """Results in order, never more than a block a thread ahead."""
    if threads <= 1 or len(spans) == 1:
        for span in spans:
            yield run(*span)
        return
    with ThreadPoolExecutor(threads, thread_name_prefix="tertium-resample") as pool:
        waiting: deque[Future[T]] = deque()
        try:
            for span in spans:
                waiting.append(pool.submit(run, *span))
                if len(waiting) > threads:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
