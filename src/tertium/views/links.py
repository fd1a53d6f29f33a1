"""Links between words: the alignments a chunk carries, or those of the built-in aligner.

Direct links are listed by *item*: the pair's references in turn, pair after pair. Item k joins words of reference
``reference_of_items(chunk)[k]`` (from) with words of the pair's hypothesis (to).
"""

from __future__ import annotations

import numpy as np

from tertium.corpus.chunk import Chunk, Links
from tertium.errors import InputError
from tertium.kernels.text import Floats, Int32s, Int64s


def items(chunk: Chunk) -> tuple[Int64s, Int64s]:
    """(pair, place among the segment's references) of every item."""
    counts = chunk.reference_counts
    pair = np.repeat(np.arange(chunk.pairs), counts)
    starts = np.cumsum(counts) - counts
    return pair, np.arange(len(pair)) - starts[pair]


def reference_of_items(chunk: Chunk) -> Int32s:
    """Sentence id of every item's reference."""
    pair, place = items(chunk)
    return np.asarray(chunk.refs[chunk.ref_offsets[chunk.seg[pair]] + place], dtype=np.int32)


def pad_items(chunk: Chunk, rows: Floats, references: int) -> Floats:
    """Rows by item to rows by (pair, reference), zeros where a segment has fewer references."""
    pair, place = items(chunk)
    padded = np.zeros((chunk.pairs, references, rows.shape[1]))
    padded[pair, place] = rows
    return padded


def closest_lengths(chunk: Chunk, lengths: Int64s) -> Int64s:
    """For every pair the reference length closest to the hypothesis length; the shorter one on a tie."""
    pair, _ = items(chunk)
    closest = np.zeros(chunk.pairs, dtype=np.int64)
    if len(pair) == 0:
        return closest
    ref = lengths[reference_of_items(chunk)]
    distance = np.abs(ref - lengths[chunk.hyp][pair])
    order = np.lexsort((ref, distance, pair))
    first = np.ones(len(order), dtype=bool)
    first[1:] = pair[order][1:] != pair[order][:-1]
    closest[pair[order][first]] = ref[order][first]
    return closest


def direct_links(chunk: Chunk, case: str, norm: str) -> Links:
    """Reference-hypothesis links by item: those given, else those of the built-in aligner."""
    if "direct" in chunk.links:
        return chunk.links["direct"]
    raise InputError("align=direct needs reference-hypothesis links; pass --align-direct.")
