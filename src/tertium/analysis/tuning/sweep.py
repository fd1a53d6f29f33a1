"""Exact line search for objectives that count pairs in the right order.

Along a line of weights the score difference of a pair is a + t·b: its sign changes at t = -a/b alone. Between two such
points nothing changes, so that sorting them and adding up gives the objective on every interval, O(P log P); no grid
and no climb can find more. For LRscore's alpha that is docs/metrics/combinations.md#tuning-alpha; searching one
direction after the other so is the line search of minimum error rate training (Och 2003, "Minimum error rate training
in statistical machine translation", ACL, 160-167).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tertium.arrays import Floats

_SAME = 1e-9  # changes nearer than this are one


@dataclass(frozen=True)
class Best:
    """The longest interval with the greatest share of consistent pairs (the first of equals), and its middle."""

    point: float
    value: float
    low: float
    high: float


def sweep(at_zero: Floats, slope: Floats, weight: Floats, low: float, high: float, far: float | None = None) -> Best:
    """Maximise Σ weight · [at_zero + t · slope > 0] over t in (low, high).

    Infinite ends are cut ``far`` beyond the outermost change (default: as far as the changes reach).
    """
    moving = slope != 0
    constant = float(weight[~moving & (at_zero > 0)].sum())
    with np.errstate(over="ignore"):
        change = -at_zero[moving] / slope[moving]
    rising = slope[moving] > 0  # consistent above the change; falling ones below it
    mass = weight[moving]
    inside = (change > low) & (change < high)
    below = change <= low
    value = constant + float(mass[below & rising].sum()) + float(mass[~below & ~rising].sum())
    order = np.argsort(change[inside], kind="stable")
    places = change[inside][order]
    steps = np.where(rising, mass, -mass)[inside][order]
    # Changes at one place, 1/3 say, may differ in their last bits: what seems to lie between them is no interval.
    apart = np.flatnonzero(np.diff(places) > _SAME * np.maximum(1.0, np.abs(places[1:]))) + 1
    starts = np.concatenate([[0], apart]).astype(np.int64) if len(places) else apart
    ends = np.concatenate([apart, [len(places)]]).astype(np.int64) - 1 if len(places) else apart
    values = value + np.concatenate([[0.0], np.cumsum(np.add.reduceat(steps, starts))]) if len(places) else [value]
    low, high = _finite(low, high, places, far)
    lefts, rights = np.concatenate([[low], places[ends]]), np.concatenate([places[starts], [high]])
    values = np.asarray(values)
    # Sums of the same weights in another order differ in the last bits: nearly equal is equal.
    best = np.flatnonzero(values >= values.max() - 1e-9 * max(1.0, abs(float(values.max()))))
    widths = (rights - lefts)[best]
    place = int(best[np.argmax(widths >= widths.max() - 1e-12)])
    left, right = float(lefts[place]), float(rights[place])
    return Best((left + right) / 2, float(values[place]), left, right)


def _finite(low: float, high: float, edges: Floats, far: float | None) -> tuple[float, float]:
    reach = far if far is not None else (float(edges[-1] - edges[0]) if len(edges) > 1 else 1.0)
    first, last = (float(edges[0]), float(edges[-1])) if len(edges) else (0.0, 0.0)
    return (low if np.isfinite(low) else first - reach, high if np.isfinite(high) else last + reach)
