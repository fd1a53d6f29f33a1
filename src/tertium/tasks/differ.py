"""Explain where two systems differ most: what ``tertium diff`` finds, each segment word by word for both systems."""

from __future__ import annotations

from dataclasses import dataclass, field

from tertium.analysis.explaining.explain import find_segments
from tertium.metrics.base import Metric
from tertium.progress import SILENT, Listener
from tertium.results.contrasts import DifferReport, ExplainedContrast
from tertium.tasks.diff import TOP, DiffRequest, TwoSystems, differences
from tertium.tasks.explain import explained
from tertium.tasks.picture_words import PictureWords
from tertium.tasks.scored import Checks, with_links_if_needed
from tertium.tasks.texts import Texts

DEFAULT = ("chrf", "bleu", "ter", "ribes")  # chrf ranks, as in tertium diff


@dataclass(frozen=True)
class DifferRequest:
    """What ``tertium explain --differ`` and ``tertium.explain(differ=…)`` ask for: two systems of several, by name.

    The first metric ranks the segments; what all of them lost is shown.
    """

    texts: Texts
    first: str
    second: str
    metrics: tuple[Metric, ...]
    top: int = TOP
    words: PictureWords = field(default_factory=PictureWords)
    checks: Checks = field(default_factory=Checks)
    matches: bool = False


def run(request: DifferRequest, listener: Listener = SILENT) -> DifferReport:
    """The segments in which the first system is better by most, then those in which the second is."""
    systems = (request.first, request.second)
    texts = TwoSystems(request.texts, systems)
    wanted = DiffRequest(request.texts, request.metrics, top=request.top, checks=request.checks, systems=systems)
    report = differences(wanted, texts, listener)
    lines = [contrast.segment for contrast in report.contrasts]
    if not lines:
        return DifferReport(report, ())
    corpus = with_links_if_needed(texts, request.metrics, listener, reread=True)
    found = find_segments(corpus, lines, request.metrics)
    seen = explained(found, request.metrics, request.words, listener, matches=request.matches)
    both = zip(lines, seen[::2], seen[1::2], strict=True)
    return DifferReport(report, tuple(ExplainedContrast(line, first, second) for line, first, second in both))
