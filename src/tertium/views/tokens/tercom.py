"""Sentences as tercom reads them: words apart, perhaps normalised, without punctuation, Asian characters apart."""

from __future__ import annotations

import numpy as np

from tertium.arrays import Int32s
from tertium.corpus.chunk import Chunk
from tertium.kernels import ter
from tertium.views.tokens import tokenized as token_views
from tertium.views.tokens.tokenized import Tokens


def tercom_tokens(
    chunk: Chunk, case: str, norm: str, normalized: bool, punctuation: bool, asian: bool, again: bool = False
) -> tuple[Tokens, Int32s]:
    """The chunk's sentences through tercom's tokenizer, made once, and which of them are its references.

    ``again``: references are those tokenised twice, as sacreBLEU 2.6 does by mistake. It is felt with ``normalized``
    only (in "it's." the 's is set apart once the full stop is); everything else leaves tokenised text as it is.
    """
    if punctuation and not normalized:  # then `asian` changes nothing either
        return token_views.tokens(chunk, "none", case, norm), chunk.refs
    again = again and normalized

    def make() -> Tokens:
        view = ter.tokenize_tercom(
            chunk.pool,
            lowercase=case == "lower",
            normalized=normalized,
            punctuation=punctuation,
            asian=asian,
            again=again,
            replaced=token_views.normalized(chunk, norm),
        )
        return Tokens(view.values, view.offsets, view)

    tokens = chunk.view(("tercom tokens", case, norm, normalized, punctuation, asian, again), make)
    return tokens, np.add(chunk.refs, len(chunk.pool), dtype=np.int32) if again else chunk.refs
