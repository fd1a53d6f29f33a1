"""The segments on which ``tertium-deep`` is found and validated, and their terms; for build_tertium.py.

Every segment that people judged is among them; of the others only as many as systems need. What was embedded is kept
in blocks of segments by the hash of all that it depends on: a run that was interrupted goes on, and a larger sample
embeds only what is new. The terms that are tertium's are computed each time.
"""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path
from typing import Any

import numpy as np

from tertium.analysis.tuning.campaign_data import CampaignData
from tertium.analysis.tuning.objectives import Part
from tertium.corpus.chunk import Chunk
from tertium.metrics.embed import matcher
from tertium.metrics.presets.tertium import Tertium
from tertium.metrics.presets.tertium_deep import KINDS, TERMS, TertiumDeep
from tertium.views.embeddings import models
from tertium.views.words import stems
from tertium.views.words.known import LANGUAGES

FEWEST = 500  # segments of each campaign: where fewer were judged others fill up, for the scores of systems
BLOCK = 50  # segments


def sampled(texts: CampaignData) -> Part:
    """The segments that people judged; others, evenly spread, if these are few."""
    judged = np.unique(texts.pairs.segment)
    others = np.setdiff1d(np.arange(texts.segments), judged)
    segments = np.concatenate([spread(judged), spread(others)[: max(0, FEWEST - len(judged))]])
    pairs = np.flatnonzero(np.isin(texts.pairs.segment, segments))
    return Part(texts, pairs, np.arange(len(texts.systems)), segments)


def target_of(texts: CampaignData) -> str:
    """The language of the outputs, if there are words that it knows."""
    target = texts.name.rpartition("-")[2]
    return target if target in LANGUAGES else stems.NONE


def spread(numbers: Any) -> Any:
    """In an order any beginning of which is spread over all of them: by the bits of the places, read backwards."""
    places = np.array([int(f"{place:032b}"[::-1], 2) for place in range(len(numbers))], dtype=np.int64)
    return numbers[np.argsort(places)]


def deep_terms(part: Part, kept: Path) -> Any:
    """Terms of the part's segments, zeros elsewhere."""
    texts = part.campaign
    metric = TertiumDeep(lang=target_of(texts))
    light = Tertium(lang=target_of(texts))
    made = np.zeros((len(texts.systems), texts.segments, len(TERMS)))
    for block, segments, chunk in blocks(part, kept):
        if not block.exists():
            keep(block, chunk)
            sys.stderr.write(f"{texts.name}: {len(segments)} more segments embedded\n")
        terms = metric.terms(metric.joined(np.load(block), light.measure(chunk).values)[:, 0])
        made[:, segments] = terms.reshape(chunk.systems, len(segments), len(TERMS))
    return made


def blocks(part: Part, kept: Path) -> Any:
    """Where each block of segments is kept, their numbers, and their texts; one reference each."""
    texts, metric = part.campaign, TertiumDeep()
    for first in range(0, len(part.segments), BLOCK):
        segments = part.segments[first : first + BLOCK]
        what = f"{texts.digest}{models.WHEEL_SHA256}{metric.layer}{metric.precision}{KINDS}{segments.tolist()}"
        yield kept / f"{hashlib.sha256(what.encode()).hexdigest()[:16]}.npy", segments, texts_of(texts, segments)


def texts_of(texts: CampaignData, segments: Any) -> Chunk:
    outputs: list[list[str]] = [[] for _ in texts.systems]
    references = []
    for segment in segments.tolist():
        chunk = next(one for one in texts.chunks if one.first <= segment < one.first + one.segments)
        place = segment - chunk.first
        references.append([chunk.pool.sentence(int(chunk.refs[chunk.ref_offsets[place]]))])
        for system, hyp in enumerate(chunk.hyp.reshape(chunk.systems, -1)[:, place].tolist()):
            outputs[system].append(chunk.pool.sentence(hyp))
    return Chunk.of(outputs, references)


def keep(block: Path, chunk: Chunk) -> None:
    """Written under another name first: a block that is there is whole."""
    metric = TertiumDeep()
    block.parent.mkdir(parents=True, exist_ok=True)
    scratch = block.with_suffix(".part.npy")
    np.save(scratch, matcher(metric.model, metric.layer, metric.precision).measure(chunk, KINDS))
    scratch.replace(block)
