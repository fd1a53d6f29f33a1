"""METEOR's tuned parameters and modules by variant, task and language (docs/metrics/words.md#meteor-parameters)."""

from __future__ import annotations

from typing import NamedTuple

from tertium.errors import SpecError, printable
from tertium.views.words import stems

VARIANTS = ("1.5", "2007", "2005")
TASKS = ("rank", "adq", "hter", "util", "li", "universal")


class TunedParameters(NamedTuple):
    """The parameters of the formula; weights are of the modules exact, stem, synonym, paraphrase."""

    alpha: float
    beta: float
    gamma: float
    delta: float
    weights: tuple[float, ...]


_EQUAL = (1.0, 1.0, 1.0, 1.0)
_OLDER = {"2005": TunedParameters(0.9, 3.0, 0.5, 0.5, _EQUAL), "2007": TunedParameters(0.81, 0.83, 0.28, 0.5, _EQUAL)}
_LI = TunedParameters(0.75, 1.4, 0.70, 0.50, (1.0, 0.5, 0.5, 0.5))
# Where the program has no such module, its weight is that of li, for those who switch the module on.
_RANK = {
    "en": TunedParameters(0.85, 0.20, 0.60, 0.75, (1.0, 0.6, 0.8, 0.6)),
    "cs": TunedParameters(0.95, 0.20, 0.60, 0.80, (1.0, 0.5, 0.5, 0.4)),
    "de": TunedParameters(0.95, 1.00, 0.55, 0.55, (1.0, 0.8, 0.5, 0.2)),
    "es": TunedParameters(0.65, 1.30, 0.50, 0.80, (1.0, 0.8, 0.5, 0.6)),
    "fr": TunedParameters(0.90, 1.40, 0.60, 0.65, (1.0, 0.2, 0.5, 0.4)),
    "ru": TunedParameters(0.75, 1.40, 0.70, 0.50, (1.0, 0.5, 0.5, 0.5)),
}
_ENGLISH = {
    "adq": TunedParameters(0.75, 1.40, 0.45, 0.70, (1.0, 1.0, 0.6, 0.8)),
    "hter": TunedParameters(0.40, 1.50, 0.35, 0.55, (1.0, 0.2, 0.6, 0.8)),
    "util": TunedParameters(0.65, 0.10, 0.55, 0.65, (1.0, 0.0, 0.0, 0.8)),
}
_UNIVERSAL = TunedParameters(0.70, 1.40, 0.30, 0.70, (1.0, 0.5, 0.5, 0.6))
# The program's languages that have a stemmer.
_STEMMED = frozenset("en de es fr ru pt da ro hu tr fi nl it no sv".split())


def known_language(language: str) -> str:
    """The code of a language: METEOR's ``cz`` is ``cs``; languages nothing is known of are welcome, stems aside."""
    word = language.strip().lower()
    if word == stems.NONE:
        return stems.NONE
    if word in stems.OLDER:
        raise SpecError(
            f"meteor:lang is {word}, a set of stems and not a language; METEOR's own older stems come with compat=yes."
        )
    if word == "se":
        raise SpecError(
            "meteor:lang is se, which is Swedish in METEOR's program and Northern Sami in ISO 639; write sv or sme."
        )
    code = "cs" if word == "cz" else stems.known_language(word)
    if code is None and not (2 <= len(word) <= 3 and word.isascii() and word.isalpha()):
        raise SpecError(f"meteor:lang is {printable(language)!r}, expected a language's code such as en, or none.")
    return code or word


def tuned_for(variant: str, task: str, language: str) -> TunedParameters:
    """The published parameters."""
    if variant != "1.5":
        return _OLDER[variant]
    if task == "rank":
        return _RANK.get(language, _LI)
    if task == "universal":
        return _UNIVERSAL
    if task == "li":
        return _LI
    if language != "en":
        raise SpecError(
            f"METEOR's task {task} was tuned for English only, lang is {language}; use task=rank, li or universal."
        )
    return _ENGLISH[task]


def default_modules(task: str, language: str, has_thesaurus: bool | None, has_paraphrases: bool) -> str:
    """The modules METEOR has for the language; synonyms and paraphrases also where the user has a file of them.

    ``has_thesaurus`` False says that there shall be no synonyms, None that nothing was said about them.
    """
    stem = task != "universal" and language in _STEMMED
    synonym = task != "universal" and language == "en" if has_thesaurus is None else has_thesaurus
    return "/".join(["exact"] + ["stem"] * stem + ["synonym"] * synonym + ["paraphrase"] * has_paraphrases)
