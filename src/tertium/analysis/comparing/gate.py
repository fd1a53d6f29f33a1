"""Non-inferiority: is the new system, for all we can tell, not worse than the baseline by more than is allowed?

For each metric the hypothesis to be refuted is that the new system has dropped by ``max_drop`` or more. With g = gain
of the new system (whichever way is better), g* its resampled values and c* = g* − mean g*:

    p     = (1 + #{c* ≥ g + max_drop}) / (1 + resamples)
    bound = the smallest max_drop for which p < alpha

"pass" if p < alpha; "fail" if the opposite hypothesis is refuted, so that the drop is too large for certain; else
"unproven": the set is too small to say. All checks must pass, so no correction is needed: the chance that a bad system
passes all of them is at most alpha (an intersection-union test, Berger 1982). One-sided, as non-inferiority is. Of
fewer units than a test of signs would need (5 at alpha 0.05) nothing is shown. A limit may be a share of the baseline's
score, as it was measured (``Share``).

A floor is no test: the score itself must not be worse. It finds output that is broken, whatever the baseline is.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from tertium.analysis.comparing.resampling import Bootstrap, resample
from tertium.analysis.comparing.score_rows import Measure, ScoreRows
from tertium.analysis.comparing.significance import least_p
from tertium.arrays import Floats, Int64s
from tertium.errors import InputError, option
from tertium.progress import SILENT, Listener
from tertium.results.comparisons import Check

WHOLE = "all segments"


@dataclass(frozen=True)
class Share:
    """A limit relative to the baseline's score: 0.02 is two per cent of it."""

    of_baseline: float


Limit = float | Share
_ROUNDING = 1e-9


def check_gate(
    score_rows: ScoreRows,
    bootstrap: Bootstrap,
    alpha: float,
    max_drops: Mapping[str, Limit],
    *,
    where: str = WHOLE,
    threads: int = 1,
    listener: Listener = SILENT,
) -> list[Check]:
    """One check for each metric; the baseline is the first system, the new one the second."""
    if (allowed := _most_exceptions(bootstrap.resamples, alpha)) < 0:
        least = math.ceil(1 / alpha)
        raise InputError(f"{bootstrap.resamples} resamples can show nothing at alpha {alpha:g}; take at least {least}.")
    observed = score_rows.observed()
    drawn = resample(score_rows, bootstrap, threads, listener)
    identical = score_rows.identical(0, 1)
    made = []
    for column, measure in enumerate(score_rows.measures):
        sign = 1.0 if measure.higher else -1.0
        scores = observed[:, column]
        gains = sign * (drawn[:, 1, column] - drawn[:, 0, column])
        gain = 0.0 if identical else float(sign * (scores[1] - scores[0]))
        given = max_drops[measure.label]
        share = given.of_baseline if isinstance(given, Share) else None
        limit = given if not isinstance(given, Share) else given.of_baseline * abs(float(scores[0]))
        check = _check(measure, where, score_rows.segments, scores, gain, gains, limit, alpha, allowed, identical)
        if not identical and least_p(score_rows.units, "one") >= alpha:
            smallest = max(check.p, least_p(score_rows.units, "one"))
            check = replace(check, p=smallest, bound=float("nan"), verdict="unproven")
        made.append(replace(check, max_drop_share=share))
    return made


def check_floors(score_rows: ScoreRows, floors: Mapping[str, float]) -> list[Check]:
    """Is the last system's score of each of these metrics at least as good as the floor?"""
    observed = score_rows.observed()
    none = float("nan")
    made = []
    for column, measure in enumerate(score_rows.measures):
        if measure.label not in floors:
            continue
        floor, new = floors[measure.label], float(observed[-1, column])
        enough = new >= floor - _ROUNDING if measure.higher else new <= floor + _ROUNDING
        made.append(
            Check(
                metric=measure.label,
                where=WHOLE,
                segments=score_rows.segments,
                baseline=none if len(observed) == 1 else float(observed[0, column]),
                new=new,
                drop=none,
                bound=none,
                max_drop=none,
                p=none,
                verdict="pass" if enough else "fail",
                floor=floor,
                higher_is_better=measure.higher,
                scale=measure.scale,
            )
        )
    return made


def check_slices(
    score_rows: ScoreRows,
    slices: Sequence[tuple[str, str, Int64s]],
    bootstrap: Bootstrap,
    alpha: float,
    max_drops: Mapping[str, Limit],
    *,
    documents: Sequence[str] | None = None,
    threads: int = 1,
) -> list[Check]:
    """The same for every slice; of a slice within a single document nothing can be shown by drawing documents."""
    made = []
    for by, label, segments in slices:
        part = score_rows.take(segments)
        if documents is not None:
            mine = [documents[place] for place in segments.tolist()]
            if len(set(mine)) < 2:
                raise InputError(
                    f"slice {by} {label} is within one document; leave out {option('--docs')} or the slice."
                )
            part = part.by_document(mine)
        made += check_gate(part, bootstrap, alpha, max_drops, where=f"{by} {label}", threads=threads)
    return made


def _check(
    measure: Measure,
    where: str,
    segments: int,
    scores: Floats,
    gain: float,
    gains: Floats,
    limit: float,
    alpha: float,
    allowed: int,
    identical: bool,
) -> Check:
    finite = gains[np.isfinite(gains)]
    if not np.isfinite(gain) or len(finite) < len(gains):
        p = bound = float("nan")
        verdict = "unproven"
    else:
        centred = np.sort(finite - finite.mean())[::-1]
        bound = float(centred[allowed]) - gain
        p = float((1 + np.count_nonzero(centred >= gain + limit - _ROUNDING)) / (1 + len(centred)))
        p_worse = float((1 + np.count_nonzero(centred <= gain + limit + _ROUNDING)) / (1 + len(centred)))
        verdict = "pass" if identical or p < alpha else "fail" if p_worse < alpha else "unproven"
    return Check(
        metric=measure.label,
        where=where,
        segments=segments,
        baseline=float(scores[0]),
        new=float(scores[1]),
        drop=-gain if gain else 0.0,
        bound=bound,
        max_drop=limit,
        p=p,
        verdict=verdict,
        higher_is_better=measure.higher,
        scale=measure.scale,
    )


def _most_exceptions(resamples: int, alpha: float) -> int:
    """How many resamples may speak for the hypothesis while p stays below alpha; -1 if p is never."""
    return math.ceil(alpha * (resamples + 1) - 1e-9) - 2
