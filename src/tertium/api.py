"""The Python door: ``tertium.score``, ``tertium.doctor``. Same engine, same numbers as the command line."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypedDict, Unpack, overload

from tertium import __version__
from tertium.analysis.doctor.codes import checked_codes
from tertium.analysis.doctor.run import Watch, diagnose
from tertium.analysis.mbr.pairwise import matrix
from tertium.arrays import Floats
from tertium.corpus.annotations.alignments import Reading
from tertium.corpus.annotations.parses import Parse
from tertium.corpus.annotations.unl import Document, Sentence
from tertium.corpus.chunk import Notice
from tertium.corpus.texts.lists import Links, Streams, corpus_of
from tertium.corpus.texts.stream_corpus import Policy
from tertium.engine import local
from tertium.errors import InputError, SpecError
from tertium.metrics.base import Metric
from tertium.metrics.spec import parse
from tertium.render.reports.findings import grouped
from tertium.results.diagnosis import Diagnosis
from tertium.results.scores import Report, SystemScores

Parses = Sequence[Parse | str]
Graphs = Document | Sequence[Sentence | str]
Metrics = Sequence[str | Metric] | str | Metric
References = Sequence[Sequence[str | None]] | Sequence[str] | Streams


class InputWarning(UserWarning):
    """Something about the texts that a person should know; the command line prints it on standard error."""


class ScoreOptions(TypedDict, total=False):
    """The keywords of ``tertium.score``, as type checkers see them."""

    sources: Sequence[str] | None
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
    parse_hyp: Parses | Mapping[str, Parses] | None
    parse_ref: Parses | Streams | None
    unl_hyp: Graphs | Mapping[str, Graphs] | None
    unl_ref: Graphs | Streams | None
    strict: bool
    ignore: Sequence[str]


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
    references: Any,
    metrics: Metrics = ("bleu", "chrf", "ter"),
    *,
    sources: Sequence[str] | None = None,
    threads: int | None = None,
    segment_scores: bool = False,
    empty_ref: Literal["absent", "keep"] = "absent",
    missing: Literal["error", "skip"] = "error",
    align_hyp: Any = None,
    align_ref: Any = None,
    align_direct: Any = None,
    align_format: Literal["pharaoh", "segments", "trace"] = "pharaoh",
    align_base: Literal[0, 1] = 0,
    align_empty: Literal["error", "zero"] = "error",
    parse_hyp: Any = None,
    parse_ref: Any = None,
    unl_hyp: Any = None,
    unl_ref: Any = None,
    strict: bool = False,
    ignore: Sequence[str] = (),
) -> Report | SystemScores:
    """Score translations against references.

    ``hypotheses`` is a list of strings, or a mapping from system names to such lists; ``references`` one list of
    strings for each hypothesis, or one string each (sacreBLEU's streams: ``tertium.streams(refs)``). ``metrics`` are
    names such as ``"bleu:order=2"``, or metrics. One system gives a ``SystemScores`` (``result["bleu"].score``),
    a mapping gives a ``Report`` (``result["system A"]["bleu"].score``).

    Word alignments are lists of strings such as ``"0-0 1-2"``, one a segment: ``align_hyp`` links ``sources`` with the
    hypotheses, ``align_ref`` with the references, ``align_direct`` references with hypotheses. Those of several systems
    are mappings from their names, those of several references ``tertium.streams([...])``.

    ``parse_hyp`` and ``parse_ref`` are parses in the same shapes, each a ``Parse`` or the CoNLL-U of one sentence;
    metrics that compare graphs then take them rather than parse by themselves, and their signatures say so. So are
    ``unl_hyp`` and ``unl_ref``, each a UNL document, or a list of its sentences or of their texts.

    What is odd about the texts is warned of (``InputWarning``), or with ``strict`` refused; ``ignore`` names codes to
    leave out, such as ``["T106"]`` (see ``tertium.doctor``).
    """
    left_out = checked_codes([ignore] if isinstance(ignore, str) else ignore)
    options = {} if parse_hyp is None and parse_ref is None else {"parse": "files"}
    if unl_hyp is not None or unl_ref is not None:
        options["graphs"] = "documents"
    chosen = metrics_of(metrics, options)
    if threads is not None and (not isinstance(threads, int) or threads < 1):
        raise InputError(f"threads is {threads!r}, expected a whole number of at least 1, or None for every core.")
    if align_ref is not None or parse_ref is not None or unl_ref is not None:
        references = _as_streams(references)
    links = Links(align_hyp, align_ref, align_direct, Reading(align_format, align_base, align_empty))
    corpus = corpus_of(
        hypotheses,
        references,
        sources,
        policy=Policy(empty_ref, missing),
        alignments=links,
        parses=(parse_hyp, parse_ref),
        unl=(unl_hyp, unl_ref),
    )
    watch = Watch(corpus, chosen, left_out)
    report = local.score(
        corpus, chosen, version=__version__, threads=threads, segment_scores=segment_scores, watch=(watch,)
    )
    said = grouped(watch.findings(report.notices), unit="segment")
    if said and strict:
        raise InputError(" ".join(said))
    for words in said:
        warnings.warn(words, InputWarning, stacklevel=2)
    return report if isinstance(hypotheses, Mapping) else report.systems[0]


def doctor(
    hypotheses: Any,
    references: Any,
    metrics: Metrics = ("bleu",),
    *,
    sources: Sequence[str] | None = None,
    ignore: Sequence[str] = (),
    empty_ref: Literal["absent", "keep"] = "absent",
    missing: Literal["error", "skip"] = "error",
) -> Diagnosis:
    """Every check of the texts, as ``tertium doctor`` makes them: ``result.warnings``, ``result.findings``.

    Arguments are those of ``tertium.score``; ``metrics`` are those that will be used (is the tokenizer right?).

    >>> seen = doctor(["Sure, here is the translation: yes ."] * 20, ["Yes, that is so."] * 20)
    >>> [finding.code for finding in seen.warnings]
    ['T112', 'T116']
    """
    left_out = checked_codes([ignore] if isinstance(ignore, str) else ignore)
    corpus = corpus_of(hypotheses, references, sources, policy=Policy(empty_ref, missing))
    return diagnose(corpus, metrics_of(metrics), version=__version__, ignore=left_out)


def pairwise(
    hypotheses: Sequence[str], references: Sequence[str], metric: str | Metric = "chrf", *, threads: int | None = None
) -> Floats:
    """Every hypothesis against every reference: an array (hypotheses, references) of segment scores.

    ``metric`` is any metric or weighted sum; NaN stands where a pair has no score. ``matrix.mean(axis=1).argmax()`` is
    the minimum-Bayes-risk choice (``tertium mbr`` makes it from n-best lists).

    >>> pairwise(["the cat sat", "a dog"], ["the cat sat", "the cat sat down"], "wer").round(1).tolist()
    [[0.0, 25.0], [100.0, 100.0]]
    """
    chosen, *others = metrics_of(metric)
    if others:
        raise SpecError(f"a matrix is of one metric, got {len(others) + 1}; call pairwise for each.")
    for name, texts in (("hypotheses", hypotheses), ("references", references)):
        if isinstance(texts, str) or not hasattr(texts, "__len__"):
            raise InputError(f"{name} is {type(texts).__name__}, expected a list of strings.")
        if len(texts) == 0:
            raise InputError(f"{name} is empty, expected at least one string.")
        wrong = next((place for place, text in enumerate(texts) if not isinstance(text, str)), None)
        if wrong is not None:
            raise InputError(f"{name}[{wrong}] is {type(texts[wrong]).__name__}, expected a string.")
    return matrix(hypotheses, references, chosen, threads or local.usable_cores())


def _as_streams(references: Any) -> Any:
    """Alignments of references come one list for each: so must the references, if every segment has as many."""
    nested = isinstance(references, list | tuple) and all(isinstance(refs, list | tuple) for refs in references)
    if not nested or len({len(refs) for refs in references}) != 1 or not references[0]:
        return references
    return Streams(tuple(list(stream) for stream in zip(*references, strict=True)))


def metrics_of(given: Any, options: Mapping[str, str] | None = None) -> list[Metric]:
    one = isinstance(given, str | type) or not hasattr(given, "__iter__")
    listed = [given] if one else list(given)
    for item in listed:
        if isinstance(item, type) and issubclass(item, Metric):
            raise SpecError(f"{item.__name__} is a class, expected a metric; write {item.__name__}().")
    if not listed:
        raise SpecError("no metric to score with; give at least one, as in metrics=['bleu'].")
    return [item if isinstance(item, Metric) else parse(item, options) for item in listed]


def sentence(notice: Notice) -> str:
    times = f" ({notice.count} times)" if notice.count > 1 else ""
    place = f"{notice.file}{f' segment {notice.line}' if notice.line else ''}: " if notice.file else ""
    return f"{place}{notice.message}{times}"
