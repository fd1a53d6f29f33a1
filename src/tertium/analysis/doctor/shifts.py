"""Files shifted against each other by k lines: windows of lines that match other references far better than their own.

Windows are picked by length (a shifted file's lengths agree with references k lines away) or, thoroughly, all taken;
they are scored by chrF at shift 0 and at shift k, and only that score decides. Where the shift begins and ends is the
split that gives the lines around it the highest sum.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from tertium.arrays import Floats, Int32s, Int64s
from tertium.corpus.chunk import Chunk
from tertium.metrics.measuring import selected

WINDOW = 32  # lines scored together; chance does not carry so many
FEWEST = 8  # lines of a window that must have a partner
REACH = 8  # lines up and down that the default check looks
FAR = 500  # and the thorough one, by lengths
NEAR = 3  # and by scoring every window
GAIN, TIMES = 10.0, 1.5  # chrF must be so much and so many times better than unshifted


@dataclass(frozen=True)
class Shifted:
    """Lines first..last (from 1) of the hypotheses belong to the references ``by`` lines further on."""

    by: int
    first: int
    last: int
    score: float  # mean chrF of the lines as they stand
    shifted: float  # and against the references they belong to


def shifts_in(chunk: Chunk, hyp: Int32s, candidates: list[tuple[int, int]], thorough: bool) -> list[Shifted]:
    """Shifts of one system inside one chunk; ``candidates`` are windows that lengths point at, with their shifts."""
    if (np.diff(chunk.ref_offsets) == 0).any() or chunk.segments < FEWEST:
        return []
    refs = chunk.refs[chunk.ref_offsets[:-1]]
    found = list(candidates)
    if thorough:
        windows = range(-(-chunk.segments // WINDOW))
        found += [(window, by) for window in windows for by in range(-NEAR, NEAR + 1) if by]
    if not found:
        return []
    better: dict[int, tuple[float, int]] = {}
    for window, by in found:
        lines = _lines(window, by, chunk.segments)
        if len(lines) < FEWEST:
            continue
        still, moved = _scores(chunk, hyp, refs, lines, 0).mean(), _scores(chunk, hyp, refs, lines, by).mean()
        if moved >= still + GAIN and moved >= TIMES * still:
            better[window] = max(better.get(window, (0.0, 0)), (float(moved), by))
    by_shift: dict[int, list[int]] = defaultdict(list)
    for window, (_, by) in sorted(better.items()):
        by_shift[by].append(window)
    return [_placed(chunk, hyp, refs, by, windows) for by, listed in by_shift.items() for windows in _runs(listed)]


def joined(found: Iterable[tuple[int, Shifted]]) -> list[tuple[int, Shifted]]:
    """Shifts of one system by the same number of lines that follow one another are one."""
    made: list[tuple[int, Shifted]] = []
    for system, shift in sorted(found, key=lambda item: (item[0], item[1].by, item[1].first)):
        if made and made[-1][0] == system and made[-1][1].by == shift.by:
            before = made[-1][1]
            if shift.first - before.last <= 2 * WINDOW:
                lines = (before.last - before.first + 1, shift.last - shift.first + 1)
                score, moved = (
                    float(np.average(pair, weights=lines))
                    for pair in ((before.score, shift.score), (before.shifted, shift.shifted))
                )
                made[-1] = system, replace(before, last=shift.last, score=score, shifted=moved)
                continue
        made.append((system, shift))
    return sorted(made, key=lambda item: (item[0], item[1].first))


def _lines(window: int, by: int, segments: int) -> Int64s:
    lines = np.arange(window * WINDOW, min((window + 1) * WINDOW, segments))
    return lines[(lines + by >= 0) & (lines + by < segments)]


def _scores(chunk: Chunk, hyp: Int32s, refs: Int32s, lines: Int64s, by: int) -> Floats:
    """chrF of every line against the reference ``by`` lines further on."""
    pairs = Chunk(
        pool=chunk.pool,
        systems=1,
        hyp=np.ascontiguousarray(hyp[lines]),
        seg=np.arange(len(lines), dtype=np.int32),
        refs=np.ascontiguousarray(refs[lines + by]),
        ref_offsets=np.arange(len(lines) + 1),
    )
    from tertium.metrics.chrf import ChrF  # files in step are never scored here

    metric = ChrF()
    return metric.scale * metric.segment_score(selected(metric, pairs).values)


def _runs(windows: list[int]) -> list[list[int]]:
    """Windows that follow one another; one that says nothing in between (equal or empty lines) breaks no run."""
    runs = [[windows[0]]]
    for window in windows[1:]:
        if window - runs[-1][-1] <= 2:
            runs[-1].append(window)
        else:
            runs.append([window])
    return runs


def _placed(chunk: Chunk, hyp: Int32s, refs: Int32s, by: int, windows: list[int]) -> Shifted:
    """Where the run begins and ends, to the line."""
    low, high = max(0, (windows[0] - 1) * WINDOW), min(chunk.segments, (windows[-1] + 2) * WINDOW)
    lines = np.arange(low, high)
    lines = lines[(lines + by >= 0) & (lines + by < chunk.segments)]
    still, moved = _scores(chunk, hyp, refs, lines, 0), _scores(chunk, hyp, refs, lines, by)
    gain = moved - still
    total = np.concatenate(([0.0], np.cumsum(gain)))
    middle = min(int(np.searchsorted(lines, windows[0] * WINDOW + WINDOW // 2)), len(lines) - 1)
    end = middle + 1 + int(np.argmax(total[middle + 1 :]))
    start = int(np.argmin(total[:end]))
    return Shifted(
        by,
        chunk.first + int(lines[start]) + 1,
        chunk.first + int(lines[end - 1]) + 1,
        float(still[start:end].mean()),
        float(moved[start:end].mean()),
    )
