"""ATEC: matched phrases weighed by the information of their words, less what displaced phrases and missing words cost.

    ATEC   = P R / (α P + (1 - α) R),  P = M / |c|,  R = M / |r|,  |r| the mean length of the references
    M      = Limit_Info · C  if W_un > Limit_Info · C,  else C - W_un
    C      = Σ over matched phrases of Phrase
    Phrase = Limit_dis · W_match  if Dis > Limit_dis · W_match,  else W_match - Dis
    W_match = Σ over the phrase's words of (w_type - Info_match / tfidf)
    Dis    = w_pos · dis_pos · (1 - |p|^e / |c|) + w_order · dis_order
    W_un   = Σ over unmatched reference words of (w_unmatch - Info_unmatch / tfidf)
    tfidf  = max(1, tf · ln(N / sf)), tf in the reference sentence, sf of the N reference sentences have the word

That is the formula as printed, ``variant=literal``. It has odd corners: a phrase that moves too far earns more than one
that moves a little less, frequent words that nothing matched add to the score ("a" scores 11 against "b"), a long
phrase can gain by moving. ``variant=repaired`` has Phrase = W_match - min(Dis, Limit_dis · W_match), M = C - min(W_un,
Limit_Info · C), and neither the bracket of Dis nor a term of W_un below 0. Neither variant agrees better with people,
so the paper decides (docs/adr/0176-where-no-figure-decides-the-paper-does.md).

Words match by the first stage that applies: the same word, a stem, a synonym, closeness in meaning. Phrases are blocks
of matching words, taken over all references together: the longest, then the nearest in position, the one of greatest
w_type, of the first reference, the first place. dis_pos is the distance of the beginnings, dis_order that of the ranks.

B. T-M. Wong and C. Kit. 2010. The Parameter-Optimized ATEC Metric for MT Evaluation. Proceedings of the Joint 5th
Workshop on Statistical Machine Translation and MetricsMATR, 360-364.

Columns
    C          worth of all matched phrases
    W_un       information of the unmatched reference words
    hyp_len    |c|
    ref_len    |r|
    phrases    matched phrases
    matched    matched words of the hypothesis
Parameters (values of the paper's Table 1 unless said otherwise)
    w_exact=1, w_stem, w_synonym, w_close=0.95, w_unmatch=0.15, info_match=0.34, info_unmatch=0.26, w_pos=0.02,
    w_order=0.15, e=1.1, limit_dis=0.95   change the rows
    limit_info=0.5, alpha=0.5             tunable
    variant=literal     as printed, or repaired
    lang=en, stem=yes   Snowball's stems; lang=none: no stems
    synonyms            wordnet for English (as in the paper), none for other languages; or a thesaurus of yours
    wup=none            least Wu-Palmer similarity that counts as close; none: stage off. In the WordNet of synonyms,
                        where that is a WordNet directory of yours, else in the shipped one
    lsa=none, lsa_min=none   an LSA space (wordnet, or a file) and the least cosine in it; none: stage off. The paper
                        gives no thresholds for either stage
    idf=set             sentence frequencies of the evaluation set's references; a pack of ``tertium idf``; or none:
                        every tf-idf is 1
    log_base            of the idf; e, since the paper does not say
    unmatch=joint-mean  W_un with several references: the mean over references of what the joint alignment leaves, or
                        single-mean (each reference aligned alone), joint-sum. Not said in the paper
    pos=start           dis_pos once per phrase; sum: once for every word of it
    ranks=same-reference  ranks among the phrases of the same reference, or pooled: among all
    tok, case, norm     13a, lower, none
Corpus: the mean of the segments.

Edge cases: an empty hypothesis, empty references, or both: 0. One word: 1 - 0.34 / tfidf if it matches; if not, what
its reference words add, which is less than 0.22 (repaired: 0). With the paper's weights no score is below 0. Several
references can take a segment above 1: together they may match more words than their mean length. So can weights of your
own, and where Info_match is greater than w_type, scores are below 0.
Bounds: 2^21 matching pairs of words (1,400 equal words on both sides); beyond, only words near in position are matched
and the segment is flagged ``capped``; so is one with more different pairs of words to compare in meaning.
Differences: the authors' program is not available; every worked example of the paper is a test.

>>> from tertium.metrics.base import Segment
>>> thief = Segment("a thief chases a police", ("a police chases a thief",))
>>> round(Atec().explain(thief).score, 2), round(Atec().explain(Segment(thief.refs[0], thief.refs)).score, 2)
(52.08, 66.0)
"""

from __future__ import annotations

import math
from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from tertium.arrays import Bools, Floats
from tertium.corpus.chunk import Chunk
from tertium.errors import InputError, SpecError
from tertium.kernels import atec
from tertium.metrics.base import Pooling, Rows, Segment, WordMetric, no_mask
from tertium.metrics.parameters import param
from tertium.results.explanations import Explanation, ExplanationTable
from tertium.views.tokens import tokenized as token_views
from tertium.views.words import frequencies, lsa, stems, synonyms
from tertium.views.words.neighbours import close_words, word_groups
from tertium.views.words.packs import WordSettings

NONE, SET = "none", "set"
LARGEST = 1e6  # of weights: beyond some 1e300 sums would be infinite, and no score


def _check_idf(name: str) -> str:
    return name if name in (NONE, SET) else frequencies.check_pack(name)


@dataclass(frozen=True)
class Atec(WordMetric):
    """Word choice and word order over aligned phrases (Wong and Kit 2010)."""

    name: ClassVar[str] = "atec"
    version: ClassVar[int] = 2
    shows_matches: ClassVar[bool] = True
    pooling: ClassVar[Pooling] = Pooling.MEAN
    high: ClassVar[float] = math.inf
    imperfect: ClassVar[str] = "a matched word is worth 1 - 0.34 / tf-idf, so a perfect translation stays below 1"
    ceiling: ClassVar[str] = "a perfect translation stays below 100: a matched word is worth 1 - 0.34 / tf-idf"
    options: ClassVar[frozenset[str]] = WordMetric.options | {"lang"}

    case: str = param("lower", "letter case: keep, or lower before tokenising", choices=token_views.CASES)
    variant: str = param("literal", "formulas: as printed, or repaired", choices=("literal", "repaired"))
    lang: str = param("en", "language of the stems, or none", check=stems.check_language)
    stem: bool = param(True, "match words with the same stem")
    synonyms: str | None = param(None, "wordnet, meteor, none, a directory or a file; default by language")
    wup: float | None = param(None, "least Wu-Palmer similarity of close words; none: off", low=0.0, high=1.0)
    lsa: str = param(NONE, "LSA space for close words: wordnet, a file, or none", check=lsa.check_source)
    lsa_min: float | None = param(None, "least cosine of close words in the LSA space", low=-1.0, high=1.0)
    idf: str = param(SET, "sentence frequencies: set (the evaluation set), a pack, or none", check=_check_idf)
    log_base: float = param(math.e, "base of the idf's logarithm", low=1.01)
    w_exact: float = param(1.0, "w_type of the same word", low=0.0, high=LARGEST)
    w_stem: float = param(0.95, "w_type of a stem match", low=0.0, high=LARGEST)
    w_synonym: float = param(0.95, "w_type of a synonym", low=0.0, high=LARGEST)
    w_close: float = param(0.95, "w_type of a word close in meaning", low=0.0, high=LARGEST)
    w_unmatch: float = param(0.15, "w_type of an unmatched reference word", low=0.0, high=LARGEST)
    info_match: float = param(0.34, "weight of a matched word's information", low=0.0, high=LARGEST)
    info_unmatch: float = param(0.26, "weight of an unmatched word's information", low=0.0, high=LARGEST)
    w_pos: float = param(0.02, "weight of the distance in position", low=0.0, high=LARGEST)
    w_order: float = param(0.15, "weight of the distance in order", low=0.0, high=LARGEST)
    e: float = param(1.1, "exponent of the phrase's size", low=0.0, high=100.0)
    limit_dis: float = param(0.95, "greatest share of a phrase that distance may cost", low=0.0, high=1.0)
    limit_info: float = param(0.5, "greatest share unmatched words may cost", tunable=True, low=0.0, high=1.0)
    alpha: float = param(0.5, "weight of recall against precision", tunable=True, low=0.0, high=1.0)
    unmatch: str = param("joint-mean", "unmatched words of several references", choices=atec.UNMATCH)
    pos: str = param(
        "start", "distance in position: of the phrase's start, or summed over its words", choices=("start", "sum")
    )
    ranks: str = param("same-reference", "which phrases are ranked together", choices=("same-reference", "pooled"))

    def __post_init__(self) -> None:
        super().__post_init__()
        source = synonyms.check_source(self.synonyms or self._defaults()["synonyms"])
        object.__setattr__(self, "synonyms", synonyms.check_language(source, self.lang))
        if (self.lsa == NONE) != (self.lsa_min is None):
            raise SpecError(
                "atec needs lsa and lsa_min together: a space and the least cosine in it, as in "
                "'atec:lsa=wordnet,lsa_min=0.8'; leave both out to do without."
            )
        if self.wup is not None and self._net == synonyms.WORDNET and self.lang not in (*stems.ENGLISH, NONE):
            raise SpecError(
                f"atec:wup compares words in the English WordNet, lang is {self.lang}; give a WordNet of that language "
                "with synonyms=DIRECTORY, or leave wup out."
            )
        if self.lsa == lsa.WORDNET and self.lang not in (*stems.ENGLISH, NONE):
            raise SpecError(
                f"atec:lsa=wordnet is a space of English words, lang is {self.lang}; train one of your own with "
                "'tertium lsa train', or leave lsa out."
            )
        settings = WordSettings(self.tok, self.case, self.norm)
        lsa.check_settings(self.lsa, settings)
        if self.idf not in (NONE, SET):
            frequencies.check_pack(self.idf, settings)

    def _defaults(self) -> dict[str, str]:
        return {"synonyms": synonyms.default_source(self.lang)}

    @property
    def _net(self) -> str:
        """The WordNet that Wu-Palmer similarities are of."""
        return synonyms.wordnet_named(self.synonyms or NONE) or synonyms.WORDNET

    @property
    def stems_by_language(self) -> bool:
        return self.stem

    @property
    def columns(self) -> tuple[str, ...]:
        return atec.COLUMNS

    @property
    def table_key(self) -> Hashable | None:
        return ("sentence frequencies", self.tok, self.case, self.norm) if self.idf == SET else None

    def collect(self, chunk: Chunk) -> frequencies.FrequencyTable:
        return frequencies.collect_references(chunk, self.tok, self.case, self.norm)

    def table_of(self, data: bytes) -> frequencies.FrequencyTable:
        return frequencies.FrequencyTable.from_bytes(data)

    def measure(self, chunk: Chunk) -> Rows:
        rows, capped, _ = self._rows(chunk, phrases=False)
        return Rows(rows, no_mask(chunk), flags={"capped": capped})

    def score(self, values: Floats) -> Floats:
        worth, unmatched, hyp, ref = (values[..., n] for n in range(4))
        limit = self.limit_info * worth
        cut = worth - limit if self.variant == "repaired" else limit
        kept = np.where(unmatched > limit, cut, worth - unmatched)
        there = (hyp > 0) & (ref > 0)
        # P R / (α P + (1 - α) R) with M taken out; 0 where M is.
        length = np.where(there, self.alpha * ref + (1.0 - self.alpha) * hyp, 1.0)
        return np.asarray(np.where(there, kept / length, 0.0))

    def explain(self, segment: Segment) -> Explanation:
        """Every phrase with its distances and weights, then the reference words that nothing matched."""
        chunk = segment.chunk(self.own_tables(segment))
        rows, capped, found = self._rows(chunk, phrases=True)
        tokens = self.tokens(chunk)
        words = tokens.words(int(chunk.hyp[0]))
        references = [tokens.words(int(ref)) for ref in chunk.refs]
        missing: list[list[str | None]] = [list(ref) for ref in references]
        phrases = []
        for place, weight in zip(found.places.tolist(), found.weights.tolist(), strict=True):
            i, k, j, size, distance, order = place
            there = " ".join(references[k][j : j + size])
            phrases.append((" ".join(words[i : i + size]), there, i + 1, k + 1, j + 1, size, distance, order, *weight))
            missing[k][j : j + size] = [None] * size
        facts: dict[str, Any] = dict(zip(self.columns, rows[0].tolist(), strict=True))
        facts["capped"] = bool(capped[0])
        left = [(k + 1, j + 1, word) for k, ref in enumerate(missing) for j, word in enumerate(ref) if word is not None]
        columns = ("hypothesis", "reference", "from word", "of reference", "there from", "words")
        tables = (
            ExplanationTable("phrases", (*columns, "dis_pos", "dis_order", "W_match", "Dis", "Phrase"), tuple(phrases)),
            ExplanationTable("unmatched reference words", ("reference", "word", "text"), tuple(left)),
        )
        return Explanation(str(self), self.scale * float(self.score(rows[0])), facts, tables)

    def _rows(self, chunk: Chunk, phrases: bool) -> tuple[Floats, Bools, atec.Phrases]:
        tokens = self.tokens(chunk)
        how = (self.tok, self.case, self.norm)
        language = self.lang if self.stem else NONE
        groups = word_groups(chunk, *how, language, self.synonyms or NONE)
        close, capped = atec.NO_LISTS, np.zeros(chunk.pairs, dtype=np.bool_)
        if self.wup is not None or self.lsa_min is not None:
            near = close_words(chunk, *how, self.wup, self._net, self.lsa, self.lsa_min)
            close, capped = (near.values, near.offsets), near.capped
        vocabulary = atec.Vocabulary(self._idf(chunk), (groups.values, groups.offsets), groups.stems, close)
        rows, cut, found = atec.atec_rows(
            tokens.values, tokens.offsets, chunk.compared, vocabulary, self._weights(), phrases=phrases
        )
        return rows, capped | cut, found

    def _idf(self, chunk: Chunk) -> Floats:
        view = self.tokens(chunk).view
        if self.idf == NONE:
            return np.zeros(view.vocabulary_size)
        table = chunk.tables.get(self.table_key) if self.idf == SET else frequencies.load_pack(self.idf)
        if table is None:
            raise InputError(
                f"{self} weighs words by how many references have them, and this chunk came without that table; "
                "pass tables={metric.table_key: metric.collect(chunk)}, merged over all chunks."
            )
        natural = chunk.view(("idf", table), lambda: table.idf(view))
        return np.asarray(natural / math.log(self.log_base))

    def _weights(self) -> atec.Weights:
        return atec.Weights(
            exact=self.w_exact,
            stem=self.w_stem,
            synonym=self.w_synonym,
            close=self.w_close,
            unmatched=self.w_unmatch,
            info_match=self.info_match,
            info_unmatch=self.info_unmatch,
            position=self.w_pos,
            order=self.w_order,
            exponent=self.e,
            limit=self.limit_dis,
            repaired=self.variant == "repaired",
            pooled=self.ranks == "pooled",
            position_sum=self.pos == "sum",
            unmatch=self.unmatch,
        )
