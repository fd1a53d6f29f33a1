"""LAYERED: words, word order and meaning in one number, six metrics with learned weights.

    LAYERED = .26 BLEU + .13 Hamming + .03 KTD + .04 Spearman + .28 Shallow + .26 Deep

| layer | term | here |
|---|---|---|
| lexical | BLEU-4 of the corpus | ``bleu``, not smoothed; of single segments smoothed by add1_all; of texts under four words the orders they have |
| syntactic | Hamming, KTD, Spearman: the order of the words found in both texts | ``hamming``, ``kendall-sqrt``, ``spearman``, ``align=occurrence`` |
| semantic | Shallow: typed dependencies in both parses | ``shallow`` |
| semantic | Deep: relations in both UNL graphs | ``deep`` |

S. Gautam, P. Bhattacharyya. 2014. LAYERED: Metric for Machine Translation Evaluation. Proceedings of the Ninth Workshop
on Statistical Machine Translation, 387-393. The weights were learned by SVM-rank from the ten best systems of three
language pairs of WMT 2013.

Columns
    those of bleu, hamming, kendall-sqrt, spearman, shallow and deep, each with its name before

Parameters
    bleu, hamming, ktd, spearman, shallow, deep
                     the weights, as printed; tunable, negative ones allowed. They are used as they are, also if tuning
                     leaves them with another sum than 1
    parse            whose parses both semantic layers use: en (default, the English model of the package), a spaCy
                     pipeline, files (given with --parse-hyp and --parse-ref); see ``shallow``
    lang             the language of those parses, for ``deep``: en, or that of the spaCy pipeline; -l sets it
    graphs           whose UNL graphs: unl-rules#4 (default, rules over those parses), documents (given with --unl-hyp
                     and --unl-ref); see ``deep``
    attributes       all (default): attributes of concepts (not, past ...) count in ``deep``; none: relations alone
    renormalise      no (default): a layer that is missing is an error. yes: go on without it and divide by the sum of
                     the remaining weights; such a number is not comparable with LAYERED's
    without          what is left out then: shallow, deep, both, nothing; auto (default) leaves out both if there is no
                     parser, or none for lang (shallow alone if UNL documents are given), and the signature says what that came to
    tok, case, norm  default 13a, keep, none: BLEU as published; words are matched for their order whatever their case

Several references: BLEU's own rule, and the best reference for each of the others. An empty hypothesis, an empty
reference, or both: 0.

Differences from other tools: there is no public program. The paper does not say which words are ranked, how triples are
compared or how several references are used; docs/layered.md and docs/adr/0066-layered.md say what was chosen.

>>> from tertium.metrics.spec import parse
>>> metric = parse("layered:renormalise=yes,without=both")
>>> [(round(weight, 3), leaf.name) for weight, leaf in metric.leaves()]
[(0.565, 'bleu'), (0.283, 'hamming'), (0.065, 'kendall-sqrt'), (0.087, 'spearman')]
"""  # noqa: E501 - a table's row is one line

from __future__ import annotations

import importlib.util
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from tertium.corpus.chunk import Chunk
from tertium.errors import InputError, SpecError
from tertium.metrics.base import Metric, WordMetric
from tertium.metrics.bleu import Bleu
from tertium.metrics.combination import Preset
from tertium.metrics.deep import ATTRIBUTES, Deep
from tertium.metrics.parameters import param
from tertium.metrics.permutations import Hamming, KendallSqrt, Spearman
from tertium.metrics.shallow import Shallow
from tertium.views.syntax import parsing
from tertium.views.syntax.text_language import checked_code, other_trees, refuse_english_parser, refuse_other_languages
from tertium.views.tokens import tokenized as token_views
from tertium.views.tokens.tokenizers import check_tokenizer
from tertium.views.unl.graphs import DOCUMENTS, RULES, SOURCES

WITHOUT = ("auto", "nothing", "shallow", "deep", "both")


def _weight(value: float, term: str) -> float:
    made: float = param(value, f"weight of {term}", tunable=True)
    return made


@dataclass(frozen=True)
class Layered(Preset):
    """Lexical, syntactic and semantic layers, weighted."""

    name: ClassVar[str] = "layered"
    options: ClassVar[frozenset[str]] = WordMetric.options | {"parse", "graphs"}
    version: ClassVar[int] = 2

    tok: str = param("13a", "tokenizer", check=check_tokenizer)
    case: str = param("keep", "letter case of BLEU: keep, or lower before tokenising", choices=token_views.CASES)
    norm: str = param("none", "Unicode normalisation before anything else", choices=token_views.NORMS)
    bleu: float = _weight(0.26, "BLEU")
    hamming: float = _weight(0.13, "Hamming")
    ktd: float = _weight(0.03, "Kendall's tau distance")
    spearman: float = _weight(0.04, "Spearman")
    shallow: float = _weight(0.28, "the shallow semantic score")
    deep: float = _weight(0.26, "the deep semantic score")
    parse: str = param(parsing.ENGLISH, "the parser whose output the semantic layers use", check=parsing.check_source)
    lang: str | None = param(
        None, "the language of the parses; default that of the parser, else en", check=checked_code
    )
    graphs: str = param(RULES, "where the UNL graphs come from", choices=SOURCES)
    attributes: str = param("all", "whether attributes count in deep", choices=ATTRIBUTES)
    renormalise: bool = param(False, "go on without a layer that is missing")
    without: str = param("auto", "the layers left out, with renormalise=yes", choices=WITHOUT)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.without in ("shallow", "deep", "both") and not self.renormalise:
            raise SpecError(
                f"layered:without={self.without} leaves out a layer, which is not LAYERED; say renormalise=yes as well."
            )
        if self.lang is None:
            object.__setattr__(self, "lang", parsing.language(self.parse))
        lacking = "shallow" if self.graphs == DOCUMENTS else "both"  # documents need no parser
        if self.without == "auto":
            missing = lacking if self.renormalise and not self._can_parse() else "nothing"
            object.__setattr__(self, "without", missing)
        if not self._knows_language() and self.without not in (lacking, "both"):
            refuse_english_parser(
                self.name, str(self.lang), f" Or go on without: layered:renormalise=yes,without={lacking}."
            )
        if self.renormalise and abs(sum(weight for weight, _ in self._terms())) < 1e-9:
            raise SpecError("layered: the remaining weights sum to 0, and renormalise=yes cannot divide by 0.")

    def _can_parse(self) -> bool:
        installed = self.parse == parsing.FILES or importlib.util.find_spec("spacy") is not None
        return installed and self._knows_language()

    def _knows_language(self) -> bool:
        return self.parse != parsing.ENGLISH or self.lang == parsing.ENGLISH

    def _defaults(self) -> Mapping[str, Any]:
        return {"lang": parsing.language(self.parse)}

    def leaves(self) -> tuple[tuple[float, Metric], ...]:
        terms = self._terms()
        total = sum(weight for weight, _ in terms) if self.renormalise else 1.0
        return tuple((weight / total, leaf) for weight, leaf in terms)

    def _terms(self) -> list[tuple[float, Metric]]:
        words = Bleu(
            tok=self.tok,
            case=self.case,
            norm=self.norm,
            smooth="none",
            seg_smooth="add1_all",
            effective_order=True,  # "Yes." has no four words in a row, and is right all the same
        )
        terms: list[tuple[float, Metric]] = [(self.bleu, words)]
        for weight, similarity in ((self.hamming, Hamming), (self.ktd, KendallSqrt), (self.spearman, Spearman)):
            terms.append((weight, similarity(tok=self.tok, norm=self.norm)))
        if self.without not in ("shallow", "both"):
            terms.append((self.shallow, Shallow(parse=self.parse)))
        if self.without not in ("deep", "both"):
            graphs = Deep(graphs=self.graphs, parse=self.parse, lang=self.lang, attributes=self.attributes)
            terms.append((self.deep, graphs))
        return terms

    def check(self, chunk: Chunk) -> None:
        parsing_leaves = [leaf.name for _, leaf in self._terms() if leaf.parser == parsing.ENGLISH]
        if parsing_leaves:
            left = "both" if self.graphs != DOCUMENTS else "shallow"
            go_on = f" Or go on without: layered:renormalise=yes,without={left}."
            refuse_other_languages(chunk, self.name, "parse them as English", other_trees() + go_on)
        for _, leaf in self._terms():
            try:
                leaf.check(chunk)
            except InputError as error:
                raise InputError(
                    f"layered lacks its layer '{leaf.name}': {error.said} Or go on without: "
                    f"layered:renormalise=yes,without={leaf.name}."
                ) from None

    def __str__(self) -> str:
        """Without what follows from the rest."""
        text = super().__str__()
        if self.renormalise:
            return text
        return text.removesuffix("without=nothing").removesuffix(",").removesuffix(":")
