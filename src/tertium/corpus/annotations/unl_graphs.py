"""UNL documents as graphs of a corpus: one sentence of the document for every segment of the text.

Nodes are spelled as universal words, edges labelled with relations, a scope is its entry. An attribute is an edge that
has no head, labelled ``@past``. Where a sentence has its text (``{org}``), it must be the text that is scored, white
space aside.
"""

from __future__ import annotations

from tertium.corpus.annotations.graphs import GraphList
from tertium.corpus.annotations.stanford import Graph
from tertium.corpus.annotations.unl import Sentence
from tertium.corpus.annotations.unl_reader import read_unl
from tertium.corpus.formats.columns import Stream
from tertium.errors import printable


def graph_of(sentence: Sentence) -> Graph:
    """A UNL sentence as the chunk's kind of graph."""
    spoken = sentence.spoken_for()
    edges = tuple(
        (relation.label, spoken[relation.head], spoken[relation.dependent]) for relation in sentence.relations
    )
    inside = {at for r in sentence.relations if r.scope for at in (r.head, r.dependent)}
    inside -= {at for r in sentence.relations if not r.scope for at in (r.head, r.dependent)}
    attributes = dict.fromkeys(
        (f"@{name}", -1, spoken[at])
        for at, node in enumerate(sentence.nodes)
        for name in node.attributes
        if name != "entry" or at not in inside  # the entry of a scope is not that of the sentence
    )
    words = tuple(node.universal_word or f":{node.id}" for node in sentence.nodes)
    headwords = tuple(node.headword or f":{node.id}" for node in sentence.nodes)
    return Graph(words, headwords, edges + tuple(attributes), tuple(sentence.text.split()) or None)


def unl_stream(path: str) -> Stream:
    """The graphs of a document, in step with the texts."""
    return Stream(GraphList(printable(path), [graph_of(sentence) for sentence in read_unl(path).sentences]))
