"""Shallow semantics: how many grammatical relations of hypothesis and reference are the same (LAYERED's shallow layer).

A sentence is a multiset of triples (relation, head word, dependent word). With C those of the hypothesis (candidate), R
those of the reference and matched = |C ∩ R|, each triple counted as often as it occurs:

    Score(R→C) = matched / |C|      Score(C→R) = matched / |R|      shallow = (Score(R→C) + Score(C→R)) / 2

Reference: Gautam & Bhattacharyya (2014), "LAYERED: Metric for machine translation evaluation", WMT, 387-393, which uses
the typed dependencies of the Stanford parser. The paper does not say when two triples match: see ``matching``.

Columns: matched, hyp_triples (|C|), ref_triples (|R|).
Parameters:
- ``parse``: where the trees come from. ``en`` (default) is the English model that ships with tertium (Universal
  Dependencies, docs/parses.md says how good it is); ``files`` are your own, any parser and language (--parse-hyp and
  --parse-ref set it); else the name of an installed spaCy pipeline.
- ``matching``: ``labelled`` (default): relation and both words are the same, letter case aside;
  ``unlabelled``: both words; ``lemma``: relation and both lemmas; ``synset``: relation, and words that are the same
  lemma or share a WordNet synset, in a largest one-to-one assignment.
- ``graph``: ``basic`` trees (default) or the ``enhanced`` graphs of CoNLL-U files. Stanford's text has one graph for both.
- ``root``: the relation of the main word to no word counts as a triple (``yes``, as in the Stanford form) or not.

Several references: the best score. Corpus: mean of the segments.
Edge cases: an empty hypothesis, an empty reference or both: 0. One word: 1 if it is the same word, by its root relation
(0 with ``root=no``). References that are not English by their script or small words are refused with ``parse=en`` (and
with ``matching=synset``, whose WordNet is English), and so are hypotheses where nothing tells of the references. Above 2²⁰ pairs of triples ``synset`` matches equal lemmas
alone and flags the segment ``capped``.
Differences: the paper's numbers come from Stanford's parser, whose collapsed dependencies are fewer than UD's relations
(prepositions are no nodes); with ``parse=files`` and its output they are what is compared.

>>> from tertium.metrics.graph_agreement import graph_score
>>> ref = [("nsubj", "chases", "police"), ("det", "police", "a"), ("dobj", "chases", "thief"), ("det", "thief", "a"),
...        ("root", "ROOT", "chases")]
>>> hyp = [("nsubj", "chases", "thief"), ("det", "police", "a"), ("dobj", "chases", "police"), ("det", "thief", "a")]
>>> round(graph_score(hyp, ref), 6)
0.45
"""  # noqa: E501 - a sentence with a formula is one line

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from tertium.arrays import Floats, Int64s
from tertium.corpus.chunk import Chunk
from tertium.kernels import graphs as kernel
from tertium.metrics.base import Metric, Pooling, Rows, Segment, no_mask
from tertium.metrics.graph_agreement import MATCHINGS, agreement, explanation, triple_rows
from tertium.metrics.parameters import param
from tertium.results.explanations import Explanation
from tertium.views.syntax import parsing
from tertium.views.syntax.relations import ComparedGraphs
from tertium.views.syntax.text_language import refuse_other_languages


@dataclass(frozen=True)
class Shallow(Metric):
    """Agreement of dependency triples, the mean of both directions."""

    name: ClassVar[str] = "shallow"
    pooling: ClassVar[Pooling] = Pooling.MEAN
    options: ClassVar[frozenset[str]] = frozenset({"parse"})

    parse: str = param(
        "en", "the trees: en (ships with tertium), files, or a spaCy pipeline", check=parsing.check_source
    )
    matching: str = param("labelled", "when two triples are the same", choices=MATCHINGS)
    graph: str = param("basic", "which dependencies of CoNLL-U files", choices=("basic", "enhanced"))
    root: bool = param(True, "count the root relation of the main word")

    @property
    def columns(self) -> tuple[str, ...]:
        return kernel.COLUMNS

    @property
    def parser(self) -> str | None:
        """The parser that must see the texts first; None where graphs come in files."""
        return None if self.parse == parsing.FILES else self.parse

    def check(self, chunk: Chunk) -> None:
        parsing.check_graphs(chunk, self.parse, self.name, self.graph == "enhanced")
        if self.matching == "synset":
            refuse_other_languages(
                chunk, "shallow:matching=synset", "look for them in the English WordNet", "use matching=lemma."
            )

    def measure(self, chunk: Chunk) -> Rows:
        self.check(chunk)
        given = parsing.graphs(chunk, self.parse)
        references = max(chunk.max_references, 1)
        values, capped = triple_rows(given, chunk, self.matching, self.graph == "enhanced", self.root, references)
        present = np.arange(references) < chunk.reference_counts[:, None]
        return Rows(values, no_mask(chunk), present, {} if capped is None else {"capped": capped})

    def select(self, rows: Rows) -> Rows:
        return rows.choose_highest(self.score(rows.values))

    def score(self, values: Floats) -> Floats:
        return agreement(values)

    def explain(self, segment: Segment) -> Explanation:
        return self.explain_chunk(segment.chunk())

    def explain_chunk(self, chunk: Chunk) -> Explanation:
        """The relations of one pair that matched, are missing and are extra, against its best reference."""
        rows = self.measure(chunk)
        best = int(self._best(rows)[0])
        return explanation(self, rows.values[0, best], best, self.relations(chunk))

    def compared_graphs(self, chunk: Chunk) -> ComparedGraphs | None:
        given = parsing.graphs(chunk, self.parse)
        best = self._best(self.measure(chunk))
        return ComparedGraphs(given, best, self.matching, self.graph == "enhanced", self.root)

    def _best(self, rows: Rows) -> Int64s:
        """Of every pair the reference that agrees best."""
        scores = self.score(rows.values)
        return np.asarray(np.argmax(scores if rows.present is None else np.where(rows.present, scores, -1.0), axis=1))
