"""tertium, our own metric: what characters and words agree in, less what words cost that no reader knows.

    tertium = Σ weight · term - Σ cost · term, not below 0

Terms that add, each between 0 and 1 (their weights sum to 1, so a perfect copy has 100):

    characters        chrF of 1 to 4 characters, recall counting twice as much as precision
    letter_recall     share of the reference's characters that the output has too, wherever they stand
    words_in_order    F of the longest run of words that both have in the same order, with gaps, in either case
    words_alike       share of the reference's words that the output has, or has words like them: rare words count
                      more, and a word counts by the cosine of its vector with that of the nearest word of the output

Terms that cost, each a share of the output's words, of which no more than 7 % count:

    unknown_words     words in lower case that the language does not know: left untranslated, misspelt, cut in half
    unknown_names     the same for words with a capital

English and German have tables (``tertium/data/known_words.npz``). An English word is unknown if neither WordNet nor the
vocabulary of BERT has it, nor what remains without a regular ending; a German one if the list of pyspellchecker lacks
it, and it is not made of words of that list. Numbers and single characters never are. Nor is a word that the reference
has, in either case, and every unknown word of the reference that the output lacks excuses one more: names are spelt in
many ways. Where the reference itself has many unknown words it is in another language, and nothing is counted against
the output: all of it at none, nothing from 35 % on, in between in proportion. So English need not be named, and texts
in other languages pay nothing; for German write ``lang=de`` (``-l en-de``). words_alike is for English alone, and goes
by the same share: as far as the reference is in another language, or has no word of two letters, it is what characters
is.

Vectors are static: 48 numbers of 8 bits for each of 29,523 pieces of English words, from the input table of
all-MiniLM-L6-v2 (``tertium/data/word_vectors.npz``). A word's vector is the sum of its longest pieces', of length 1; a
number is like no other. A word that is one piece weighs by how frequent that is, from 5 % for "the" to all for the
rarest; other words weigh all. Of two texts with more than 2,000 different words each only the same words are alike.

The terms need only the two texts, in any script (Chinese, Japanese, Thai and the like are split into characters). Case
is kept for characters. Weights, data, every fold's figures and what was tried are in the card that ships with the
package (``tertium/data/tertium.toml``), whose hash is in the signature. ``make tertium-card`` finds them again: a
ranking model over people's comparisons of outputs, with signs fixed so that no term can reward what is worse. What it
is worth, beside chrF, BLEU and METEOR: docs/results.md; what it gains, it gains mostly into English. Why these terms:
docs/adr/0160-tertium-minds-unknown-words.md, 0180-tertium-knows-like-words.md, 0181-words-that-german-knows.md. Version
2, a sum of chrF, ATEC and RIBES, is ``tertium-2``; version 3 had no words_alike and no German.

Columns, of the chosen reference: for every order n from 1 to 4

    char<n>_hyp, char<n>_ref, char<n>_match   character n-grams of both sides, and clipped matches (as chrF)
    common, words_hyp, words_ref              words in the longest common subsequence, of the output, of the reference
    alike, alike_ref, english                 weight of the reference's words times their likeness, their weight (of
                                              255 each), and how much of the reference is in English, from 0 to 1
    unknown_words, unknown_names              unknown words that count, in proportion as said above

Parameters
    lang    language of the texts, default en; de counts unknown words by German's table and no like words, any other
            counts neither
    norm    none, or nfc, nfkc
    card    digits of the hash of the card; taken from the package

Several references: the one with the best score counts, the first of equals. Corpus: the mean of the segment scores, so
that every sentence counts the same. An empty hypothesis, an empty reference, both empty: 0. Where neither side has a
word (punctuation alone), words_in_order is what characters is; so is words_alike where the reference has none.

>>> from tertium.metrics.spec import parse
>>> for hyp in ("the cat sat on the mat", "the cat sat on the rug", "the cat sat on the mattte", "a cat"):
...     round(parse("tertium").sentence_score(hyp, ["the cat sat on the mat"]).score, 1)
100.0
81.0
72.4
27.3
"""

from __future__ import annotations

import functools
import tomllib
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from tertium.arrays import Floats
from tertium.corpus.chunk import Chunk
from tertium.corpus.files.packaged import packaged
from tertium.errors import InputError, SpecError, printable
from tertium.kernels import known_words, rouge, word_vectors
from tertium.kernels.known_words import Marked
from tertium.metrics.base import Metric, Pooling, Rows, Segment, no_mask
from tertium.metrics.card import DIGITS, digest
from tertium.metrics.chrf import ChrFMean
from tertium.metrics.parameters import param
from tertium.results.explanations import Explanation, ExplanationTable
from tertium.views.tokens.tokenized import NORMS, tokens
from tertium.views.words import stems
from tertium.views.words.known import ENGLISH, LANGUAGES, marked_words
from tertium.views.words.vectors import vectors_of_words

CARD = "tertium.toml"
ADDED = ("characters", "letter_recall", "words_in_order", "words_alike")
COSTS = ("unknown_words", "unknown_names")
ALIKE = ("alike", "alike_ref", "english")  # columns
TERMS = (*ADDED, *COSTS)
MOST = 0.07  # of the words of an output: what unknown words beyond this share cost, they have cost already
EXCUSED = 0.35  # share of a reference's words that are unknown from which on it is in another language
_ORDER = 4
_TOK = "words"
_CHARACTERS = 3 * _ORDER  # columns


@functools.cache
def read_card(file: str, terms: tuple[str, ...]) -> tuple[str, tuple[float, ...]]:
    """The hash of a card that ships with the package, and its weights of the terms: below 0 for those that cost."""
    data = packaged(file)
    table = tomllib.loads(data.decode("utf-8"))
    weights = {term["name"]: float(term["weight"]) for term in table["term"]}
    return digest(data)[:DIGITS], tuple(weights[name] for name in terms)


def check_card(given: str | None, found: str) -> str:
    """The digits of the card that is there, unless a signature asks for another."""
    if given is not None and given != found:
        raise SpecError(
            f"this version of tertium ships the card {found}, the signature asks for {printable(given)}; "
            "use the version that wrote it, or leave out card=."
        )
    return found


def weighed(terms: Floats, weights: tuple[float, ...]) -> Floats:
    """(..., terms) to (...): their sum by weights, from 0 to 1."""
    total = np.zeros(terms.shape[:-1])
    for term, weight in zip(np.moveaxis(terms, -1, 0), weights, strict=True):
        total = total + weight * term
    # The weights sum to 1 but for rounding, which must not take a perfect copy above it.
    return np.asarray(np.clip(total, 0.0, 1.0))


def points(term: float, weight: float) -> float:
    """What a term costs, of 100 points: what it does not add, or what it takes."""
    lost = weight * (1 - term) if weight >= 0 else -weight * term
    return round(-100 * lost, 2) + 0.0


def shipped() -> tuple[str, tuple[float, ...]]:
    return read_card(CARD, TERMS)


@functools.cache
def _chrf(norm: str) -> ChrFMean:
    return ChrFMean(char_order=_ORDER, norm=norm)


@dataclass(frozen=True)
class Tertium(Metric):
    """Characters, letters, words in order and like words, less unknown ones, with weights that were validated."""

    name: ClassVar[str] = "tertium"
    version: ClassVar[int] = 4
    pooling: ClassVar[Pooling] = Pooling.MEAN
    options: ClassVar[frozenset[str]] = frozenset({"lang", "norm"})
    shows_matches: ClassVar[bool] = True

    lang: str = param("en", "language of the texts; any but en and de: no word is unknown", check=stems.check_language)
    norm: str = param("none", "Unicode normalisation before anything else", choices=NORMS)
    card: str | None = param(None, "digits of the hash of the shipped card")

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "card", check_card(self.card, shipped()[0]))

    def _defaults(self) -> dict[str, str]:
        return {"card": shipped()[0]}

    @property
    def columns(self) -> tuple[str, ...]:
        return (*_chrf(self.norm).columns, "common", "words_hyp", "words_ref", *ALIKE, *COSTS)

    def measure(self, chunk: Chunk) -> Rows:
        rows = _chrf(self.norm).measure(chunk)
        view = tokens(chunk, _TOK, "keep", self.norm)
        marked = self._marked(chunk)
        folded = marked.folded[view.values]  # words in either case are the same for the order
        shared = rouge.overlaps(folded, view.offsets, chunk.compared, "subsequence")
        alike = np.zeros((*shared.shape[:2], len(ALIKE)))
        unknown = np.zeros((*shared.shape[:2], len(COSTS)))
        if self.lang == ENGLISH:
            vectors = vectors_of_words(chunk, _TOK, self.norm)
            alike = word_vectors.words_alike(view.values, view.offsets, chunk.compared, marked, vectors, EXCUSED)
        if self.lang in LANGUAGES:
            unknown = known_words.unknown_words(view.values, view.offsets, chunk.compared, marked, EXCUSED)
        return Rows(np.concatenate([rows.values, shared, alike, unknown], axis=2), no_mask(chunk), rows.present)

    def _marked(self, chunk: Chunk) -> Marked:
        return marked_words(chunk, _TOK, self.norm, self.lang if self.lang in LANGUAGES else ENGLISH)

    def select(self, rows: Rows) -> Rows:
        return rows.choose_by(self.score)

    def score(self, values: Floats) -> Floats:
        return weighed(self.terms(values), shipped()[1])

    def terms(self, values: Floats) -> Floats:
        """(..., columns) to (..., terms): every term of ``TERMS``, between 0 and 1."""
        letters, match = values[..., 1], values[..., 2]
        common, words_hyp, words_ref, alike, alike_ref, english = np.moveaxis(
            values[..., _CHARACTERS : -len(COSTS)], -1, 0
        )
        characters = _chrf(self.norm).score(values[..., :_CHARACTERS])
        words = words_hyp + words_ref
        in_order = np.where(words > 0, 2 * common / np.maximum(words, 1), characters)
        like = np.where(alike_ref > 0, alike / np.maximum(alike_ref, 1), characters)
        like = english * like + (1 - english) * characters
        costs = np.minimum(values[..., -len(COSTS) :] / np.maximum(words_hyp, 1)[..., None], MOST)
        made = np.stack([characters, match / np.maximum(letters, 1), in_order, like], axis=-1)
        return np.concatenate([made, costs], axis=-1)

    def explain(self, segment: Segment) -> Explanation:
        """Every term in words and in points, and the unknown words themselves."""
        if not segment.refs:
            raise InputError(f"{self.name} has nothing to explain: the segment has no reference; give at least one.")
        chunk = segment.chunk()
        rows = self.measure(chunk)
        best = int(rows.highest(self.score(rows.values))[0])
        values = self.select(rows).values[0]
        terms = dict(zip(TERMS, self.terms(values).tolist(), strict=True))
        facts = {"reference": best + 1, **dict(zip(self.columns, values.tolist(), strict=True))}
        tables = (
            self._table_of_terms(terms, self.said(chunk, best, facts, terms["characters"])),
            self._table_of_alike(chunk, best, facts),
            self._table_of_unknown(chunk, best, facts),
        )
        return Explanation(str(self), self.scale * float(self.segment_score(values)), facts, tables)

    def said(self, chunk: Chunk, best: int, facts: dict[str, float], characters: float) -> dict[str, str]:
        """Every term in words; ``best`` is the reference that counts."""
        counted = self._counted(chunk, best)
        return {
            "characters": f"chrF of up to {_ORDER} characters is {100 * characters:.1f}",
            "letter_recall": f"{facts['char1_match']:.0f} of the reference's {facts['char1_ref']:.0f} characters match",
            "words_in_order": f"{facts['common']:.0f} words in the same order, "
            f"of {facts['words_hyp']:.0f} and {facts['words_ref']:.0f}",
            "words_alike": _alike(facts["alike"], facts["alike_ref"], facts["english"]),
            "unknown_words": self._unknown(facts["unknown_words"], "word", counted),
            "unknown_names": self._unknown(facts["unknown_names"], "name", counted),
        }

    def _table_of_terms(self, terms: dict[str, float], said: dict[str, str]) -> ExplanationTable:
        rows = []
        for name, weight in zip(TERMS, shipped()[1], strict=True):
            rows.append((name, said[name], weight, points(terms[name], weight)))
        return ExplanationTable("what it costs, of 100 points", ("term", "in words", "weight", "points"), tuple(rows))

    def _table_of_alike(self, chunk: Chunk, best: int, facts: dict[str, float]) -> ExplanationTable:
        """The reference's words that the output lacks, each with the word of the output that is most like it."""
        rows = []
        if facts["english"] > 0:
            view, marked = tokens(chunk, _TOK, "keep", self.norm), self._marked(chunk)
            vectors = vectors_of_words(chunk, _TOK, self.norm)
            hyp, ref = view.ids(int(chunk.hyp[0])), view.ids(int(chunk.refs[best]))
            found = word_vectors.nearest_words(hyp, ref, marked, vectors)
            for word, place, likeness in zip(ref.tolist(), *(part.tolist() for part in found), strict=True):
                if likeness < 1:
                    nearest = view.view.word(int(hyp[place])) if place >= 0 else ""
                    weight = int(vectors.weights[marked.folded[word]]) / word_vectors.FULL_WEIGHT
                    rows.append((view.view.word(word), nearest, round(likeness, 2), round(weight, 2)))
        return ExplanationTable(
            "words of the reference that the output lacks", ("word", "most like it", "likeness", "weight"), tuple(rows)
        )

    def _table_of_unknown(self, chunk: Chunk, best: int, facts: dict[str, float]) -> ExplanationTable:
        """The words that may have been counted: those of the reference are not among them."""
        rows = []
        if facts["unknown_words"] + facts["unknown_names"] > 0:
            view, marked = tokens(chunk, _TOK, "keep", self.norm), self._marked(chunk)
            there = set(marked.folded[view.ids(int(chunk.refs[best]))].tolist())
            for place, word in enumerate(view.ids(int(chunk.hyp[0])).tolist(), start=1):
                mark = int(marked.marks[word])
                if mark & known_words.UNKNOWN and int(marked.folded[word]) not in there:
                    rows.append((view.view.word(word), place, COSTS[bool(mark & known_words.CAPITAL)]))
        title = f"words that no {self._language} reader knows"
        return ExplanationTable(title, ("word", "place", "counts as"), tuple(rows))

    @property
    def _language(self) -> str:
        return LANGUAGES.get(self.lang, LANGUAGES[ENGLISH])

    def _counted(self, chunk: Chunk, best: int) -> float:
        """What an unknown word counts: less where the reference has such words, for it may be in another language."""
        if self.lang not in LANGUAGES:
            return 1.0
        view = tokens(chunk, _TOK, "keep", self.norm)
        marks = self._marked(chunk).marks[view.ids(int(chunk.refs[best]))]
        words = max(1, int(np.count_nonzero(marks & known_words.ALPHABETIC)))
        return max(0.0, 1.0 - int(np.count_nonzero(marks & known_words.UNKNOWN)) / words / EXCUSED)

    def _unknown(self, count: float, what: str, counted: float) -> str:
        if self.lang not in LANGUAGES:
            return f"no {what} counts: there is no list of this language's words"
        if count == 0:
            return f"no {what} that {self._language} does not know"
        whole = round(count / counted)
        made = f"{whole} {what}{'s' if whole != 1 else ''} that no {self._language} reader knows"
        return made if counted == 1 else f"{made}, counted by {100 * counted:.0f} %: the reference has such words, too"


def _alike(alike: float, whole: float, english: float) -> str:
    if english == 0 or whole == 0:
        return "the reference has no English words: what characters is"
    part = "" if english == 1 else f", counted by {100 * english:.0f} %: the rest may be another language"
    return f"{100 * alike / whole:.0f} % of the reference is said in the same or like words{part}"
