"""What tuning works on: campaigns whose chunks are kept, so that a metric measures each of them once.

Tunable parameters enter only ``select`` and ``score``: rows are measured once for all their values. Structural ones
(ATEC's weights) measure again, over chunks whose views (tokens, stems, synonyms) are kept. Memory grows with the texts:
tuning holds what scoring drops.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from tertium.analysis.meta.rankings import expected_wins, wins_and_ties
from tertium.arrays import Bools, Floats
from tertium.corpus.campaigns.campaign import Campaign
from tertium.corpus.campaigns.judgments import Ints, Judgments, PairJudgments
from tertium.corpus.chunk import SEGMENTS_PER_CHUNK, Chunk
from tertium.corpus.files.access import open_bytes
from tertium.corpus.formats.opening import AlignmentPlaces, Place, open_corpus
from tertium.corpus.texts.stream_corpus import StreamCorpus
from tertium.engine.parsing import prepare_chunks
from tertium.errors import InputError
from tertium.metrics.base import Metric, Pooling, Rows
from tertium.metrics.measuring import FirstPass, measure_unselected
from tertium.metrics.parameters import parameters
from tertium.metrics.products import Formula, measured_as
from tertium.progress import SILENT, Listener


@dataclass(frozen=True, eq=False)
class LeafScores:
    """One plain metric on one campaign, by its tunables of the moment."""

    metric: Metric
    segment: Floats  # (systems, segments); NaN: no score
    _summed: Floats  # (systems, segments, columns): rows, or segment scores as one column; zeros where nothing counts
    _present: Bools

    def system(self, segments: Ints | None = None) -> Floats:
        """(systems,): the corpus score, over all segments or over these (repeated ones count again)."""
        if self._summed.shape[:2] != self.segment.shape:
            raise TypeError("only the judged segments were measured; systems have no scores here")
        summed = self._summed if segments is None else self._summed[:, segments]
        totals = summed.sum(axis=1)
        if self.metric.pooling is Pooling.POOL:
            return np.asarray(self.metric.score(totals))
        present = self._present if segments is None else self._present[:, segments]
        counts = present.sum(axis=1)
        return np.where(counts > 0, totals[:, 0] / np.maximum(counts, 1), np.nan)


@dataclass(eq=False)
class CampaignData:
    """One campaign: its judgments, and its chunks, ready to be measured.

    ``pairs`` are decided comparisons, the preferred system first. Where people gave scores instead, every pair of
    outputs of one segment with different scores is a comparison. ``judged`` are the segments that are measured where
    only comparisons of segments count (a tenth of WMT08's); None: all. ``systems_by`` says where people's scores of
    systems come from.
    """

    name: str
    systems: tuple[str, ...]
    segments: int
    pairs: PairJudgments
    scores: Floats | None
    system_scores: Floats | None
    digest: str
    chunks: list[Chunk]
    threads: int = 1
    judged: Ints | None = None
    systems_by: str = "given scores"
    _measured_chunks: list[Chunk] | None = field(default=None, repr=False)
    _rows: dict[Metric, Rows] = field(default_factory=dict, repr=False)

    def leaf(self, metric: Metric) -> LeafScores:
        """The metric's scores; its rows are measured the first time a structural setting is met."""
        return self.leaves([metric])[0]

    def leaves(self, metrics: Sequence[Metric]) -> list[LeafScores]:
        """The same of several metrics; texts are parsed once for all of them, and graphs made where the parses are."""
        keys = list(map(structural, metrics))
        new = [key for key in dict.fromkeys(keys) if key not in self._rows]
        for chunk in self.chunks:
            for metric in new:
                metric.check(chunk)
        prepare_chunks(self._to_measure(), new)
        for metric in new:
            self._measure(metric)
        return [self._scores(metric, self._rows[key]) for metric, key in zip(metrics, keys, strict=True)]

    def _scores(self, metric: Metric, measured: Rows) -> LeafScores:
        rows = metric.select(measured)
        scores = np.where(rows.masked, np.nan, metric.segment_score(rows.values))
        if metric.pooling is Pooling.POOL:
            summed, present = np.where(rows.masked[:, None], 0.0, rows.values), ~rows.masked
        else:
            present = ~np.isnan(scores)
            summed = np.where(present, scores, 0.0)[:, None]
        systems = len(self.systems)
        segment = scores.reshape(systems, -1)
        if self.judged is not None:
            segment = np.full((systems, self.segments), np.nan)
            segment[:, self.judged] = scores.reshape(systems, -1)
        return LeafScores(metric, segment, summed.reshape(systems, -1, summed.shape[-1]), present.reshape(systems, -1))

    def sample(self, segments: int) -> CampaignData:
        """So many of the compared segments, evenly spread, with all their comparisons; words are weighed by all."""
        compared = np.unique(self.pairs.segment)
        kept = compared[np.linspace(0, len(compared) - 1, min(segments, len(compared))).astype(np.int64)]
        pairs = self.pairs.where(np.isin(self.pairs.segment, kept))
        return replace(self, pairs=pairs, judged=kept, _measured_chunks=None, _rows={})

    def forget(self) -> None:
        """Drop the rows; the chunks stay."""
        self._rows.clear()

    def _measure(self, metric: Metric) -> None:
        self._read_first(metric)
        chunks = self._to_measure()
        if self.threads > 1 and len(chunks) > 1:
            with ThreadPoolExecutor(self.threads) as pool:
                self._rows[metric] = measure_unselected(metric, chunks, pool.map)
        else:
            self._rows[metric] = measure_unselected(metric, chunks)

    def _read_first(self, metric: Metric) -> None:
        first = FirstPass([metric], self.chunks[0].tables)
        if not first.needed:
            return
        for chunk in self.chunks:
            first.read(chunk)
        self.chunks = [replace(chunk, tables=first.tables) for chunk in self.chunks]
        self._measured_chunks = None

    def _to_measure(self) -> list[Chunk]:
        """The chunks, or what is judged of them; words are weighed by all references all the same."""
        if self.judged is None:
            return self.chunks
        if self._measured_chunks is None:
            made = []
            for chunk in self.chunks:
                inside = (self.judged >= chunk.first) & (self.judged < chunk.first + chunk.segments)
                if inside.any():
                    made.append(_only(chunk, self.judged[inside] - chunk.first))
            self._measured_chunks = made
        return self._measured_chunks


def structural(metric: Metric) -> Metric:
    """The metric with its tunable parameters at their defaults: what its rows depend on."""
    if isinstance(metric, Formula):
        return measured_as(metric)
    defaults = {f.name: f.default for f, parameter in parameters(metric) if parameter.tunable}
    return replace(metric, **defaults) if defaults else metric


def prepare(
    campaign: Campaign,
    *,
    references: Sequence[Path] | None = None,
    alignments: AlignmentPlaces | None = None,
    linking: Callable[[StreamCorpus], StreamCorpus] | None = None,
    threads: int = 1,
    judged_only: bool = False,
    listener: Listener = SILENT,
) -> CampaignData:
    """Read a campaign's texts into chunks; ``judged_only`` measures the compared segments alone, ``linking`` adds links
    to the texts."""
    judgments = campaign.judgments
    chosen = tuple(references or campaign.references)
    if not chosen:
        raise InputError(f"{campaign.name} has no references, and metrics compare with references.")
    corpus = open_corpus(
        [Place(os.fspath(campaign.systems[name])) for name in judgments.systems],
        [Place(os.fspath(path)) for path in chosen],
        None if campaign.sources is None else Place(os.fspath(campaign.sources)),
        names=judgments.systems,
        alignments=alignments,
    )
    if linking is not None:
        corpus = linking(corpus)
    chunks = []
    for build in corpus.chunks(max(256, 2 * SEGMENTS_PER_CHUNK // len(judgments.systems))):
        chunks.append(build()[0])
        done = sum(chunk.segments for chunk in chunks)
        listener.progress(f"reading {campaign.name}", done, judgments.segments)
    segments = sum(chunk.segments for chunk in chunks)
    if segments != judgments.segments:
        raise InputError(f"{campaign.name} has {segments} segments of text but judgments of {judgments.segments}.")
    pairs = _comparisons(judgments.pairs, judgments.scores)
    judged = None
    if judged_only and len(pairs) and not any(chunk.links for chunk in chunks):
        judged = np.unique(pairs.segment)
    system_scores, systems_by = people_of_systems(judgments)
    files = [*chosen, *(campaign.systems[name] for name in judgments.systems)]
    return CampaignData(
        name=campaign.name,
        systems=judgments.systems,
        segments=segments,
        pairs=pairs,
        scores=judgments.scores,
        system_scores=system_scores,
        digest=_digest(files, judgments.scores, judgments.system_scores, judgments.pairs),
        chunks=chunks,
        threads=threads,
        judged=judged,
        systems_by=systems_by,
    )


def people_of_systems(judgments: Judgments) -> tuple[Floats | None, str]:
    """Those that people gave; else the means of segment scores, or expected wins, as ``tertium meta`` has them."""
    if judgments.system_scores is not None:
        return judgments.system_scores, "given scores"
    if judgments.scores is not None:
        there = ~np.isnan(judgments.scores)
        count = there.sum(axis=1)
        sums = np.where(there, judgments.scores, 0.0).sum(axis=1)
        return np.where(count > 0, sums / np.maximum(count, 1), np.nan), "means of segment scores"
    if judgments.pairs is not None and len(judgments.pairs):
        wins, ties = wins_and_ties(judgments.pairs, len(judgments.systems))
        return expected_wins(wins, ties), "expected wins of comparisons"
    return None, "none"


def _only(chunk: Chunk, segments: Ints) -> Chunk:
    """A chunk of these segments of all systems, over the same sentences."""
    counts = np.diff(chunk.ref_offsets)[segments]
    offsets = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
    places = [np.arange(chunk.ref_offsets[i], chunk.ref_offsets[i + 1]) for i in segments]
    return replace(
        chunk,
        hyp=np.ascontiguousarray(chunk.hyp.reshape(chunk.systems, -1)[:, segments].reshape(-1)),
        seg=np.tile(np.arange(len(segments), dtype=np.int32), chunk.systems),
        refs=np.ascontiguousarray(chunk.refs[np.concatenate(places)]),
        ref_offsets=offsets,
        sources=None if chunk.sources is None else chunk.sources[segments],
        _views={},
    )


def _comparisons(pairs: PairJudgments | None, scores: Floats | None) -> PairJudgments:
    if pairs is not None:
        return pairs.decided()
    if scores is None:
        return PairJudgments.of([])
    systems = len(scores)
    first, second = np.triu_indices(systems, 1)
    difference = scores[first] - scores[second]  # (pairs, segments); NaN compares false
    pair, segment = np.nonzero(np.abs(difference) > 0)
    better = difference[pair, segment] > 0
    ones = np.ones(len(pair), dtype=np.int64)
    return PairJudgments(
        segment.astype(np.int64),
        np.where(better, first[pair], second[pair]),
        np.where(better, second[pair], first[pair]),
        ones,
        ones,
        -ones,
    )


def _digest(files: Sequence[Path], *judged: Floats | PairJudgments | None) -> str:
    """SHA-256 of the texts and of the judgments as they were read."""
    made = hashlib.sha256()
    for path in files:
        with open_bytes(path) as file:
            made.update(hashlib.sha256(file.read()).digest())
    for part in judged:
        arrays = [part] if isinstance(part, np.ndarray) else [] if part is None else list(_columns(part).values())
        for array in arrays:
            made.update(np.ascontiguousarray(array).tobytes())
    return made.hexdigest()


def _columns(pairs: PairJudgments) -> Mapping[str, Ints]:
    return {name: getattr(pairs, name) for name in ("segment", "first", "second", "relation", "count", "judge")}
