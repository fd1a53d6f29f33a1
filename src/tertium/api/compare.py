"""``tertium.compare``: the same task, the same tests and numbers as the command line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Literal

from tertium.analysis.comparing.comparison import Against, Order, Sides, Test
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
from tertium.api.settings import draws_given, settings_given
from tertium.api.shapes import Graphs, LinksByReference, Metrics, Parses, References, SegmentScores
from tertium.api.warned import Warned, answered
from tertium.corpus.annotations.alignments import Reading
from tertium.corpus.texts.lists import Streams
from tertium.errors import InputError
from tertium.results.comparisons import Comparison
from tertium.tasks.compare import CompareRequest, run
from tertium.tasks.systems import Systems
from tertium.tasks.texts import ListTexts


def compare(
    hypotheses: Mapping[str, Sequence[str]],
    references: References,
    metrics: Metrics = ("bleu", "chrf", "ter"),
    *,
    sources: Sequence[str] | None = None,
    language: str | None = None,
    runs: Mapping[str, Sequence[Sequence[str]]] | None = None,
    scores: Mapping[str, SegmentScores] | None = None,
    scores_lower: bool = False,
    tools: str | Sequence[str] = (),
    tool_cache: bool = True,
    test: Test = "bs",
    sides: Sides = "two",
    against: Against = "all",
    resamples: int | None = None,
    trials: int | None = None,
    seed: int = 12345,
    level: float = 0.95,
    alpha: float = 0.05,
    power: float = 0.8,
    order: Order = "score",
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
) -> Comparison:
    """Compare systems, the first of which is the baseline: intervals, paired tests, clusters, effect sizes, power.

    ``hypotheses`` is a mapping from system names to lists of strings; ``references``, ``metrics``, alignments, parses
    and graphs are those of ``tertium.score``. ``runs`` are further systems that have several outputs each, as a mapping
    from names to lists of such lists: their mean is tested, and their spread is shown. ``scores`` are segment scores of
    metrics from other tools, as ``{"comet": {"a": [...], "b": [...]}}``; ``scores_lower`` says that lower ones
    are better. ``tools`` are metrics of other programs that are to be run, as in ``tertium.score``.

    ``language`` is a pair such as en-zh, whose target chooses tokenizer and stems. ``test`` is "bs" (paired bootstrap)
    or "ar" (approximate randomisation). ``resamples`` and ``trials`` are as many as the number of comparisons needs,
    unless you give them. Systems are listed from best to worst, with ``order="given"`` as they were given.
    ``documents`` has a label for each segment; whole documents are then drawn instead of segments. ``slices`` are names
    such as "ref-length", "order", "freq", each cut into ``bins``; ``slice_by`` has labels of your own, as
    ``{"domain": ["news", "talk", ...]}``.

    Odd texts cause a warning (``InputWarning``), or with ``strict`` an error; ``ignore`` names codes to leave out, such
    as ``["T106"]`` (see ``tertium.doctor``).

    >>> result = compare({"a": ["x y z", "p q"], "b": ["x y z", "p q"]}, ["x y", "p q"], "chrf", test="ar")
    >>> result["chrf"].differences[0].p
    1.0
    """
    check_types(compare, locals())
    if not isinstance(hypotheses, Mapping) or len(hypotheses) + len(runs or ()) < 2:
        raise InputError("a comparison needs at least two systems; give a mapping from names to lists of strings.")
    systems, groups = with_runs(hypotheses, runs)
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
    chosen = metrics_given(metrics, texts, language, heard)
    request = CompareRequest(
        Systems(texts, chosen, groups, scores=scores_given(scores, scores_lower, tools, tool_cache)),
        replace(settings_given(resamples, seed, level, test, sides, trials, against, alpha), power=power, order=order),
        parts_given(documents, slices, slice_by, bins),
        checks_given(strict, ignore),
        threads,
        draws=draws_given(test, resamples, trials),
    )
    result = answered(run(request, heard))
    if language is None:
        return result
    return replace(result, asked=tuple(str(metric) for metric in metrics_given(metrics, texts)))
