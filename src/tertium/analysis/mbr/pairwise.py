"""Every hypothesis against every reference: a matrix of segment scores, for any metric.

A chunk is a pool of unique sentences and index arrays; here every reference is a segment, every hypothesis a system,
and the index arrays pair them all. Nothing is copied but indices, every sentence is tokenised once, and the kernels
prepare a reference once for all hypotheses. Equal texts are scored once.

A metric with a first pass (NIST's information, ATEC's tf-idf) gets its table from the one reference of each pair, as
``sentence_score`` does: the matrix is what a loop over single sentences gives, only sooner.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from tertium.arrays import Floats, Int32s
from tertium.corpus.chunk import Chunk
from tertium.errors import half_character
from tertium.kernels.text import new_pool
from tertium.metrics.base import Metric
from tertium.metrics.measuring import FirstPass, measure_alone

PAIRS = 1 << 15  # scored at a time: rows of so many pairs fit in a few megabytes
_OF_THE_POOL = ("tokens", "normalized")  # views that do not depend on what is paired with what


def matrix(hypotheses: Sequence[str], references: Sequence[str], metric: Metric, threads: int = 1) -> Floats:
    """(hypotheses, references): segment scores on the scale the field prints; NaN where a pair has none."""
    pool = new_pool()
    try:
        hyp, hyp_places = np.unique(pool.add_strings(list(hypotheses)), return_inverse=True)
        ref, ref_places = np.unique(pool.add_strings(list(references)), return_inverse=True)
    except UnicodeEncodeError as problem:
        raise half_character(problem, "a text") from None
    first = _chunk(Chunk(pool, 1, hyp[:1], _zeros(1), ref[:1], np.array([0, 1])), hyp[:1], ref[:1])
    metric.check(first)
    _score(first, metric)  # makes the views of the pool, which the others share
    shared = {key: view for key, view in first._views.items() if isinstance(key, tuple) and key[0] in _OF_THE_POOL}
    made = np.empty((len(hyp), len(ref)))

    def fill(block: tuple[slice, slice]) -> None:
        rows, columns = block
        made[block] = _score(_chunk(first, hyp[rows], ref[columns], dict(shared)), metric)

    blocks = list(_blocks(len(hyp), len(ref), 1 if FirstPass([metric]).needed else len(ref)))
    if threads == 1 or len(blocks) == 1:
        for block in blocks:
            fill(block)
    else:
        with ThreadPoolExecutor(threads, thread_name_prefix="tertium") as workers:
            list(workers.map(fill, blocks))
    return np.ascontiguousarray(made[np.ix_(hyp_places, ref_places)])


def _blocks(hyps: int, refs: int, columns: int) -> Iterator[tuple[slice, slice]]:
    columns = min(columns, PAIRS)
    rows = max(1, PAIRS // columns)
    for row in range(0, hyps, rows):
        for column in range(0, refs, columns):
            yield slice(row, min(row + rows, hyps)), slice(column, min(column + columns, refs))


def _chunk(like: Chunk, hyp: Int32s, ref: Int32s, views: dict[object, object] | None = None) -> Chunk:
    """Every hypothesis is a system, every reference a segment."""
    return Chunk(
        pool=like.pool,
        systems=len(hyp),
        hyp=np.repeat(hyp, len(ref)).astype(np.int32),
        seg=np.tile(np.arange(len(ref), dtype=np.int32), len(hyp)),
        refs=np.ascontiguousarray(ref, dtype=np.int32),
        ref_offsets=np.arange(len(ref) + 1, dtype=np.int64),
        _views=views if views is not None else {},
    )


def _score(chunk: Chunk, metric: Metric) -> Floats:
    total = np.zeros(chunk.pairs)
    leaves = metric.leaves()
    measured = measure_alone(chunk, [leaf for _, leaf in leaves])
    for (weight, _), (leaf, rows) in zip(leaves, measured, strict=True):
        total += weight * np.where(rows.masked, np.nan, leaf.segment_score(rows.values))
    return metric.scale * total.reshape(chunk.systems, chunk.segments)


def _zeros(size: int) -> Int32s:
    return np.zeros(size, dtype=np.int32)
