"""Tokenizers by name: one table. A new one is a module with a ``Tokenizer`` and one entry here.

``NATIVE`` ones are part of the native core. Those of ``BUILTIN`` are Python modules, loaded when their name is used.
Other packages add theirs through entry points (group ``tertium.tokenizers``).
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable
from dataclasses import dataclass

from tertium.errors import SpecError, did_you_mean, printable
from tertium.kernels import text
from tertium.other_packages import added, load

GROUP = "tertium.tokenizers"

NATIVE = text.tokenizer_names()

# By the names that messages list; what follows a colon is given by the user.
BUILTIN = {
    **{
        f"meteor-{language}": "tertium.views.tokens.meteor_words:TOKENIZER"
        for language in ("cs", "de", "en", "es", "fr", "ru")
    },
    "ja-mecab": "tertium.views.tokens.mecab:TOKENIZER",
    "ko-mecab": "tertium.views.tokens.mecab:TOKENIZER",
    "th": "tertium.views.tokens.thai:TOKENIZER",
    "spm:FILE": "tertium.views.tokens.sentencepiece:TOKENIZER",
}

Segmenter = Callable[[str], list[str]]


def _as_it_is(name: str) -> str:
    return name


@dataclass(frozen=True)
class Tokenizer:
    """How a tokenizer outside the native core is made.

    ``segmenter`` gives the function that cuts one sentence into words, for the full name that ``check`` returned.
    ``check`` says whether it can be used here (else it raises SpecError) and completes the name, which enters the
    signature: a version or a digest belongs there if words may change with it. ``takes_more`` allows names that go on
    after a colon or an @ (``spm:FILE``, ``th@5.4.0``). ``cased`` ones see the text before it is lower-cased.
    """

    segmenter: Callable[[str], Segmenter]
    check: Callable[[str], str] = _as_it_is
    takes_more: bool = False
    cased: bool = False


def names() -> tuple[str, ...]:
    """Every tokenizer that can be named here, native ones first, other packages' last."""
    ours = (*NATIVE, *BUILTIN)
    return (*ours, *sorted(set(added(GROUP)) - set(ours)))


def check_tokenizer(tok: str) -> str:
    """The tokenizer's full name if it is known and usable here, else an error that says what was meant."""
    return tok if tok in NATIVE else find(tok).check(tok)


def find(tok: str) -> Tokenizer:
    """The tokenizer of a name, which is none of the native core."""
    kind = re.split("[:@]", tok)[0]
    place = next((place for name, place in BUILTIN.items() if name.partition(":")[0] == kind), None)
    if place is not None:
        module, _, attribute = place.partition(":")
        found = getattr(importlib.import_module(module), attribute)
    else:
        plugins = added(GROUP)
        if kind not in plugins:
            raise _unknown(tok)
        found = load(plugins[kind], "tokenizer", "name another tokenizer")
    if not isinstance(found, Tokenizer):
        raise SpecError(f"tokenizer '{kind}' is registered as {found!r}, expected a tertium.plugin.Tokenizer.")
    if tok != kind and not found.takes_more:
        raise _unknown(tok)
    return found


def _unknown(tok: str) -> SpecError:
    known = names()
    hint = did_you_mean(tok, known) or ";"
    if tok in ("flores101", "flores200", "spBLEU-1K"):  # sacreBLEU downloads these
        hint = f", a SentencePiece model; give its file, as in 'spm:{tok}.model';"
    return SpecError(f"unknown tokenizer '{printable(tok)}'{hint} known are {', '.join(known)}.")
