"""Pieces of a SentencePiece model, ``spm:FILE``, as sacreBLEU cuts them for spBLEU (extra ``spm``).

sacreBLEU downloads the models it knows by name; here the model is a file of yours. A path says nothing about what is in
the file, so the tokenizer's full name ends in the first 12 hexadecimal digits of the model's SHA-256
(``spm:flores200.model@1f2d3c4b5a69``). That name enters the signature, and a signature whose model changed is refused.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from functools import lru_cache
from importlib.util import find_spec

from tertium.corpus.files.access import STDIN, open_bytes
from tertium.errors import FileError, MissingExtraError, SpecError, install, printable
from tertium.views.tokens.tokenizers import Tokenizer

PREFIX = "spm:"
_FULL_NAME = re.compile(r"spm:(?P<file>.+?)(?:@(?P<digest>[0-9a-f]{12}))?", re.DOTALL)


def check(name: str) -> str:
    """The full name, with the model's digest, if the library is installed and the file is a model."""
    match = _FULL_NAME.fullmatch(name)
    if match is None or match["file"] == STDIN:
        raise SpecError("the tokenizer 'spm' needs a model in a file, as in 'tok=spm:flores200.model'.")
    if find_spec("sentencepiece") is None:
        raise MissingExtraError(f"the tokenizer 'spm:FILE' needs SentencePiece: {install('spm')}.")
    with open_bytes(match["file"]) as file:
        model = file.read()
    digest = hashlib.sha256(model).hexdigest()[:12]
    if match["digest"] not in (None, digest):
        raise SpecError(
            f"the model {printable(match['file'])} has the SHA-256 {digest}..., expected {match['digest']}...; "
            "give the model that was used, or leave '@...' out to score with this one."
        )
    full = f"{PREFIX}{match['file']}@{digest}"
    segmenter(full)
    return full


@lru_cache(maxsize=4)
def segmenter(full_name: str) -> Callable[[str], list[str]]:
    """The function that cuts one sentence into pieces; the name is a full one, as ``check`` returns it."""
    import sentencepiece

    match = _FULL_NAME.fullmatch(full_name)
    path = match["file"] if match else ""
    with open_bytes(path) as file:
        model = file.read()
    if match is None or hashlib.sha256(model).hexdigest()[:12] != match["digest"]:
        raise FileError(f"{printable(path)} changed while it was in use; run again when nothing writes to it.")
    # An empty model loads without complaint and then fails at every sentence.
    processor = sentencepiece.SentencePieceProcessor()
    try:
        loaded = bool(model) and processor.LoadFromSerializedProto(model) and processor.GetPieceSize() > 0
    except RuntimeError:
        loaded = False
    if not loaded:
        raise FileError(f"{printable(path)} is not a SentencePiece model; give the '.model' file that training wrote.")

    def segment(sentence: str) -> list[str]:
        # Joining and splitting again is sacreBLEU's way, and drops pieces that are white space.
        return " ".join(processor.EncodeAsPieces(sentence)).split()

    return segment


TOKENIZER = Tokenizer(segmenter, check, takes_more=True)
