"""``tertium.gate``: may the new system replace the baseline? The same task as the command line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from math import isfinite
from typing import Literal, TypeGuard

from tertium.analysis.comparing.gate import Share
from tertium.analysis.comparing.resampling import Bootstrap
from tertium.analysis.comparing.slices import Feature
from tertium.api.door import check_types
from tertium.api.given import (
    AlignModel,
    Lines,
    checks_given,
    learning_given,
    metrics_given,
    parts_given,
    scores_given,
    with_runs,
)
from tertium.api.shapes import Graphs, LinksByReference, Metrics, Parses, References, SegmentScores
from tertium.api.warned import Warned, answered
from tertium.corpus.annotations.alignments import Reading
from tertium.corpus.texts.lists import Streams
from tertium.errors import InputError
from tertium.results.comparisons import GateReport
from tertium.tasks.gate import Floors, GateRequest, MaxDrop, Unproven, run
from tertium.tasks.systems import Systems
from tertium.tasks.texts import ListTexts

Limits = float | str | Mapping[str, float | str]  # a string is a share of the baseline's score, such as "2%"


def gate(
    hypotheses: Mapping[str, Sequence[str]],
    references: References,
    metrics: Metrics = ("bleu",),
    *,
    max_drop: Limits | None = None,
    floor: float | Mapping[str, float] | None = None,
    slice_max_drop: Limits | None = None,
    unproven: Unproven = "fail",
    sources: Sequence[str] | None = None,
    language: str | None = None,
    scores: Mapping[str, SegmentScores] | None = None,
    scores_lower: bool = False,
    tools: str | Sequence[str] = (),
    tool_cache: bool = True,
    alpha: float = 0.05,
    resamples: int = 1000,
    seed: int = 12345,
    documents: Sequence[str] | None = None,
    slices: Sequence[Feature] = (),
    slice_by: Mapping[str, Sequence[str]] | None = None,
    bins: int = 4,
    empty_ref: Literal["absent", "keep"] = "absent",
    missing: Literal["error", "skip"] = "error",
    align_hyp: Mapping[str, Sequence[str]] | None = None,
    align_ref: LinksByReference | None = None,
    align_direct: Mapping[str, LinksByReference] | None = None,
    align_format: Literal["pharaoh", "segments", "trace"] = "pharaoh",
    align_base: Literal[0, 1] = 0,
    align_empty: Literal["error", "zero"] = "error",
    align_hyp_format: Literal["pharaoh", "segments", "trace"] | None = None,
    align_ref_format: Literal["pharaoh", "segments", "trace"] | None = None,
    train_on: Sequence[tuple[Lines, Lines]] = (),
    align_model: AlignModel | None = None,
    parse_hyp: Mapping[str, Parses] | None = None,
    parse_ref: Parses | Streams | None = None,
    unl_hyp: Mapping[str, Graphs] | None = None,
    unl_ref: Graphs | Streams | None = None,
    strict: bool = False,
    ignore: Sequence[str] = (),
    threads: int | None = None,
) -> GateReport:
    """May the new system replace the baseline? ``result.passed`` answers, ``result.checks`` says why.

    ``hypotheses`` names two systems, the baseline first. The new one passes if, for every metric, a drop of
    ``max_drop`` or more can be ruled out (a one-sided test of non-inferiority at ``alpha``). Limits are on the printed
    scale: a number for all metrics, or a mapping from their names; "2%" is two per cent of the baseline's score.
    ``slice_max_drop`` is the limit within slices, by default ``max_drop``. Where neither can be shown, the gate fails,
    or passes with ``unproven="pass"``. All other keywords are those of ``tertium.compare``.

    ``floor`` is the worst score that is allowed, at least or, where lower is better, at most: ``{"bleu": 30, "ter":
    60}``. It needs no baseline: without ``max_drop``, ``hypotheses`` may name the new system alone.

    >>> old = [f"the cat sat on mat {number}" for number in range(30)]
    >>> new = [f"the cat sat on the mat {number}" for number in range(30)]
    >>> refs = [f"a cat sat on the mat {number}" for number in range(30)]
    >>> report = gate({"old": old, "new": new}, refs, "chrf", max_drop=0.5)
    >>> report.passed, report.checks[0].verdict
    (True, 'pass')
    """
    check_types(gate, locals())
    alone = max_drop is None and floor is not None
    if not isinstance(hypotheses, Mapping) or len(hypotheses) not in ((1, 2) if alone else (2,)):
        raise InputError(
            "a gate compares one new system with one baseline; give a mapping from their two names to lists of "
            "strings, the baseline first."
        )
    systems, _ = with_runs(hypotheses, None)
    texts = ListTexts(
        systems,
        references,
        sources,
        align_hyp=align_hyp,
        align_ref=align_ref,
        align_direct=align_direct,
        align_reading=Reading(align_format, align_base, align_empty, align_hyp_format, align_ref_format),
        parse_hyp=parse_hyp,
        parse_ref=parse_ref,
        unl_hyp=unl_hyp,
        unl_ref=unl_ref,
        empty_ref=empty_ref,
        missing=missing,
        learning=learning_given(language, train_on, align_model),
    )
    heard = Warned()
    request = GateRequest(
        Systems(
            texts,
            metrics_given(metrics, texts, language, heard),
            scores=scores_given(scores, scores_lower, tools, tool_cache),
        ),
        max_drop=None if max_drop is None else _limits("max_drop", max_drop),
        floors=None if floor is None else _floors(floor),
        slice_max_drop=None if slice_max_drop is None else _limits("slice_max_drop", slice_max_drop),
        unproven=unproven,
        alpha=alpha,
        bootstrap=Bootstrap(resamples, seed),
        parts=parts_given(documents, slices, slice_by, bins),
        checks=checks_given(strict, ignore),
        threads=threads,
    )
    return answered(run(request, heard))


def _limits(name: str, given: Limits) -> MaxDrop:
    if isinstance(given, Mapping):
        return MaxDrop(None, tuple((str(metric), _limit(name, limit)) for metric, limit in given.items()))
    return MaxDrop(_limit(name, given))


def _limit(name: str, given: float | str) -> float | Share:
    """A number on the printed scale, or a percentage of the baseline's score."""
    amount: object = given
    if isinstance(given, str) and given.endswith("%"):
        with suppress(ValueError):
            amount = float(given[:-1])
    if not _is_number(amount) or amount < 0:
        raise InputError(f"{name} is {given!r}, expected how much may be lost, 0 or more.")
    return Share(amount / 100) if isinstance(given, str) else float(amount)


def _floors(given: float | Mapping[str, float]) -> Floors:
    floors = given if isinstance(given, Mapping) else {"": given}
    for floor in floors.values():
        if not _is_number(floor):
            raise InputError(f"floor is {floor!r}, expected the worst score that is allowed, a number.")
    if isinstance(given, Mapping):
        return Floors(None, tuple((str(metric), float(floor)) for metric, floor in given.items()))
    return Floors(float(given))


def _is_number(value: object) -> TypeGuard[float]:
    return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)
