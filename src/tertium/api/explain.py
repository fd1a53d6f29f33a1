"""``tertium.explain``: why segments score as they do."""

from __future__ import annotations

import numbers
from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypedDict, Unpack, get_args, overload

from tertium.api.door import check_types
from tertium.api.given import AlignModel, Lines, learning_given
from tertium.api.shapes import Graphs, Metrics, Parses, References
from tertium.api.strings import strings_of
from tertium.api.warned import Warned
from tertium.corpus.annotations.alignments import Reading
from tertium.corpus.texts.lists import Streams
from tertium.errors import InputError, SpecError, brief, brief_value, is_whole
from tertium.metrics.base import Metric
from tertium.results.contrasts import DifferReport
from tertium.results.forensics import ExplainedSegment, WorstSegment
from tertium.results.several import Several
from tertium.tasks.diff import TOP
from tertium.tasks.differ import DEFAULT as DEFAULT_DIFFER
from tertium.tasks.differ import DifferRequest
from tertium.tasks.differ import run as run_differ
from tertium.tasks.explain import (
    DEFAULT,
    DEFAULT_WORST,
    By,
    ChosenLines,
    ExplainRequest,
    OneHypothesis,
    WorstRequest,
    run,
    run_worst,
)
from tertium.tasks.metric_choice import MetricChoice, metrics_of, refuse_other_language
from tertium.tasks.picture_words import PictureWords, picture_words
from tertium.tasks.texts import ListTexts

Hypotheses = Sequence[str] | Mapping[str, Sequence[str]]


class TextOptions(TypedDict, total=False):
    """The keywords of ``tertium.explain`` about texts of several segments, as type checkers see them."""

    language: str | None
    tokenizer: str | None
    sources: Sequence[str] | None
    empty_ref: Literal["absent", "keep"]
    missing: Literal["error", "skip"]
    align_hyp: Sequence[str] | Mapping[str, Sequence[str]] | None
    align_ref: Sequence[str] | Streams | None
    align_direct: Sequence[str] | Streams | Mapping[str, Sequence[str] | Streams] | None
    align_format: Literal["pharaoh", "segments", "trace"]
    align_base: Literal[0, 1]
    align_empty: Literal["error", "zero"]
    align_hyp_format: Literal["pharaoh", "segments", "trace"] | None
    align_ref_format: Literal["pharaoh", "segments", "trace"] | None
    train_on: Sequence[tuple[Lines, Lines]]
    align_model: AlignModel | None
    parse_hyp: Parses | Mapping[str, Parses] | None
    parse_ref: Parses | Streams | None
    unl_hyp: Graphs | Mapping[str, Graphs] | None
    unl_ref: Graphs | Streams | None


@overload
def explain(
    hypotheses: str,
    references: str | Sequence[str],
    metrics: Metrics | None = ...,
    *,
    language: str | None = ...,
    tokenizer: str | None = ...,
    lang: str | None = ...,
    sources: str | None = ...,
) -> ExplainedSegment: ...


@overload
def explain(
    hypotheses: Hypotheses,
    references: References,
    metrics: Metrics | None = ...,
    *,
    lines: int | Sequence[int],
    lang: str | None = ...,
    **options: Unpack[TextOptions],
) -> Several[ExplainedSegment]: ...


@overload
def explain(
    hypotheses: Hypotheses,
    references: References,
    metrics: Metrics | None = ...,
    *,
    worst: int,
    by: By | None = ...,
    **options: Unpack[TextOptions],
) -> Several[WorstSegment]: ...


@overload
def explain(
    hypotheses: Hypotheses,
    references: References,
    metrics: Metrics | None = ...,
    *,
    differ: tuple[str, str],
    top: int = ...,
    lang: str | None = ...,
    **options: Unpack[TextOptions],
) -> DifferReport: ...


def explain(
    hypotheses: Any,
    references: Any,
    metrics: Metrics | None = None,
    *,
    lines: int | Sequence[int] | None = None,
    worst: int | None = None,
    by: By | None = None,
    differ: tuple[str, str] | None = None,
    top: int = TOP,
    language: str | None = None,
    tokenizer: str | None = None,
    lang: str | None = None,
    sources: str | Sequence[str] | None = None,
    empty_ref: Literal["absent", "keep"] = "absent",
    missing: Literal["error", "skip"] = "error",
    align_hyp: Sequence[str] | Mapping[str, Sequence[str]] | None = None,
    align_ref: Sequence[str] | Streams | None = None,
    align_direct: Sequence[str] | Streams | Mapping[str, Sequence[str] | Streams] | None = None,
    align_format: Literal["pharaoh", "segments", "trace"] = "pharaoh",
    align_base: Literal[0, 1] = 0,
    align_empty: Literal["error", "zero"] = "error",
    align_hyp_format: Literal["pharaoh", "segments", "trace"] | None = None,
    align_ref_format: Literal["pharaoh", "segments", "trace"] | None = None,
    train_on: Sequence[tuple[Lines, Lines]] = (),
    align_model: AlignModel | None = None,
    parse_hyp: Parses | Mapping[str, Parses] | None = None,
    parse_ref: Parses | Streams | None = None,
    unl_hyp: Graphs | Mapping[str, Graphs] | None = None,
    unl_ref: Graphs | Streams | None = None,
) -> ExplainedSegment | Several[ExplainedSegment] | Several[WorstSegment] | DifferReport:
    """Why segments score as they do: which words correspond, what moved, and what words, order and length cost.

    A string and its reference or references give one ``ExplainedSegment``. Texts in the shapes of ``tertium.score``
    give, with ``lines``, those segments of every system (counted from 1), or with ``worst=20`` the 20 segments that
    lose most by one metric; ``by`` says through what (order, words, length or all). ``differ=("a", "b")`` gives a
    ``DifferReport``: the ``top`` segments in which system a is better than b by the first metric, then those in which b
    is, each explained for both.

    ``result.picture`` has the words, links and blocks, and ``losses``, one for each metric. If you name metrics
    yourself, ``result.explanations`` lists what those that match words by stages have matched. ``language`` is a pair
    such as en-zh, whose target chooses tokenizer and stems; ``tokenizer`` and ``lang`` choose each by itself. A source
    (``sources``, of one hypothesis a string) is shown with the others.

    >>> seen = explain("on a mat sat the cat", "the cat sat on a mat", metrics="ribes")
    >>> seen.picture.permutation
    (4, 5, 6, 3, 1, 2)
    >>> [block.words for block in seen.picture.blocks if block.moved]
    [('sat',), ('the', 'cat')]
    >>> [(move.text, move.shift, move.to) for move in seen.picture.moves]
    [('the cat', 4, 'end'), ('sat', 1, 'later')]
    >>> [worst] = explain(["a b c d", "d c b a"], ["a b c d", "a b c d"], worst=1)
    >>> worst.segment, round(worst.loss.lost)
    (2, 100)
    """
    check_types(explain, locals())
    choice = MetricChoice(
        language=language,
        tokenizer=tokenizer,
        parse=None if parse_hyp is None and parse_ref is None else "files",
        graphs=None if unl_hyp is None and unl_ref is None else "documents",
    )
    default = DEFAULT_DIFFER if differ is not None else DEFAULT if worst is None else DEFAULT_WORST
    chosen = tuple(metrics_of(default if metrics is None else metrics, choice.options()))
    if language is not None:
        refuse_other_language(language, chosen)
    words = picture_words(language, tokenizer, lang)
    if isinstance(hypotheses, str):
        if lines is not None or worst is not None or differ is not None:
            raise InputError(
                "one hypothesis is explained as a whole; leave out lines, worst and differ, or give lists."
            )
        if sources is not None and not isinstance(sources, str):
            raise InputError("one hypothesis has one source; give sources as a string.")
        given = OneHypothesis(
            hypotheses, (references,) if isinstance(references, str) else strings_of("references", references), sources
        )
        [found] = run(ExplainRequest(given, chosen, words, metrics is not None), Warned())
        return found
    if sum(way is not None for way in (lines, worst, differ)) != 1:
        raise InputError("say which segments: lines=7, lines=[7, 12], worst=20 or differ=('a', 'b'); one of the three.")
    texts = ListTexts(
        {str(name): lines for name, lines in hypotheses.items()} if isinstance(hypotheses, Mapping) else hypotheses,
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
    if differ is not None:
        return run_differ(_differ_request(texts, chosen, differ, top, words, metrics is not None), Warned())
    if worst is not None:
        return Several(run_worst(_worst_request(texts, chosen, worst, by), Warned()))
    return Several(
        run(ExplainRequest(ChosenLines(texts, _wanted(lines)), chosen, words, metrics is not None), Warned())
    )


def _wanted(lines: Any) -> tuple[int, ...]:
    listed = (lines,) if isinstance(lines, numbers.Integral) else tuple(lines)
    for line in listed:
        if not is_whole(line):
            raise InputError(f"lines has {brief_value(line)}, expected numbers of segments, as in lines=[7, 12].")
    return tuple(map(int, listed))


def _worst_request(texts: ListTexts, metrics: Sequence[Metric], count: int, by: By | None) -> WorstRequest:
    if len(metrics) != 1:
        raise SpecError(f"worst ranks by one metric, got {len(metrics)}; a weighted sum counts as one.")
    if not isinstance(count, int) or count < 1:
        raise InputError(f"worst is {count!r}, expected how many segments, at least 1.")
    if by not in (None, *get_args(By)):
        raise InputError(f"by is {by!r}, expected one of {', '.join(get_args(By))}.")
    return WorstRequest(texts, metrics[0], count, by)


def _differ_request(
    texts: ListTexts, metrics: tuple[Metric, ...], systems: Any, top: int, words: PictureWords, matches: bool
) -> DifferRequest:
    named = tuple(systems)
    if isinstance(systems, str) or len(named) != 2 or not all(isinstance(name, str) for name in named):
        raise InputError(f"differ is {brief(repr(systems))}, expected the names of two systems, such as ('a', 'b').")
    first, second = named
    return DifferRequest(texts, first, second, metrics, top, words, matches=matches)
