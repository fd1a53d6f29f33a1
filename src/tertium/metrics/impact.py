"""IMPACT, experimental: an F-measure over common parts that are searched again and again, each time worth less.

    score = (1 + γ²) R P / (R + γ² P),  γ = P / R
    R = (S / m^β)^(1/β),  P = (S / n^β)^(1/β),  m and n the words of reference and hypothesis
    S = Σ over rounds i of α^i Σ over the round's common parts of length^β

EXPERIMENTAL. The defining paper was not available; the definition is put together from its abstract and from a thesis
that lists the ingredients, and α and β are recalled from a later paper of the same authors. No number here was compared
with the authors' program. Do not report it as theirs.

Round 0 takes, of all longest common subsequences, the one whose parts have the greatest Σ length^β, then the least
Σ |place in h / n - place in r / m|. A part is a group of matches adjacent in both sentences. The matched words are
taken out, places are kept, and the next round begins.

H. Echizen-ya and K. Araki. 2007. Automatic Evaluation of Machine Translation based on Recursive Acquisition of an
Intuitive Common Parts Continuum. Proceedings of MT Summit XI.

Columns
    S          weighted sum of the common parts
    hyp_len    n
    ref_len    m
Parameters
    alpha=0.1        weight of a round relative to the one before (unconfirmed)
    beta=1.1         exponent of a part's length, at least 1 (unconfirmed)
    rn=none          number of the last round, counted from 0; none: until nothing matches
    tok, case, norm  13a, lower, none
Several references: the best. Corpus: the mean of the segments.

Edge cases: an empty hypothesis, an empty reference, or both: 0. One word: 1 or 0.
Bounds: 2^21 cells for one pair (1,400 words on both sides), beyond which only the beginnings are compared; 2^26 steps
for all rounds, after which the round is finished roughly and no other begun. Such segments are flagged ``capped``.
Differences: nothing to compare with.

>>> from tertium.metrics.base import Segment
>>> lecture = Segment("The blue house , green or brown", ("The blue , green or brown house",))
>>> round(Impact().explain(lecture).score, 4)
82.0253
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from tertium.arrays import Floats
from tertium.corpus.chunk import Chunk
from tertium.kernels import impact
from tertium.metrics.base import Pooling, Rows, Segment, WordMetric, no_mask
from tertium.metrics.parameters import param
from tertium.results.explanations import Explanation, ExplanationTable
from tertium.views.tokens import tokenized as token_views


@dataclass(frozen=True)
class Impact(WordMetric):
    """Common parts by repeated longest common subsequences (reconstructed from Echizen-ya and Araki 2007)."""

    name: ClassVar[str] = "impact"
    shows_matches: ClassVar[bool] = True
    pooling: ClassVar[Pooling] = Pooling.MEAN
    experimental: ClassVar[bool] = True

    case: str = param("lower", "letter case: keep, or lower before tokenising", choices=token_views.CASES)
    alpha: float = param(0.1, "weight of a round relative to the one before", low=0.0, high=1.0)
    beta: float = param(1.1, "exponent of a part's length", low=1.0, high=20.0)
    rn: int | None = param(None, "number of the last round, from 0; none: until nothing matches", low=0)
    status: str = param("experimental", "a reconstruction, not the authors' metric", choices=("experimental",))

    @property
    def columns(self) -> tuple[str, ...]:
        return ("S", "hyp_len", "ref_len")

    def measure(self, chunk: Chunk) -> Rows:
        found = self._parts(chunk)
        tokens = self.tokens(chunk)
        references = max(chunk.max_references, 1)
        counts = chunk.reference_counts
        present = np.arange(references) < counts[:, None]
        comparison = np.repeat(np.arange(len(found.capped)), np.diff(found.offsets))
        rounds, lengths = found.parts[:, 0].astype(np.float64), found.parts[:, 3].astype(np.float64)
        weights = self.alpha**rounds * lengths**self.beta
        values = np.zeros((chunk.pairs, references, 3))
        values[present, 0] = np.bincount(comparison, weights=weights, minlength=len(found.capped))
        values[..., 1] = tokens.lengths[chunk.hyp][:, None]
        pair, k = np.nonzero(present)
        values[present, 2] = tokens.lengths[chunk.refs[chunk.ref_offsets[chunk.seg[pair]] + k]]
        capped = np.zeros(present.shape, dtype=np.bool_)
        capped[present] = found.capped
        return Rows(values, no_mask(chunk), present, {"capped": np.asarray(capped.any(axis=1))})

    def select(self, rows: Rows) -> Rows:
        scores = self.score(rows.values)
        return rows.choose(np.argmax(scores if rows.present is None else np.where(rows.present, scores, -1.0), axis=1))

    def score(self, values: Floats) -> Floats:
        total, hyp, ref = values[..., 0], values[..., 1], values[..., 2]
        there = (total > 0) & (hyp > 0) & (ref > 0)
        size = np.where(there, total, 1.0) ** (1.0 / self.beta)
        precision, recall = size / np.where(there, hyp, 1.0), size / np.where(there, ref, 1.0)
        gamma = (precision / recall) ** 2
        return np.asarray(np.where(there, (1 + gamma) * recall * precision / (recall + gamma * precision), 0.0))

    def explain(self, segment: Segment) -> Explanation:
        """The common parts with the best reference, round by round."""
        chunk = segment.chunk()
        rows, found, tokens = self.measure(chunk), self._parts(chunk), self.tokens(chunk)
        best = int(np.argmax(self.score(rows.values[0, : len(segment.refs)])))
        words = tokens.words(int(chunk.hyp[0]))
        parts = [
            (number, " ".join(words[i : i + length]), length, i + 1, j + 1)
            for number, i, j, length in found.parts[found.offsets[best] : found.offsets[best + 1]].tolist()
        ]
        facts: dict[str, Any] = {"reference": best + 1, "capped": bool(found.capped[best]), "experimental": True}
        facts |= dict(zip(self.columns, rows.values[0, best].tolist(), strict=True))
        table = ExplanationTable("common parts", ("round", "words", "length", "from word", "there from"), tuple(parts))
        return Explanation(str(self), self.scale * float(self.score(rows.values[0, best])), facts, (table,))

    def _parts(self, chunk: Chunk) -> impact.Parts:
        tokens = self.tokens(chunk)
        return impact.impact_parts(
            tokens.values,
            tokens.offsets,
            chunk.compared,
            beta=self.beta,
            last_round=impact.ALL_ROUNDS if self.rn is None else self.rn,
        )
