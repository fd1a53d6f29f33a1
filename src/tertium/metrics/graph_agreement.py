"""Agreement of two graphs as multisets of triples: what LAYERED's shallow and deep layers share.

Definition: docs/metrics/meaning.md#agreement-of-triples.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tertium.arrays import Bools, Floats
from tertium.corpus.annotations.stanford import graph_of_triples
from tertium.corpus.chunk import Chunk, Graphed
from tertium.kernels import graphs as kernel
from tertium.kernels.text import Pairs
from tertium.metrics.base import Metric
from tertium.metrics.formulas import ratio
from tertium.results.explanations import Explanation, ExplanationTable
from tertium.results.forensics import Relations
from tertium.views.syntax.relations import MATCHINGS, compared_words

__all__ = ["MATCHINGS", "agreement", "explanation", "graph_score", "relation_tables", "triple_rows"]


def agreement(values: Floats) -> Floats:
    """The mean of matched / |C| and matched / |R|, each 0 where there is nothing to divide by."""
    matched = values[..., 0]
    return (ratio(matched, values[..., 1]) + ratio(matched, values[..., 2])) / 2


def triple_rows(
    given: Graphed, chunk: Chunk, matching: str, enhanced: bool, root: bool, references: int
) -> tuple[Floats, Bools | None]:
    """Rows of kernel.COLUMNS for every pair and reference; pairs whose search was cut short, if any could be."""
    pairs = Pairs(given.hyp, chunk.seg, given.refs, chunk.ref_offsets)
    words, sets = compared_words(given.graphs, matching)
    if sets is not None:
        return kernel.sense_rows(given.graphs, words, sets, enhanced, root, pairs, references)
    values, offsets = given.graphs.triples(words, enhanced, matching != "unlabelled", root)
    return kernel.overlap_rows(values, offsets, pairs, references), None


def graph_score(
    hyp: Sequence[tuple[str, str, str]], ref: Sequence[tuple[str, str, str]], matching: str = "labelled"
) -> float:
    """The score of two lists of triples (relation, head, dependent), ROOT being the head of the main word."""
    made = kernel.new_graphs()
    for triples in (hyp, ref):
        graph = graph_of_triples(triples)
        made.add_graph(graph.forms, graph.lemmas, graph.edges, ())
    ids = np.arange(2, dtype=np.int32)
    chunk = Chunk.of([[""]], [[""]])
    rows, _ = triple_rows(Graphed(made, ids[:1], ids[1:]), chunk, matching, False, True, 1)
    return float(agreement(rows[0, 0]))


def explanation(metric: Metric, values: Floats, best: int, found: Relations | None) -> Explanation:
    """The relations of one pair that matched, are missing and are extra, against its best reference."""
    facts = {"reference": best + 1, **dict(zip(metric.columns, values.tolist(), strict=True))}
    tables = () if found is None else relation_tables(found)
    return Explanation(str(metric), metric.scale * float(metric.score(values)), facts, tables)


def relation_tables(found: Relations) -> tuple[ExplanationTable, ...]:
    """What matched, is missing and is extra, as tables."""
    columns = ("relation", "head", "dependent")
    return (
        ExplanationTable("matched relations", columns, tuple(edge.triple for edge in found.hyp if edge.matched)),
        ExplanationTable(
            "missing (in the reference only)", columns, tuple(edge.triple for edge in found.ref if not edge.matched)
        ),
        ExplanationTable(
            "extra (in the hypothesis only)", columns, tuple(edge.triple for edge in found.hyp if not edge.matched)
        ),
    )
