"""The clipped n-gram matches of one pair, as a person wants to see them."""

from __future__ import annotations

from dataclasses import dataclass

from tertium.corpus.chunk import Chunk
from tertium.kernels import ngrams
from tertium.views.tokens.tokenized import Tokens


@dataclass(frozen=True)
class Match:
    """An n-gram of the hypothesis and one place where a reference has it; everything counts from 1."""

    words: tuple[str, ...]
    start: int
    reference: int
    reference_start: int


def matches(tokens: Tokens, chunk: Chunk, pair: int, order: int) -> list[Match]:
    """Clipped matches of orders 1..order, shorter n-grams first, then in the order of the hypothesis."""
    found = ngrams.ngram_matches(tokens.view, chunk.compared, order, pair)
    words = tokens.words(int(chunk.hyp[pair]))
    return [
        Match(tuple(words[end - n + 1 : end + 1]), end - n + 2, reference + 1, reference_end - n + 2)
        for n, end, reference, reference_end in sorted(found.tolist())
    ]
