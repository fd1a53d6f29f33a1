"""BLEU: the geometric mean of clipped n-gram precisions, times a penalty for translations that are too short.

    BLEU = BP · exp(Σ_n w_n ln p_n),   p_n = m_n / t_n,   n = 1..N
    m_n  = Σ over distinct n-grams g of the hypothesis of min(count_hyp(g), max over references of count_ref(g))
    t_n  = max(0, |h| - n + 1)
    BP   = 1 if c ≥ r, else exp(1 - r/c);  c = hypothesis length, r = reference length

Over a corpus m_n, t_n, c and r are summed before the formula is applied.

K. Papineni, S. Roukos, T. Ward, W.-J. Zhu. 2002. BLEU: a Method for Automatic Evaluation of Machine Translation.
Proceedings of the 40th Annual Meeting of the ACL, 311-318.

Columns
    match1..matchN   m_n, clipped matches of order n
    total1..totalN   t_n, n-grams of order n in the hypothesis (does not follow from the summed length)
    hyp_len          c
    ref_len          r, by the rule of ``ref_len``

Parameters
    order            N, default 4 (the paper)
    weights          w_n, one number per order, joined by "/"; default 1/N each (the paper)
    smooth           what becomes of an order without a match, default exp (sacreBLEU):
                       none         p_n = 0
                       add1_all     (m_n + 1) / (t_n + 1) for all n: Moses sentence-bleu, "BLEU+1" of tuning
                       add1_all_bp  the same, and the brevity penalty with r + 1: Moses smoothBP
                       add1_n2plus  (m_n + k) / (t_n + k) for n ≥ 2: Lin and Och 2004; sacreBLEU calls it add-k
                       exp          the j-th order without a match gets 1 / (2^j t_n)
                       mteval13a    like exp, but also where nothing matches at all, and p_n = 1 where t_n = 0
                       floor        ε / t_n
    smooth_value     k of add1_n2plus, default 1; ε of floor, default 0.1 (sacreBLEU; Chen and Cherry 2014)
    effective_order  stop at the first order with t_n = 0 and share its weight among the orders before: no, yes, or
                     segments (default: for single segments only, as ``sacrebleu -sl`` does; the smoothings that
                     define such orders themselves, add1_all, add1_all_bp and mteval13a, are left alone)
    seg_smooth       smoothing of single segments, default same (LRscore smooths segments but not corpora)
    ref_len          r of one segment: closest to |h| (default, the shorter of two equally close: Papineni's rule as
                     mteval and sacreBLEU read it), shortest (mteval before v13), average (mean; Moses cuts it to a
                     whole number)
    like             mteval: what mteval-v13a prints (smooth=mteval13a,case=lower,tok=13a); wmt: with its
                     --international-tokenization, as the metrics tasks of WMT 2013 and 2014 ran it (tok=intl)
    tok, case, norm  default 13a, keep, none (sacreBLEU)

Empty and short segments
    An empty hypothesis, an empty reference, or both: 0, whatever the smoothing. One word: 1 if it is the reference's
    only word and 0 if it does not match (exp with effective order). A corpus in which no hypothesis has N words
    scores 0 unless effective_order=yes or a smoothing defines the missing orders.

Differences from other tools
    Equal to sacreBLEU 2.6 (none, exp, floor, add-k; corpus and ``-sl``) and to mteval-v13a (mteval13a with case=lower).
    NLTK takes t_n = 0 for 1, so that its method 3 differs for hypotheses shorter than N, and without smoothing it
    returns about 1e-78 instead of 0. An empty reference gives 0 also under add1_all, by the rule for all metrics.

>>> from tertium.metrics.base import Segment
>>> paper = Segment("the the the the the the the", ("the cat is on the mat", "there is a cat on the mat"))
>>> found = Bleu(order=1).explain(paper)
>>> found.facts["match1"], found.facts["total1"]
(2, 7)
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from tertium.arrays import Floats
from tertium.corpus.chunk import Chunk
from tertium.errors import SpecError, brief, did_you_mean
from tertium.kernels import ngrams
from tertium.metrics.base import Rows, Segment, WordMetric, no_mask
from tertium.metrics.formulas import MTEVAL_WORDS, brevity_penalty, of_product, ratio, unless, whole
from tertium.metrics.parameters import param
from tertium.metrics.single import RowDoor
from tertium.results.scores import Detail
from tertium.views.tokens.tokenizers import NATIVE

if TYPE_CHECKING:  # scoring explains nothing
    from tertium.results.explanations import Explanation

# Smoothings with the default of their value, None where they take none.
SMOOTHINGS: dict[str, float | None] = {
    "none": None,
    "add1_all": None,
    "add1_all_bp": None,
    "add1_n2plus": 1.0,
    "exp": None,
    "mteval13a": None,
    "floor": 0.1,
}
ALIASES = {"add-k": "add1_n2plus"}
# These say themselves what an order is worth that the hypothesis is too short for.
DEFINE_SHORT = ("add1_all", "add1_all_bp", "mteval13a")


def _smoothing(name: str) -> str:
    if ALIASES.get(name, name) in SMOOTHINGS:
        return ALIASES.get(name, name)
    known = (*SMOOTHINGS, *ALIASES)
    hint = did_you_mean(name, known)
    raise SpecError(f"bleu:smooth is {brief(name)}{hint or ','} expected one of {', '.join(known)}.")


def _segment_smoothing(name: str) -> str:
    return name if name == "same" else _smoothing(name)


def _effective(value: bool | str) -> bool | str:
    if isinstance(value, bool) or value == "segments":
        return value
    raise SpecError(f"bleu:effective_order is {brief(value)}, expected yes, no or segments.")


@dataclass(frozen=True)
class Bleu(WordMetric):
    """BLEU of corpora and segments, any order, 1..k references."""

    name: ClassVar[str] = "bleu"
    likes: ClassVar[tuple[str, ...]] = tuple(MTEVAL_WORDS)

    order: int = param(4, "longest n-gram", low=1, high=100)
    weights: tuple[float, ...] | None = param(None, "weight of every order", tunable=True, low=0.0)
    smooth: str = param("exp", "what an order without a match is worth", tunable=True, check=_smoothing)
    smooth_value: float | None = param(None, "k of add1_n2plus, ε of floor", tunable=True, low=0.0)
    effective_order: bool | str = param(
        "segments", "leave out orders the hypothesis is too short for", tunable=True, check=_effective
    )
    seg_smooth: str = param("same", "smoothing of single segments", tunable=True, check=_segment_smoothing)
    ref_len: str = param("closest", "which reference length counts", choices=ngrams.REFERENCE_LENGTHS)

    @classmethod
    def like(cls, program: str, given: Mapping[str, Any]) -> dict[str, Any]:
        return {"smooth": "mteval13a", "case": "lower", "tok": MTEVAL_WORDS[program]}

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.weights is not None and (len(self.weights) != self.order or not 0 < sum(self.weights) < math.inf):
            raise SpecError(
                f"bleu:weights has {len(self.weights)} numbers of sum {sum(self.weights):g}, expected {self.order} "
                "(one per order) with a positive sum."
            )
        if self.smooth_value is not None and all(
            SMOOTHINGS.get(name) is None for name in (self.smooth, self.seg_smooth)
        ):
            raise SpecError(f"bleu:smooth_value means something for add1_n2plus and floor, not for {self.smooth}.")

    @property
    def columns(self) -> tuple[str, ...]:
        orders = range(1, self.order + 1)
        return (*(f"match{n}" for n in orders), *(f"total{n}" for n in orders), "hyp_len", "ref_len")

    def measure(self, chunk: Chunk) -> Rows:
        tokens = self.tokens(chunk)
        rows = ngrams.bleu_rows(tokens.view, chunk.compared, self.order, self.ref_len)
        return Rows(rows, no_mask(chunk))

    def row_door(self) -> RowDoor | None:
        if self.norm != "none" or self.tok not in NATIVE:
            return None
        return ngrams.bleu_door(self.tok, self.case == "lower", self.order, self.ref_len)

    def row_score(self, row: list[float], segment: bool) -> float:
        smooth = self.smooth if self.seg_smooth == "same" or not segment else self.seg_smooth
        if smooth not in ("exp", "none") or self.weights is not None or self.order > 7:  # from 8 on numpy adds in pairs
            return super().row_score(row, segment)
        order, hyp, ref = self.order, row[-2], row[-1]
        effective = self.effective_order is True or (segment and self.effective_order == "segments")
        share, spread, mean, missed = 1 / order, 0.0, 0.0, 0
        if hyp <= 0 or ref <= 0 or not any(row[:order]):
            return 0.0
        for n in range(order):
            match, total = row[n], row[order + n]
            if total == 0:
                if effective:
                    continue
                return 0.0
            if match == 0:
                if smooth == "none":
                    return 0.0
                missed += 1
                match = 0.5**missed
            spread += share
            mean += share * float(np.log(match / total))
        whole = share
        for _ in range(order - 1):
            whole += share
        mean *= whole / spread
        penalty = float(np.exp(1.0 - ref / hyp)) if hyp < ref else 1.0
        return penalty * float(np.exp(mean))

    def score(self, values: Floats) -> Floats:
        return self._bleu(values, self.smooth, self.effective_order is True)

    def segment_score(self, values: Floats) -> Floats:
        smooth = self.smooth if self.seg_smooth == "same" else self.seg_smooth
        by_default = self.effective_order == "segments" and smooth not in DEFINE_SHORT
        return self._bleu(values, smooth, self.effective_order is True or by_default)

    def _bleu(self, values: Floats, smooth: str, effective: bool) -> Floats:
        order = self.order
        hyp, ref = values[..., 2 * order], values[..., 2 * order + 1]
        precision, used = self._precisions(values, smooth, effective)
        weights = np.full(order, 1 / order) if self.weights is None else np.asarray(self.weights)
        share = np.where(used, weights, 0.0)
        spread = share.sum(axis=-1)
        scored = (hyp > 0) & (ref > 0) & (spread > 0) & ((precision > 0) | (share == 0)).all(axis=-1)
        if smooth not in DEFINE_SHORT:
            scored &= (values[..., :order] > 0).any(axis=-1)
        logs = np.log(np.where(precision > 0, precision, 1.0))
        mean = (share * logs).sum(axis=-1) * (weights.sum() / np.where(spread > 0, spread, 1.0))
        return np.where(scored, brevity_penalty(hyp, ref + 1 if smooth == "add1_all_bp" else ref) * np.exp(mean), 0.0)

    def precisions(self, values: Floats) -> Floats:
        """(..., orders): the smoothed precisions behind the corpus score; zeros where nothing matches at all."""
        found, _ = self._precisions(values, self.smooth, self.effective_order is True)
        return np.where((values[..., : self.order] > 0).any(axis=-1, keepdims=True), found, 0.0)

    def _precisions(self, values: Floats, smooth: str, effective: bool) -> tuple[Floats, Any]:
        """p_n after smoothing (0: none), and which orders take part."""
        order = self.order
        match, total = values[..., :order], values[..., order : 2 * order]
        value = self.smooth_value if self.smooth_value is not None else SMOOTHINGS[smooth]
        if smooth in ("add1_all", "add1_all_bp"):
            match, total = match + 1.0, total + 1.0
        elif smooth == "add1_n2plus":
            k = np.where(np.arange(order) > 0, value or 0.0, 0.0)
            match, total = match + k, total + k
        there = total > 0
        safe = np.where(there, total, 1.0)
        precision = np.where(there, match / safe, 0.0)
        missed = there & (match == 0)
        if not missed.any():
            pass  # as in nearly all sums of many rows
        elif smooth in ("exp", "mteval13a"):
            precision = np.where(missed, np.exp2(-np.cumsum(missed, axis=-1)) / safe, precision)
        elif smooth == "floor":
            precision = np.where(missed, (value or 0.0) / safe, precision)
        if smooth == "mteval13a":
            precision = np.where(there, precision, 1.0)
        if not effective:
            return precision, np.ones(order, dtype=bool)
        # sacreBLEU looks at the smoothed number of n-grams; where all orders are smoothed only the raw one can stop.
        return precision, values[..., order : 2 * order] > 0 if smooth in DEFINE_SHORT else there

    def details(self, values: Floats) -> Mapping[str, Detail]:
        """As sacreBLEU prints them: smoothed precisions in percent, brevity penalty, lengths and their ratio."""
        precision, _ = self._precisions(values, self.smooth, self.effective_order is True)
        hyp, ref = values[2 * self.order], values[2 * self.order + 1]
        return {
            "precisions": tuple((self.scale * precision).tolist()),
            "bp": float(brevity_penalty(hyp, ref + 1 if self.smooth == "add1_all_bp" else ref)),
            "ratio": float(hyp / ref) if ref > 0 else 0.0,
            "hyp_len": whole(float(hyp)),
            "ref_len": whole(float(ref)),
        }

    sharing: ClassVar[str] = "exact product; order is all that longer n-grams lose, also to gaps around wrong words"

    def losses(self, values: Floats) -> Floats | None:
        """Unigram precision is words, the brevity penalty length; what longer n-grams lose beyond that is order."""
        hyp, ref = values[..., 2 * self.order], values[..., 2 * self.order + 1]
        smooth = self.smooth if self.seg_smooth == "same" else self.seg_smooth
        length = brevity_penalty(hyp, ref + 1 if smooth == "add1_all_bp" else ref)
        words = ratio(values[..., 0], values[..., self.order])
        score = self.segment_score(values)
        nothing = (words == 0) | (length == 0)
        made = of_product(words, np.where(nothing, 1.0, score / np.where(nothing, 1.0, words * length)), length)
        # Smoothing may still score such a segment, but then no product of the three parts gives its score.
        return unless(nothing & (score != 0), made)

    def explain(self, segment: Segment) -> Explanation:
        from tertium.results.explanations import Explanation, ExplanationTable
        from tertium.views.order.matches import matches

        chunk = segment.chunk()
        tokens = self.tokens(chunk)
        row = self.measure(chunk).values[0]
        smooth = self.smooth if self.seg_smooth == "same" else self.seg_smooth
        precision, _ = self._precisions(row, smooth, effective=False)
        hyp, ref = row[2 * self.order], row[2 * self.order + 1]
        facts: dict[str, Any] = {
            name: int(number) if float(number).is_integer() else float(number)
            for name, number in zip(self.columns, row.tolist(), strict=True)
        }
        facts["brevity_penalty"] = float(brevity_penalty(hyp, ref + 1 if smooth == "add1_all_bp" else ref))
        orders = [
            (n + 1, int(row[n]), int(row[self.order + n]), float(row[n] / max(row[self.order + n], 1)), float(p))
            for n, p in enumerate(precision.tolist())
        ]
        found = [
            (len(m.words), " ".join(m.words), m.start, m.reference, m.reference_start)
            for m in matches(tokens, chunk, 0, self.order)
        ]
        score = self.scale * float(self.segment_score(row))
        return Explanation(
            str(self),
            score,
            facts,
            (
                ExplanationTable("precisions", ("order", "matches", "n-grams", "precision", "smoothed"), tuple(orders)),
                ExplanationTable(
                    "matched n-grams", ("order", "n-gram", "from word", "reference", "there from"), tuple(found)
                ),
            ),
        )
