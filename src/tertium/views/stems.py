"""Stems of words, by Snowball's rules: each word of a chunk's vocabulary is stemmed once, whoever asks.

A language is named by its ISO 639-1 code; ``none`` means that nothing is known of the language, and metrics that match
words by stems then leave that stage out. Words are stemmed as the token view spells them: with ``case=lower`` in lower
case, which is what Snowball's rules are written for.
"""

from __future__ import annotations

import numpy as np

from tertium.corpus.chunk import Chunk
from tertium.errors import SpecError, did_you_mean
from tertium.kernels.text import Int32s, TokenView
from tertium.views.tokens import tokens

NONE = "none"

# ISO 639-1 code to the name of Snowball's rules (OLDER has rules without a code of their own).
LANGUAGES = {
    "ar": "arabic",
    "ca": "catalan",
    "cs": "czech",
    "da": "danish",
    "de": "german",
    "el": "greek",
    "en": "english",
    "eo": "esperanto",
    "es": "spanish",
    "et": "estonian",
    "eu": "basque",
    "fa": "persian",
    "fi": "finnish",
    "fr": "french",
    "ga": "irish",
    "hi": "hindi",
    "hu": "hungarian",
    "hy": "armenian",
    "id": "indonesian",
    "it": "italian",
    "lt": "lithuanian",
    "ne": "nepali",
    "nl": "dutch",
    "no": "norwegian",
    "pl": "polish",
    "pt": "portuguese",
    "ro": "romanian",
    "ru": "russian",
    "sr": "serbian",
    "st": "sesotho",
    "sv": "swedish",
    "ta": "tamil",
    "tr": "turkish",
    "yi": "yiddish",
}
# Three-letter codes (ISO 639-2 and 639-3), the two written norms of Norwegian, and the names above.
_THREE_LETTERS = (
    "ara ar cat ca ces cs cze cs dan da deu de ger de ell el gre el eng en epo eo spa es est et eus eu baq eu fas fa "
    "per fa pes fa fin fi fra fr fre fr gle ga hin hi hun hu hye hy arm hy ind id ita it lit lt nep ne npi ne nld nl "
    "dut nl nor no nob no nno no pol pl por pt ron ro rum ro rus ru srp sr sot st swe sv tam ta tur tr yid yi"
).split()
OLDER = ("porter", "dutch_porter")  # Porter's older rules, for those who must repeat older numbers: named in full
_ALIASES = {
    "nb": "no",
    "nn": "no",
    **dict(zip(_THREE_LETTERS[::2], _THREE_LETTERS[1::2], strict=True)),
    **{name: code for code, name in LANGUAGES.items()},
}


def known_language(language: str) -> str | None:
    """The code of a language that has a stemmer, from a code or a name in any case (``pt-BR`` is ``pt``), else None."""
    word = language.strip().lower().replace("_", "-").partition("-")[0]
    code = _ALIASES.get(word, word)
    return code if code in LANGUAGES else None


def check_language(language: str) -> str:
    """The language's code, ``none``, or older rules by name; an unknown one is an error that lists those there are."""
    if language == NONE or language in OLDER:
        return language
    code = known_language(language)
    if code is None:
        hint = did_you_mean(language, [*LANGUAGES, *LANGUAGES.values()])
        raise SpecError(
            f"there is no stemmer for language '{language}'{hint or ';'} lang={NONE} does without stems, "
            f"known are {', '.join((*LANGUAGES, *OLDER))}."
        )
    return code


def stems(chunk: Chunk, tok: str, case: str, norm: str, language: str) -> Int32s | None:
    """For every word id of the token view the id of its stem; equal ids, equal stems. None for language ``none``."""
    if language == NONE:
        return None
    return chunk.view(
        ("stems", tok, case, norm, language), lambda: stem_ids(tokens(chunk, tok, case, norm).view, language)
    )


def stem_ids(view: TokenView, language: str) -> Int32s:
    """Stem ids of a view's vocabulary, dense, in the order first seen."""
    import Stemmer

    # Without its cache, which would keep words for ever and which a vocabulary of distinct words cannot use; one for
    # each call, as stemmers are not safe to share between threads.
    stemmed = Stemmer.Stemmer(LANGUAGES.get(language, language), 0).stemWords(
        [view.word(i) for i in range(view.vocabulary_size)]
    )
    ids: dict[str, int] = {}
    return np.fromiter((ids.setdefault(stem, len(ids)) for stem in stemmed), dtype=np.int32, count=len(stemmed))
