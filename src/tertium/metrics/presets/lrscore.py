"""LRscore: word order from permutations, words from BLEU, weighed by one parameter.

    LRscore = alpha · R + (1 - alpha) · BLEU_N
    R       = d · BP        d: similarity of two permutations, BP: BLEU's brevity penalty over the closest reference
    BLEU_N  = BLEU of order N, not smoothed

Over a corpus R is the mean of the segments' values and BLEU that of the summed counts. For single segments BLEU-4 is
smoothed by adding one to the matches and n-grams of every order (``add1_all``: the paper says "smoothed", this is the
smoothing of the authors' code base, Moses), BLEU-1 is not.

| name | d | N |
|---|---|---|
| ``lr-hb1``, ``lr-hb4`` | Hamming: share of words in the same place | 1, 4 |
| ``lr-kb1``, ``lr-kb4`` | Kendall: share of pairs in the same order, linear as this paper prints it | 1, 4 |
| ``lr-ksb1``, ``lr-ksb4`` | Kendall with the root of the distance, as Birch & Osborne (2011) and their code | 1, 4 |

A. Birch, M. Osborne. 2010. LRscore for Evaluating Lexical and Reordering Quality in MT. Proceedings of the Joint Fifth
Workshop on Statistical Machine Translation and MetricsMATR, 327-332.

Columns
    those of the permutation similarity (hamming, kendall, kendall-sqrt), then those of bleu, each with its name before

Parameters
    alpha            weight of word order, between 0 and 1. No value was published: the authors tune it for each
                     language pair. Default: our own tuning on WMT08 and WMT13 (docs/adr/0078-lrscore-alpha.md), 0.15
                     for lr-hb1, 0.09 lr-hb4, 0.34 lr-kb1, 0.48 lr-kb4, 0.29 lr-ksb1 and lr-ksb4
    align            whose words are permuted: source (default, the paper: through word alignments of the source with
                     hypothesis and reference), direct (the reference's words, through links given or made by the
                     built-in aligner: needs nothing but the two texts), occurrence, ribes, ribes-official (words found
                     in both; see ``kendall``)
    null_words, one_to_many, many_to_one
                     where alignments are not one to one: previous, first, monotone (the authors' code), see ``kendall``
    lang             language of the built-in aligner's stems, default none (see ``kendall``)
    links            which of several equal words the built-in aligner links: blocks or crossings (see ``kendall``)
    multi            several references: best (default, the largest R) or average (the mean of their R)
    tok, case, norm  default 13a, keep, none: BLEU as published (the paper keeps its BLEU comparable). Words are matched
                     for d whatever their case. BP counts these words in R and in BLEU; with align=source d counts
                     the words of the alignments

Several references: BLEU's own rule, and the best R or their mean (``multi``). Empty hypothesis: 0. Empty reference: 0.
Both: 0. One word: 1 if it matches the only one of the reference. A segment without any alignment link has R = 0: its
order is not known.

Differences from other tools: Moses' scorer gives an alignment it cannot read, or an empty one, the best score; here
that is an error when the file is read, or 0. The paper's literal rule for unaligned words is ``null_words=literal``.

>>> from tertium.metrics.base import Segment
>>> from tertium.metrics.spec import parse
>>> swapped = Segment("on the mat the cat sat", ("the cat sat on the mat",))
>>> round(parse("lr-kb1:alpha=0.5,align=direct").explain(swapped).score, 4)
70.0
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from tertium.corpus.chunk import Chunk
from tertium.kernels import permutations as kernel
from tertium.kernels.monolingual import RULES
from tertium.metrics.base import Metric, WordMetric
from tertium.metrics.bleu import Bleu
from tertium.metrics.combination import Preset
from tertium.metrics.parameters import param, parameters, show
from tertium.metrics.permutations import MULTI, Hamming, Kendall, KendallSqrt, PermutationMetric
from tertium.views.order import links as link_views
from tertium.views.tokens import tokenized as token_views
from tertium.views.tokens.tokenizers import check_tokenizer
from tertium.views.words.stems import check_language

ALIGNS = ("source", "direct", "occurrence", "ribes", "ribes-official")


@dataclass(frozen=True)
class LRscore(Preset):
    """Word order and BLEU in one number."""

    version: ClassVar[int] = 3  # 2: links=blocks; 3: one brevity penalty
    options: ClassVar[frozenset[str]] = WordMetric.options | {"lang"}
    requires: ClassVar[frozenset[str]] = frozenset({"sources and word alignments (align=source, the default)"})
    similarity: ClassVar[type[PermutationMetric]]
    order: ClassVar[int]
    tuned: ClassVar[float]  # alpha by our own tuning: tools/results.py

    tok: str = param("13a", "tokenizer", check=check_tokenizer)
    case: str = param("keep", "letter case of BLEU: keep, or lower before tokenising", choices=token_views.CASES)
    norm: str = param("none", "Unicode normalisation before anything else", choices=token_views.NORMS)
    alpha: float | None = param(
        None, "weight of word order against BLEU; none: as we tuned it", tunable=True, low=0.0, high=1.0
    )
    align: str = param("source", "whose words are permuted, and by which links", choices=ALIGNS)
    null_words: str = param("previous", "place of unaligned words", choices=kernel.NULL_WORDS)
    one_to_many: str = param("first", "which of several target words counts", choices=kernel.ONE_TO_MANY)
    many_to_one: str = param("monotone", "order of words with the same target", choices=kernel.MANY_TO_ONE)
    lang: str = param("none", "language of the built-in aligner's stems (align=direct)", check=check_language)
    links: str = param("blocks", "which equal words the built-in aligner links (align=direct)", choices=RULES)
    multi: str = param("best", "several references: the best R, or their mean", choices=MULTI)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.alpha is None:
            object.__setattr__(self, "alpha", self.tuned)

    def __str__(self) -> str:
        """Without alpha where it is the default."""
        given = [
            (f.name, show(getattr(self, f.name)))
            for f, _ in parameters(self)
            if getattr(self, f.name) != (self.tuned if f.name == "alpha" else f.default)
        ]
        body = ",".join(f"{name}={value}" for name, value in given)
        return f"{self.name}{':' if body else ''}{body}"

    @property
    def stems_by_language(self) -> bool:
        return self.align == "direct"

    def leaves(self) -> tuple[tuple[float, Metric], ...]:
        alpha = self.tuned if self.alpha is None else self.alpha
        order = self.similarity(
            tok=self.tok,
            case="lower" if self.case == "lower" else "fold",  # so that R and BLEU count the same words
            norm=self.norm,
            align=self.align,
            bp=True,
            null_words=self.null_words,
            one_to_many=self.one_to_many,
            many_to_one=self.many_to_one,
            lang=self.lang,
            links=self.links,
            multi=self.multi,
        )
        words = Bleu(
            tok=self.tok,
            case=self.case,
            norm=self.norm,
            order=self.order,
            smooth="none",
            seg_smooth="none" if self.order == 1 else "add1_all",
            effective_order=False,
        )
        return ((alpha, order), (1.0 - alpha, words))

    def check(self, chunk: Chunk) -> None:
        if self.align == "source":
            link_views.check_source_links(chunk, self.name)


@dataclass(frozen=True)
class LrHb1(LRscore):
    """Hamming similarity and BLEU-1."""

    name: ClassVar[str] = "lr-hb1"
    similarity: ClassVar[type[PermutationMetric]] = Hamming
    order: ClassVar[int] = 1
    tuned: ClassVar[float] = 0.15


@dataclass(frozen=True)
class LrHb4(LRscore):
    """Hamming similarity and BLEU-4."""

    name: ClassVar[str] = "lr-hb4"
    similarity: ClassVar[type[PermutationMetric]] = Hamming
    order: ClassVar[int] = 4
    tuned: ClassVar[float] = 0.09


@dataclass(frozen=True)
class LrKb1(LRscore):
    """Kendall similarity and BLEU-1."""

    name: ClassVar[str] = "lr-kb1"
    similarity: ClassVar[type[PermutationMetric]] = Kendall
    order: ClassVar[int] = 1
    tuned: ClassVar[float] = 0.34


@dataclass(frozen=True)
class LrKb4(LRscore):
    """Kendall similarity and BLEU-4."""

    name: ClassVar[str] = "lr-kb4"
    similarity: ClassVar[type[PermutationMetric]] = Kendall
    order: ClassVar[int] = 4
    tuned: ClassVar[float] = 0.48


@dataclass(frozen=True)
class LrKsb1(LRscore):
    """Square-root Kendall similarity and BLEU-1."""

    name: ClassVar[str] = "lr-ksb1"
    similarity: ClassVar[type[PermutationMetric]] = KendallSqrt
    order: ClassVar[int] = 1
    tuned: ClassVar[float] = 0.29


@dataclass(frozen=True)
class LrKsb4(LRscore):
    """Square-root Kendall similarity and BLEU-4."""

    name: ClassVar[str] = "lr-ksb4"
    similarity: ClassVar[type[PermutationMetric]] = KendallSqrt
    order: ClassVar[int] = 4
    tuned: ClassVar[float] = 0.29
