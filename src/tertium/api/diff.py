"""``tertium.diff``: where two systems differ most. The same task as the command line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from tertium.api.door import check_types
from tertium.api.given import AlignModel, Lines, checks_given, learning_given, metrics_given, scores_given
from tertium.api.shapes import Graphs, LinksByReference, Metrics, Parses, References, SegmentScores
from tertium.api.warned import Warned
from tertium.corpus.annotations.alignments import Reading
from tertium.corpus.texts.lists import Streams
from tertium.errors import InputError
from tertium.metrics.base import Metric
from tertium.results.contrasts import DiffReport
from tertium.tasks.diff import DEFAULT, TOP, DiffRequest, run
from tertium.tasks.texts import ListTexts


def diff(
    hypotheses: Mapping[str, Sequence[str]],
    references: References,
    metrics: Metrics | None = None,
    *,
    top: int = TOP,
    language: str | None = None,
    sources: Sequence[str] | None = None,
    scores: Mapping[str, SegmentScores] | None = None,
    scores_lower: bool = False,
    tools: str | Sequence[str] = (),
    tool_cache: bool = True,
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
) -> DiffReport:
    """The segments in which two systems differ most: ``top`` where the first is better, and where the second is.

    ``hypotheses`` is a mapping from two names to lists of strings. The first of the ``metrics`` ranks the segments (by
    default chrf); the others are shown beside it. ``scores`` are segment scores of other tools, as in
    ``tertium.compare``, and ``tools`` make such scores, as in ``tertium.score``; without ``metrics`` these rank.
    Alignments, parses and graphs are those of ``tertium.score``.

    ``result.contrasts`` has the scores and texts of each segment, cut into pieces as written. The mark of a piece is
    "only" (the other system does not have these words), "wrong" (no reference has them), "only-wrong" (both), or in a
    reference "missed" (neither system has them).

    >>> texts = {"a": ["the cat sat", "a dog"], "b": ["the cat sits", "a dog"]}
    >>> result = diff(texts, ["the cat sat", "a dog"], ignore=["T102", "T109"])
    >>> [(one.segment, one.better) for one in result.contrasts]
    [(1, 'a')]
    >>> [(piece.text, piece.mark) for piece in result.contrasts[0].second.pieces]
    [('the cat ', None), ('sits', 'only-wrong')]
    """
    check_types(diff, locals())
    if not isinstance(hypotheses, Mapping) or len(hypotheses) != 2:
        raise InputError("diff looks at two systems; give a mapping from their two names to lists of strings.")
    texts = ListTexts(
        {str(name): lines for name, lines in hypotheses.items()},
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
    chosen: tuple[Metric, ...] = ()
    if metrics is not None or not (scores or tools):
        chosen = metrics_given(DEFAULT if metrics is None else metrics, texts, language, heard)
    request = DiffRequest(
        texts, chosen, scores_given(scores, scores_lower, tools, tool_cache), top, checks_given(strict, ignore), threads
    )
    return run(request, heard)
