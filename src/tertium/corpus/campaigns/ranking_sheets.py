"""The language pairs of WMT's ranking sheets: years wrote `German`, `deu` and `de`."""

from __future__ import annotations

from tertium.corpus.formats.records import Records
from tertium.errors import InputError, option, printable

_LANGUAGES = {
    "cs": ("czech", "ces", "cze"),
    "de": ("german", "deu", "ger"),
    "en": ("english", "eng"),
    "es": ("spanish", "spa"),
    "fi": ("finnish", "fin"),
    "fr": ("french", "fra", "fre"),
    "hi": ("hindi", "hin"),
    "hu": ("hungarian", "hun"),
    "ro": ("romanian", "ron", "rum"),
    "ru": ("russian", "rus"),
    "tr": ("turkish", "tur"),
    "zh": ("chinese", "zho", "chi"),
}


def _language(word: str) -> str:
    word = word.strip().lower()
    return next((code for code, names in _LANGUAGES.items() if word == code or word in names), word)


def rows_of_languages(records: Records, languages: str) -> list[int]:
    """Rows of one language pair; a sheet of several needs to be told which."""
    if not {"srclang", "trglang"} <= set(records.columns):
        return list(range(len(records)))
    pairs = [
        f"{_language(str(source))}-{_language(str(target))}"
        for source, target in zip(records.columns["srclang"], records.columns["trglang"], strict=True)
    ]
    known = sorted(set(pairs))
    if not languages and len(known) == 1:
        return list(range(len(records)))
    if not languages:
        raise InputError(f"{records.name} has rankings of {', '.join(known)}; say which with {option('-l')}.")
    kept = [row for row, pair in enumerate(pairs) if pair == languages]
    if not kept:
        raise InputError(f"{records.name} has no rankings of {printable(languages)}, only of {', '.join(known)}.")
    return kept
