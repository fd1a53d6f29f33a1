"""``tertium.gate``: may the new system replace the baseline? The same task as the command line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from tertium.analysis.comparing.resampling import Bootstrap
from tertium.analysis.comparing.slices import Feature
from tertium.api.given import checks_given, metrics_given, parts_given, scores_given, with_runs
from tertium.api.shapes import Graphs, LinksByReference, Metrics, Parses, References, SegmentScores
from tertium.api.warned import Warned
from tertium.corpus.annotations.alignments import Reading
from tertium.corpus.texts.lists import Streams
from tertium.errors import InputError
from tertium.results.comparisons import GateReport
from tertium.tasks.gate import GateRequest, MaxDrop, Unproven, run
from tertium.tasks.systems import Systems
from tertium.tasks.texts import ListTexts


def gate(
    hypotheses: Mapping[str, Sequence[str]],
    references: References,
    metrics: Metrics = ("bleu",),
    *,
    max_drop: float | Mapping[str, float],
    slice_max_drop: float | Mapping[str, float] | None = None,
    unproven: Unproven = "fail",
    sources: Sequence[str] | None = None,
    language: str | None = None,
    scores: Mapping[str, SegmentScores] | None = None,
    scores_lower: bool = False,
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
    scale: a number for all metrics, or a mapping from their names. ``slice_max_drop`` is the limit within slices, by
    default ``max_drop``. Where neither can be shown, the gate fails, or passes with ``unproven="pass"``. All other
    keywords are those of ``tertium.compare``.

    >>> old = [f"the cat sat on mat {number}" for number in range(30)]
    >>> new = [f"the cat sat on the mat {number}" for number in range(30)]
    >>> refs = [f"a cat sat on the mat {number}" for number in range(30)]
    >>> report = gate({"old": old, "new": new}, refs, "chrf", max_drop=0.5)
    >>> report.passed, report.checks[0].verdict
    (True, 'pass')
    """
    if not isinstance(hypotheses, Mapping) or len(hypotheses) != 2:
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
        align_reading=Reading(align_format, align_base, align_empty),
        parse_hyp=parse_hyp,
        parse_ref=parse_ref,
        unl_hyp=unl_hyp,
        unl_ref=unl_ref,
        empty_ref=empty_ref,
        missing=missing,
    )
    heard = Warned()
    request = GateRequest(
        Systems(texts, metrics_given(metrics, texts, language, heard), scores=scores_given(scores, scores_lower)),
        max_drop=_limits("max_drop", max_drop),
        slice_max_drop=None if slice_max_drop is None else _limits("slice_max_drop", slice_max_drop),
        unproven=unproven,
        alpha=alpha,
        bootstrap=Bootstrap(resamples, seed),
        parts=parts_given(documents, slices, slice_by, bins),
        checks=checks_given(strict, ignore),
        threads=threads,
    )
    return run(request, heard)


def _limits(name: str, given: float | Mapping[str, float]) -> MaxDrop:
    limits = given if isinstance(given, Mapping) else {"": given}
    for limit in limits.values():
        if isinstance(limit, bool) or not isinstance(limit, int | float) or not 0 <= limit < float("inf"):
            raise InputError(f"{name} is {limit!r}, expected how much may be lost, 0 or more.")
    if isinstance(given, Mapping):
        return MaxDrop(None, tuple((str(metric), float(limit)) for metric, limit in given.items()))
    return MaxDrop(float(given))
