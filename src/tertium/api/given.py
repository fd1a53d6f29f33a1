"""What Python callers give, as parts of a request."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence, Set
from typing import Any, Literal, cast

from tertium.analysis.comparing.resampling import Bootstrap
from tertium.analysis.comparing.score_rows import Group
from tertium.analysis.comparing.slices import Feature
from tertium.api.shapes import Metrics, SegmentScores
from tertium.api.strings import names_of
from tertium.corpus.formats.opening import Place
from tertium.errors import InputError, brief_value
from tertium.metrics.base import Metric
from tertium.progress import SILENT, Listener
from tertium.tasks.metric_choice import language_options, language_remarks, metrics_of
from tertium.tasks.outer_scores import ListScores, ToolScores
from tertium.tasks.parts import ListLabels, Parts
from tertium.tasks.score import Uncertainty
from tertium.tasks.scored import Checks
from tertium.tasks.texts import Learning, ListTexts, Sentences, TableTexts, Text

Lines = Sequence[str] | os.PathLike[str]
AlignModel = Literal["hmm", "fast-align"]


def metrics_given(
    metrics: Metrics, texts: ListTexts | TableTexts, language: str | None = None, listener: Listener = SILENT
) -> tuple[Metric, ...]:
    """Parses and graphs that are given are used: metrics that can parse by themselves do not.

    The listener hears what the metrics cannot do in the language.
    """
    options = {} if language is None else language_options(language)
    if texts.parse_hyp is not None or texts.parse_ref is not None:
        options["parse"] = "files"
    if texts.unl_hyp is not None or texts.unl_ref is not None:
        options["graphs"] = "documents"
    made = tuple(metrics_of(metrics, options))
    for remark in () if language is None else language_remarks(language, made):
        listener.notice(remark)
    return made


def text_given(given: Lines, name: str) -> Text:
    """Sentences, or a file of them."""
    if isinstance(given, os.PathLike):
        return Place(os.fspath(given))
    if isinstance(given, str):
        raise InputError(f"{name} is a string, expected a list of sentences, or a file as pathlib.Path.")
    if isinstance(given, Mapping) or not hasattr(given, "__iter__"):
        raise InputError(f"{name} is {brief_value(given)}, expected a list of sentences, or a file as pathlib.Path.")
    return Sentences(tuple(given), name)


def pairs_given(train_on: Sequence[tuple[Lines, Lines]]) -> tuple[tuple[Text, Text], ...]:
    """Pairs of texts that an aligner learns from."""
    made = []
    for place, pair in enumerate(train_on, 1):
        if isinstance(pair, str | Mapping | Set) or not hasattr(pair, "__len__") or len(pair) != 2:
            raise InputError(f"train_on is a list of pairs (source, target) of texts; its item {place} is no pair.")
        made.append((text_given(pair[0], f"train_on source {place}"), text_given(pair[1], f"train_on target {place}")))
    return tuple(made)


def learning_given(
    language: str | None, train_on: Sequence[tuple[Lines, Lines]], align_model: AlignModel | None
) -> Learning:
    if align_model not in (None, "hmm", "fast-align"):
        raise InputError(f"align_model is {align_model!r}, expected 'hmm' or 'fast-align'.")
    return Learning(language, pairs_given(train_on), align_model)


def uncertainty_given(confidence: bool | float, resamples: int, seed: int) -> Uncertainty:
    """``confidence`` is whether intervals are wanted, or their level."""
    level = Bootstrap.level if isinstance(confidence, bool) else confidence
    if not isinstance(level, float) or not 0 < level < 1:
        raise InputError(f"confidence is {confidence!r}, expected True, or a level between 0 and 1 such as 0.99.")
    return Uncertainty(confidence is not False, resamples=resamples, seed=seed, level=level)


def codes_given(ignore: Sequence[str] | str) -> tuple[str, ...]:
    return names_of("ignore", ignore)


def checks_given(strict: bool, ignore: Sequence[str] | str) -> Checks:
    return Checks(strict, codes_given(ignore))


def parts_given(
    documents: Sequence[str] | None,
    slices: Sequence[Feature],
    slice_by: Mapping[str, Sequence[str]] | None,
    bins: int,
) -> Parts:
    if isinstance(slices, str):
        raise InputError(f"slices is a string, expected a list of names; write [{slices!r}].")
    return Parts(
        documents=None if documents is None else _labels("documents", documents),
        features=cast(tuple[Feature, ...], names_of("slices", slices)),
        labels=tuple(_labels(name, labels) for name, labels in (slice_by or {}).items()),
        bins=bins,
    )


def tools_given(tools: str | Sequence[str], keep: bool) -> tuple[ToolScores, ...]:
    """Tools that are to score the texts, by the names that `--with` takes."""
    return tuple(ToolScores(tool, keep) for tool in names_of("tools", tools))


def scores_given(
    scores: Mapping[str, SegmentScores] | None, lower: bool, tools: str | Sequence[str], keep: bool
) -> tuple[ListScores | ToolScores, ...]:
    """Of every metric, by its name, the numbers of every system, by its name; and tools that make such numbers."""
    made = []
    for metric, systems in (scores or {}).items():
        if not isinstance(systems, Mapping):
            raise InputError(
                f"scores[{metric!r}] is {type(systems).__name__}, expected a mapping from system names to numbers."
            )
        numbers = {str(name): _numbers(f"scores[{metric!r}][{name!r}]", values) for name, values in systems.items()}
        made.append(ListScores(str(metric), numbers, not lower))
    return (*made, *tools_given(tools, keep))


def with_runs(
    hypotheses: Mapping[str, Sequence[str]], runs: Mapping[str, Sequence[Sequence[str]]] | None
) -> tuple[dict[str, Sequence[str]], tuple[Group, ...]]:
    """Runs are further systems behind the others; which belong together. No groups where there are no runs."""
    systems = {str(name): texts for name, texts in hypotheses.items()}
    if len(systems) != len(hypotheses):
        raise InputError("two systems have the same name once written as text; give each a name of its own.")
    groups = [Group(name, (place,)) for place, name in enumerate(systems)]
    for name, listed in (runs or {}).items():
        if isinstance(listed, str | Mapping) or not hasattr(listed, "__len__") or len(listed) < 2:
            raise InputError(f"runs[{name!r}] needs at least two lists of strings, one for each run.")
        groups.append(Group(str(name), tuple(range(len(systems), len(systems) + len(listed)))))
        for number, texts in enumerate(listed, 1):
            systems[f"{name} run {number}"] = texts
    return systems, tuple(groups) if runs else ()


def _numbers(place: str, given: Any) -> tuple[float, ...]:
    try:
        return tuple(float(value) for value in given)
    except (TypeError, ValueError, OverflowError):
        raise InputError(f"{place} is not a list of numbers; give one number for each segment.") from None


def _labels(name: str, labels: Any) -> ListLabels:
    if isinstance(labels, str | Mapping) or not hasattr(labels, "__iter__"):
        what = "a string" if isinstance(labels, str) else brief_value(labels)
        raise InputError(f"{name} is {what}, expected a list of labels, one for each segment.")
    return ListLabels(str(name), tuple(map(str, labels)))
