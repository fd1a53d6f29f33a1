"""Similarities of permutations: how alike the word orders of hypothesis and reference are.

With n items, pi and sigma their ranks on the two sides (all similarities, 1 = same order):

    hamming      = #{i : pi(i) = sigma(i)} / n
    kendall      = 1 - D / (n(n-1)/2)          D: pairs in opposite order (Birch & Osborne 2010, as printed; = NKT)
    kendall-sqrt = 1 - sqrt(D / (n(n-1)/2))    the later papers, LAYERED and the authors' code
    ulam         = (LIS - 1) / (n - 1)         LIS: longest subsequence in the same order
    footrule     = 1 - Σ|pi(i) - sigma(i)| / floor(n²/2)
    spearman     = (rho + 1) / 2,  rho = 1 - 6 Σ(pi(i) - sigma(i))² / (n(n²-1))

n = 0 gives 0; n = 1 gives 1. With ``bp=yes`` the similarity is multiplied by BLEU's brevity penalty over the closest
reference length, which makes it LRscore's R; it counts the words of ``tok``, whatever words the links count.
``coverage=yes`` multiplies by linked / words, the share of hypothesis words that have a partner, which guards word
ranks against being computed over a few words only.

References: Birch & Osborne (2010), "LRscore for evaluating lexical and reordering quality in MT", WMT, 327-332; Birch &
Osborne (2011), ACL, for the square root; Gautam & Bhattacharyya (2014), "LAYERED", WMT, 387-393, for word ranks.

What the items are is ``align``:
- ``occurrence`` (default; LAYERED): words of the hypothesis found in the reference, the k-th occurrence of a word with
  its k-th; needs nothing but the texts;
- ``ribes``: words placed by the RIBES rule of the paper (``ribes-official``: of the program);
- ``direct``: all words of the reference, through links between reference and hypothesis: those of files, else those of
  the built-in aligner, which links equal words, then equal stems (of language ``lang``; by default ``none``, which
  leaves that stage out), then words of similar spelling (docs/alignments.md). Which of several equal words is meant is
  ``links``: ``blocks`` (words that stand together on both sides stay together, then few crossings) or ``crossings``
  (few crossings alone, the rule of version 1);
- ``source`` (LRscore): all words of the source, through source-hypothesis and source-reference word alignments.

Policies where an alignment is not one to one (``source`` and ``direct``): ``null_words`` (``previous``: an unaligned
word goes with its predecessor, as in Moses; ``literal``: one place after it, as the paper prints; ``drop``: it is left
out), ``one_to_many`` (``first`` target word, ``last``, ``mean``), ``many_to_one`` (``monotone``, ``inverted``).
Alignments of files count whitespace words; the built-in aligner counts tokens. ``case`` matters where words are found
by their letters: ``lower`` cuts and compares texts in lower case, ``fold`` cuts them as they stand, and compares words
in lower case.

Columns: size (n), in_place, discordant (D), longest (LIS), displaced (Σ|d|), squares (Σd²), hyp_len, ref_len (closest),
linked (hypothesis words that have a partner), words (of the hypothesis, as the links count them); with
``multi=average`` also score, the similarity of a reference by the formula above, and every column is then the mean over
the references.
Several references: the best similarity, or with ``multi=average`` the mean of them all (LRscore's other option).
Corpus: mean of the segments.
Edge cases: an empty hypothesis or reference leaves no common words: 0. Both empty: 0. One word: 1 if it is matched.
``source`` and ``direct``: without any link nothing is known of the order, n is 0 and so is the score, however many
words there are (files whose lines lack links are refused on reading unless allowed).
Differences: Moses scores an empty alignment 1.0; scipy's kendalltau is 2 · kendall - 1.

>>> from tertium.metrics.spec import parse
>>> from tertium.metrics.base import Segment
>>> swapped = Segment("Bob hit John yesterday", ("John hit Bob yesterday",))
>>> [round(parse(name).explain(swapped).score / 100, 6) for name in ("hamming", "kendall-sqrt", "spearman")]
[0.5, 0.292893, 0.6]
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from tertium.arrays import Bools, Floats, Int64s
from tertium.corpus.chunk import Chunk
from tertium.kernels import permutations
from tertium.kernels.monolingual import RULES
from tertium.kernels.permutations import Rule
from tertium.metrics.base import Pooling, Rows, WordMetric, no_mask
from tertium.metrics.formulas import PRODUCT, brevity_penalty, of_product, ratio, unless
from tertium.metrics.parameters import param
from tertium.views.order import links as link_views
from tertium.views.tokens import tokenized as token_views
from tertium.views.words.stems import check_language

ALIGNS = ("occurrence", "ribes", "ribes-official", "direct", "source")
MULTI = ("best", "average")
_RANK_RULES = {"occurrence": "occurrence", "ribes": "paper", "ribes-official": "official"}


@dataclass(frozen=True)
class PermutationMetric(WordMetric):
    """Rows of all of them; each ``similarity`` is one formula over these."""

    pooling: ClassVar[Pooling] = Pooling.MEAN
    version: ClassVar[int] = 3  # 2: links=blocks; 3: brevity counts the words of tok, as BLEU does
    options: ClassVar[frozenset[str]] = WordMetric.options | {"lang"}

    case: str = param(
        "lower", "letter case: keep, lower before tokenising, or fold after it", choices=token_views.MATCHING_CASES
    )
    align: str = param("occurrence", "what is permuted: matched words, or aligned words", choices=ALIGNS)
    bp: bool = param(False, "multiply by the brevity penalty (LRscore's R)")
    coverage: bool = param(False, "multiply by the share of hypothesis words that take part")
    null_words: str = param("previous", "place of unaligned words", choices=permutations.NULL_WORDS)
    one_to_many: str = param("first", "which of several target words counts", choices=permutations.ONE_TO_MANY)
    many_to_one: str = param("monotone", "order of words with the same target", choices=permutations.MANY_TO_ONE)
    lang: str = param("none", "language of the built-in aligner's stems (align=direct)", check=check_language)
    links: str = param("blocks", "which equal words the built-in aligner links (align=direct)", choices=RULES)
    multi: str = param("best", "several references: the best similarity, or their mean", choices=MULTI)

    @property
    def stems_by_language(self) -> bool:
        return self.align == "direct"

    @property
    def columns(self) -> tuple[str, ...]:
        averaged = ("score",) if self.multi == "average" else ()
        return (*permutations.COLUMNS, "hyp_len", "ref_len", "linked", "words", *averaged)

    @abstractmethod
    def similarity(self, values: Floats) -> Floats:
        """Of rows with at least two items."""

    @property
    def rule(self) -> Rule:
        return Rule(self.null_words, self.one_to_many, self.many_to_one)

    def measure(self, chunk: Chunk) -> Rows:
        key = ("permutation rows", self.tok, self.case, self.norm, self.align, self.lang, self.links, self.rule)
        values, flags = chunk.view(key, lambda: self._rows(chunk))
        present = np.arange(values.shape[1]) < chunk.reference_counts[:, None]
        if self.multi == "average":  # a mean of similarities is no similarity of means: each reference brings its own
            values = np.concatenate([values, np.where(present, self._of_reference(values), 0.0)[..., None]], axis=2)
        return Rows(values, no_mask(chunk), present, flags)

    def check(self, chunk: Chunk) -> None:
        if self.align == "source":
            link_views.check_source_links(chunk, self.name)

    def _rows(self, chunk: Chunk) -> tuple[Floats, dict[str, Bools]]:
        references = max(chunk.max_references, 1)
        flags: dict[str, Bools] = {}
        tokens = self.tokens(chunk)
        if self.align in _RANK_RULES:
            rule = _RANK_RULES[self.align]
            rows = permutations.rank_rows(tokens.values, tokens.offsets, chunk.compared, rule, references)
            words, linked = tokens.lengths[chunk.hyp], rows[..., 0]
        elif self.align == "direct":
            found = link_views.direct_links(chunk, self.tok, self.case, self.norm, self.lang, self.links)
            words, flags = found.lengths[chunk.hyp], {"capped": found.capped}
            sizes = found.lengths[link_views.reference_of_items(chunk)]
            flat = permutations.direct_rows(sizes, found.links.pairs, found.links.offsets, self.rule)
            counts = found.linked
            flat[counts == 0] = 0.0
            rows = link_views.pad_items(chunk, flat, references)
            linked = link_views.pad_items(chunk, counts[:, None].astype(float), references)[..., 0]
        else:
            sizes, words = link_views.linked_sizes(chunk, self.name)
            rows, linked = self._source_rows(chunk, references, sizes)
        rest = np.zeros((*rows.shape[:2], 4))
        rest[..., 0] = tokens.lengths[chunk.hyp][:, None]
        rest[..., 1] = link_views.closest_lengths(chunk, tokens.lengths)[:, None]
        rest[..., 2] = linked
        rest[..., 3] = words[:, None]
        return np.concatenate([rows, rest], axis=2), flags

    def _source_rows(self, chunk: Chunk, references: int, sizes: Int64s) -> tuple[Floats, Floats]:
        hyps, refs = chunk.links["hyp"], chunk.links["ref"]
        rows = permutations.source_rows(
            sizes,
            hyps.pairs,
            hyps.offsets,
            refs.pairs,
            refs.offsets,
            chunk.seg,
            chunk.ref_offsets,
            references,
            self.rule,
        )
        hyp_words = link_views.linked_words(hyps)
        ref_words = link_views.linked_words(refs)[link_views.reference_places(chunk)]
        there = link_views.pad_items(chunk, (ref_words > 0).astype(float)[:, None], references)[..., 0] > 0
        there &= hyp_words[:, None] > 0
        return np.where(there[..., None], rows, 0.0), np.where(there, hyp_words[:, None], 0).astype(float)

    def select(self, rows: Rows) -> Rows:
        if self.multi == "best" or rows.present is None:
            return rows.choose_by(self.score)
        there = np.maximum(rows.present.sum(axis=1), 1)[:, None]
        return Rows((rows.values * rows.present[..., None]).sum(axis=1) / there, rows.masked, None, rows.flags)

    def score(self, values: Floats) -> Floats:
        return values[..., 10] if self.multi == "average" else self._of_reference(values)

    sharing: ClassVar[str] = PRODUCT

    def losses(self, values: Floats) -> Floats | None:
        # A mean over several references does not come apart.
        mean = ~np.isclose(self.score(values), self._of_reference(values), rtol=1e-12, atol=1e-12)
        nothing = values[..., 0] == 0  # no word to have an order: that is a matter of words
        order = replace(self, bp=False, coverage=False)._of_reference(values)
        words = self._coverage(values) if self.coverage else np.ones(np.shape(order))
        length = self._brevity(values) if self.bp else 1.0
        return unless(mean, of_product(np.where(nothing, 0.0, words), np.where(nothing, 1.0, order), length))

    @staticmethod
    def _brevity(values: Floats) -> Floats:
        return brevity_penalty(values[..., 6], values[..., 7])

    @staticmethod
    def _coverage(values: Floats) -> Floats:
        return ratio(values[..., 8], values[..., 9])

    def _of_reference(self, values: Floats) -> Floats:
        """1 for a single item, 0 for none; then the brevity penalty and the coverage, if asked for."""
        size = values[..., 0]
        made = np.where(size > 1, self.similarity(values), size == 1)
        if self.bp:
            made = made * self._brevity(values)
        if self.coverage:
            made = made * self._coverage(values)
        return made


def _discordance(values: Floats) -> Floats:
    size = values[..., 0]
    return ratio(values[..., 2], size * (size - 1) / 2)


@dataclass(frozen=True)
class Hamming(PermutationMetric):
    """Share of items in the same place."""

    name: ClassVar[str] = "hamming"

    def similarity(self, values: Floats) -> Floats:
        return ratio(values[..., 1], values[..., 0])


@dataclass(frozen=True)
class Kendall(PermutationMetric):
    """Share of pairs in the same order."""

    name: ClassVar[str] = "kendall"

    def similarity(self, values: Floats) -> Floats:
        return 1.0 - _discordance(values)


@dataclass(frozen=True)
class KendallSqrt(PermutationMetric):
    """Kendall's similarity with the square root of the distance: small disorder costs more."""

    name: ClassVar[str] = "kendall-sqrt"

    def similarity(self, values: Floats) -> Floats:
        return 1.0 - np.sqrt(_discordance(values))


@dataclass(frozen=True)
class Ulam(PermutationMetric):
    """Longest subsequence in the same order, of the n - 1 that could be missing."""

    name: ClassVar[str] = "ulam"

    def similarity(self, values: Floats) -> Floats:
        return ratio(values[..., 3] - 1, values[..., 0] - 1)


@dataclass(frozen=True)
class Footrule(PermutationMetric):
    """Sum of displacements against the largest possible one."""

    name: ClassVar[str] = "footrule"

    def similarity(self, values: Floats) -> Floats:
        return 1.0 - ratio(values[..., 4], np.floor(values[..., 0] ** 2 / 2))


@dataclass(frozen=True)
class Spearman(PermutationMetric):
    """Spearman's rank correlation, brought into [0, 1]."""

    name: ClassVar[str] = "spearman"

    def similarity(self, values: Floats) -> Floats:
        size = values[..., 0]
        rho = 1.0 - ratio(6 * values[..., 5], size * (size * size - 1))
        return (rho + 1) / 2
