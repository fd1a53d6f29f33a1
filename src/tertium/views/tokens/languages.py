"""Languages as people name them, and which tokenizer they want."""

from __future__ import annotations

import re

from tertium.errors import SpecError, printable

# sacreBLEU's choices for zh, ja and ko, and Thai, by the two- and three-letter codes that test sets use.
_TOKENIZERS = {
    **dict.fromkeys(("zh", "zho", "cmn", "yue"), "zh"),
    **dict.fromkeys(("ja", "jpn"), "ja-mecab"),
    **dict.fromkeys(("ko", "kor"), "ko-mecab"),
    **dict.fromkeys(("th", "tha"), "th"),
}
_WITH_HAN = frozenset({"zh", "zho", "cmn", "yue", "ja", "jpn"})
_TAGS = re.compile(r"[A-Za-z]{2,8}(?:[-_][A-Za-z0-9]{2,8})*", re.ASCII)


def tokenizer_for(langs: str) -> str | None:
    """The tokenizer of the target language of ``en-zh``, or of ``zh`` alone; None: each metric's own default."""
    return _TOKENIZERS.get(target_language(langs))


def han_characters(langs: str) -> bool:
    """Is the target language written without spaces and with Chinese characters? TER then takes each for a word."""
    return target_language(langs) in _WITH_HAN


def target_language(langs: str) -> str:
    """The code of the target language of a pair such as ``en-zh``, or of ``zh`` alone, in lower case.

    Regions and scripts belong to the language before them: the target of ``en-zh_CN``, ``eng-zho_Hans`` and ``zh-TW``
    is Chinese.
    """
    return pair_of(langs)[1]


def pair_of(langs: str) -> tuple[str | None, str]:
    """The codes of the source language, if it is named, and of the target language; see ``target_language``."""
    if not _TAGS.fullmatch(langs):
        raise SpecError(f"'{printable(langs)}' is not a language or a language pair such as 'zh' or 'en-zh'.")
    tags = [tag for tag in re.split("-", langs) if tag]
    if langs == langs.upper():  # EN-ZH: nothing tells regions from languages, so they are languages
        tags = [tag.lower() for tag in tags]
    languages = [tag for place, tag in enumerate(tags) if place == 0 or not _is_region_or_script(tag)]
    if len(languages) > 2:
        raise SpecError(f"'{printable(langs)}' names {len(languages)} languages, expected a pair such as 'en-zh'.")
    codes = [language.split("_")[0].lower() for language in languages]
    return (codes[0] if len(codes) == 2 else None), codes[-1]


def _is_region_or_script(tag: str) -> bool:
    """As people write them: CN, 419, Hans."""
    return (len(tag) == 2 and tag.isupper()) or tag.isdigit() or (len(tag) == 4 and tag.istitle())
