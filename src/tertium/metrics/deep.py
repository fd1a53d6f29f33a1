"""Deep semantic score: relations between concepts that hypothesis and reference share (LAYERED's deep layer).

    R→C   = matched / relations of the hypothesis           R→C: which of the candidate's does the reference have
    C→R   = matched / relations of the reference
    score = (R→C + C→R) / 2

over UNL graphs: multisets of (relation, universal word, universal word), and (attribute, universal word) for what is
said of a single word: not, past, pl, entry ... Words are compared whatever their case; ``matched`` is the size of the
intersection of the multisets. Corpus: mean of the segments.

S. Gautam, P. Bhattacharyya. 2014. LAYERED: Metric for Machine Translation Evaluation. Proceedings of the Ninth Workshop
on Statistical Machine Translation, 387-393. UNL: Universal Networking Language Specifications, UNL Center, 2005.

The paper's generator of UNL graphs is not public. Graphs come from documents of any enconverter, which is the paper's
metric, or from our rules over dependency parses, after the idea of M. Jain, O. P. Damani (2009, English to UNL
Enconversion, LTC), which is not: the signature says which. docs/layered.md has the rules and results.

Columns
    matched        relations in both graphs
    related        the same where labels of one group count as equal (agt and aoj, plc and scn ...), at least matched;
                   looked for only if partial is not 0
    hyp_relations  relations of the hypothesis
    ref_relations  relations of the reference

Parameters
    graphs    unl-rules#4 (default): made by rules from English parses, given or made; documents: UNL documents, given
    parse     whose parses the rules read: en (default, the English model of the package), an installed spaCy pipeline,
              files (CoNLL-U, given); see ``shallow``
    lang      the language of the parses: en, or that of the spaCy pipeline by default; -l sets it. Rules, WordNet and
              lists of words are English; other languages have small lists of their own, or only what Universal
              Dependencies say (docs/unl.md#other-languages), and a universal word is a lemma
    matching  labelled (default), unlabelled (any relation between the same words), headword (labelled, but universal
              words are compared without their constraints)
    attributes  all (default): each attribute of a word counts like a relation, so that "he did not come" is not "he
              came", and one word agrees with itself (by its attribute entry); none: relations alone, as the paper says
    partial   credit for a related but different label, between 0 (default, the paper) and 1

Several references: the best one. An empty hypothesis or reference, or both: 0. With attributes=none also sentences
without relations (one word: a single concept has none). References (or, where nothing tells their language,
hypotheses) that are not English by their script or small words are refused unless their parses and their language are
given.

Differences from other tools: none is known to be public. The paper counts dependencies; that attributes count as well
is ours (docs/adr/0171-attributes-count.md).

>>> from tertium.corpus.annotations.unl_reader import read_text
>>> from tertium.metrics.deep import score_documents
>>> def document(agent, object):
...     return read_text(f"[S] {{unl}} agt(kill(icl>do).@entry, {agent}) obj(kill(icl>do), {object}) {{/unl}} [/S]")
>>> score_documents(document("John", "Mary"), document("Mary", "John"))  # the entry agrees, the two relations do not
[0.3333333333333333]
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np

from tertium.arrays import Floats, Int32s, Int64s
from tertium.corpus.annotations.unl import Document
from tertium.corpus.annotations.unl_graphs import graph_of
from tertium.corpus.chunk import Chunk, Graphed
from tertium.kernels.graphs import Graphs, new_graphs, overlap_rows
from tertium.kernels.text import Pairs
from tertium.metrics.base import Metric, Pooling, Rows, Segment, no_mask
from tertium.metrics.formulas import ratio
from tertium.metrics.graph_agreement import explanation
from tertium.metrics.measuring import selected
from tertium.metrics.parameters import param
from tertium.results.explanations import Explanation
from tertium.views.syntax import parsing
from tertium.views.syntax.relations import ComparedGraphs
from tertium.views.syntax.text_language import checked_code, refuse_english_parser
from tertium.views.unl.graphs import DOCUMENTS, RULES, SOURCES, check_graphs, deep_graphs, grouped_graphs

MATCHINGS = ("labelled", "unlabelled", "headword")
ATTRIBUTES = ("all", "none")


@dataclass(frozen=True)
class Deep(Metric):
    """Shared relations of two UNL graphs."""

    name: ClassVar[str] = "deep"
    pooling: ClassVar[Pooling] = Pooling.MEAN
    options: ClassVar[frozenset[str]] = frozenset({"parse", "graphs"})
    version: ClassVar[int] = 2

    graphs: str = param(RULES, "where the UNL graphs come from", choices=SOURCES)
    parse: str = param(parsing.ENGLISH, "the parser whose output the rules read", check=parsing.check_source)
    lang: str | None = param(
        None, "the language of the parses; default that of the parser, else en", check=checked_code
    )
    matching: str = param("labelled", "when two relations are the same", choices=MATCHINGS)
    attributes: str = param("all", "whether attributes (not, past, pl ...) count like relations", choices=ATTRIBUTES)
    partial: float = param(0.0, "credit for a related label", low=0.0, high=1.0)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.lang is None:
            object.__setattr__(self, "lang", parsing.language(self.parse))
        if self.lang != parsing.ENGLISH and self.parser == parsing.ENGLISH:
            refuse_english_parser(self.name, self._language)

    def _defaults(self) -> Mapping[str, Any]:
        return {"lang": parsing.language(self.parse)}

    @property
    def _language(self) -> str:
        return self.lang or parsing.ENGLISH

    @property
    def columns(self) -> tuple[str, ...]:
        return ("matched", "related", "hyp_relations", "ref_relations")

    @property
    def parser(self) -> str | None:
        """The parser that must see the texts first; None where graphs or parses come in files."""
        return None if self.graphs == DOCUMENTS or self.parse == parsing.FILES else self.parse

    @property
    def enconverted(self) -> str | None:
        return None if self.parser is None else self._language

    def check(self, chunk: Chunk) -> None:
        check_graphs(chunk, self.graphs, self.parse, self.name, self._language)

    def measure(self, chunk: Chunk) -> Rows:
        check_graphs(chunk, self.graphs, self.parse, self.name, self._language)
        given = deep_graphs(chunk, self.graphs, self.parse, self._language)
        exact = related = self._overlap(chunk, given, given.graphs)
        if self.partial:  # a second look at the graphs costs as much as the first
            related = self._overlap(chunk, given, grouped_graphs(chunk, self.graphs, self.parse, self._language))
        values = np.stack([exact[..., 0], related[..., 0], exact[..., 1], exact[..., 2]], axis=-1)
        present = np.arange(values.shape[1]) < chunk.reference_counts[:, None]
        return Rows(values, no_mask(chunk), present)

    def _overlap(self, chunk: Chunk, places: Graphed, graphs: Graphs) -> Floats:
        """(pairs, references, 3): matched, relations of the hypothesis and of the reference."""
        values, offsets = triple_numbers(graphs, self.matching, self.attributes)
        references = max(chunk.max_references, 1)
        pairs = Pairs(places.hyp, chunk.seg, places.refs, chunk.ref_offsets)
        return overlap_rows(values, offsets, pairs, references)

    def select(self, rows: Rows) -> Rows:
        return rows.choose_highest(self.score(rows.values))

    def score(self, values: Floats) -> Floats:
        matched, related = values[..., 0], values[..., 1]
        credit = matched + self.partial * (related - matched)
        return (ratio(credit, values[..., 2]) + ratio(credit, values[..., 3])) / 2

    def explain(self, segment: Segment) -> Explanation:
        return self.explain_chunk(segment.chunk())

    def explain_chunk(self, chunk: Chunk) -> Explanation:
        """The relations of one pair that matched, are missing and are extra, against its best reference."""
        rows = self.measure(chunk)
        best = int(self._best(rows)[0])
        return explanation(self, rows.values[0, best], best, self.relations(chunk))

    def compared_graphs(self, chunk: Chunk) -> ComparedGraphs | None:
        given = deep_graphs(chunk, self.graphs, self.parse, self._language)
        matching = "lemma" if self.matching == "headword" else self.matching
        return ComparedGraphs(
            given, self._best(self.measure(chunk)), matching, enhanced=True, root=self.attributes == "all"
        )

    def _best(self, rows: Rows) -> Int64s:
        """Of every pair the reference that agrees best."""
        scores = self.score(rows.values)
        return np.asarray(np.argmax(scores if rows.present is None else np.where(rows.present, scores, -1.0), axis=1))


def triple_numbers(graphs: Graphs, matching: str, attributes: str) -> tuple[Int32s, Int64s]:
    words = graphs.lowered(matching == "headword")
    return graphs.triples(words, True, matching != "unlabelled", attributes == "all")


def score_documents(hypotheses: Document, references: Document, metric: Deep | None = None) -> list[float]:
    """Scores of UNL documents alone, sentence by sentence; texts are not looked at."""
    metric = metric or Deep(graphs=DOCUMENTS)
    pairs = list(zip(hypotheses.sentences, references.sentences, strict=True))
    graphs = new_graphs()
    for sentence in [hyp for hyp, _ in pairs] + [ref for _, ref in pairs]:
        graph = graph_of(sentence)
        graphs.add_graph(graph.forms, graph.lemmas, graph.edges, ())
    places = np.arange(2 * len(pairs), dtype=np.int32)
    graphed = Graphed(graphs, places[: len(pairs)], places[len(pairs) :])
    chunk = replace(Chunk.of([[""] * len(pairs)], [[""]] * len(pairs)), graphs={"unl": graphed})
    scores: list[float] = metric.segment_score(selected(metric, chunk).values).tolist()
    return scores
