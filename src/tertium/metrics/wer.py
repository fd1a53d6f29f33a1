r"""WER and CER: the share of words (characters) that must be inserted, deleted or substituted.

    WER = Σ_s min_k lev(h_s, r_sk) / Σ_s n_s

where lev is the Levenshtein distance with unit costs and n_s the length of the references: their mean
(``ref_norm=average``) or that of the one with the fewest edits, the first among equals (``ref_norm=chosen``). CER is
the same over characters. Lower is better; there is no upper bound (ten words for three give 2.33).

References: V. I. Levenshtein, "Binary codes capable of correcting deletions, insertions, and reversals", Soviet Physics
Doklady 10(8), 1966. S. Nießen, F. J. Och, G. Leusch, H. Ney, "An evaluation tool for machine translation: fast
evaluation for MT research", LREC 2000, for several references.

Columns
    ========  =====================================================================
    edits     fewest edits to one of the references
    ref_len   length the edits are divided by: mean over references, or the chosen's
    ========  =====================================================================

Parameters
    ==========  =======  ==============================================================================================
    ref_norm    average  as in TER (Snover et al. 2006), where the sources say nothing of several references
    tok         none     (WER) words are what stands between white space, as in jiwer
    case, norm  as is    jiwer changes neither
    ==========  =======  ==============================================================================================

Empty input
    An empty hypothesis scores 1: all of the reference is missing. With an empty reference and a hypothesis that is not,
    a segment has no score (null; flagged ``degenerate``), yet its edits count in the corpus. Both empty: 0, flagged
    too. One word: 0 or 1. If all references of a corpus are empty and the hypotheses are not, there is no score.

Differences from other tools
    jiwer 4 takes the number of insertions for a rate where the reference is empty, and does not split words at tabs,
    no-break spaces and other single white space characters besides the space. CER counts the characters of the
    sentence without white space at its ends, inner spaces included, as jiwer does. torchmetrics gives infinity for an
    empty reference.

Example (the lecture's: one deletion and one insertion in 7 words)
    >>> from tertium.metrics.base import Segment
    >>> found = Wer().explain(Segment("The blue house , green or brown", ("The blue , green or brown house",)))
    >>> round(found.score, 1), found.facts["edits"], found.facts["insertions"], found.facts["deletions"]
    (28.6, 2.0, 1, 1)
"""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from tertium.arrays import Floats
from tertium.corpus.chunk import Chunk
from tertium.kernels import edit
from tertium.metrics.base import Better, Metric, Rows, Segment, no_mask
from tertium.metrics.formulas import whole
from tertium.metrics.parameters import param
from tertium.metrics.single import RowDoor
from tertium.results.explanations import Explanation
from tertium.results.scores import Detail
from tertium.views.order.edits import explain_edits, nearest_edits
from tertium.views.tokens import tokenized as token_views
from tertium.views.tokens.tokenizers import NATIVE, check_tokenizer


@dataclass(frozen=True)
class _ErrorRate(Metric):
    """What WER and CER share: everything but the units."""

    better: ClassVar[Better] = Better.LOWER
    high: ClassVar[float] = math.inf
    best: ClassVar[float] = 0.0

    case: str = param("keep", "letter case: keep, or lower before tokenising", choices=token_views.CASES)
    norm: str = param("none", "Unicode normalisation before anything else", choices=token_views.NORMS)
    ref_norm: str = param("average", "divide by the average or the chosen length", choices=("average", "chosen"))

    @property
    @abstractmethod
    def units(self) -> str:
        """The tokenizer that makes the units that are compared."""

    @property
    def columns(self) -> tuple[str, ...]:
        return ("edits", "ref_len")

    def measure(self, chunk: Chunk) -> Rows:
        nearest = nearest_edits(chunk, self.units, self.case, self.norm)
        length = edit.MEAN_LENGTH if self.ref_norm == "average" else edit.LENGTH
        values = np.ascontiguousarray(nearest[:, [edit.EDITS, length]])
        masked = no_mask(chunk)
        return Rows(values, masked, flags={"degenerate": (values[:, 1] == 0) & ~masked})

    def row_door(self) -> RowDoor | None:
        if self.norm != "none" or self.units not in NATIVE:
            return None
        length = edit.MEAN_LENGTH if self.ref_norm == "average" else edit.LENGTH
        return edit.edit_door(self.units, self.case == "lower", (edit.EDITS, length))

    def row_score(self, row: list[float], segment: bool) -> float:
        return row[0] / row[1] if row[1] > 0 else math.nan  # the chunk flags such segments

    def score(self, values: Floats) -> Floats:
        edits, ref_len = values[..., 0], values[..., 1]
        with np.errstate(divide="ignore", invalid="ignore"):
            rate = edits / ref_len
        return np.where(ref_len > 0, rate, np.where(edits > 0, np.nan, 0.0))

    def details(self, values: Floats) -> Mapping[str, Detail]:
        return {name: whole(number) for name, number in zip(self.columns, values.tolist(), strict=True)}

    def explain(self, segment: Segment) -> Explanation:
        plain = super().explain(segment)
        facts, path = explain_edits(segment.chunk(), self.units, self.case, self.norm)
        return Explanation(plain.metric, plain.score, {**plain.facts, **facts}, (path,))


@dataclass(frozen=True)
class Wer(_ErrorRate):
    """Word error rate."""

    name: ClassVar[str] = "wer"
    options: ClassVar[frozenset[str]] = frozenset({"tok", "case", "norm"})

    tok: str = param("none", "tokenizer", check=check_tokenizer)

    @property
    def units(self) -> str:
        return self.tok


@dataclass(frozen=True)
class Cer(_ErrorRate):
    """Character error rate."""

    name: ClassVar[str] = "cer"
    options: ClassVar[frozenset[str]] = frozenset({"case", "norm"})

    @property
    def units(self) -> str:
        return "char-spaces"
