"""PER: position-independent error rate, WER that forgives any word order.

With m the number of words that hypothesis and reference share as bags (multiset intersection), H, R, M sums of |h|, |r|
and m over the segments:

    ==================  ====================================  ==========================================================
    variant             rate                                  what it is
    ==================  ====================================  ==========================================================
    per (default)       (max(H, R) − M) / R                   what the program PER.pl (Universitat d'Alacant) computes
    segment_sum         Σ_s (max(|h_s|, |r_s|) − m_s) / R     errors counted segment by segment, as in WER
    recall              1 − M / R                             words missing; surplus words cost nothing
    ==================  ====================================  ==========================================================

For one segment `per` and `segment_sum` agree; over a corpus `per` sets surplus words of one segment off against words
missing in another. With several references, the one with the fewest errors counts, the first among equals, and the
divisor is the references' mean length (``ref_norm=average``) or the chosen one's. Lower is better; `recall` lies in
[0, 1] for one reference, the others have no upper bound.

Reference: C. Tillmann, S. Vogel, H. Ney, A. Zubiaga, H. Sawaf, "Accelerated DP based search for statistical
translation", Eurospeech 1997.

Columns
    ========  ======================================================
    errors    of the segment: max(|h|, |r|) − m; recall: |r| − m
    matches   m, with the chosen reference
    hyp_len   |h|
    ref_len   |r|, of the chosen reference
    norm_len  length the rate is divided by
    ========  ======================================================

Parameters
    ==========  =======  ==================================================================
    variant     per      the readings above; the default is that of the public program
    ref_norm    average  as in TER (Snover et al. 2006)
    tok         none     words are what stands between white space, as in WER
    case, norm  as is    as in WER
    ==========  =======  ==================================================================

Empty input
    An empty hypothesis scores 1. With an empty reference and a hypothesis that is not, a segment has no score (null;
    flagged ``degenerate``), yet its counts enter the corpus. Both empty: 0, flagged too. One word: 0 or 1.

Differences from other tools
    Some papers print `recall` under the name PER; say which variant a number is.

Example
    >>> from tertium.metrics.base import Segment
    >>> found = Per().explain(Segment("x a z a y", ("x a y a",)))
    >>> found.score, found.tables[0].rows
    (25.0, (('surplus', 'z', 1),))
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from tertium.arrays import Floats
from tertium.corpus.chunk import Chunk
from tertium.kernels import edit
from tertium.metrics.base import Better, Rows, Segment, WordMetric, no_mask
from tertium.metrics.formulas import SUM, of_sum
from tertium.metrics.parameters import param
from tertium.results.explanations import Explanation, ExplanationTable
from tertium.views.tokens.tokenizers import check_tokenizer


@dataclass(frozen=True)
class Per(WordMetric):
    """Position-independent error rate."""

    name: ClassVar[str] = "per"
    better: ClassVar[Better] = Better.LOWER
    high: ClassVar[float] = math.inf
    best: ClassVar[float] = 0.0

    tok: str = param("none", "tokenizer", check=check_tokenizer)
    variant: str = param("per", "which reading", choices=("per", "segment_sum", "recall"))
    ref_norm: str = param("average", "divide by the average or the chosen length", choices=("average", "chosen"))

    @property
    def columns(self) -> tuple[str, ...]:
        return ("errors", "matches", "hyp_len", "ref_len", "norm_len")

    def measure(self, chunk: Chunk) -> Rows:
        nearest = self._nearest(chunk)
        hyp_len = self.tokens(chunk).lengths[chunk.hyp].astype(np.float64)
        norm_len = nearest[:, edit.MEAN_LENGTH if self.ref_norm == "average" else edit.LENGTH]
        masked = no_mask(chunk)
        values = np.column_stack(
            [nearest[:, edit.EDITS], nearest[:, edit.SHARED], hyp_len, nearest[:, edit.LENGTH], norm_len]
        )
        return Rows(values, masked, flags={"degenerate": (norm_len == 0) & ~masked})

    def score(self, values: Floats) -> Floats:
        errors, matches, hyp_len, ref_len, norm_len = np.moveaxis(values, -1, 0)
        if self.variant == "per":
            errors = np.maximum(hyp_len, ref_len) - matches
        elif self.variant == "recall":
            errors = ref_len - matches
        with np.errstate(divide="ignore", invalid="ignore"):
            rate = errors / norm_len
        return np.where(norm_len > 0, rate, np.where(hyp_len > 0, np.nan, 0.0))

    sharing: ClassVar[str] = SUM

    def losses(self, values: Floats) -> Floats | None:
        """Order costs nothing here; what is not a difference of lengths is words."""
        if self.variant == "recall":
            return None
        _, matches, hyp_len, ref_len, norm_len = np.moveaxis(values, -1, 0)
        divisor = np.where(norm_len > 0, norm_len, np.nan)
        length = np.abs(hyp_len - ref_len)
        return of_sum((np.maximum(hyp_len, ref_len) - matches - length) / divisor, 0.0 * divisor, length / divisor)

    def explain(self, segment: Segment) -> Explanation:
        plain = super().explain(segment)
        chunk = segment.chunk()
        tokens = self.tokens(chunk)
        chosen = int(self._nearest(chunk)[0, edit.PLACE])
        ref, hyp = Counter(tokens.words(int(chunk.refs[chosen]))), Counter(tokens.words(int(chunk.hyp[0])))
        rows = [("missing", word, times) for word, times in (ref - hyp).items()]
        rows += [("surplus", word, times) for word, times in (hyp - ref).items()]
        table = ExplanationTable("words of one side only", ("", "word", "times"), tuple(rows))
        return Explanation(plain.metric, plain.score, {**plain.facts, "reference": chosen + 1}, (table,))

    def _nearest(self, chunk: Chunk) -> Floats:
        tokens, surplus = self.tokens(chunk), self.variant != "recall"
        return edit.bag_rows(tokens.values, tokens.offsets, chunk.compared, surplus)
