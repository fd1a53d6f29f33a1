"""chrF and chrF++: F-score of character n-grams, and of word n-grams beside them.

With h, r and m the n-grams of the hypothesis, those of the reference and the clipped matches of one order, P the mean
of m/h and R the mean of m/r over the orders that both sides have n-grams of:

    chrF_β = (1 + β²) · P · R / (β² · P + R)

chrF takes character n-grams of orders 1 to 6, white space left out; chrF++ adds word unigrams and bigrams, averaged
with the character orders as equals. Of several references the one with the best segment score counts, the first of
equals; the corpus score is the formula over the summed counts of the chosen references. ``chrf-mean`` is chrF whose
corpus score is the mean of the segment scores: a short sentence counts as much as a long one, as it does where people
judge sentences, and systems are ranked more as they rank them (docs/adr/0102-tertium-by-sentences.md).

Maja Popović. 2015. chrF: character n-gram F-score for automatic MT evaluation. Proceedings of the Tenth Workshop on
Statistical Machine Translation, pages 392-395. W15-3049.
Maja Popović. 2016. chrF deconstructed: beta parameters and n-gram weights. Proceedings of the First Conference on
Machine Translation, pages 499-504. W16-2341. (β = 2)
Maja Popović. 2017. chrF++: words helping character n-grams. Proceedings of the Second Conference on Machine
Translation, pages 612-618. W17-4770.

Columns, for every character order n, then for every word order n:

    char<n>_hyp    n-grams of the hypothesis; 0 if the reference has none of this order (as sacreBLEU counts)
    char<n>_ref    n-grams of the chosen reference
    char<n>_match  clipped matches: Σ over distinct n-grams of the smaller of the two counts
    word<n>_hyp, word<n>_ref, word<n>_match   the same for words

Parameters (defaults are sacreBLEU's, after the papers above):

    char_order=6       longest character n-gram (2015)
    word_order=0       longest word n-gram; chrf++ is word_order=2 (2017)
    beta=2             how many times recall weighs more than precision (2016); tunable
    whitespace=no      white space counts as a character
    eps_smoothing=no   yes: the mean over all orders of each order's F-score, 1e-16 in the place of a ratio that has
                       no denominator, as chrF++.py, NLTK and Moses do
    case=keep          or lower
    norm=none          or nfc, nfkc

The words of chrF++ are split at white space; a word of two or more characters that ends in an ASCII punctuation mark
gives it up as a word of its own, else one that begins with such a mark does: "(hi)" becomes "(hi" and ")".

An empty hypothesis, an empty reference and both empty score 0 (with eps_smoothing 1e-16 or less). One word scores by
the orders it is long enough for: a perfect "ab" gets 1.

Differences from other tools: none from sacreBLEU 2.6, to the last bits. NLTK is eps_smoothing=yes,beta=3 for one
reference; its corpus score is the mean of segment scores, that is chrf-mean.

    >>> from tertium.metrics.base import Segment
    >>> segment = Segment("abc", ("abd",))  # orders 1 to 3 have P = R = 2/3, 1/2, 0
    >>> round(ChrF().explain(segment).score, 4)
    38.8889
    >>> round(ChrF(eps_smoothing=True, char_order=3).explain(segment).score, 4)
    38.8889
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, ClassVar

import numpy as np

from tertium.arrays import Floats
from tertium.corpus.chunk import Chunk
from tertium.errors import InputError, SpecError
from tertium.kernels import chrf
from tertium.metrics.base import Metric, Pooling, Rows, Segment, no_mask
from tertium.metrics.parameters import param
from tertium.metrics.single import RowDoor, best_row
from tertium.results.explanations import Explanation, ExplanationTable
from tertium.results.scores import Detail
from tertium.views.tokens import characters
from tertium.views.tokens.tokenized import CASES, NORMS

_EPSILON = 1e-16  # what chrF++.py puts in the place of a ratio without a denominator


@dataclass(frozen=True)
class ChrF(Metric):
    """Character n-gram F-score."""

    name: ClassVar[str] = "chrf"
    # Not case: sacreBLEU's -lc leaves chrF alone.
    options: ClassVar[frozenset[str]] = frozenset({"norm"})

    char_order: int = param(6, "longest character n-gram", low=0, high=100)
    word_order: int = param(0, "longest word n-gram", low=0, high=100)
    beta: float = param(2.0, "how many times recall weighs more than precision", tunable=True, low=0, high=1e6)
    whitespace: bool = param(False, "white space counts as a character")
    eps_smoothing: bool = param(False, "mean of every order's F-score instead of F of the mean precision and recall")
    case: str = param("keep", "letter case: keep, or lower", choices=CASES)
    norm: str = param("none", "Unicode normalisation before anything else", choices=NORMS)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.char_order + self.word_order == 0:
            raise SpecError(f"{self.name} has char_order=0 and word_order=0, expected one of them to be at least 1.")

    @property
    def columns(self) -> tuple[str, ...]:
        return tuple(f"{kind}{n}_{side}" for kind, n in self._orders() for side in ("hyp", "ref", "match"))

    def measure(self, chunk: Chunk) -> Rows:
        parts = []
        if self.char_order:
            parts.append(characters.character_counts(chunk, self.char_order, self.whitespace, self.case, self.norm))
        if self.word_order:
            parts.append(characters.chrf_word_counts(chunk, self.word_order, self.case, self.norm))
        values = parts[0] if len(parts) == 1 else np.concatenate(parts, axis=2)
        present = np.arange(chunk.max_references) < chunk.reference_counts[:, None]
        return Rows(values, no_mask(chunk), present)

    def select(self, rows: Rows) -> Rows:
        return rows.choose_by(self._ranked)

    def row_door(self) -> RowDoor | None:
        if self.norm != "none":
            return None
        counts = chrf.chrf_door(self.char_order, self.word_order, self.whitespace, self.case == "lower")
        columns = len(self.columns)

        def row(hypothesis: str, references: list[str]) -> list[float] | None:
            rows = counts(hypothesis, references)
            return None if rows is None else best_row(rows, columns, lambda one: self._row_f(one, 100.0))

        return row

    def row_score(self, row: list[float], segment: bool) -> float:
        return self._row_f(row, 1.0)

    def score(self, values: Floats) -> Floats:
        return self._f(values, 1.0)

    def details(self, values: Floats) -> Mapping[str, Detail]:
        """Mean precision and recall of the orders; where the corpus score is a mean of segments they say nothing."""
        if self.pooling is not Pooling.POOL or self.eps_smoothing:
            return {}
        precision, recall = (self.scale * float(rate) for rate in self._means(values))
        return {"precision": precision, "recall": recall}

    def explain(self, segment: Segment) -> Explanation:
        """Counts by order, the spans of the hypothesis that matched n-grams cover, and those n-grams.

        Spans and n-grams are of the text after ``norm`` and ``case``; places count its characters from 0.
        """
        if not segment.refs:
            raise InputError(f"{self.name} has nothing to explain: the segment has no reference; give at least one.")
        rows = self.measure(segment.chunk())
        best = int(rows.highest(self._ranked(rows.values))[0])
        values = self.select(rows).values[0]
        hyp = characters.prepared(segment.hyp, self.case, self.norm)
        ref = characters.prepared(segment.refs[best], self.case, self.norm)
        facts: dict[str, Any] = {"reference": best + 1, **dict(zip(self.columns, values.tolist(), strict=True))}
        grams = list(self._grams(hyp, ref))
        tables = (self._table_of_orders(values), self._table_of_spans(hyp, grams), self._table_of_grams(grams))
        return Explanation(str(self), self.scale * float(self.segment_score(values)), facts, tables)

    def _orders(self) -> Iterator[tuple[str, int]]:
        for kind, longest in (("char", self.char_order), ("word", self.word_order)):
            for n in range(1, longest + 1):
                yield kind, n

    def _ranked(self, values: Floats) -> Floats:
        """By what references are chosen. sacreBLEU compares scores times 100, and that multiplication can make equals
        of unequal scores: so do we."""
        return self._f(values, 100.0)

    def _f(self, values: Floats, scale: float) -> Floats:
        factor = self.beta**2
        if self.eps_smoothing:
            missing = _EPSILON
            hyp, ref, match = values[..., 0::3], values[..., 1::3], values[..., 2::3]
            precision, recall = _divide(match, hyp, missing), _divide(match, ref, missing)
            by_order = _divide((1 + factor) * precision * recall, factor * precision + recall, missing)
            return np.asarray(scale * _sum_of_orders(by_order) / by_order.shape[-1])
        mean_precision, mean_recall = self._means(values)
        top = (1 + factor) * mean_precision * mean_recall
        return np.asarray(scale * _divide(top, factor * mean_precision + mean_recall, 0.0))

    @staticmethod
    def _means(values: Floats) -> tuple[Floats, Floats]:
        """Mean precision and recall over the orders that both sides are long enough for."""
        hyp, ref, match = values[..., 0::3], values[..., 1::3], values[..., 2::3]
        both = (hyp > 0) & (ref > 0)
        if both.all():  # as in nearly all sums of many rows
            return _sum_of_orders(match / hyp) / both.shape[-1], _sum_of_orders(match / ref) / both.shape[-1]
        orders = np.maximum(np.count_nonzero(both, axis=-1), 1)
        precision = _sum_of_orders(np.where(both, _divide(match, hyp, 0.0), 0.0)) / orders
        recall = _sum_of_orders(np.where(both, _divide(match, ref, 0.0), 0.0)) / orders
        return precision, recall

    def _row_f(self, row: list[float], scale: float) -> float:
        """``_f`` of one row, addition by addition."""
        if self.eps_smoothing:
            return float(self._f(np.array(row), scale))
        precision = recall = 0.0
        orders = 0
        for hyp, ref, match in zip(row[0::3], row[1::3], row[2::3], strict=True):
            if hyp > 0 and ref > 0:
                precision += match / hyp
                recall += match / ref
                orders += 1
        precision /= orders or 1
        recall /= orders or 1
        factor = self.beta**2
        bottom = factor * precision + recall
        return scale * ((1 + factor) * precision * recall / bottom) if bottom > 0 else scale * 0.0

    def _grams(self, hyp: str, ref: str) -> Iterator[_Gram]:
        """Every n-gram of the hypothesis that matches, in the order of its first place."""
        for kind, n in self._orders():
            mine, theirs = (self._units(kind, text) for text in (hyp, ref))
            counts = Counter(_ngrams(mine, n))
            left = Counter(_ngrams(theirs, n))
            there = dict(left)
            places: dict[tuple[str, ...], list[int]] = {}
            for start, gram in enumerate(_ngrams(mine, n)):
                if left[gram] > 0:
                    left[gram] -= 1
                    places.setdefault(gram, []).append(start)
            for gram, starts in places.items():
                yield _Gram(kind, gram, counts[gram], there[gram], tuple(starts))

    def _units(self, kind: str, text: str) -> list[str]:
        if kind == "word":
            return characters.chrf_words(text)
        return [c for c in text if self.whitespace or not c.isspace()]

    def _table_of_orders(self, values: Floats) -> ExplanationTable:
        rows = []
        for (kind, n), (hyp, ref, match) in zip(self._orders(), values.reshape(-1, 3).tolist(), strict=True):
            precision, recall = (match / count if count else None for count in (hyp, ref))
            rows.append((kind, n, int(hyp), int(ref), int(match), precision, recall))
        return ExplanationTable(
            "n-grams by order", ("of", "order", "hyp", "ref", "match", "precision", "recall"), tuple(rows)
        )

    def _table_of_spans(self, hyp: str, grams: Sequence[_Gram]) -> ExplanationTable:
        """Runs of characters by the longest matched character n-gram that covers them; 0: none does."""
        places = [i for i, c in enumerate(hyp) if self.whitespace or not c.isspace()]
        cover = [0] * len(places)
        for gram in grams:  # ascending orders: the longest is written last
            if gram.kind == "char":
                for start in gram.starts:
                    cover[start : start + len(gram.units)] = [len(gram.units)] * len(gram.units)
        rows = []
        for order, run in groupby(range(len(places)), key=cover.__getitem__):
            units = list(run)
            start, end = places[units[0]], places[units[-1]] + 1
            rows.append((start, end, hyp[start:end], order))
        return ExplanationTable(
            "spans by the longest match that covers them", ("start", "end", "text", "order"), tuple(rows)
        )

    @staticmethod
    def _table_of_grams(grams: Sequence[_Gram]) -> ExplanationTable:
        rows = tuple((g.kind, len(g.units), g.text, g.hyp, g.ref, len(g.starts)) for g in grams)
        return ExplanationTable("matched n-grams", ("of", "order", "n-gram", "hyp", "ref", "match"), rows)


@dataclass(frozen=True)
class ChrFPlusPlus(ChrF):
    """chrF with word unigrams and bigrams."""

    name: ClassVar[str] = "chrf++"

    word_order: int = param(2, "longest word n-gram", low=0, high=100)


@dataclass(frozen=True)
class ChrFMean(ChrF):
    """chrF whose corpus score is the mean of the segment scores."""

    name: ClassVar[str] = "chrf-mean"
    pooling: ClassVar[Pooling] = Pooling.MEAN


@dataclass(frozen=True)
class _Gram:
    """A matched n-gram: its counts on both sides, and where in the hypothesis it was matched."""

    kind: str
    units: tuple[str, ...]
    hyp: int
    ref: int
    starts: tuple[int, ...]

    @property
    def text(self) -> str:
        return (" " if self.kind == "word" else "").join(self.units)


def _ngrams(units: Sequence[str], n: int) -> list[tuple[str, ...]]:
    return [tuple(units[i : i + n]) for i in range(len(units) - n + 1)]


def _divide(top: Floats, bottom: Floats, missing: float) -> Floats:
    return np.divide(top, bottom, out=np.full_like(top, missing), where=bottom > 0)


def _sum_of_orders(values: Floats) -> Floats:
    """Left to right over the last axis: sacreBLEU's order of additions, hence its bits."""
    total = values[..., 0]
    for k in range(1, values.shape[-1]):
        total = total + values[..., k]
    return total
