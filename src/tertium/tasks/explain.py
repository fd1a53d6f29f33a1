"""Explain segments: how their words are ordered, what matched, and what words, order and length cost each metric.

Two requests: ``ExplainRequest`` for segments that somebody names, ``WorstRequest`` for those that lose most.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from tertium.analysis.doctor.languages import english_only
from tertium.analysis.explaining.cutting import said_of_picture, tokenizer_of
from tertium.analysis.explaining.explain import (
    ChosenSegment,
    explain_segment,
    find_segments,
    own_explanations,
    worst,
)
from tertium.errors import refuse_half_characters
from tertium.metrics.base import Metric, Segment
from tertium.progress import SILENT, Listener
from tertium.results.forensics import ExplainedSegment, WorstSegment
from tertium.tasks.picture_words import PictureWords
from tertium.tasks.scored import with_links_if_needed
from tertium.tasks.texts import Texts
from tertium.views.syntax.text_language import refuse_other_texts

DEFAULT = ("bleu", "ter", "ribes", "chrf")
DEFAULT_WORST = ("ribes",)

By = Literal["order", "words", "length", "all"]


@dataclass(frozen=True)
class OneHypothesis:
    """A hypothesis and its references, by themselves, and the source if it is to be shown."""

    hypothesis: str
    references: tuple[str, ...]
    source: str | None = None

    def __post_init__(self) -> None:
        refuse_half_characters([self.hypothesis], "the hypothesis")
        refuse_half_characters(self.references, "a reference")
        refuse_half_characters([self.source or ""], "the source")


@dataclass(frozen=True)
class ChosenLines:
    """Segments of texts, counted from 1: each of every system."""

    texts: Texts
    lines: tuple[int, ...]


@dataclass(frozen=True)
class ExplainRequest:
    """What ``tertium explain`` and ``tertium.explain`` ask for.

    With ``matches`` the metrics that match words by stages, or phrases, list what they matched.
    """

    segments: OneHypothesis | ChosenLines
    metrics: tuple[Metric, ...]
    words: PictureWords = field(default_factory=PictureWords)
    matches: bool = False


@dataclass(frozen=True)
class WorstRequest:
    """The ``count`` segments of all systems that lose most by one metric; ``by`` None is order where it has parts.

    With ``shown`` metrics each is explained word by word, too, for a page: what these metrics lost stands below it.
    """

    texts: Texts
    metric: Metric
    count: int
    by: By | None = None
    shown: tuple[Metric, ...] = ()
    words: PictureWords = field(default_factory=PictureWords)


def run(request: ExplainRequest, listener: Listener = SILENT) -> tuple[ExplainedSegment, ...]:
    """The segments in the order asked for, each of every system."""
    return explained(_segments(request, listener), request.metrics, request.words, listener, matches=request.matches)


def explained(
    found: Sequence[ChosenSegment],
    metrics: Sequence[Metric],
    words: PictureWords,
    listener: Listener,
    *,
    matches: bool = False,
) -> tuple[ExplainedSegment, ...]:
    """Segments that were found, in their order."""
    _refuse_other_languages(found, metrics)
    made = []
    tok = words.tok or _tokenizer(found, metrics, listener)
    for done, chosen in enumerate(found, 1):
        picture = explain_segment(chosen, metrics, tok=tok, lang=words.lang)
        own = own_explanations(chosen, metrics) if matches else ()
        references = chosen.segment.refs if len(chosen.segment.refs) > 1 else ()
        made.append(ExplainedSegment(picture, tuple(own), references, words.languages))
        listener.progress("explaining", done, len(found))
    return tuple(made)


def _tokenizer(segments: Sequence[ChosenSegment], metrics: Sequence[Metric], listener: Listener) -> str:
    """One for all segments; files of links count words between spaces, whatever the script."""
    tok, script = tokenizer_of([text for chosen in segments for text in chosen.segment.refs])
    if script is not None and not any("direct" in chosen.chunk.links for chosen in segments):
        said = said_of_picture(script, metrics)
        if said is not None:
            listener.notice(said)
    return tok


def _refuse_other_languages(segments: Sequence[ChosenSegment], metrics: Sequence[Metric]) -> None:
    """All that is shown is looked at together: a single line tells less of its language."""
    names = english_only(metrics)
    if names:
        references = [text for chosen in segments for text in chosen.segment.refs]
        refuse_other_texts(references, [chosen.segment.hyp for chosen in segments], " and ".join(names))


def run_worst(request: WorstRequest, listener: Listener = SILENT) -> tuple[WorstSegment, ...]:
    """The worst first; segments without a score are left out."""
    reread = bool(request.shown) or any(leaf.table_key is not None for leaf in request.metric.plain())
    corpus = with_links_if_needed(request.texts, [request.metric, *request.shown], listener, reread=reread)
    found = tuple(worst(corpus, request.metric, request.by, request.count, listener))
    if not request.shown or not found:
        return found
    lines = [one.segment for one in found]
    places = {name: place for place, name in enumerate(corpus.names)}
    # Every line comes once for each system; the page wants the one that loses.
    chosen = find_segments(corpus, lines, request.shown)
    own = [chosen[k * len(places) + places[one.system]] for k, one in enumerate(found)]
    pictures = explained(own, request.shown, request.words, listener)
    return tuple(replace(one, explained=picture) for one, picture in zip(found, pictures, strict=True))


def _segments(request: ExplainRequest, listener: Listener) -> list[ChosenSegment]:
    given = request.segments
    if isinstance(given, OneHypothesis):
        return [ChosenSegment("", 0, Segment(given.hypothesis, given.references, given.source))]
    corpus = with_links_if_needed(given.texts, request.metrics, listener, reread=False)
    return find_segments(corpus, given.lines, request.metrics)
