"""Why segments score as they do: forensics of single segments, and the segments that lose most."""

from __future__ import annotations

import heapq
import math
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tertium.analysis.explaining.forensics import examine
from tertium.arrays import Floats
from tertium.corpus.chunk import SEGMENTS_PER_CHUNK, Chunk, Corpus, Notice
from tertium.errors import InputError, SpecError, option
from tertium.metrics.base import Better, Metric, Segment
from tertium.metrics.measuring import FirstPass, MeasuredRows, measure_alone, measure_corpus, plain_metrics
from tertium.metrics.products import Formula
from tertium.metrics.totals import leaf_labels
from tertium.progress import SILENT, Listener
from tertium.results.explanations import Explanation
from tertium.results.forensics import Forensics, Loss, Relations, WorstSegment
from tertium.views.order.links import align_words
from tertium.views.tokens.tokenized import tokens

PARTS = ("words", "order", "length")


@dataclass(frozen=True, eq=False)
class ChosenSegment:
    """Segment ``line`` (from 1) of a system, with its texts, and its chunk where files gave alignments or graphs."""

    system: str
    line: int
    segment: Segment
    aligned: Chunk | None = None

    @property
    def chunk(self) -> Chunk:
        return self.segment.chunk() if self.aligned is None else self.aligned


def explain_segment(chosen: ChosenSegment, metrics: Sequence[Metric], *, tok: str, lang: str) -> Forensics:
    """The picture of one segment against the reference that shares most words with it, and what each metric lost."""
    chunk = chosen.chunk
    given = chunk.links.get("direct")
    words = tokens(chunk, tok if given is None else "none")  # alignment files count whitespace words
    hyp = words.words(int(chunk.hyp[0]))
    candidates = []
    for number, sentence in enumerate(chunk.refs.tolist(), 1):
        ref = words.words(int(sentence))
        if given is None:
            links = align_words([w.lower() for w in ref], [w.lower() for w in hyp], lang)
        else:
            links = _one_to_one(given.items(number - 1, number).pairs.tolist())
        share = 2 * len(links) / max(len(hyp) + len(ref), 1)
        candidates.append((share, -number, ref, links))
    if not candidates:
        raise InputError(f"segment {chosen.line} has no reference to explain it with.")
    share, number, ref, links = max(candidates, key=lambda candidate: candidate[:2])
    losses = tuple(_with_terms(metric, chunk, chosen.segment.tables) for metric in metrics)
    return examine(
        hyp,
        ref,
        links,
        hyp_text=chosen.segment.hyp,
        ref_text=chosen.segment.refs[-number - 1],
        source=chosen.segment.src,
        losses=losses,
        reference=-number,
        segment=chosen.line or None,
        system=chosen.system,
        relations=_relations(metrics, chunk),
    )


def own_explanations(chosen: ChosenSegment, metrics: Sequence[Metric]) -> list[Explanation]:
    """What metrics that look at single words or phrases say of them in tables of their own."""
    return [metric.explain(chosen.segment) for metric in metrics if metric.shows_matches]


def _relations(metrics: Sequence[Metric], chunk: Chunk) -> tuple[tuple[str, Relations], ...]:
    """What every metric, or part of a sum of metrics, that compares graphs has found in them."""
    found = ((str(leaf), leaf.relations(chunk)) for leaf in plain_metrics(metrics))
    return tuple((name, relations) for name, relations in found if relations is not None)


def _one_to_one(pairs: Sequence[Sequence[int]]) -> list[tuple[int, int, str]]:
    """Links of a file for the picture: every word once, the first link of each."""
    links: list[tuple[int, int, str]] = []
    for ref, hyp in sorted(map(tuple, pairs)):
        if all(ref != other and hyp != place for other, place, _ in links):
            links.append((ref, hyp, "given"))
    return links


def _with_terms(metric: Metric, chunk: Chunk, tables: Mapping[Hashable, Any] | None) -> Loss:
    """A metric's loss, and that of every term of a sum, or of every metric in a formula."""
    whole, leaves = loss_of(metric, chunk, tables), metric.leaves()
    if isinstance(metric, Formula):
        return replace(whole, terms=tuple(loss_of(one, chunk, tables) for one in metric.operands()))
    if len(leaves) < 2:
        return whole
    terms = (
        replace(loss_of(leaf, chunk, tables), metric=f"{weight:.3g}*{label}")
        for label, (weight, leaf) in zip(leaf_labels(leaves), leaves, strict=True)
    )
    return replace(whole, terms=tuple(terms))


def loss_of(metric: Metric, chunk: Chunk, tables: Mapping[Hashable, Any] | None = None) -> Loss:
    """A metric's score of the one pair of a chunk and what words, order and length cost of it."""
    metric.check(chunk)
    [(_, rows)] = measure_alone(chunk, [metric], tables)
    return loss_of_row(metric, rows.values[0])


def loss_of_row(metric: Metric, row: Floats) -> Loss:
    value = float(metric.segment_score(row))
    lost = value - metric.best if metric.better is Better.LOWER else metric.best - value
    parts = metric.attribute(row)
    if parts is None:
        note = "cannot be split into words, order and length"
        return Loss(str(metric), metric.scale * value, metric.scale * lost, None, None, None, note)
    scaled = {name: metric.scale * getattr(parts, name) for name in PARTS}
    return Loss(str(metric), metric.scale * value, metric.scale * lost, note=parts.how, **scaled)


def find_segments(corpus: Corpus, lines: Sequence[int], metrics: Sequence[Metric] = ()) -> list[ChosenSegment]:
    """The texts of some segments, for every system; reads no further than the last one unless a metric weighs words by
    the whole set (tf-idf, information): then segments score here as they do among the others."""
    wanted = set(lines)
    first = FirstPass(metrics)
    found: dict[int, list[ChosenSegment]] = {}
    seen = 0
    for build in corpus.chunks(SEGMENTS_PER_CHUNK):
        chunk, _ = build()
        for line in sorted(wanted):
            if seen < line <= seen + chunk.segments:
                found[line] = [_chosen(corpus, chunk, system, line - seen - 1, line) for system in range(chunk.systems)]
        seen += chunk.segments
        first.read(chunk)
        if len(found) == len(wanted) and not first.needed:
            break
    missing = sorted(wanted - set(found))
    if missing:
        raise InputError(f"there is no segment {missing[0]}; the files have {seen}, counted from 1.")
    chosen = [segment for line in lines for segment in found[line]]
    if not first.needed:
        return chosen
    return [replace(one, segment=replace(one.segment, tables=first.tables)) for one in chosen]


def worst(
    corpus: Corpus, metric: Metric, part: str | None, count: int, listener: Listener = SILENT
) -> list[WorstSegment]:
    """The ``count`` segments of all systems that lose most through words, order, length, or all of these.

    ``part`` None is order, or all for a metric that does not come apart. A metric that weighs words by the whole set
    reads the texts once before, so that segments have the scores they have among the others. Where there is no best
    score to lose from (nist), the lowest scores are the worst.
    """
    best: list[tuple[float, int, int, WorstSegment]] = []
    seen = 0

    def rank(chunk: Chunk, notices: tuple[Notice, ...], measured: MeasuredRows) -> int:
        [(_, rows)] = measured
        for pair in range(chunk.pairs):
            if rows.masked[pair]:
                continue
            loss = loss_of_row(metric, rows.values[pair])
            cost = _cost(metric, loss, part)
            if cost != cost:
                continue  # a segment without a score lost nothing that could be told
            # Earlier systems and segments win ties, wherever chunks end: the heap keeps the largest cost, then these.
            system, at = divmod(pair, chunk.segments)
            key = (cost, -system, -(seen + at))
            if len(best) < count or key > best[0][:3]:
                entry = (*key, _worst(_chosen(corpus, chunk, system, at, seen + at + 1), loss))
                if len(best) < count:
                    heapq.heappush(best, entry)
                else:
                    heapq.heapreplace(best, entry)
        return chunk.segments

    for segments in measure_corpus(corpus, [metric], rank, whole=True):
        seen += segments
        listener.progress("scoring", seen, 0)
    return [entry[3] for entry in sorted(best, key=lambda entry: entry[:3], reverse=True)]


def _worst(chosen: ChosenSegment, loss: Loss) -> WorstSegment:
    return WorstSegment(chosen.system, chosen.line, loss, chosen.segment.hyp, chosen.segment.refs)


def _cost(metric: Metric, loss: Loss, part: str | None) -> float:
    cost = loss.lost if part == "all" else getattr(loss, part or "order")
    if cost is None and part is None:
        cost = loss.lost
    if cost is None:
        raise SpecError(
            f"{metric} cannot be split into words, order and length; rank by {option('--by all')}, or use ribes, ter "
            "or "
            "bleu."
        )
    return -loss.score if math.isinf(cost) and math.isinf(metric.best) else float(cost)


def _chosen(corpus: Corpus, chunk: Chunk, system: int, at: int, line: int) -> ChosenSegment:
    refs = chunk.refs[chunk.ref_offsets[at] : chunk.ref_offsets[at + 1]]
    segment = Segment(
        chunk.pool.sentence(int(chunk.hyp[system * chunk.segments + at])),
        tuple(chunk.pool.sentence(int(ref)) for ref in refs),
        None if chunk.sources is None else chunk.pool.sentence(int(chunk.sources[at])),
    )
    aligned = chunk.one_pair(system * chunk.segments + at) if chunk.links or chunk.graphs else None
    return ChosenSegment(corpus.names[system], line, segment, aligned)
