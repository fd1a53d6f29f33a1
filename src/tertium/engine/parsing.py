"""Parsing before scoring: every text that no earlier run has parsed, once, by as few sets of processes as possible.

Scoring would parse by itself, chunk by chunk; done beforehand it can be watched, and processes start once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from tertium.corpus.chunk import SEGMENTS_PER_CHUNK, Chunk, Corpus
from tertium.metrics.base import Metric
from tertium.metrics.measuring import plain_metrics
from tertium.progress import SILENT, Listener

_TOGETHER = 50_000  # texts in memory at a time


def parsers_of(metrics: Sequence[Metric]) -> list[str]:
    """The parsers that the metrics will ask for trees."""
    return list(dict.fromkeys(leaf.parser for leaf in plain_metrics(metrics) if leaf.parser is not None))


def prepare(corpus: Corpus, metrics: Sequence[Metric], listener: Listener = SILENT) -> int:
    """Parse every text of the corpus for the metrics, where that was not done before; how many were parsed.

    What the metrics refuse (texts that their parser does not know) is refused before the first text is parsed.
    """
    if not parsers_of(metrics):
        return 0
    return prepare_chunks((build()[0] for build in corpus.chunks(SEGMENTS_PER_CHUNK)), metrics, listener)


def prepare_chunks(chunks: Iterable[Chunk], metrics: Sequence[Metric], listener: Listener = SILENT) -> int:
    """The same of chunks that were read."""
    if not parsers_of(metrics):
        return 0
    made = 0
    texts: dict[str, None] = {}
    for chunk in chunks:
        for metric in metrics:
            metric.check(chunk)
        for sentence in np.unique(np.concatenate([chunk.hyp, chunk.refs])).tolist():
            texts[chunk.pool.sentence(sentence)] = None
        if len(texts) >= _TOGETHER:
            made += _prepared(texts, metrics, listener)
            texts = {}
    return made + _prepared(texts, metrics, listener)


def _prepared(texts: Iterable[str], metrics: Sequence[Metric], listener: Listener) -> int:
    from tertium.views.syntax.parsing import parser  # few metrics parse

    listed = list(texts)
    leaves = plain_metrics(metrics)
    graphs = dict.fromkeys((leaf.parser, leaf.enconverted) for leaf in leaves if leaf.parser and leaf.enconverted)
    made = 0
    for name, language in graphs:  # first: where texts are parsed, their graphs are made, too
        from tertium.views.unl.graphs import prepare as prepare_graphs

        made += prepare_graphs(listed, str(name), str(language), listener)
    for name in parsers_of(metrics):
        made += parser(name).prepare(listed, listener)
    return made
