"""GTM: how much of both texts common runs of words cover, where long runs may count for more than their words.

    F    = 2 P R / (P + R),  P = size / |h|,  R = size / mean_k |r_k|
    size = (Σ over matched runs of l^e)^(1/e)

A run of length l is l consecutive words of the hypothesis found consecutively in one reference; every word is matched
at most once. e = 1 ignores order; the greater e, the more one long run is worth than the same words in pieces. The best
matching for e > 1 is NP-hard to find; GTM is what its program finds by taking the longest run that is left again and
again (of equally long ones the last in the hypothesis, then the last in the references).

J. P. Turian, L. Shen and I. D. Melamed. 2003. Evaluation of Machine Translation and its Evaluation. Proceedings of MT
Summit IX, 386-393. The program GTM 1.4 decides every number.

Columns
    size       size of the matching
    hyp_len    |h|, words of the hypothesis
    ref_len    mean number of words of the references
Parameters
    e                the exponent, default 1, the plain F-measure of matched words (Isozaki et al. 2010 tuned it to 12).
                     It changes the rows, but not the matching, which is made once for all exponents
    tok, case, norm  default 13a, lower, none
Several references are matched as one text with gaps; together the runs may not be longer than the mean reference, so
that the last one may be cut to a fraction of a word, as in the program. Corpus: sizes and lengths are summed, then F.

Edge cases: an empty hypothesis, an empty reference, or both: 0. One word: 1 or 0.
Bounds: a pair may cost 2^28 visits of matching words, about a second; beyond (several thousand equal words in changing
company) the words that are left match one by one, and the segment is flagged ``capped``.
Differences: none from GTM 1.4. The best matching can be greater: "a b a a" against "a a a b b" has
size 2.449 with e = 2, an exhaustive search finds 2.828.

>>> from tertium.metrics.base import Segment
>>> lecture = Segment("The blue house , green or brown", ("The blue , green or brown house",))
>>> [round(Gtm(e=e).explain(lecture).score, 4) for e in (1, 2, 12)]
[100.0, 65.4654, 57.144]
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from tertium.arrays import Floats
from tertium.corpus.chunk import Chunk
from tertium.kernels.gtm import Runs, gtm_runs
from tertium.metrics.base import Rows, Segment, WordMetric, no_mask
from tertium.metrics.parameters import param
from tertium.results.explanations import Explanation, ExplanationTable
from tertium.views.tokens import tokenized as token_views


@dataclass(frozen=True)
class Gtm(WordMetric):
    """General Text Matcher: the F-measure of matched runs of words."""

    name: ClassVar[str] = "gtm"
    shows_matches: ClassVar[bool] = True

    case: str = param("lower", "letter case: keep, or lower before tokenising", choices=token_views.CASES)
    e: float = param(1.0, "exponent: 1 ignores order, more rewards long runs", low=1.0, high=1000.0)

    @property
    def columns(self) -> tuple[str, ...]:
        return ("size", "hyp_len", "ref_len")

    def measure(self, chunk: Chunk) -> Rows:
        runs = self._runs(chunk)
        values = runs.sizes
        if self.e != 1.0:
            values = np.column_stack((_sizes(runs, self.e), values[:, 1:]))
        return Rows(np.ascontiguousarray(values), no_mask(chunk), flags={"capped": runs.capped})

    def score(self, values: Floats) -> Floats:
        size, both = values[..., 0], values[..., 1] + values[..., 2]
        return np.asarray(2.0 * size / np.where(both > 0, both, 1.0))  # 2PR / (P + R), and 0 without any words

    def explain(self, segment: Segment) -> Explanation:
        """The matched runs, in the order they were taken."""
        chunk = segment.chunk()
        runs, tokens = self._runs(chunk), self.tokens(chunk)
        row = self.measure(chunk).values[0]
        words = tokens.words(int(chunk.hyp[0]))
        starts = np.cumsum([0, *(len(tokens.ids(int(ref))) + 1 for ref in chunk.refs)])
        found = []
        for (i, place), length in zip(runs.places.tolist(), runs.lengths.tolist(), strict=True):
            k = int(np.searchsorted(starts, place, side="right")) - 1
            text = " ".join(words[i : i + int(np.ceil(length))])
            found.append((length, text, i + 1, k + 1, place - int(starts[k]) + 1))
        facts: dict[str, Any] = dict(zip(self.columns, row.tolist(), strict=True))
        size, hyp_len, ref_len = row.tolist()
        facts["precision"] = size / hyp_len if hyp_len else 0.0
        facts["recall"] = size / ref_len if ref_len else 0.0
        columns = ("length", "words", "from word", "reference", "there from")
        score = self.scale * float(self.score(row))
        return Explanation(str(self), score, facts, (ExplanationTable("matched runs", columns, tuple(found)),))

    def _runs(self, chunk: Chunk) -> Runs:
        """Matched once, whatever the exponents."""

        def make() -> Runs:
            made = self.tokens(chunk)
            return gtm_runs(made.values, made.offsets, chunk.compared)

        return chunk.view(("gtm runs", self.tok, self.case, self.norm), make)


def _sizes(runs: Runs, e: float) -> Floats:
    """(Σ l^e)^(1/e) of every pair's runs; measured by the longest run, so that no power overflows."""
    pair = np.repeat(np.arange(len(runs.sizes)), np.diff(runs.offsets))
    longest = np.zeros(len(runs.sizes))
    np.maximum.at(longest, pair, runs.lengths)
    powers = np.bincount(pair, weights=(runs.lengths / longest[pair]) ** e, minlength=len(runs.sizes))
    return np.asarray(longest * powers ** (1.0 / e))
