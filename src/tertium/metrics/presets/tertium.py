"""tertium, our own metric: what characters and words agree in, less what words cost that no reader knows.

    tertium = Σ weight · term - Σ cost · term, not below 0

Terms that add, each between 0 and 1 (their weights sum to 1, so a perfect copy has 100):

    characters        chrF of 1 to 4 characters, recall counting twice as much as precision
    letter_recall     share of the reference's characters that the output has too, wherever they stand
    words_in_order    F of the longest run of words that both have in the same order, with gaps, in either case

Terms that cost, each a share of the output's words, of which no more than 7 % count:

    unknown_words     words in lower case that English does not know: left untranslated, misspelt, cut in half
    unknown_names     the same for words with a capital

A word is unknown if neither WordNet nor the vocabulary of BERT has it, nor what remains without a regular ending
(``tertium/data/known_words.npz``). Numbers and single characters never are. Nor is a word that the reference has, in
either case, and every unknown word of the reference that the output lacks excuses one more: names are spelt in many
ways. Where the reference itself has many unknown words it is in another language, and nothing is counted against the
output: all of it at none, nothing from 35 % on, in between in proportion. So no language need be named; with ``lang``
other than en, words are never unknown.

The terms need only the two texts, in any script (Chinese, Japanese, Thai and the like are split into characters). Case
is kept for characters. Weights, data, every fold's figures and what was tried are in the card that ships with the
package (``tertium/data/tertium.toml``), whose hash is in the signature. ``make tertium-card`` finds them again: a
ranking model over people's comparisons of outputs, with signs fixed so that no term can reward what is worse. What it
is worth, beside chrF, BLEU and METEOR: docs/results.md; what it gains, it gains mostly into English.
docs/adr/0160-tertium-minds-unknown-words.md says why these terms. Version 2, a sum of chrF, ATEC and RIBES, is
``tertium-2``.

Columns, of the chosen reference: for every order n from 1 to 4

    char<n>_hyp, char<n>_ref, char<n>_match   character n-grams of both sides, and clipped matches (as chrF)
    common, words_hyp, words_ref              words in the longest common subsequence, of the output, of the reference
    unknown_words, unknown_names              unknown words that count, in proportion as said above

Parameters
    lang    language of the texts, default en: any other than en counts no unknown words
    norm    none, or nfc, nfkc
    card    digits of the hash of the card; taken from the package

Several references: the one with the best score counts, the first of equals. Corpus: the mean of the segment scores, so
that every sentence counts the same. An empty hypothesis, an empty reference, both empty: 0. Where neither side has a
word (punctuation alone), words_in_order is what characters is.

>>> from tertium.metrics.spec import parse
>>> for hyp in ("the cat sat on the mat", "the cat sat on the rug", "the cat sat on the mattte", "a cat"):
...     round(parse("tertium").sentence_score(hyp, ["the cat sat on the mat"]).score, 1)
100.0
81.4
76.0
16.9
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
from tertium.kernels import known_words, rouge
from tertium.metrics.base import Metric, Pooling, Rows, Segment, no_mask
from tertium.metrics.card import DIGITS, digest
from tertium.metrics.chrf import ChrFMean
from tertium.metrics.parameters import param
from tertium.results.explanations import Explanation, ExplanationTable
from tertium.views.tokens.tokenized import NORMS, tokens
from tertium.views.words import stems
from tertium.views.words.known import ENGLISH, marked_words

CARD = "tertium.toml"
ADDED = ("characters", "letter_recall", "words_in_order")
COSTS = ("unknown_words", "unknown_names")
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
    """Characters, letters and words in order, less unknown words, with weights that were validated."""

    name: ClassVar[str] = "tertium"
    version: ClassVar[int] = 3
    pooling: ClassVar[Pooling] = Pooling.MEAN
    options: ClassVar[frozenset[str]] = frozenset({"lang", "norm"})
    shows_matches: ClassVar[bool] = True

    lang: str = param("en", "language of the texts; any but en: no word is unknown", check=stems.check_language)
    norm: str = param("none", "Unicode normalisation before anything else", choices=NORMS)
    card: str | None = param(None, "digits of the hash of the shipped card")

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "card", check_card(self.card, shipped()[0]))

    def _defaults(self) -> dict[str, str]:
        return {"card": shipped()[0]}

    @property
    def columns(self) -> tuple[str, ...]:
        return (*_chrf(self.norm).columns, "common", "words_hyp", "words_ref", *COSTS)

    def measure(self, chunk: Chunk) -> Rows:
        rows = _chrf(self.norm).measure(chunk)
        view = tokens(chunk, _TOK, "keep", self.norm)
        marked = marked_words(chunk, _TOK, self.norm)
        folded = marked.folded[view.values]  # words in either case are the same for the order
        shared = rouge.overlaps(folded, view.offsets, chunk.compared, "subsequence")
        if self.lang == ENGLISH:
            unknown = known_words.unknown_words(view.values, view.offsets, chunk.compared, marked, EXCUSED)
        else:
            unknown = np.zeros((*shared.shape[:2], len(COSTS)))
        return Rows(np.concatenate([rows.values, shared, unknown], axis=2), no_mask(chunk), rows.present)

    def select(self, rows: Rows) -> Rows:
        return rows.choose_by(self.score)

    def score(self, values: Floats) -> Floats:
        return weighed(self.terms(values), shipped()[1])

    def terms(self, values: Floats) -> Floats:
        """(..., columns) to (..., terms): every term of ``TERMS``, between 0 and 1."""
        letters, match = values[..., 1], values[..., 2]
        common, words_hyp, words_ref = np.moveaxis(values[..., _CHARACTERS : _CHARACTERS + 3], -1, 0)
        characters = _chrf(self.norm).score(values[..., :_CHARACTERS])
        words = words_hyp + words_ref
        in_order = np.where(words > 0, 2 * common / np.maximum(words, 1), characters)
        costs = np.minimum(values[..., -len(COSTS) :] / np.maximum(words_hyp, 1)[..., None], MOST)
        made = np.stack([characters, match / np.maximum(letters, 1), in_order], axis=-1)
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
        tables = (self._table_of_terms(terms, facts), self._table_of_unknown(chunk, best, facts))
        return Explanation(str(self), self.scale * float(self.segment_score(values)), facts, tables)

    def _table_of_terms(self, terms: dict[str, float], facts: dict[str, float]) -> ExplanationTable:
        said = {
            "characters": f"chrF of up to {_ORDER} characters is {100 * terms['characters']:.1f}",
            "letter_recall": f"{facts['char1_match']:.0f} of the reference's {facts['char1_ref']:.0f} characters match",
            "words_in_order": f"{facts['common']:.0f} words in the same order, "
            f"of {facts['words_hyp']:.0f} and {facts['words_ref']:.0f}",
            "unknown_words": _unknown(facts["unknown_words"], "word"),
            "unknown_names": _unknown(facts["unknown_names"], "name"),
        }
        rows = []
        for name, weight in zip(TERMS, shipped()[1], strict=True):
            rows.append((name, said[name], weight, points(terms[name], weight)))
        return ExplanationTable("what it costs, of 100 points", ("term", "in words", "weight", "points"), tuple(rows))

    def _table_of_unknown(self, chunk: Chunk, best: int, facts: dict[str, float]) -> ExplanationTable:
        """The words that may have been counted: those of the reference are not among them."""
        rows = []
        if facts["unknown_words"] + facts["unknown_names"] > 0:
            view, marked = tokens(chunk, _TOK, "keep", self.norm), marked_words(chunk, _TOK, self.norm)
            there = set(marked.folded[view.ids(int(chunk.refs[best]))].tolist())
            for place, word in enumerate(view.ids(int(chunk.hyp[0])).tolist(), start=1):
                mark = int(marked.marks[word])
                if mark & known_words.UNKNOWN and int(marked.folded[word]) not in there:
                    rows.append((view.view.word(word), place, COSTS[bool(mark & known_words.CAPITAL)]))
        return ExplanationTable("words that no English reader knows", ("word", "place", "counts as"), tuple(rows))


def _unknown(count: float, what: str) -> str:
    if count == 0:
        return f"no {what} that English does not know"
    return f"{count:.3g} {what}{'s' if count != 1 else ''} that no English reader knows"
