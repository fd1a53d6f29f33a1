"""In which language texts are, by their script and their small words, and whether a view of English may see them.

Lines whose words tell (native/doctor/languages.hpp) are counted by language. Texts are in a language if nearly all of
these lines are. Of a script that several languages share, or whose language has no list of words, the script alone says
that a text is not English.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

import numpy as np

from tertium.corpus.chunk import Chunk
from tertium.errors import InputError, SpecError, option, printable
from tertium.kernels.text import new_pool
from tertium.kernels.traits import (
    ENGLISH,
    FEWEST,
    FIRST,
    LANGUAGES,
    NEARLY_ALL,
    SCRIPTS,
    SHORT,
    Trait,
    by_name,
    main_language,
    survey,
)
from tertium.views.tokens.languages import target_language
from tertium.views.words.stems import known_language

_SAMPLE = 256  # sentences a chunk that are looked at
_ALL = 1 << 30

# What -l calls them; where the words do not tell two languages apart, both.
_CODES = (
    "en de nl fr es pt it ro ca sv da/no fi et hu pl cs sk hr/bs/sr sl lt lv tr id/ms vi ru uk bg sr/mk ar fa ur hi el "
    "hy he th lo my km ka ja zh ko"
).split()
CODES = dict(zip(LANGUAGES[1:], _CODES, strict=True))
_SHORTER = {"zho": "zh", "cmn": "zh", "yue": "zh", "chi": "zh", "jpn": "ja", "kor": "ko", "tha": "th", "ukr": "uk"}


def language_of(texts: Sequence[str]) -> str | None:
    """The language of texts, even of a single one; a script where only that can be told; None: nothing tells."""
    pool = new_pool()
    ids = pool.add_strings(list(texts))
    places = np.arange(len(ids) + 1, dtype=np.int64)
    seen = survey(pool, ids, 1, ids, places, 1, None, (1, 0, 1, _ALL))
    return _told(seen.counts[0, :1].sum(axis=0).tolist(), 1)


def not_english(texts: Sequence[str]) -> str | None:
    """The same, if it is not English."""
    found = language_of(texts)
    return found if found != ENGLISH else None


def refuse_other_languages(chunk: Chunk, metric: str, would: str, instead: str) -> None:
    """InputError if the texts are not English: the references, or where nothing tells theirs, the hypotheses.

    A single system that did not translate is not refused: beside English references its score is low by right. The
    first chunk decides, a few thousand segments: what comes later must not depend on where chunks end.
    """
    if chunk.first:
        return
    _refuse(chunk.view("language", lambda: _languages(chunk)), metric, would, instead)


def refuse_other_texts(references: Sequence[str], hypotheses: Sequence[str], metric: str) -> None:
    """The same for texts that a metric would parse as English."""
    told = language_of(references), language_of(hypotheses)
    _refuse(told, metric, "parse them as English", other_trees())


def _refuse(told: tuple[str | None, str | None], metric: str, would: str, instead: str) -> None:
    for who, language in zip(("references", "hypotheses"), told, strict=True):
        if language == ENGLISH:
            return
        if language is not None:
            code = CODES.get(language, "").partition("/")[0]
            raise InputError(
                f"by their {'words' if code else 'script'} the {who} are in {language}, and {metric} would {would}; "
                f"{instead.replace('CODE', code or 'CODE')} [T123]"
            )


def other_trees() -> str:
    """What to do without a parser of the language."""
    return (
        f"give parses with {option('--parse-hyp')} and {option('--parse-ref')} (not in meta and tune), or a spaCy "
        "pipeline of the language with parse=NAME of the metric."
    )


def refuse_english_parser(metric: str, language: str, more: str = "") -> NoReturn:
    """The language was named, and the parser that ships with tertium does not know it."""
    raise SpecError(
        f"{metric} has no parser for '{printable(language)}': the one that ships with tertium knows English only; "
        f"{other_trees()}{more} [T123]"
    )


def code_of(language: str) -> str:
    """The code of a language in two letters where it has one; of a pair such as en-de that of the target."""
    code = target_language(language)
    return known_language(code) or _SHORTER.get(code, code)


def checked_code(language: str | None) -> str | None:
    """The same of a parameter that may be left out."""
    return None if language is None else code_of(language)


def _languages(chunk: Chunk) -> tuple[str | None, str | None]:
    seen = survey(
        *(chunk.pool, chunk.hyp, chunk.systems, chunk.refs, chunk.ref_offsets),
        *(max(chunk.max_references, 1), None, (1, 0, 1, _SAMPLE)),
    )
    fewest = 1 if chunk.segments < SHORT else FEWEST
    counts = seen.counts[0]
    references, hypotheses = counts[chunk.systems :].sum(axis=0), counts[: chunk.systems].sum(axis=0)
    return _told(references.tolist(), fewest), _told(hypotheses.tolist(), fewest)


def _told(counts: list[int], fewest: int) -> str | None:
    told = main_language(by_name(counts), fewest)
    if told is not None:
        return told
    scripts = dict(zip(SCRIPTS, counts[len(Trait) : FIRST], strict=True))
    lines = sum(scripts.values()) - scripts["no script"]
    script = max(scripts, key=scripts.__getitem__)
    other = script not in ("no script", "Latin") and scripts[script] >= NEARLY_ALL * lines
    return f"{script} letters" if other and lines >= fewest else None
