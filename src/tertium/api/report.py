"""``tertium.report``: the same page as the command line's, from lists in memory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from tertium.analysis.comparing.comparison import Against, Sides, Test
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
from tertium.api.paths import written
from tertium.api.settings import draws_given, settings_given
from tertium.api.shapes import FilePath, Metrics, References, SegmentScores
from tertium.api.warned import Warned, answered
from tertium.errors import InputError
from tertium.results.report import FullReport
from tertium.tasks.compare import CompareRequest
from tertium.tasks.report import DEFAULT, SLICES, ReportRequest, run
from tertium.tasks.systems import Systems
from tertium.tasks.texts import ListTexts


def report(
    hypotheses: Mapping[str, Sequence[str]],
    references: References,
    metrics: Metrics = DEFAULT,
    *,
    sources: Sequence[str] | None = None,
    language: str | None = None,
    runs: Mapping[str, Sequence[Sequence[str]]] | None = None,
    scores: Mapping[str, SegmentScores] | None = None,
    scores_lower: bool = False,
    tools: str | Sequence[str] = (),
    tool_cache: bool = True,
    human: FilePath | None = None,
    duplicates: Literal["error", "mean"] = "error",
    nan: Literal["error", "skip"] = "error",
    documents: Sequence[str] | None = None,
    slices: Sequence[Feature] = SLICES,
    slice_by: Mapping[str, Sequence[str]] | None = None,
    bins: int = 4,
    max_segments: int | None = None,
    test: Test = "bs",
    sides: Sides = "two",
    against: Against = "all",
    resamples: int | None = None,
    trials: int | None = None,
    seed: int = 12345,
    level: float = 0.95,
    alpha: float = 0.05,
    empty_ref: Literal["absent", "keep"] = "absent",
    missing: Literal["error", "skip"] = "error",
    train_on: Sequence[tuple[Lines, Lines]] = (),
    align_model: AlignModel | None = None,
    strict: bool = False,
    ignore: Sequence[str] = (),
    threads: int | None = None,
) -> FullReport:
    """One page about systems, to look at and to send: ``tertium.report(...).save("report.html")``.

    ``hypotheses``, ``references``, ``metrics`` and all else are those of ``tertium.compare``, but one system alone will
    do. ``human`` is a file of people's judgments, read as by ``tertium.meta``: ``duplicates="mean"`` averages two of
    one output, ``nan="skip"`` leaves out cells without a number. ``max_segments`` keeps the most telling
    segments in the page; numbers are still those of all. The result has the comparison (``.comparison``), the doctor's
    findings (``.findings``) and the page (``.to_html()``).

    >>> made = report({"a": ["x y z", "p q"], "b": ["x y", "p q"]}, ["x y", "p q"], "chrf", slices=())
    >>> made.comparison["chrf"].systems[0].name
    'b'
    >>> made.to_html()[:15]
    '<!doctype html>'
    """
    check_types(report, locals())
    if not isinstance(hypotheses, Mapping) or not len(hypotheses) + len(runs or ()):
        raise InputError("a report needs names; give a mapping from names of systems to lists of strings.")
    systems, groups = with_runs(hypotheses, runs)
    texts = ListTexts(
        systems,
        references,
        sources,
        empty_ref=empty_ref,
        missing=missing,
        learning=learning_given(language, train_on, align_model),
    )
    heard = Warned()
    chosen = metrics_given(metrics, texts, language, heard)
    request = CompareRequest(
        Systems(texts, chosen, groups, scores=scores_given(scores, scores_lower, tools, tool_cache)),
        settings_given(resamples, seed, level, test, sides, trials, against, alpha),
        parts_given(documents, slices, slice_by, bins),
        checks_given(strict, ignore),
        threads,
        draws=draws_given(test, resamples, trials),
    )
    asked = ReportRequest(
        request, language=language, human=written(human), duplicates=duplicates, nan=nan, max_segments=max_segments
    )
    return answered(run(asked, heard))
