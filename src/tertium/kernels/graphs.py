"""Graphs of sentences in native memory, and the triples two of them share."""

from __future__ import annotations

import numpy as np

from tertium.arrays import Bools, Floats, Int32s, Int64s
from tertium.kernels import _native
from tertium.kernels.text import Pairs, TokenView

COLUMNS = ("matched", "hyp_triples", "ref_triples")

Edge = tuple[str, int, int]  # relation, head, dependent: nodes from 0, head -1 is the root


Graphs = _native.Graphs


def new_graphs() -> Graphs:
    return _native.Graphs()


def overlap_rows(values: Int32s, offsets: Int64s, pairs: Pairs, references: int) -> Floats:
    """(pairs, references, columns) of COLUMNS, where triples match if they are equal."""
    return _native.overlap_rows(values, offsets, *pairs, references)


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
    rows, capped = _native.sense_rows(
        graphs, words, *sets, enhanced, root, pairs.hyp, pairs.seg, pairs.refs, pairs.ref_offsets, references
    )
    return rows, capped.astype(bool)


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
    return _native.match_edges(graphs, words, *sets, enhanced, labelled, *pair)
