"""Levenshtein: how many words must be inserted, deleted or substituted to turn the hypothesis into a reference.

    lev(a, b) = max(i, j) on the borders, else min(lev(i-1, j) + 1, lev(i, j-1) + 1, lev(i-1, j-1) + [a_i ≠ b_j])

A segment's score is the distance to its nearest reference, between 0 and the length of the longer side; a corpus's is
the mean distance per segment, so that it does not grow with the corpus (``rows`` has the sum). Lower is better. WER
divides the same distances by the length of the references.

Reference: V. I. Levenshtein, "Binary codes capable of correcting deletions, insertions, and reversals", Soviet Physics
Doklady 10(8), 1966.

Columns
    =====  ==========================================
    edits  fewest edits to one of the references
    =====  ==========================================

Parameters
    ==========  =====  ==================================================================
    tok         none   words are what stands between white space, as in jiwer
    case, norm  as is  jiwer changes neither
    ==========  =====  ==================================================================

Empty input
    An empty hypothesis is as far away as the shortest reference is long, an empty reference as the hypothesis is long;
    both empty: 0. One word: 0 or 1 against one word.

Differences from other tools
    rapidfuzz and NLTK give the same distance over lists of words; over strings they count characters.

Example
    >>> from tertium.metrics.base import Segment
    >>> found = Levenshtein().explain(Segment("Bob hit John yesterday", ("John hit Bob yesterday",)))
    >>> found.score, found.facts["substitutions"]
    (2.0, 2)
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from tertium.arrays import Floats
from tertium.corpus.chunk import Chunk
from tertium.kernels import edit
from tertium.metrics.base import Better, Pooling, Rows, Segment, WordMetric, no_mask
from tertium.metrics.parameters import param
from tertium.metrics.single import RowDoor
from tertium.results.explanations import Explanation
from tertium.views.order.edits import explain_edits, nearest_edits
from tertium.views.tokens.tokenizers import NATIVE, check_tokenizer


@dataclass(frozen=True)
class Levenshtein(WordMetric):
    """Edit distance in words."""

    name: ClassVar[str] = "levenshtein"
    pooling: ClassVar[Pooling] = Pooling.MEAN
    better: ClassVar[Better] = Better.LOWER
    scale: ClassVar[float] = 1.0
    high: ClassVar[float] = math.inf
    best: ClassVar[float] = 0.0

    tok: str = param("none", "tokenizer", check=check_tokenizer)

    @property
    def columns(self) -> tuple[str, ...]:
        return ("edits",)

    def measure(self, chunk: Chunk) -> Rows:
        nearest = nearest_edits(chunk, self.tok, self.case, self.norm)
        return Rows(np.ascontiguousarray(nearest[:, [edit.EDITS]]), no_mask(chunk))

    def row_door(self) -> RowDoor | None:
        if self.norm != "none" or self.tok not in NATIVE:
            return None
        return edit.edit_door(self.tok, self.case == "lower", (edit.EDITS,))

    def row_score(self, row: list[float], segment: bool) -> float:
        return row[0]

    def score(self, values: Floats) -> Floats:
        return np.asarray(values[..., 0])

    def explain(self, segment: Segment) -> Explanation:
        plain = super().explain(segment)
        facts, path = explain_edits(segment.chunk(), self.tok, self.case, self.norm)
        return Explanation(plain.metric, plain.score, {**plain.facts, **facts}, (path,))
