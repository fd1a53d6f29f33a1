"""Similarities of permutations: how alike the word orders of hypothesis and reference are.

With n items, pi and sigma their ranks on the two sides (all similarities, 1 = same order):

    hamming      = #{i : pi(i) = sigma(i)} / n
    kendall      = 1 - D / (n(n-1)/2)          D: pairs in opposite order (Birch & Osborne 2010, as printed; = NKT)
    kendall-sqrt = 1 - sqrt(D / (n(n-1)/2))    the later papers, LAYERED and the authors' code
    ulam         = (LIS - 1) / (n - 1)         LIS: longest subsequence in the same order
    footrule     = 1 - Σ|pi(i) - sigma(i)| / floor(n²/2)
    spearman     = (rho + 1) / 2,  rho = 1 - 6 Σ(pi(i) - sigma(i))² / (n(n²-1))

n = 0 gives 0; n = 1 gives 1. With ``bp=yes`` the similarity is multiplied by BLEU's brevity penalty over the closest
reference length, which makes it LRscore's R; ``coverage=yes`` by n / |h|, which guards word ranks against being
computed over a few words only.

References: Birch & Osborne (2010), "LRscore for evaluating lexical and reordering quality in MT", WMT, 327-332; Birch &
Osborne (2011), ACL, for the square root; Gautam & Bhattacharyya (2014), "LAYERED", WMT, 387-393, for word ranks.

What the items are is ``align``:
- ``occurrence`` (default; LAYERED): words of the hypothesis found in the reference, the k-th occurrence of a word with
  its k-th; needs nothing but the texts;
- ``ribes``: words placed by the RIBES rule of the paper (``ribes-official``: of the program);
- ``direct``: all words of the reference, through links between reference and hypothesis, from files or from the
  built-in aligner;
- ``source`` (LRscore): all words of the source, through source-hypothesis and source-reference word alignments.

Policies where an alignment is not one to one (``source`` and ``direct``): ``null_words`` (``previous``: an unaligned
word goes with its predecessor, as in Moses; ``literal``: one place after it, as the paper prints), ``one_to_many``
(``first`` target word, ``last``, ``mean``), ``many_to_one`` (``monotone``, ``inverted``). Alignments count whitespace
words.

Columns: size (n), in_place, discordant (D), longest (LIS), displaced (Σ|d|), squares (Σd²), hyp_len, ref_len (closest).
Several references: the best similarity. Corpus: mean of the segments.
Edge cases: an empty hypothesis or reference leaves no common words: 0 (``source`` and ``direct`` permutations exist as
long as the source or reference has words; without links at all they are monotone, which is why empty alignment lines
are refused on reading unless allowed). Both empty: 0. One word: 1 if it is matched.
Differences: Moses scores an empty alignment 1.0; scipy's kendalltau is 2 · kendall - 1.

>>> from tertium.metrics.spec import parse
>>> from tertium.metrics.base import Segment
>>> swapped = Segment("Bob hit John yesterday", ("John hit Bob yesterday",))
>>> [round(parse(name).explain(swapped).score / 100, 6) for name in ("hamming", "kendall-sqrt", "spearman")]
[0.5, 0.292893, 0.6]
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from tertium.corpus.chunk import Chunk
from tertium.errors import InputError
from tertium.kernels import permutations
from tertium.kernels.permutations import Rule
from tertium.kernels.text import Floats, Int64s
from tertium.metrics.attribution import of_product
from tertium.metrics.base import Pooling, Rows, WordMetric, no_mask
from tertium.metrics.parameters import param
from tertium.results import Attribution
from tertium.views import links as link_views
from tertium.views import tokens as token_views

ALIGNS = ("occurrence", "ribes", "ribes-official", "direct", "source")
_RANK_RULES = {"occurrence": "occurrence", "ribes": "paper", "ribes-official": "official"}


@dataclass(frozen=True)
class PermutationMetric(WordMetric):
    """Rows of all of them; each similarity is one formula over these."""

    pooling: ClassVar[Pooling] = Pooling.MEAN
    imperfect: ClassVar[str] = ""

    case: str = param("lower", "letter case: keep, or lower before tokenising", choices=token_views.CASES)
    align: str = param("occurrence", "what is permuted: matched words, or aligned words", choices=ALIGNS)
    bp: bool = param(False, "multiply by the brevity penalty (LRscore's R)")
    coverage: bool = param(False, "multiply by the share of hypothesis words that take part")
    null_words: str = param("previous", "place of unaligned words", choices=permutations.NULL_WORDS)
    one_to_many: str = param("first", "which of several target words counts", choices=permutations.ONE_TO_MANY)
    many_to_one: str = param("monotone", "order of words with one target", choices=permutations.MANY_TO_ONE)

    @property
    def columns(self) -> tuple[str, ...]:
        return (*permutations.COLUMNS, "hyp_len", "ref_len")

    @property
    def rule(self) -> Rule:
        return Rule(self.null_words, self.one_to_many, self.many_to_one)

    def measure(self, chunk: Chunk) -> Rows:
        key = ("permutation rows", self.tok, self.case, self.norm, self.align, self.rule)
        values = chunk.view(key, lambda: self._rows(chunk))
        references = values.shape[1]
        present = np.arange(references) < chunk.reference_counts[:, None]
        return Rows(values, no_mask(chunk), present)

    def _rows(self, chunk: Chunk) -> Floats:
        references = max(chunk.max_references, 1)
        tokens = self.tokens(chunk)
        if self.align in _RANK_RULES:
            rows = permutations.rank_rows(
                tokens.values,
                tokens.offsets,
                chunk.hyp,
                chunk.seg,
                chunk.refs,
                chunk.ref_offsets,
                _RANK_RULES[self.align],
                references,
            )
            lengths = tokens.lengths
        else:
            lengths = token_views.tokens(chunk, "none").lengths  # alignments count whitespace words
            rows = self._aligned_rows(chunk, references, lengths)
        hyp_len = lengths[chunk.hyp]
        closest = link_views.closest_lengths(chunk, lengths)
        shape = (*rows.shape[:2], 1)
        return np.concatenate(
            [rows, np.broadcast_to(hyp_len[:, None, None], shape), np.broadcast_to(closest[:, None, None], shape)],
            axis=2,
        )

    def _aligned_rows(self, chunk: Chunk, references: int, lengths: Int64s) -> Floats:
        if self.align == "direct":
            links = link_views.direct_links(chunk, self.case, self.norm)
            sizes = lengths[link_views.reference_of_items(chunk)]
            flat = permutations.direct_rows(sizes, links.pairs, links.offsets, self.rule)
            return link_views.pad_items(chunk, flat, references)
        if chunk.sources is None or "hyp" not in chunk.links or "ref" not in chunk.links:
            raise InputError(
                f"{self.name} with align=source needs the source and the word alignments src-hyp and src-ref; "
                f"pass --source, --align-hyp and --align-ref, or use {self.name}:align=direct."
            )
        hyps, refs = chunk.links["hyp"], chunk.links["ref"]
        return permutations.source_rows(
            lengths[chunk.sources],
            hyps.pairs,
            hyps.offsets,
            refs.pairs,
            refs.offsets,
            chunk.seg,
            chunk.ref_offsets,
            references,
            self.rule,
        )

    def select(self, rows: Rows) -> Rows:
        scores = self.score(rows.values)
        present = np.ones(scores.shape, dtype=bool) if rows.present is None else rows.present
        return rows.choose(np.argmax(np.where(present, scores, -1.0), axis=1))

    def attribute(self, values: Floats) -> Attribution | None:
        order = float(replace(self, bp=False, coverage=False).score(values))
        size, hyp = float(values[0]), float(values[6])
        words = size / hyp if self.coverage and hyp > 0 else 1.0
        return of_product(words, order, float(self._brevity(values)) if self.bp else 1.0)

    @staticmethod
    def _brevity(values: Floats) -> Floats:
        hyp, ref = values[..., 6], values[..., 7]
        short = np.exp(1.0 - ref / np.where(hyp > 0, hyp, 1e-300))
        return np.where(hyp >= ref, (hyp > 0).astype(float), short)

    def finish(self, similarity: Floats, values: Floats) -> Floats:
        """1 for a single item, 0 for none; then the brevity penalty and the coverage, if asked for."""
        size, hyp = values[..., 0], values[..., 6]
        made = np.where(size > 1, similarity, size == 1)
        if self.bp:
            made = made * self._brevity(values)
        if self.coverage:
            made = made * np.divide(size, hyp, out=np.zeros(np.shape(size)), where=hyp > 0)
        return made


def _divide(numerator: Floats, denominator: Floats) -> Floats:
    return np.divide(numerator, denominator, out=np.zeros(np.shape(numerator)), where=denominator > 0)


def _discordance(values: Floats) -> Floats:
    size = values[..., 0]
    return _divide(values[..., 2], size * (size - 1) / 2)


@dataclass(frozen=True)
class Hamming(PermutationMetric):
    """Share of items in the same place."""

    name: ClassVar[str] = "hamming"

    def score(self, values: Floats) -> Floats:
        return self.finish(_divide(values[..., 1], values[..., 0]), values)


@dataclass(frozen=True)
class Kendall(PermutationMetric):
    """Share of pairs in the same order."""

    name: ClassVar[str] = "kendall"

    def score(self, values: Floats) -> Floats:
        return self.finish(1.0 - _discordance(values), values)


@dataclass(frozen=True)
class KendallSqrt(PermutationMetric):
    """Kendall's similarity with the square root of the distance: small disorder costs more."""

    name: ClassVar[str] = "kendall-sqrt"

    def score(self, values: Floats) -> Floats:
        return self.finish(1.0 - np.sqrt(_discordance(values)), values)


@dataclass(frozen=True)
class Ulam(PermutationMetric):
    """Longest subsequence in the same order, of the n - 1 that could be missing."""

    name: ClassVar[str] = "ulam"

    def score(self, values: Floats) -> Floats:
        return self.finish(_divide(values[..., 3] - 1, values[..., 0] - 1), values)


@dataclass(frozen=True)
class Footrule(PermutationMetric):
    """Sum of displacements against the largest possible one."""

    name: ClassVar[str] = "footrule"

    def score(self, values: Floats) -> Floats:
        return self.finish(1.0 - _divide(values[..., 4], np.floor(values[..., 0] ** 2 / 2)), values)


@dataclass(frozen=True)
class Spearman(PermutationMetric):
    """Spearman's rank correlation, brought into [0, 1]."""

    name: ClassVar[str] = "spearman"

    def score(self, values: Floats) -> Floats:
        size = values[..., 0]
        rho = 1.0 - _divide(6 * values[..., 5], size * (size * size - 1))
        return self.finish((rho + 1) / 2, values)
