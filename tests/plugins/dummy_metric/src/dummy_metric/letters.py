"""A tokenizer: words are runs of letters, everything else parts them. Its version is in the signature."""

from __future__ import annotations

import re
from collections.abc import Callable

from tertium.plugin import SpecError, Tokenizer

_FULL_NAME = "letters@2"
_LETTERS = re.compile(r"[^\W\d_]+")


def check(name: str) -> str:
    if name not in ("letters", _FULL_NAME):
        raise SpecError(f"'{name}' is not here, only {_FULL_NAME} is.")
    return _FULL_NAME


def segmenter(full_name: str) -> Callable[[str], list[str]]:
    return _LETTERS.findall


TOKENIZER = Tokenizer(segmenter, check, takes_more=True)
