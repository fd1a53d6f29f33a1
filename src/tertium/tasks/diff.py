"""Show where two systems differ most: segments that one translates better than the other, by any metric."""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from tertium import __version__
from tertium.analysis.explaining.contrasts import contrasted
from tertium.analysis.explaining.explain import find_segments
from tertium.arrays import Floats
from tertium.corpus.texts.stream_corpus import StreamCorpus
from tertium.errors import InputError, did_you_mean, printable
from tertium.metrics.base import Metric
from tertium.progress import SILENT, Heard, Listener
from tertium.results.contrasts import Contrast, DiffReport, TwoScores
from tertium.tasks.outer_scores import Given, ready, refuse_same_names
from tertium.tasks.score import kept, with_segment_scores
from tertium.tasks.scored import Checks, score_texts
from tertium.tasks.texts import Texts

DEFAULT = ("chrf",)  # says something of single segments in every language, without any resource
TOP = 5
_EQUAL = 1e-9  # gains below this are rounding


class TwoSystems:
    """Two systems of texts, by default both. Opened once and read twice: for scores, and for segments that are shown.

    Order matters: the first is the one whose gains are positive.
    """

    def __init__(self, texts: Texts, names: Sequence[str] = ()) -> None:
        self.names, self.unit = tuple(names) or texts.names, texts.unit
        unknown = [name for name in self.names if name not in texts.names]
        if unknown:
            hint = did_you_mean(unknown[0], texts.names) or ";"
            known = ", ".join(map(printable, texts.names))
            raise InputError(f"there is no system '{printable(unknown[0])}'{hint} there are {known}.")
        if len(set(self.names)) < len(self.names):
            raise InputError(f"{printable(self.names[0])} does not differ from itself; name two systems.")
        self.learning = texts.learning
        corpus = texts.corpus(reread=True)
        self._corpus = corpus if self.names == corpus.names else corpus.of_systems(self.names)

    def corpus(self, *, reread: bool) -> StreamCorpus:
        return self._corpus


@dataclass(frozen=True)
class DiffRequest:
    """What ``tertium diff`` and ``tertium.diff`` ask for: two systems; the first metric ranks, the others are shown.

    ``scores`` are segment scores of other tools. Without metrics, the first of them ranks. ``systems`` are the names of
    the two where the texts have more; ``resume`` is a folder that keeps the work on both, while it is done.
    """

    texts: Texts
    metrics: tuple[Metric, ...] = ()
    scores: tuple[Given, ...] = ()
    top: int = TOP
    checks: Checks = field(default_factory=Checks)
    threads: int | None = None
    systems: tuple[str, ...] = ()
    resume: str | None = None

    def __post_init__(self) -> None:
        names = self.systems or self.texts.names
        if len(names) != 2:
            given = ", ".join(map(printable, names))
            raise InputError(f"diff looks at two systems, got {len(names)}: {given}; give two of them.")
        if isinstance(self.top, bool) or not isinstance(self.top, int) or self.top < 1:
            raise InputError(f"top is {self.top!r}, expected a whole number of at least 1.")
        refuse_same_names(self.scores, [str(metric) for metric in self.metrics])
        if not self.metrics and not self.scores:
            raise InputError("no metric to rank segments by; give at least one.")


@dataclass(frozen=True)
class _Measured:
    """One metric: both systems in the whole set and in every segment; NaN where there is no score."""

    whole: TwoScores
    first: Floats
    second: Floats

    @property
    def gains(self) -> Floats:
        """How much better the first system is, whichever way is better."""
        return (self.first - self.second) if self.whole.higher_is_better else (self.second - self.first)

    def at(self, place: int) -> TwoScores:
        whole = self.whole
        values = float(self.first[place]), float(self.second[place])
        return TwoScores(whole.metric, whole.signature, whole.higher_is_better, *values, whole.scale)


def run(request: DiffRequest, listener: Listener = SILENT) -> DiffReport:
    """The segments in which the first system is better by most, then those in which the second is."""
    return differences(request, TwoSystems(request.texts, request.systems), listener)


def differences(request: DiffRequest, texts: TwoSystems, listener: Listener) -> DiffReport:
    """The same of texts that are open, for those who look at them again."""
    heard = Heard(listener)
    measured = [*_scored(request, texts, heard), *_given(request, texts, heard)]
    sizes = {len(one.first) for one in measured}
    if len(sizes) > 1:
        raise InputError(f"there are scores of {min(sizes)} and of {max(sizes)} segments; segments must pair up.")
    ranking = measured[0]
    gains = ranking.gains
    known = np.flatnonzero(np.isfinite(gains))
    better = known[gains[known] > _EQUAL]
    worse = known[gains[known] < -_EQUAL]
    first, second = texts.names
    chosen = [(first, place) for place in _largest(better, gains, request.top)]
    chosen += [(second, place) for place in _largest(worse, -gains, request.top)]
    return DiffReport(
        version=__version__,
        first=first,
        second=second,
        segments=len(gains),
        scores=tuple(one.whole for one in measured),
        first_better=len(better),
        second_better=len(worse),
        equal=len(known) - len(better) - len(worse),
        unscored=len(gains) - len(known),
        contrasts=tuple(_contrasts(texts, measured, chosen)),
        warnings=heard.sentences,
    )


def _scored(request: DiffRequest, texts: TwoSystems, listener: Listener) -> Iterator[_Measured]:
    if not request.metrics:
        return
    with kept(request.resume, request.texts, request.metrics, segment_scores=True, threads=request.threads) as work:
        report = score_texts(
            texts,
            request.metrics,
            request.checks,
            listener,
            threads=request.threads,
            segment_scores=work is None,
            work=work,
        )
        if work is not None and work.scores is not None:
            report = with_segment_scores(report, work.scores)
    first, second = report.systems
    for metric, mine, theirs in zip(request.metrics, first.scores, second.scores, strict=True):
        both = mine.score, theirs.score
        whole = TwoScores(mine.metric, mine.signature, mine.higher_is_better, *both, metric.scale)
        yield _Measured(whole, _floats(mine.segment_scores), _floats(theirs.segment_scores))


def _given(request: DiffRequest, texts: TwoSystems, listener: Listener) -> Iterator[_Measured]:
    for given in ready(request.scores, texts.corpus(reread=True), listener):
        for table in given.tables():
            mine, theirs = table.of(texts.names)
            means = float(np.nanmean(mine)), float(np.nanmean(theirs))
            whole = TwoScores(table.metric, given.signature(table), given.higher_is_better, *means)
            yield _Measured(whole, mine, theirs)


def _floats(scores: Sequence[float | None] | None) -> Floats:
    return np.array([np.nan if score is None else score for score in scores or ()], dtype=np.float64)


def _largest(places: np.ndarray[tuple[int], np.dtype[np.intp]], gains: Floats, count: int) -> list[int]:
    """The places of the largest gains, the largest first; of equal ones the earlier."""
    return heapq.nsmallest(count, places.tolist(), key=lambda place: (-gains[place], place))


def _contrasts(
    texts: TwoSystems, measured: Sequence[_Measured], chosen: Sequence[tuple[str, int]]
) -> Iterator[Contrast]:
    if not chosen:
        return
    gains = measured[0].gains
    found = find_segments(texts.corpus(reread=True), [place + 1 for _, place in chosen], ())
    for (better, place), mine, theirs in zip(chosen, found[::2], found[1::2], strict=True):
        first, second, references = contrasted(mine.segment.hyp, theirs.segment.hyp, mine.segment.refs)
        yield Contrast(
            segment=place + 1,
            better=better,
            gain=abs(float(gains[place])),
            scores=tuple(one.at(place) for one in measured),
            source=mine.segment.src,
            references=references,
            first=first,
            second=second,
        )
