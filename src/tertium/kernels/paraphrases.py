"""Tables of paraphrases, and where the two sides of a pair have them."""

from __future__ import annotations

from tertium.kernels import _native

NativeParaphrases = _native.ParaphraseTable


def new_paraphrases() -> NativeParaphrases:
    return _native.ParaphraseTable()
