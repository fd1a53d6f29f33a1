"""How the words of a picture of word order are cut, and by which language's stems they may be linked."""

from __future__ import annotations

from dataclasses import dataclass

from tertium.views.tokens.languages import pair_of, target_language, tokenizer_for
from tertium.views.words.stems import NONE, check_language, known_language


@dataclass(frozen=True)
class PictureWords:
    """How the words of the picture are cut, and the language whose stems may link them.

    Without a tokenizer (None) words are cut at spaces, or by character where the references have none between words.
    ``languages`` (source, target) is for browsers, which choose letter forms and voices by them.
    """

    tok: str | None = None
    lang: str = NONE
    languages: tuple[str | None, str] | None = None


def picture_words(language: str | None, tokenizer: str | None, lang: str | None) -> PictureWords:
    """What was asked for; a pair of languages such as en-zh says the rest."""
    of_pair = (tokenizer_for(language), known_language(target_language(language))) if language else (None, None)
    languages = pair_of(language) if language else None
    stems = check_language(lang) if lang else of_pair[1] or PictureWords.lang
    return PictureWords(tokenizer or of_pair[0], stems, languages)
