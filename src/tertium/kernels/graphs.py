"""Graphs of sentences in native memory, and the triples two of them share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, cast

import numpy as np
import numpy.typing as npt

from tertium.arrays import Bools, Floats, Int32s, Int64s
from tertium.kernels import _native
from tertium.kernels.text import Pairs, Pool, TokenView

COLUMNS = ("matched", "hyp_triples", "ref_triples")

Edge = tuple[str, int, int]  # relation, head, dependent: nodes from 0, head -1 is the root


class Graphs(Protocol):
    """The graphs of a chunk's sentences; every distinct string is kept once."""

    def __len__(self) -> int: ...
    def add_conllu(self, data: npt.NDArray[np.uint8], starts: Int64s, ends: Int64s, one_root: bool) -> int:
        """Append the sentences ``data[starts[k]:ends[k]]``; the index of the first that is broken, or -1."""
        ...

    def add_graph(
        self, forms: Sequence[str], lemmas: Sequence[str], edges: Sequence[Edge], tokens: Sequence[str]
    ) -> None:
        """Append one graph that was made elsewhere; ``tokens`` are the words of its text, for comparing the two."""
        ...

    def columns(
        self, sentence: int
    ) -> tuple[int, list[str], list[str], list[str], list[str], list[str], list[Edge], list[Edge] | None, list[str]]:
        """Words, then of every node form, lemma, upos, xpos, feats; basic and enhanced edges; tokens of the text."""
        ...

    def edges(self, sentence: int, enhanced: bool) -> list[Edge]: ...
    def lacking_enhanced(self) -> Int32s:
        """Sentences that have words but no enhanced graph."""
        ...

    def lowered(self, lemmas: bool) -> TokenView:
        """Forms or lemmas of every node in lower case; where there is no lemma, the form."""
        ...

    def spell(self, sentences: Int32s, pool: Pool, ids: Int32s) -> npt.NDArray[np.uint8]:
        """1 where the tokens of ``sentences[k]`` spell text ``ids[k]``, white space aside."""
        ...

    def triples(self, words: TokenView, enhanced: bool, labelled: bool, root: bool) -> tuple[Int32s, Int64s]:
        """Numbers of every sentence's triples, ascending: equal triples have equal numbers."""
        ...


def new_graphs() -> Graphs:
    return cast(Graphs, _native.Graphs())


def overlap_rows(values: Int32s, offsets: Int64s, pairs: Pairs, references: int) -> Floats:
    """(pairs, references, columns) of COLUMNS, where triples match if they are equal."""
    return cast(Floats, _native.overlap_rows(values, offsets, *pairs, references))


def sense_rows(
    graphs: Graphs,
    words: TokenView,
    sets: tuple[Int32s, Int64s],
    enhanced: bool,
    root: bool,
    pairs: Pairs,
    references: int,
) -> tuple[Floats, Bools]:
    """The same where words match if they are equal or share a set; and the pairs whose search was cut short."""
    rows, capped = _native.sense_rows(graphs, words, *sets, enhanced, root, *pairs, references)
    return cast(Floats, rows), cast("npt.NDArray[np.uint8]", capped).astype(bool)


def match_edges(
    graphs: Graphs,
    words: TokenView,
    sets: tuple[Int32s, Int64s] | None,
    enhanced: bool,
    labelled: bool,
    pair: tuple[int, int],
) -> Int32s:
    """For every edge of sentence ``pair[0]`` the edge of sentence ``pair[1]`` that it is matched with, or -1."""
    if sets is None:
        sets = np.zeros(0, dtype=np.int32), np.zeros(words.vocabulary_size + 1, dtype=np.int64)
    return cast(Int32s, _native.match_edges(graphs, words, *sets, enhanced, labelled, *pair))
