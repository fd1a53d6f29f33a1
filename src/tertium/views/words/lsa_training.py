"""Training of LSA spaces (extra ``meta``): log-entropy weights, then a truncated singular value decomposition.

    weight(w, s) = ln(1 + tf(w, s)) · (1 + Σ_s p ln p / ln N),   p = tf(w, s) / Σ_s tf(w, s), N sentences

A word's vector is its row of U·Σ. The decomposition starts from a seeded vector: the same corpus and seed give the same
space on one machine; other linear algebra libraries may round differently.

S. T. Dumais. 1991. Improving the Retrieval of Information from External Sources. Behavior Research Methods, Instruments
and Computers 23(2), 229-236 (the weights).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from tertium.arrays import Int64s
from tertium.corpus.chunk import Chunk
from tertium.errors import InputError, MissingExtraError, install, option
from tertium.views.tokens.tokenized import tokens
from tertium.views.words.lsa import Space, unit
from tertium.views.words.packs import WordSettings

_NOISE = 1e-9


def train(
    chunks: Iterable[Chunk],
    settings: WordSettings,
    dimensions: int = 100,
    words: int = 50_000,
    minimum: int = 2,
    seed: int = 0,
) -> Space:
    """A space of the most frequent words that occur at least ``minimum`` times; every line is a context."""
    sparse, svds = _scipy()
    ids: dict[str, int] = {}
    parts: list[tuple[Int64s, Int64s]] = []
    sentences = 0
    for chunk in chunks:
        made = tokens(chunk, settings.tok, settings.case, settings.norm)
        known = np.array(
            [ids.setdefault(made.view.word(w), len(ids)) for w in range(made.view.vocabulary_size)], dtype=np.int64
        )
        lengths = made.lengths[chunk.refs]
        starts = made.offsets[:-1][chunk.refs]
        total = int(lengths.sum())
        within = np.arange(total) - np.repeat(np.cumsum(lengths) - lengths, lengths)
        parts.append(
            (
                known[made.values[np.repeat(starts, lengths) + within]],
                np.repeat(np.arange(len(lengths)) + sentences, lengths),
            )
        )
        sentences += len(lengths)
    word = np.concatenate([part[0] for part in parts]) if parts else np.zeros(0, dtype=np.int64)
    sentence = np.concatenate([part[1] for part in parts]) if parts else np.zeros(0, dtype=np.int64)
    counts = np.bincount(word, minlength=len(ids))
    spelled = list(ids)
    chosen = sorted(np.flatnonzero(counts >= minimum).tolist(), key=lambda w: (-counts[w], spelled[w]))[:words]
    if len(chosen) <= dimensions or sentences <= dimensions:
        raise InputError(
            f"{len(chosen)} words in {sentences} sentences are too few for {dimensions} dimensions; "
            f"give more text, or fewer dimensions with {option('-k')}."
        )
    row = np.full(len(ids), -1)
    row[chosen] = np.arange(len(chosen))
    kept = row[word] >= 0
    ones = np.ones(int(kept.sum()))
    matrix = sparse.csr_array((ones, (row[word[kept]], sentence[kept])), shape=(len(chosen), sentences))
    matrix.sum_duplicates()
    start = np.random.default_rng(seed).standard_normal(min(matrix.shape))
    u, s, _ = svds(_weighted(matrix), k=dimensions, v0=start)
    vectors = u * s
    lengths = np.linalg.norm(vectors, axis=1)
    vectors[lengths < _NOISE * lengths.max()] = 0  # a word of every sentence weighs nothing: what is left is rounding
    return Space(settings, {spelled[w]: i for i, w in enumerate(chosen)}, unit(vectors.astype(np.float32)))


def _weighted(matrix: Any) -> Any:
    """Log-entropy weights: words spread evenly over all sentences say nothing about any of them."""
    sums = np.asarray(matrix.sum(axis=1)).reshape(-1)
    rows = np.repeat(np.arange(matrix.shape[0]), np.diff(matrix.indptr))
    share = matrix.data / sums[rows]
    entropy = np.bincount(rows, weights=share * np.log(share), minlength=matrix.shape[0])
    weighted = matrix.copy()
    weighted.data = np.log1p(matrix.data) * (1 + entropy / np.log(matrix.shape[1]))[rows]
    return weighted


def _scipy() -> tuple[Any, Any]:
    try:
        from scipy import sparse
        from scipy.sparse.linalg import svds
    except ImportError:
        raise MissingExtraError(f"training LSA needs SciPy: {install('meta')}.") from None
    return sparse, svds
