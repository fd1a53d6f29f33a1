"""NIST: clipped n-gram matches weighted by how much information the n-gram carries, times a gentle length penalty.

    NIST = Σ_n (S_n / max(T_n, 1)) · exp(β · ln²(min(1, L_hyp / L_ref))),   n = 1..N
    S_n  = Σ over the n-grams g of the hypothesis of info(g) · min(count_hyp(g), max over references of count_ref(g))
    T_n  = max(0, |h| - n + 1),  L_ref = mean length of the segment's references
    info(w_1..w_n) = log2(count(w_1..w_{n-1}) / count(w_1..w_n)) over all references of the evaluation set; the count
                     of no words is the number of words in all of them
    β    = ln 0.5 / ln² 1.5, so that output of 2/3 of the length is worth one half

Over a corpus S_n, T_n and both lengths are summed before the formula is applied. The counts are a first pass over the
references: ``collect`` gives a table that merges and can be saved.

G. Doddington. 2002. Automatic Evaluation of Machine Translation Quality Using N-gram Co-Occurrence Statistics.
Proceedings of the 2nd International Conference on Human Language Technology Research, 138-145.

Columns
    info1..infoN     S_n, bits of information in the clipped matches of order n
    total1..totalN   T_n, n-grams of order n in the hypothesis
    hyp_len          L_hyp
    ref_len          L_ref

Parameters
    order             N, default 5 (the paper, mteval)
    mteval_zero_token a history that is the single word "0" counts as no history, a slip of mteval's Perl (a string "0"
                      is false); default no
    like              mteval: what mteval-v13a prints (case=lower,mteval_zero_token=yes,tok=13a); wmt: with its
                      --international-tokenization, as the metrics tasks of WMT 2013 and 2014 ran it (tok=intl)
    tok, case, norm   default 13a, keep, none; mteval lower-cases unless told otherwise: case=lower reproduces it (it
                      lower-cases A to Z only, which shows in other alphabets)

Empty and short segments
    An empty hypothesis, an empty reference, or both: 0. An order the hypothesis is too short for adds 0. One word:
    the information of that word if it matches, which is 0 where the reference has no other word.

Differences from other tools
    Equal to mteval-v13a (case=lower, mteval_zero_token=yes), corpora and segments, several references. NLTK agrees
    for one reference; for several it takes the best reference per order and adds the lengths once per order, and it
    divides by zero for hypotheses shorter than 5 words. The score of a perfect translation is not a constant.

>>> from tertium.metrics.base import Segment
>>> paper = Segment("he read the book because he was interested in world history",
...                 ("he was interested in world history because he read the book",))
>>> round(Nist(tok="none").explain(paper).score, 6)
3.477613
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from tertium.arrays import Floats
from tertium.corpus.chunk import Chunk
from tertium.errors import InputError
from tertium.metrics.base import Rows, Segment, WordMetric, no_mask
from tertium.metrics.formulas import MTEVAL_WORDS
from tertium.metrics.parameters import param
from tertium.results.explanations import Explanation, ExplanationTable
from tertium.views.order.matches import matches
from tertium.views.words.information import InformationTable

BETA = math.log(0.5) / math.log(1.5) ** 2


@dataclass(frozen=True)
class Nist(WordMetric):
    """NIST of corpora and segments, 1..k references, information from the whole evaluation set."""

    name: ClassVar[str] = "nist"
    scale: ClassVar[float] = 1.0
    high: ClassVar[float] = math.inf
    best: ClassVar[float] = math.inf
    imperfect: ClassVar[str] = "a perfect translation is worth the information of its words, which has no upper bound"

    likes: ClassVar[tuple[str, ...]] = tuple(MTEVAL_WORDS)

    order: int = param(5, "longest n-gram", low=1, high=100)
    mteval_zero_token: bool = param(False, 'the single word "0" does not count as history, as in mteval')

    @classmethod
    def like(cls, program: str, given: Mapping[str, Any]) -> dict[str, Any]:
        return {"mteval_zero_token": True, "case": "lower", "tok": MTEVAL_WORDS[program]}

    @property
    def columns(self) -> tuple[str, ...]:
        orders = range(1, self.order + 1)
        return (*(f"info{n}" for n in orders), *(f"total{n}" for n in orders), "hyp_len", "ref_len")

    @property
    def table_key(self) -> Hashable | None:
        return ("information", self.order, self.tok, self.case, self.norm)

    def collect(self, chunk: Chunk) -> InformationTable:
        table = InformationTable(self.order)
        table.collect(self.tokens(chunk), chunk)
        return table

    def table_bytes(self, table: InformationTable) -> bytes:
        return table.to_bytes(level=1)  # sixty times as fast as the best, which a chunk would wait for

    def table_of(self, data: bytes) -> InformationTable:
        return InformationTable.from_bytes(data)

    def measure(self, chunk: Chunk) -> Rows:
        table = chunk.tables.get(self.table_key)
        if table is None:
            raise InputError(
                f"{self} weighs n-grams by their counts over all references, and this chunk came without them; "
                "pass tables={metric.table_key: metric.collect(chunk)}, merged over all chunks."
            )
        try:
            return Rows(table.rows(self.tokens(chunk), chunk, self.mteval_zero_token), no_mask(chunk))
        except ValueError as error:
            raise InputError(f"{self}: {error}; collect the table from all references that are scored.") from error

    def score(self, values: Floats) -> Floats:
        order = self.order
        info, total = values[..., :order], values[..., order : 2 * order]
        gain = (info / np.maximum(total, 1.0)).sum(axis=-1)
        return np.asarray(gain * _penalty(values[..., 2 * order], values[..., 2 * order + 1]))

    def explain(self, segment: Segment) -> Explanation:
        table = self.collect(segment.chunk())
        chunk = segment.chunk({self.table_key: table})
        tokens = self.tokens(chunk)
        row = self.measure(chunk).values[0]
        facts: dict[str, Any] = dict(zip(self.columns, row.tolist(), strict=True))
        facts["length_penalty"] = float(_penalty(row[-2], row[-1]))

        def bits(gram: tuple[str, ...]) -> float:
            return table.information(gram, self.mteval_zero_token)

        found = [
            (len(m.words), " ".join(m.words), bits(m.words), m.start, m.reference, m.reference_start)
            for m in matches(tokens, chunk, 0, self.order)
        ]
        columns = ("order", "n-gram", "information", "from word", "reference", "there from")
        score = self.scale * float(self.segment_score(row))
        return Explanation(str(self), score, facts, (ExplanationTable("matched n-grams", columns, tuple(found)),))


def _penalty(hyp: Any, ref: Any) -> Any:
    """1 for output at least as long as the references, 0.5 at two thirds of their length, 0 for no output."""
    ratio = np.minimum(1.0, hyp / np.where(ref > 0, ref, 1.0))
    known = np.where(ratio > 0, ratio, 1.0)
    return np.where(hyp > 0, np.exp(BETA * np.log(known) ** 2), 0.0)
