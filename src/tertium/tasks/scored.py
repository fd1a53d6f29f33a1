"""Texts scored, for every task that starts with scores: parsed where a metric asks for it, and seen by the doctor."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from tertium import __version__
from tertium.analysis.doctor.codes import checked_codes
from tertium.analysis.doctor.run import WARNING
from tertium.analysis.doctor.run import Watch as Doctor
from tertium.corpus.texts.stream_corpus import StreamCorpus
from tertium.engine import local
from tertium.engine.parsing import parsers_of, prepare
from tertium.engine.rows import KeptRows
from tertium.errors import OddTextsError, counted, printable
from tertium.metrics.base import Metric
from tertium.progress import Listener
from tertium.render.reports.findings import grouped
from tertium.results.diagnosis import Finding
from tertium.results.scores import Report
from tertium.tasks.texts import Learning

if TYPE_CHECKING:  # most runs keep nothing on disk
    from tertium.engine.kept_work import KeptWork
    from tertium.engine.segment_store import SegmentStore


@dataclass(frozen=True)
class Checks:
    """What is done about texts that look odd: ``strict`` refuses them; codes in ``ignore`` are left out."""

    strict: bool = False
    ignore: tuple[str, ...] = ()


Found = tuple[Finding, tuple[int, ...]]  # and the segments it was found in, from 0, if these were asked for


class Readable(Protocol):
    """Texts, or what stands for them."""

    @property
    def unit(self) -> str: ...

    @property
    def learning(self) -> Learning: ...

    def corpus(self, *, reread: bool) -> StreamCorpus: ...


def score_texts(
    texts: Readable,
    metrics: Sequence[Metric],
    checks: Checks,
    listener: Listener,
    *,
    threads: int | None = None,
    keep: KeptRows | None = None,
    segment_scores: bool = False,
    watch: Sequence[local.ChunkWatch] = (),
    store: SegmentStore | None = None,
    work: KeptWork | None = None,
) -> Report:
    """The report; the listener hears what is odd about the texts, which with ``strict`` is an error.

    ``store`` takes the segment scores; ``work`` knows what an earlier run has done (see ``engine.local``).
    """
    return score_checked(
        texts,
        metrics,
        checks,
        listener,
        threads=threads,
        keep=keep,
        segment_scores=segment_scores,
        watch=watch,
        store=store,
        work=work,
    )[0]


def score_checked(
    texts: Readable,
    metrics: Sequence[Metric],
    checks: Checks,
    listener: Listener,
    *,
    threads: int | None = None,
    keep: KeptRows | None = None,
    segment_scores: bool = False,
    watch: Sequence[local.ChunkWatch] = (),
    lists: bool = False,
    store: SegmentStore | None = None,
    work: KeptWork | None = None,
) -> tuple[Report, tuple[Found, ...]]:
    """The same, and what the doctor found on the way, warnings and notes; with ``lists`` in which segments, too."""
    ignored = checked_codes(checks.ignore)
    workers = local.threads_of(threads)  # before any text is read
    parsers = parsers_of(metrics)
    reread = bool(parsers) or any(leaf.table_key is not None for metric in metrics for leaf in metric.plain())
    corpus = with_links_if_needed(texts, metrics, listener, reread=reread)
    corpus.read_ahead(workers)
    if parsers:
        prepare(corpus, metrics, listener)
    doctor = Doctor(corpus, metrics, ignored, lists=lists)
    report = local.score(
        corpus,
        metrics,
        version=__version__,
        threads=threads,
        segment_scores=segment_scores,
        keep=keep,
        listener=listener,
        watch=(doctor, *watch),
        store=store,
        work=work,
    )
    findings = doctor.findings(report.notices)
    warnings = tuple(finding for finding in findings if finding.severity == WARNING)  # notes interrupt nobody
    found = grouped(warnings, texts.unit)
    if checks.strict and found:
        raise OddTextsError(found)
    for sentence in (*found, *remarks(report)):
        listener.notice(sentence)
    return report, tuple((finding, tuple(doctor.segments(finding)) if lists else ()) for finding in findings)


def with_links_if_needed(
    texts: Readable, metrics: Sequence[Metric], listener: Listener, *, reread: bool
) -> StreamCorpus:
    """The corpus of the texts; with links that are made where a metric goes through the source and none are given."""
    through_source = any(getattr(leaf, "align", "") == "source" for metric in metrics for leaf in metric.plain())
    corpus = texts.corpus(reread=reread or through_source)
    if through_source or texts.learning.train_on or texts.learning.model is not None:
        from tertium.tasks.made_links import needs_links, refuse_unused, with_links  # few metrics do

        if needs_links(corpus, metrics):
            return with_links(corpus, metrics, texts.learning, listener)
        refuse_unused(corpus, metrics, texts.learning)
    return corpus


def remarks(report: Report) -> Iterator[str]:
    """Which segments have no score or a capped search."""
    for index, first in enumerate(report.systems[0].scores):
        counts = {system.name: system.scores[index].unscored for system in report.systems}
        yield from _of_systems(f"{first.metric} has no score for", counts, "")
        for flag in sorted({flag for system in report.systems for flag in system.scores[index].flags}):
            counts = {system.name: system.scores[index].flags.get(flag, 0) for system in report.systems}
            yield from _of_systems(f"{first.metric} marks", counts, f" as {flag}")


def _of_systems(what: str, counts: Mapping[str, int], how: str) -> Iterator[str]:
    """One sentence for all systems: eighteen of them must not bury each other's warnings."""
    most = max(counts.values())
    if not most:
        return
    worst = next(name for name, count in counts.items() if count == most)
    segments = counted(most, "segment")
    others = sum(count > 0 for count in counts.values()) - 1
    if len(counts) > 1 and set(counts.values()) == {most}:
        yield f"{what} {segments} of each system{how}."
    else:
        more = f", and some of {counted(others, 'other system')}" if others else ""
        yield f"{what} {segments} of {printable(worst)}{how}{more}."
