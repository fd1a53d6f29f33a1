"""Two graphs side by side for a person: every relation with its words, and whether the other graph has it."""

from __future__ import annotations

from dataclasses import dataclass

from tertium.arrays import Int32s, Int64s
from tertium.corpus.chunk import Graphed
from tertium.kernels.graphs import Graphs, match_edges
from tertium.kernels.text import TokenView
from tertium.results.forensics import ComparedRelation, Relations

MATCHINGS = ("labelled", "unlabelled", "lemma", "synset")
ROOT = "ROOT"


def compared_words(graphs: Graphs, matching: str) -> tuple[TokenView, tuple[Int32s, Int64s] | None]:
    """The words of all nodes as they are compared, and the synsets of each where those count."""
    words = graphs.lowered(matching in ("lemma", "synset"))
    if matching != "synset":
        return words, None
    from tertium.views.words.wordnet import wordnet  # which few comparisons need

    return words, wordnet().vocabulary_sets(words, False)


@dataclass(frozen=True, eq=False)
class ComparedGraphs:
    """The graphs that a metric compares in a chunk: of every pair which reference (from 0), and by which rule."""

    given: Graphed
    best: Int64s
    matching: str
    enhanced: bool
    root: bool


def compare_one(found: ComparedGraphs) -> Relations:
    """The one pair of a chunk."""
    best = int(found.best[0])
    pair = int(found.given.hyp[0]), int(found.given.refs[best])
    return compare(found.given.graphs, found.matching, found.enhanced, pair, found.root, reference=best + 1)


def compare(
    graphs: Graphs, matching: str, enhanced: bool, pair: tuple[int, int], root: bool = True, *, reference: int = 1
) -> Relations:
    """Sentences ``pair`` of the graphs, hypothesis and reference, matched as in the rows."""
    words, sets = compared_words(graphs, matching)
    partner = match_edges(graphs, words, sets, enhanced, matching != "unlabelled", pair).tolist()
    taken = set(partner)
    hyp, ref = pair
    hyp_words, ref_words = (tuple(graphs.columns(sentence)[1]) for sentence in pair)
    return Relations(
        _listed(graphs, hyp, enhanced, hyp_words, [at >= 0 for at in partner], root),
        _listed(
            graphs, ref, enhanced, ref_words, [at in taken for at in range(len(graphs.edges(ref, enhanced)))], root
        ),
        hyp_words,
        ref_words,
        reference=reference,
    )


def _listed(
    graphs: Graphs, sentence: int, enhanced: bool, words: tuple[str, ...], matched: list[bool], root: bool
) -> tuple[ComparedRelation, ...]:
    made = [
        ComparedRelation(relation, _head_word(relation, head, words), words[dependent], head, dependent, found)
        for (relation, head, dependent), found in zip(graphs.edges(sentence, enhanced), matched, strict=True)
        if root or head >= 0
    ]
    return tuple(sorted(made, key=lambda edge: (edge.dependent, edge.head)))


def _head_word(relation: str, head: int, words: tuple[str, ...]) -> str:
    if head >= 0:
        return words[head]
    return "" if relation.startswith("@") else ROOT  # an attribute has no head
