"""Rank-correlation metrics: NKT, NSR, their modified forms, and RIBES, which came out of them.

Each hypothesis word that can be placed unambiguously gets its position in the reference; the list of these positions,
in hypothesis order, is ``worder`` with n items. With |h| and |r| the lengths in words:

    NKT = #{i < j : worder[i] < worder[j]} / (n(n-1)/2)          Kendall's tau as (tau + 1) / 2; ties count against
    NSR = (rho + 1) / 2                                          rho: Spearman's, over mid-ranks
    P = n / |h|      R = n / |r|      F_beta = (1+beta²)PR / (R + beta²P)      BP = min(1, exp(1 - |r|/|h|))
    RIBES = NKT · P^alpha · BP^beta

References: Isozaki, Hirao, Duh, Sudoh, Tsukada (2010), "Automatic evaluation of translation quality for distant
language pairs", EMNLP, 944-952; the program RIBES.py 1.03.1 (NTT), which the field's numbers come from.

Columns: aligned (n), hyp_len, ref_len, increasing (the numerator of NKT), rho (-1 where it does not exist).
Parameters: ``align`` names the placing rule: ``paper`` (figure 1: bigrams, right context first), ``official`` (any
n-gram, left context first; RIBES.py since 1.02.4), ``1.02.3`` (older: counts without overlaps). ``nkt``, ``nsr`` and
the word measures default to the paper's rule, ``ribes`` to the program's (alpha 0.25, beta 0.10 are its defaults too).
``modifier`` multiplies NKT or NSR by P^alpha, R^alpha, F_beta^alpha (tunable alpha, beta); ``bp=yes`` by BP;
R is as the paper prints it. It may exceed 1, for several words of the hypothesis may be placed on one word of the
reference; ``clip=yes`` of ``recall`` and ``f`` counts it as 1 at most.
``curve=sqrt`` takes the root of NKT, ``curve=b`` gives 1 - sqrt(1 - NKT) (the paper's table 3).
Several references: the best score. Corpus: mean of the segments.

Edge cases: an empty hypothesis scores 0; an empty reference with words in the hypothesis has no score (degenerate, left
out of the mean and counted); both empty 0; n <= 1 gives NKT = NSR = 0, except that ``ribes`` by the official rule gives
a one-word reference that is found NKT = 1, as the program does (the paper's reading is 0).
Differences: the paper's own main example has NKT 0.382 by the paper's rule and 0.309 by the program's. NLTK looks right
first and differs from the program on about one pair in ten (docs/differences.md).

>>> from tertium.metrics.spec import parse
>>> from tertium.metrics.base import Segment
>>> pair = Segment("he read the book because he was interested in world history",
...                ("he was interested in world history because he read the book",))
>>> round(parse("nkt").explain(pair).score, 1), round(parse("ribes").explain(pair).score, 1)
(38.2, 30.9)
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from tertium.arrays import Floats
from tertium.corpus.chunk import Chunk
from tertium.kernels import order
from tertium.metrics.base import Pooling, Rows, Segment, WordMetric, no_mask
from tertium.metrics.formulas import PRODUCT, brevity_penalty, of_product, ratio
from tertium.metrics.parameters import param
from tertium.metrics.single import RowDoor, best_row
from tertium.results.explanations import Explanation, ExplanationTable
from tertium.views.tokens import tokenized as token_views
from tertium.views.tokens.tokenizers import NATIVE

_SHORT_POWERS = {-1.0, 0.0, 0.5, 1.0, 2.0}  # which numpy computes in ways of their own
ALIGN_HELP = "how repeated words are placed: the paper's figure 1, RIBES.py since 1.02.4, or before"

CLIP_HELP = "count recall as 1 at most: several hypothesis words may be placed on one word of the reference"


@dataclass(frozen=True)
class OrderMetric(WordMetric):
    """What all of them share: the rows, and the choice of the best reference."""

    pooling: ClassVar[Pooling] = Pooling.MEAN

    case: str = param("lower", "letter case: keep, or lower before tokenising", choices=token_views.CASES)
    align: str = param("paper", ALIGN_HELP, choices=order.RULES)

    @property
    def columns(self) -> tuple[str, ...]:
        return order.COLUMNS

    def measure(self, chunk: Chunk) -> Rows:
        tokens = self.tokens(chunk)
        # Rows depend on the view and the rule alone: ten metrics of this family measure a chunk once.
        key = ("order rows", self.tok, self.case, self.norm, self.align)
        references = max(chunk.max_references, 1)
        values = chunk.view(
            key, lambda: order.order_rows(tokens.values, tokens.offsets, chunk.compared, self.align, references)
        )
        present = np.arange(references) < chunk.reference_counts[:, None]
        return Rows(values, no_mask(chunk), present)

    def select(self, rows: Rows) -> Rows:
        return rows.choose_by(self.score)

    def row_door(self) -> RowDoor | None:
        if self.norm != "none" or self.tok not in NATIVE:
            return None
        rows_of = order.order_door(self.tok, self.case == "lower", self.align)

        def usable(row: list[float]) -> float:
            score = self.row_score(row, segment=True)
            return score if score == score else -1.0

        def row(hypothesis: str, references: list[str]) -> list[float] | None:
            rows = rows_of(hypothesis, references)
            return None if rows is None else best_row(rows, len(order.COLUMNS), usable)

        return row

    def explain(self, segment: Segment) -> Explanation:
        """Which word stands where in the chosen reference."""
        chunk = segment.chunk()
        rows = self.measure(chunk)
        scores = np.where(np.isnan(self.score(rows.values)), -1.0, self.score(rows.values))[0]
        best = int(np.argmax(scores))
        tokens = self.tokens(chunk)
        hyp_id, ref_id = int(chunk.hyp[0]), int(chunk.refs[best])
        places = order.word_places(tokens.ids(hyp_id), tokens.ids(ref_id), self.align)
        words = tuple(
            (i + 1, word, int(place) + 1 if place >= 0 else None)
            for i, (word, place) in enumerate(zip(tokens.words(hyp_id), places, strict=True))
        )
        facts = {"reference": best + 1, **dict(zip(self.columns, rows.values[0, best].tolist(), strict=True))}
        table = ExplanationTable("word order", ("position", "word", "reference position"), words)
        return Explanation(str(self), self.scale * float(self.score(rows.values)[0, best]), facts, (table,))


def precision_of(rows: Floats) -> Floats:
    return ratio(rows[..., 0], rows[..., 1])


def recall_of(rows: Floats) -> Floats:
    return ratio(rows[..., 0], rows[..., 2])


def f_of(rows: Floats, beta: float, clip: bool = False) -> Floats:
    p, r = precision_of(rows), recall_of(rows)
    if clip:
        r = np.minimum(r, 1.0)
    return ratio((1 + beta * beta) * p * r, r + beta * beta * p)


def brevity_of(rows: Floats) -> Floats:
    return brevity_penalty(rows[..., 1], rows[..., 2])


def kendall_of(rows: Floats) -> Floats:
    n = rows[..., 0]
    return ratio(rows[..., 3], n * (n - 1) / 2)


def spearman_of(rows: Floats) -> Floats:
    return np.where(rows[..., 0] > 1, (rows[..., 4] + 1) / 2, 0.0)


def degenerate(rows: Floats) -> Floats:
    """NaN where the reference is empty and the hypothesis is not: there is nothing to compare with."""
    return np.where((rows[..., 2] == 0) & (rows[..., 1] > 0), np.nan, 0.0)


@dataclass(frozen=True)
class Precision(OrderMetric):
    """Share of hypothesis words that correspond to a reference word (Isozaki et al., table 1)."""

    name: ClassVar[str] = "precision"
    imperfect: ClassVar[str] = "words repeated in the same context cannot be placed"

    def score(self, values: Floats) -> Floats:
        return precision_of(values) + degenerate(values)


@dataclass(frozen=True)
class Recall(OrderMetric):
    """Share of reference words that correspond to a hypothesis word."""

    name: ClassVar[str] = "recall"
    high: ClassVar[float] = np.inf  # two hypothesis words may be placed on one reference word
    imperfect: ClassVar[str] = "words repeated in the same context cannot be placed"

    clip: bool = param(False, CLIP_HELP)

    def score(self, values: Floats) -> Floats:
        recall = recall_of(values)
        return (np.minimum(recall, 1.0) if self.clip else recall) + degenerate(values)


@dataclass(frozen=True)
class WordF(OrderMetric):
    """F measure of corresponding words."""

    name: ClassVar[str] = "f"
    high: ClassVar[float] = np.inf  # as recall
    imperfect: ClassVar[str] = "words repeated in the same context cannot be placed"

    beta: float = param(1.0, "weight of recall against precision", tunable=True, low=0.0)
    clip: bool = param(False, CLIP_HELP)

    def score(self, values: Floats) -> Floats:
        return f_of(values, self.beta, self.clip) + degenerate(values)


@dataclass(frozen=True)
class BrevityPenalty(OrderMetric):
    """BLEU's brevity penalty of one segment, as a measure of its own."""

    name: ClassVar[str] = "bp"

    def score(self, values: Floats) -> Floats:
        return brevity_of(values) + degenerate(values)


@dataclass(frozen=True)
class Modified(OrderMetric):
    """NKT or NSR times a power of precision, recall or F, times the brevity penalty, each if asked for."""

    high: ClassVar[float] = np.inf  # with modifier r or f, as recall; else 1
    imperfect: ClassVar[str] = "one word, or words repeated in the same context, have no order"

    modifier: str = param(
        "none", "factor raised to alpha: precision, recall or F_beta", choices=("none", "p", "r", "f")
    )
    alpha: float = param(1.0, "exponent of the modifier", tunable=True, low=0.0, high=1.0)
    beta: float = param(1.0, "weight of recall in F_beta", tunable=True, low=0.0)
    bp: bool = param(False, "multiply by the brevity penalty")

    def modify(self, coefficient: Floats, values: Floats) -> Floats:
        factor = np.ones(np.shape(coefficient))
        if self.modifier == "p":
            factor = precision_of(values)
        elif self.modifier == "r":
            factor = recall_of(values)
        elif self.modifier == "f":
            factor = f_of(values, self.beta)
        brevity = brevity_of(values) if self.bp else 1.0
        return coefficient * factor**self.alpha * brevity + degenerate(values)

    sharing: ClassVar[str] = PRODUCT

    def losses(self, values: Floats) -> Floats | None:
        if self.modifier not in ("none", "p"):
            return None  # recall and F mix words and length
        few = values[..., 0] < 2  # too few words for an order
        order = replace(self, modifier="none", bp=False).score(values)
        words = precision_of(values) ** self.alpha if self.modifier == "p" else 1.0
        length = brevity_of(values) if self.bp else 1.0
        return of_product(np.where(few, 0.0, words), np.where(few, 1.0, order), length)


@dataclass(frozen=True)
class Nkt(Modified):
    """Normalised Kendall's tau over corresponding words."""

    name: ClassVar[str] = "nkt"

    curve: str = param(
        "linear", "NKT itself, its square root, or b = 1 - sqrt(1 - NKT)", choices=("linear", "sqrt", "b")
    )

    def score(self, values: Floats) -> Floats:
        nkt = kendall_of(values)
        if self.curve == "sqrt":
            nkt = np.sqrt(nkt)
        elif self.curve == "b":
            nkt = np.where(values[..., 0] > 1, 1 - np.sqrt(1 - nkt), 0.0)
        return self.modify(nkt, values)


@dataclass(frozen=True)
class Nsr(Modified):
    """Normalised Spearman's rho over corresponding words."""

    name: ClassVar[str] = "nsr"

    def score(self, values: Floats) -> Floats:
        return self.modify(spearman_of(values), values)


@dataclass(frozen=True)
class Ribes(OrderMetric):
    """RIBES as the official program computes it; ``align=paper`` gives the paper's reading."""

    name: ClassVar[str] = "ribes"
    imperfect: ClassVar[str] = "words repeated in the same context have no order"

    align: str = param("official", ALIGN_HELP, choices=order.RULES)
    alpha: float = param(0.25, "exponent of the unigram precision", tunable=True, low=0.0, high=1.0)
    beta: float = param(0.1, "exponent of the brevity penalty", tunable=True, low=0.0, high=1.0)

    def score(self, values: Floats) -> Floats:
        n, ref_len = values[..., 0], values[..., 2]
        nkt = kendall_of(values)
        if self.align != "paper":
            nkt = np.where((n == 1) & (ref_len == 1), 1.0, nkt)
        return nkt * precision_of(values) ** self.alpha * brevity_of(values) ** self.beta + degenerate(values)

    def row_score(self, row: list[float], segment: bool) -> float:
        n, hyp, ref = row[0], row[1], row[2]
        if hyp == 0 or ref == 0 or {self.alpha, self.beta} & _SHORT_POWERS:
            return super().row_score(row, segment)
        pairs = n * (n - 1) / 2
        nkt = row[3] / pairs if pairs > 0 else 0.0
        if n == 1 and ref == 1 and self.align != "paper":
            nkt = 1.0
        brevity = float(np.exp(1.0 - ref / hyp)) if hyp < ref else 1.0
        made = nkt * float(np.power(n / hyp, self.alpha))
        return made if brevity == 1.0 else made * float(np.power(brevity, self.beta))

    sharing: ClassVar[str] = PRODUCT

    def losses(self, values: Floats) -> Floats | None:
        few = (values[..., 0] < 2) & (self.score(values) == 0)  # too few words to have an order
        order = replace(self, alpha=0.0, beta=0.0).score(values)
        words = precision_of(values) ** self.alpha
        return of_product(np.where(few, 0.0, words), np.where(few, 1.0, order), brevity_of(values) ** self.beta)
