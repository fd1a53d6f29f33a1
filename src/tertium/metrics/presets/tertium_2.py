"""tertium-2, our metric before ``tertium`` had its terms of today: a sum of chrF, ATEC and RIBES, kept for old figures.

    tertium-2 = 0.70 · chrF of up to 4 characters + 0.14 · ATEC (variant=repaired) + 0.16 · RIBES of characters

It needs only the two texts: no parser, no word alignments, no network. chrF carries most of it in any language; ATEC
adds words, their stems and synonyms, weighed by their information, and phrases out of place; RIBES over characters
(alpha 0.8, beta 1) adds the order of the whole sentence and minds length. All three keep letter case, for people mind
it. chrF and RIBES need no words; ATEC's are those of every script (``tok=words``: Chinese, Japanese, Thai and the like
are split, punctuation is left to the other two). A corpus score is the mean of the segment scores: a short sentence
counts as much as a long one. Weights, data and figures are in the card that ships with the package
(``tertium/data/tertium_2.toml``), whose hash is in the signature: they were chosen on WMT 2008, 2013, 2014, 2021 and
2022 by the grid that ADR 102 tells of, and judged on each year by weights chosen without it.

What validation said: with segments better than every single metric as it comes, chrF
included (agreement with people's comparisons 61.9 % against 61.5 %, a real gain); with systems better than BLEU, RIBES,
TER and ROUGE-L, and on average than chrF (Pearson .787 against .754), but not by more than chance may give, and in the
order of systems no better (Spearman .704 against .706); the mean of chrF's segment scores, ``chrf-mean``, ranks systems
as well (.790).

References: chrF, Popović (2015); ATEC, Wong and Kit (2010); RIBES, Isozaki et al. (2010); see ``chrf``, ``atec``,
``ribes``. docs/adr/0102-tertium-by-sentences.md says how the terms were chosen and what was left out.

Columns: those of the three terms, each with its name before.

Parameters
    lang    language of the texts, default en: ATEC's stems, and for English its synonyms from WordNet. Another language
            has its own stems or none; a text in another script is not changed by English ones
    card    digits of the hash of the card; taken from the package

Several references: each term's own rule. Corpus: the mean of the segments, for each term of those it can score; ATEC
weighs words by how many references of the evaluation set have them, so that a segment's score depends a little on the
set it is in.
An empty hypothesis, and both empty: 0. Words against an empty reference: no score, for RIBES has none. One word: 0.95
if it matches, for ATEC keeps a part of every word. A perfect translation stays below 100 for the same reason; several
references can take a segment above it.

>>> from tertium.metrics.spec import parse
>>> for hyp in ("the cat sat on the mat", "on the mat sat the cat", "cats sat on mats"):
...     round(parse("tertium-2").sentence_score(hyp, ["the cat sat on the mat"]).score, 1)
95.2
74.1
51.5
"""

from __future__ import annotations

import functools
import math
from collections.abc import Hashable
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from tertium.corpus.chunk import Chunk
from tertium.corpus.files.packaged import packaged
from tertium.errors import SpecError, printable
from tertium.metrics.atec import Atec
from tertium.metrics.base import Metric
from tertium.metrics.card import DIGITS, digest, metric_of, read_card
from tertium.metrics.combination import Preset
from tertium.metrics.parameters import param
from tertium.views.words import stems, synonyms

_CARD = "tertium_2.toml"


@functools.cache
def _shipped() -> tuple[str, tuple[tuple[float, Metric], ...]]:
    """The hash of the card and the terms it names."""
    data = packaged(_CARD)
    return digest(data)[:DIGITS], metric_of(read_card(data, _CARD), _CARD).leaves()


@dataclass(frozen=True)
class Tertium2(Preset):
    """chrF, ATEC and RIBES in one sum: version 2 of tertium."""

    name: ClassVar[str] = "tertium-2"
    version: ClassVar[int] = 2
    high: ClassVar[float] = math.inf
    imperfect: ClassVar[str] = "ATEC keeps a part of every word, so a perfect translation stays below 1"
    ceiling: ClassVar[str] = (
        "a perfect translation stays below 100 (95.2 alone, about 98 in a set): ATEC, a seventh of the sum, never "
        "gives a word its full worth"
    )
    options: ClassVar[frozenset[str]] = frozenset({"lang"})

    lang: str = param("en", "language of ATEC's stems and synonyms, or none", check=stems.check_language)
    card: str | None = param(None, "digits of the hash of the shipped card")

    def __post_init__(self) -> None:
        super().__post_init__()
        shipped = _shipped()[0]
        if self.card is not None and self.card != shipped:
            raise SpecError(
                f"this version of tertium ships the card {shipped}, the signature asks for {printable(self.card)}; "
                "use the version that wrote it, or leave out card=."
            )
        object.__setattr__(self, "card", shipped)

    @property
    def stems_by_language(self) -> bool:
        return True

    def leaves(self) -> tuple[tuple[float, Metric], ...]:
        return tuple((weight, self._in_language(leaf)) for weight, leaf in _shipped()[1])

    def _in_language(self, leaf: Metric) -> Metric:
        if not isinstance(leaf, Atec):
            return leaf
        return replace(leaf, lang=self.lang, synonyms=synonyms.default_source(self.lang))

    @property
    def table_key(self) -> Hashable | None:
        return self._counting().table_key

    def collect(self, chunk: Chunk) -> Any:
        return self._counting().collect(chunk)

    def _counting(self) -> Metric:
        """The one term with a first pass."""
        return next(leaf for _, leaf in self.leaves() if leaf.table_key is not None)

    def __str__(self) -> str:
        return self.name if self.lang == "en" else f"{self.name}:lang={self.lang}"
