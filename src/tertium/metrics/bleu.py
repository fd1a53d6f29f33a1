"""BLEU: placeholder docstring, replaced by the module's owner."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from tertium.corpus.chunk import Chunk
from tertium.kernels import ngrams
from tertium.kernels.text import Floats
from tertium.metrics.base import Rows, WordMetric, no_mask
from tertium.metrics.parameters import param


@dataclass(frozen=True)
class Bleu(WordMetric):
    """BLEU, simplest form (no smoothing): the exemplar of a metric module."""

    name: ClassVar[str] = "bleu"
    imperfect: ClassVar[str] = "under 4 tokens there are no 4-grams"

    order: int = param(4, "longest n-gram", low=1, high=100)

    @property
    def columns(self) -> tuple[str, ...]:
        return ("hyp_len", "ref_len", *(f"match{n}" for n in range(1, self.order + 1)))

    def measure(self, chunk: Chunk) -> Rows:
        tokens = self.tokens(chunk)
        matches = ngrams.ngram_matches(
            tokens.values, tokens.offsets, chunk.hyp, chunk.seg, chunk.refs, chunk.ref_offsets, self.order
        )
        hyp_len = tokens.lengths[chunk.hyp]
        ref_len = np.zeros(chunk.pairs)
        for p in range(chunk.pairs):
            start, end = chunk.ref_offsets[chunk.seg[p]], chunk.ref_offsets[chunk.seg[p] + 1]
            lengths = tokens.lengths[chunk.refs[start:end]]
            ref_len[p] = min((abs(n - hyp_len[p]), n) for n in lengths.tolist())[1]
        return Rows(np.column_stack([hyp_len, ref_len, matches]).astype(np.float64), no_mask(chunk))

    def score(self, values: Floats) -> Floats:
        hyp, ref, matches = values[..., 0], values[..., 1], values[..., 2:]
        totals = np.maximum(hyp[..., None] - np.arange(self.order), 0)
        with np.errstate(divide="ignore", invalid="ignore"):
            precision = np.where(matches > 0, matches / totals, 0.0)
            log_mean = np.log(precision).mean(axis=-1)
            brevity = np.where(hyp >= ref, 1.0, np.exp(1 - ref / hyp))
        return np.where((matches > 0).all(axis=-1), brevity * np.exp(log_mean), 0.0)
