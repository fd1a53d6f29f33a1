"""``tertium.score``: the same task, the same numbers as the command line."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal, Protocol, TypedDict, Unpack, overload

from tertium.analysis.comparing.resampling import Bootstrap
from tertium.api.door import check_types
from tertium.api.given import (
    AlignModel,
    Lines,
    checks_given,
    learning_given,
    metrics_given,
    tools_given,
    uncertainty_given,
)
from tertium.api.shapes import Graphs, Metrics, Parses, References
from tertium.api.warned import Warned, answered
from tertium.corpus.annotations.alignments import Reading
from tertium.corpus.texts.lists import Streams
from tertium.errors import InputError
from tertium.results.scores import Report, SystemScores
from tertium.tasks.one_segment import remember, score_one
from tertium.tasks.score import ScoreRequest, run
from tertium.tasks.texts import ListTexts, TableTexts

_NOTHING: tuple[()] = ()
_DEFAULTS = ("absent", "error", "pharaoh", 0, "error")  # of empty_ref, missing and the three of alignments


class ScoreOptions(TypedDict, total=False):
    """The keywords of ``tertium.score``, as type checkers see them."""

    sources: Sequence[str] | None
    language: str | None
    confidence: bool | float
    resamples: int
    seed: int
    threads: int | None
    segment_scores: bool
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
    strict: bool
    ignore: Sequence[str]
    resume: str | os.PathLike[str] | None
    tools: str | Sequence[str]
    tool_cache: bool


class ArrowTable(Protocol):
    """A table that gives itself as Arrow: of pyarrow, polars, pandas, DuckDB."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...


@overload
def score(
    hypotheses: ArrowTable,
    references: None = ...,
    metrics: Metrics = ...,
    *,
    hyp: str,
    refs: str | Sequence[str],
    src: str | None = ...,
    **options: Unpack[ScoreOptions],
) -> SystemScores: ...


@overload
def score(
    hypotheses: ArrowTable,
    references: None = ...,
    metrics: Metrics = ...,
    *,
    hyp: list[str] | tuple[str, ...] | Mapping[str, str],
    refs: str | Sequence[str],
    src: str | None = ...,
    **options: Unpack[ScoreOptions],
) -> Report: ...


@overload
def score(
    hypotheses: Mapping[str, Sequence[str]],
    references: References,
    metrics: Metrics = ...,
    **options: Unpack[ScoreOptions],
) -> Report: ...


@overload
def score(
    hypotheses: Sequence[str], references: References, metrics: Metrics = ..., **options: Unpack[ScoreOptions]
) -> SystemScores: ...


def score(
    hypotheses: Any,
    references: Any = None,
    metrics: Metrics = ("bleu", "chrf", "ter"),
    *,
    hyp: str | Sequence[str] | Mapping[str, str] | None = None,
    refs: str | Sequence[str] | None = None,
    src: str | None = None,
    sources: Sequence[str] | None = None,
    language: str | None = None,
    confidence: bool | float = False,
    resamples: int = Bootstrap.resamples,
    seed: int = Bootstrap.seed,
    threads: int | None = None,
    segment_scores: bool = False,
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
    strict: bool = False,
    ignore: Sequence[str] = (),
    resume: str | os.PathLike[str] | None = None,
    tools: str | Sequence[str] = (),
    tool_cache: bool = True,
) -> Report | SystemScores:
    """Score translations against references.

    ``hypotheses`` is a list of strings, or a mapping from system names to such lists; ``references`` one list of
    strings for each hypothesis, or one string each (sacreBLEU's streams: ``tertium.streams(refs)``). ``metrics`` are
    names such as ``"bleu:order=2"``, or metrics. One system gives a ``SystemScores`` (``result["bleu"].score``),
    a mapping gives a ``Report`` (``result["system A"]["bleu"].score``).

    Or ``hypotheses`` is a table of pyarrow, polars, pandas, DuckDB or datasets (anything that gives itself as Arrow),
    and ``hyp``, ``refs`` and ``src`` name its columns: ``score(table, hyp="mt", refs=["ref1", "ref2"])``. Texts are
    read in place. A column of references may hold lists. Several columns of hypotheses, as a list or a mapping from
    system names, give a ``Report``.

    ``language`` is a pair such as en-zh, whose target chooses tokenizer and stems; each metric is still found by the
    name you gave. ``confidence=True`` adds 95 % bootstrap intervals (``result["bleu"].interval``), ``confidence=0.99``
    those of 99 %, from ``resamples`` drawn with ``seed``.

    Word alignments are lists of strings such as ``"0-0 1-2"``, one for each segment: ``align_hyp`` links ``sources``
    with the hypotheses, ``align_ref`` links them with the references, ``align_direct`` links references with
    hypotheses. For several systems give mappings from their names, for several references ``tertium.streams([...])``.
    ``align_hyp_format`` and ``align_ref_format`` are for sides that differ from ``align_format``.

    Where a metric goes through the source (``lr-*``) and links are not given, ``sources`` (of a table ``src``) are
    aligned here, with the extra ``align``: texts are cut into words by ``language``, and ``train_on`` are more pairs of
    texts to learn from, lists of sentences or files as ``pathlib.Path``; ``align_model`` is the aligner.

    ``parse_hyp`` and ``parse_ref`` are parses in the same shapes, each a ``Parse`` or the CoNLL-U of one sentence;
    metrics that compare graphs then take them rather than parse by themselves, and their signatures say so. So are
    ``unl_hyp`` and ``unl_ref``, each a UNL document, or a list of its sentences or of their texts.

    Odd texts cause a warning (``InputWarning``), or with ``strict`` an error; ``ignore`` names codes to leave out, such
    as ``["T106"]`` (see ``tertium.doctor``).

    ``resume`` names a folder that keeps the work as it is done: if the process is killed, the same call goes on from
    there and gives the same numbers. Other texts, metrics or versions are refused.

    ``tools`` are metrics of other programs, such as ``"comet:model=Unbabel/wmt22-comet-da,python=PATH"``: each runs in
    a process and an environment of its own, and its scores stand beside ours under its name (docs/neural.md). They
    are kept for the next time; ``tool_cache=False`` forgets them.
    """
    try:
        plain = (
            hyp is refs is src is resume is language is sources is None
            and align_hyp_format is align_ref_format is None
            and align_model is None
            and threads is None
            and tool_cache is True
            and confidence is segment_scores is strict is False
            and tools is ignore is _NOTHING
            and train_on is _NOTHING
            and hypotheses.__class__ is list
            and references.__class__ is list
            and len(hypotheses) == len(references) == 1
            and align_hyp is align_ref is align_direct is parse_hyp is parse_ref is unl_hyp is unl_ref is None
            and (resamples, seed) == (Bootstrap.resamples, Bootstrap.seed)
            and (empty_ref, missing, align_format, align_base, align_empty) == _DEFAULTS
        )
    except ValueError:  # an array is neither equal nor not
        plain = False
    if plain:
        quick = score_one(hypotheses[0], references[0], metrics)
        if quick is not None:
            return quick
    check_types(score, locals())
    if hyp is not None or refs is not None or src is not None:
        given = (references, sources, align_hyp, align_ref, align_direct, parse_hyp, parse_ref, unl_hyp, unl_ref)
        learning = learning_given(language, train_on, align_model)
        made = _table_texts(hypotheses, hyp, refs, src, given, empty_ref, missing)
        texts: ListTexts | TableTexts = replace(made, learning=learning)
        several = not isinstance(hyp, str)
    else:
        several = isinstance(hypotheses, Mapping)
        texts = ListTexts(
            hypotheses,
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
    request = ScoreRequest(
        texts,
        chosen,
        segment_scores=segment_scores,
        uncertainty=uncertainty_given(confidence, resamples, seed),
        checks=checks_given(strict, ignore),
        threads=threads,
        scores=tools_given(tools, tool_cache),
        resume=None if resume is None else _folder(resume),
    )
    report = answered(run(request, heard))
    if plain:
        remember(report, hypotheses[0], references[0], metrics, chosen)
    if language is not None:
        names = tuple(str(metric) for metric in metrics_given(metrics, texts))
        report = replace(report, systems=tuple(replace(system, asked=names) for system in report.systems))
    return report if several else report.systems[0]


def _table_texts(
    table: Any,
    hyp: str | Sequence[str] | Mapping[str, str] | None,
    refs: str | Sequence[str] | None,
    src: str | None,
    others: Sequence[Any],
    empty_ref: Literal["absent", "keep"],
    missing: Literal["error", "skip"],
) -> TableTexts:
    if hyp is None or refs is None:
        raise InputError("columns of a table are named by hyp=… and refs=…; give both.")
    if any(other is not None for other in others):
        raise InputError(
            "hyp=… and refs=… name columns of a table, so references, sources, alignments and graphs cannot be given "
            "beside them; name the column of sources by src=…."
        )
    for named in (hyp, refs):
        if not isinstance(named, str | Sequence | Mapping):
            raise InputError(f"hyp, refs and src take names of columns, got {named!r}.")
    if isinstance(hyp, Mapping):
        systems = {str(name): column for name, column in hyp.items()}
    else:
        systems = {"system": hyp} if isinstance(hyp, str) else {column: column for column in hyp}
    columns = (refs,) if isinstance(refs, str) else tuple(refs)
    for column in (*systems.values(), *columns, *(() if src is None else (src,))):
        if not isinstance(column, str):
            raise InputError(f"hyp, refs and src take names of columns, got {column!r}.")
    return TableTexts(table, systems, columns, src, empty_ref, missing)


def _folder(resume: str | os.PathLike[str]) -> str | None:
    from tertium.api.paths import written  # it loads campaigns, and few calls resume

    return written(resume)
