"""Stems of words, by Snowball's rules: each word of a chunk's vocabulary is stemmed once, whoever asks.

A language is named by its ISO 639-1 code; ``none`` means that nothing is known of the language, and metrics that match
words by stems then leave that stage out. Words are stemmed as the token view spells them: with ``case=lower`` in lower
case, which is what Snowball's rules are written for.
"""

from __future__ import annotations

import re

import numpy as np

from tertium.arrays import Bools, Int32s
from tertium.corpus.chunk import Chunk
from tertium.errors import SpecError, brief, did_you_mean
from tertium.kernels import stems as native
from tertium.kernels.text import TokenView
from tertium.views.tokens.tokenized import tokens

NONE = "none"
SNOWBALL, METEOR = "snowball", "meteor"  # whose rules: the installed Snowball's, or METEOR 1.5's older ones

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
ENGLISH = ("en", "porter")
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
            f"there is no stemmer for language '{brief(language)}'{hint or ';'} lang={NONE} works without stems; "
            f"known languages are {', '.join((*LANGUAGES, *OLDER))}."
        )
    return code


def stems(chunk: Chunk, tok: str, case: str, norm: str, language: str, rules: str = SNOWBALL) -> Int32s | None:
    """For every word id of the token view the id of its stem; equal ids, equal stems. None for language ``none``."""
    if language == NONE:
        return None
    return chunk.view(
        ("stems", tok, case, norm, language, rules),
        lambda: stem_ids(tokens(chunk, tok, case, norm).view, language, rules),
    )


def stem_ids(view: TokenView, language: str, rules: str = SNOWBALL) -> Int32s:
    """Stem ids of a view's vocabulary, dense, in the order first seen, by today's rules or by METEOR 1.5's."""
    if rules == METEOR and LANGUAGES.get(language) in native.OF_METEOR:
        return native.stem_ids(view, f"{LANGUAGES[language]} of meteor")
    if language == "en":
        return native.stem_ids(view, "english")
    words = [view.word(i) for i in range(view.vocabulary_size)]
    stemmed = older_stems(words, language) if rules == METEOR else snowball_stems(words, language)
    ids: dict[str | int, int] = {}
    keys = map(native.java_hash, stemmed) if rules == METEOR else stemmed  # METEOR compares hashes
    return np.fromiter((ids.setdefault(key, len(ids)) for key in keys), dtype=np.int32, count=len(stemmed))


def alike_to_meteor(view: TokenView, *facts: Int32s | Bools) -> Int32s | None:
    """For every word the word that METEOR 1.5 takes it for: the first with the same hash ("le" and "n'" have one).

    Words that differ in one of the facts that are known of them stay apart. None where all words do.
    """
    first = native.alike_in_java(view)
    moved = np.flatnonzero(first != np.arange(len(first)))
    for fact in facts:
        moved = moved[fact[moved] == fact[first[moved]]]
    if not len(moved):
        return None
    taken = np.arange(len(first), dtype=np.int32)
    taken[moved] = first[moved]
    return taken


def snowball_stems(words: list[str], language: str) -> list[str]:
    """Stems by the rules of the Snowball that is installed."""
    import Stemmer

    # Without its cache, which would keep words for ever and which a vocabulary of distinct words cannot use; one for
    # each call, as stemmers are not safe to share between threads.
    stemmed: list[str] = Stemmer.Stemmer(LANGUAGES.get(language, language), 0).stemWords(words)
    return stemmed


def older_stems(words: list[str], language: str) -> list[str]:
    """Stems as METEOR 1.5's older Snowball makes them: by rules of our own, or by today's rules brought to that.

    Where few words changed, it is by letters and endings that are known today and were not then. They are hidden from
    the rules behind letters that no rule knows, and put back.
    """
    if LANGUAGES.get(language) in native.OF_METEOR:
        return [native.stem_word(word, f"{LANGUAGES[language]} of meteor") for word in words]
    if language == "nl":  # Dutch is another algorithm now; the older one is still there
        return snowball_stems(words, "dutch_porter")
    letters, spelt_otherwise = _HIDDEN_LETTERS.get(language, ("", ""))
    there = str.maketrans(letters + spelt_otherwise[::2], _HIDING[: len(letters)] + spelt_otherwise[1::2])
    back = str.maketrans(_HIDING[: len(letters)] + spelt_otherwise[1::2], letters + spelt_otherwise[::2])
    hidden = [word.translate(there) for word in words]
    if language in _HIDDEN_PARTS:
        pattern, letter = _HIDDEN_PARTS[language]
        hidden = [pattern.sub(lambda found: found[0].replace(letter, _HIDING[3], 1), word) for word in hidden]
        back |= str.maketrans(_HIDING[3], letter)
    stemmed = [stem.translate(back) for stem in snowball_stems(hidden, language)]
    if language in _LOST_ENDINGS:
        lost = _LOST_ENDINGS[language]
        stemmed = [found[1] if (found := lost.match(word)) else stem for word, stem in zip(words, stemmed, strict=True)]
    return stemmed


_HIDING = "\ue000\ue001\ue002\ue003"  # private use: letters of no language
# Letters that today's rules know, and pairs of letters of which the older rules knew the first for the second.
_HIDDEN_LETTERS = {
    "hu": ("őű", "õőûű"),
    "it": ("'’", ""),  # elisions
    "ro": ("șț", "şșţț"),  # with a comma, and with a cedilla: the older rules knew the second alone
    "ru": ("ё", ""),
    "tr": ("'’", ""),  # suffixes of names
}
_HIDDEN_PARTS = {
    "es": (re.compile("cion$"), "o"),  # -ación without its accent
    "it": (re.compile("^divan"), "v"),  # sofas, which were verbs
    "pt": (re.compile("uç(ão|ões)$"), "ç"),
}
# What the older rules took off and today's do not; the first group is the stem. Portuguese had Spanish endings, behind
# two syllables with their consonants (Snowball's R2; ã and õ count as a vowel and a consonant).
_VOWELS = "aeiouáéíóúâêô"
_R2 = f"(?:[^{_VOWELS}ãõ]*[{_VOWELS}]*(?:[{_VOWELS}][^{_VOWELS}ãõ]|[ãõ])){{2}}"
_LOST_ENDINGS = {
    "pt": re.compile(f"({_R2}.*(?:u(?=ci(?:ón|ones)$)|log(?=ías?$)))"),
}
