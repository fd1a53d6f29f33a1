"""Thai words by dictionary: PyThaiNLP's ``newmm``, maximal matching within character clusters (extra ``th``).

PyThaiNLP (Apache-2.0) brings its dictionary along and needs no network. The dictionary changes between releases, so
the tokenizer's full name carries the release (``th@5.4.0``). That name enters the signature and is refused where
another release is installed.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache
from importlib import metadata
from importlib.util import find_spec

from tertium.errors import MissingExtraError, SpecError, install, printable
from tertium.views.tokens.tokenizers import Tokenizer

NAME = "th"


def check(name: str) -> str:
    """``th`` or ``th@RELEASE`` as the full name, if that release of PyThaiNLP is installed."""
    _, _, wanted = name.partition("@")
    if find_spec("pythainlp") is None:
        raise MissingExtraError(f"the tokenizer 'th' needs PyThaiNLP: {install('th')}.")
    installed = metadata.version("pythainlp")
    if "@" in name and wanted != installed:
        raise SpecError(
            f"the tokenizer '{printable(name)}' asks for PyThaiNLP {printable(wanted)} but {installed} is installed, "
            "whose dictionary may split words differently; install that release, or say 'tok=th' to score with this "
            "one."
        )
    return f"{NAME}@{installed}"


@cache  # one release is installed, so there is one full name
def segmenter(full_name: str) -> Callable[[str], list[str]]:
    """The function that cuts one sentence into words; other scripts in it are cut at spaces and around numbers."""
    # Without this PyThaiNLP makes a folder for downloads in the user's home, which scoring has no business doing.
    if "PYTHAINLP_READ_MODE" not in os.environ:
        os.environ.setdefault("PYTHAINLP_READ_ONLY", "1")
    from pythainlp.tokenize import word_tokenize

    def segment(sentence: str) -> list[str]:
        return " ".join(word_tokenize(sentence, engine="newmm", keep_whitespace=False)).split()

    return segment


TOKENIZER = Tokenizer(segmenter, check, takes_more=True)
