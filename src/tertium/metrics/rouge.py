r"""ROUGE-1, -2, -L, -S and -SU: the F-measure of words, pairs of words or a common subsequence shared with a reference.

With m the units shared (each clipped at its count in the reference), u_h and u_r the units of hypothesis and reference:

    P = m / u_h        R = m / u_r        F = (1 + β²) P R / (R + β² P), 0 where P R = 0

    =========  ========================================================================================
    metric     units
    =========  ========================================================================================
    rouge-1    words
    rouge-2    pairs of neighbouring words
    rouge-l    words; m is the length of the longest common subsequence
    rouge-s    skip-bigrams: ordered pairs with at most ``skip`` words between them
    rouge-su   skip-bigrams and words
    =========  ========================================================================================

A corpus score is the mean of the segment scores. Higher is better, in [0, 1].

References: C.-Y. Lin, "ROUGE: a package for automatic evaluation of summaries", Text Summarization Branches Out, 2004;
C.-Y. Lin, F. J. Och, "Automatic evaluation of machine translation quality using longest common subsequence and
skip-bigram statistics", ACL 2004.

Columns (of the chosen reference, or summed over all: ``multi``)
    =========  =====================================
    shared     units shared, clipped
    hyp_units  units of the hypothesis
    ref_units  units of the reference
    =========  =====================================

Parameters
    =======  ========  ============================================================================================
    beta     1         weight of recall; ROUGE-1.5.5's α is 1 / (1 + β²), its default 0.5
    skip     4         (S, SU) words between the two of a pair; none: no limit. Isozaki et al. (2010) use 4
    su       all       (SU) every word counts; 155: not the last of either side, which ROUGE-1.5.5's loop leaves out
    multi    A         several references: A sums units over them, B takes that of highest recall (both as in
                       ROUGE-1.5.5), max_f that of highest F (as in rouge-score)
    round    no        yes: P and R rounded to 5 decimals before F is formed, as ROUGE-1.5.5 prints them
    stat     f         what is reported: f, p (precision) or r (recall, as in DUC)
    tok      rouge     ROUGE-1.5.5's words, and those of other scripts than Latin, which it would drop (docs/adr/0010)
    case     lower     as ROUGE-1.5.5
    =======  ========  ============================================================================================

Empty input
    An empty hypothesis, an empty reference or both score 0. One word has no pairs: rouge-2 and rouge-s of it are 0
    even against itself, rouge-1, rouge-l and rouge-su are 1 (rouge-su:su=155 is 0). A sentence without any letter or
    digit has no words under ``tok=rouge``.

Differences from other tools
    ``tok=rouge155,round=yes`` (SU: and ``su=155``) gives every line that ROUGE-1.5.5 prints for a segment; its averages
    are means of random resamples, not of the segments. rouge-score 0.1.2 keeps only a-z and 0-9, so that identical
    Chinese scores 0; on text in ASCII letters its F is ours. Neither stemming nor stop words here. A segment is one
    sentence, so there is no union of subsequences over sentences (rougeLsum).

Example
    >>> from tertium.metrics.base import Segment
    >>> segment = Segment("The blue house , green or brown", ("The blue , green or brown house",))
    >>> round(RougeL(tok="none").explain(segment).score, 4), RougeS(tok="none").explain(segment).score
    (85.7143, 75.0)
"""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from tertium.arrays import Floats
from tertium.corpus.chunk import Chunk
from tertium.kernels import rouge
from tertium.metrics.base import Pooling, Rows, Segment, WordMetric, no_mask
from tertium.metrics.measuring import selected
from tertium.metrics.parameters import param
from tertium.results.explanations import Explanation, ExplanationTable
from tertium.views.order.edits import edit_steps
from tertium.views.tokens import tokenized as token_views
from tertium.views.tokens.tokenized import Tokens
from tertium.views.tokens.tokenizers import check_tokenizer

SHOWN = 1000  # rows of an explanation's table; nobody reads more, and long sentences have millions of pairs


@dataclass(frozen=True)
class _Rouge(WordMetric):
    """What all of ROUGE shares: everything but the units."""

    pooling: ClassVar[Pooling] = Pooling.MEAN
    imperfect: ClassVar[str] = "a sentence without a letter or digit has no words"

    tok: str = param("rouge", "tokenizer", check=check_tokenizer)
    case: str = param("lower", "letter case: keep, or lower before tokenising", choices=token_views.CASES)
    beta: float = param(1.0, "weight of recall against precision in F", tunable=True, low=0.0, high=1e6)
    multi: str = param("A", "several references: sum (A), best recall (B), best F", choices=("A", "B", "max_f"))
    round: bool = param(False, "round P and R to 5 decimals before F, as ROUGE-1.5.5")
    stat: str = param("f", "what is reported: F, precision or recall", choices=("f", "p", "r"))

    @property
    def columns(self) -> tuple[str, ...]:
        return ("shared", "hyp_units", "ref_units")

    @abstractmethod
    def units(self) -> tuple[str, int]:
        """The kernel's name of the units, and the longest skip."""

    def measure(self, chunk: Chunk) -> Rows:
        tokens = self.tokens(chunk)
        units, skip = self.units()
        values = rouge.overlaps(tokens.values, tokens.offsets, chunk.compared, units, skip)
        present = np.arange(values.shape[1]) < chunk.reference_counts[:, None]
        return Rows(values, no_mask(chunk), present)

    def select(self, rows: Rows) -> Rows:
        if rows.present is None:
            return rows
        if rows.values.shape[1] == 1:
            return rows.choose(0)
        if self.multi == "A" or rows.values.shape[1] == 0:  # absent references are rows of zeros
            return Rows(rows.values.sum(axis=1), rows.masked, None, rows.flags)
        precision, recall = self._rates(rows.values)
        merit = recall if self.multi == "B" else self._f(precision, recall)
        return rows.choose(np.where(rows.present, merit, -1.0).argmax(axis=1))

    def score(self, values: Floats) -> Floats:
        precision, recall = self._rates(values)
        if self.stat == "f":
            return self._f(precision, recall)
        return precision if self.stat == "p" else recall

    def explain(self, segment: Segment) -> Explanation:
        chunk = segment.chunk()
        rows = selected(self, chunk)
        precision, recall = self._rates(rows.values[0])
        facts = dict(zip(self.columns, rows.values[0].tolist(), strict=True))
        facts |= {"precision": float(precision), "recall": float(recall), "f": float(self._f(precision, recall))}
        tokens = self.tokens(chunk)
        tables = [
            self._table(tokens, int(chunk.hyp[0]), int(ref), f"shared with reference {k}")
            for k, ref in enumerate(chunk.refs.tolist(), start=1)
        ]
        return Explanation(str(self), self.scale * float(self.segment_score(rows.values)[0]), facts, tuple(tables))

    @abstractmethod
    def _table(self, tokens: Tokens, hyp: int, ref: int, title: str) -> ExplanationTable:
        """What hypothesis and reference share."""

    def _rates(self, values: Floats) -> tuple[Floats, Floats]:
        shared, hyp_units, ref_units = np.moveaxis(values, -1, 0)
        precision = shared / np.maximum(hyp_units, 1)  # no units, nothing shared: 0
        recall = shared / np.maximum(ref_units, 1)
        if self.round:
            return rouge.round_decimals(precision, 5), rouge.round_decimals(recall, 5)
        return precision, recall

    def _f(self, precision: Floats, recall: Floats) -> Floats:
        square = self.beta**2
        some = precision * recall > 0
        return np.where(some, (1 + square) * precision * recall / np.where(some, recall + square * precision, 1), 0.0)


def _word_table(tokens: Tokens, hyp: int, ref: int, title: str) -> ExplanationTable:
    shared = Counter(tokens.words(hyp)) & Counter(tokens.words(ref))
    return ExplanationTable(title, ("word", "times"), tuple(shared.items())[:SHOWN])


def _pair_table(tokens: Tokens, hyp: int, ref: int, skip: int, title: str) -> ExplanationTable:
    pairs = rouge.shared_skip_bigrams(tokens.ids(hyp), tokens.ids(ref), skip, SHOWN)
    spelled = tuple((tokens.view.word(a), tokens.view.word(b), times) for a, b, times in pairs)
    return ExplanationTable(title, ("first", "second", "times"), spelled)


@dataclass(frozen=True)
class Rouge1(_Rouge):
    """ROUGE-1: words."""

    name: ClassVar[str] = "rouge-1"

    def units(self) -> tuple[str, int]:
        return "words", 0

    def _table(self, tokens: Tokens, hyp: int, ref: int, title: str) -> ExplanationTable:
        return _word_table(tokens, hyp, ref, title)


@dataclass(frozen=True)
class Rouge2(_Rouge):
    """ROUGE-2: pairs of neighbouring words."""

    name: ClassVar[str] = "rouge-2"
    imperfect: ClassVar[str] = "a sentence of one word has no pairs"

    def units(self) -> tuple[str, int]:
        return "skip", 0

    def _table(self, tokens: Tokens, hyp: int, ref: int, title: str) -> ExplanationTable:
        return _pair_table(tokens, hyp, ref, 0, title)


@dataclass(frozen=True)
class RougeL(_Rouge):
    """ROUGE-L: the longest common subsequence."""

    name: ClassVar[str] = "rouge-l"

    def units(self) -> tuple[str, int]:
        return "subsequence", 0

    def _table(self, tokens: Tokens, hyp: int, ref: int, title: str) -> ExplanationTable:
        rows, hyp_at, ref_at = [], 0, 0
        for step in edit_steps(tokens, ref, hyp, substitutions=False):
            hyp_at += step.hyp is not None
            ref_at += step.ref is not None
            if step.kind == "match":
                rows.append((step.hyp, hyp_at, ref_at))
        return ExplanationTable(title, ("word", "place in hypothesis", "place in reference"), tuple(rows[:SHOWN]))


@dataclass(frozen=True)
class RougeS(_Rouge):
    """ROUGE-S: skip-bigrams."""

    name: ClassVar[str] = "rouge-s"
    imperfect: ClassVar[str] = "a sentence of one word has no pairs"

    skip: int | None = param(4, "words between the two of a pair; none: no limit", low=0, high=10**9)

    def units(self) -> tuple[str, int]:
        return "skip", rouge.NO_LIMIT if self.skip is None else self.skip

    def _table(self, tokens: Tokens, hyp: int, ref: int, title: str) -> ExplanationTable:
        return _pair_table(tokens, hyp, ref, self.units()[1], title)


@dataclass(frozen=True)
class RougeSU(RougeS):
    """ROUGE-SU: skip-bigrams and words."""

    name: ClassVar[str] = "rouge-su"
    imperfect: ClassVar[str] = "a sentence without a letter or digit has no words"

    su: str = param("all", "words counted: all, or all but each side's last as ROUGE-1.5.5", choices=("all", "155"))

    def units(self) -> tuple[str, int]:
        return "skip+words" if self.su == "all" else "skip+words-last", super().units()[1]

    def _table(self, tokens: Tokens, hyp: int, ref: int, title: str) -> ExplanationTable:
        pairs = _pair_table(tokens, hyp, ref, self.units()[1], title).rows
        words = Counter(self._single(tokens.words(hyp))) & Counter(self._single(tokens.words(ref)))
        rows = (*((word, "", times) for word, times in words.items()), *pairs)
        return ExplanationTable(title, ("first", "second", "times"), rows[:SHOWN])

    def _single(self, words: list[str]) -> list[str]:
        return words if self.su == "all" else words[:-1]
