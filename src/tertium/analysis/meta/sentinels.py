"""Sentinels: rows that measure no quality. A metric that does not beat them has shown nothing on this data.

| row | score |
|---|---|
| `[length]` | words of the hypothesis: longer is better |
| `[copy]` | minus the share of the hypothesis's words that stand in the source: copying is worse |
| `[random]` | seeded noise |

Perrella, Proietti, Barba & Navigli (2024), Guardians of the machine translation meta-evaluation, for the idea.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from tertium.arrays import Int32s
from tertium.corpus.chunk import Chunk, Corpus
from tertium.views.tokens.tokenized import Tokens, tokens

Floats: TypeAlias = NDArray[np.float64]

_SEGMENTS = 2048


def text_sentinels(corpus: Corpus, tokenizer: str = "13a") -> dict[str, Floats]:
    """(systems, segments) of `[length]` and, where there are sources, `[copy]`."""
    lengths, copies = [], []
    for build in corpus.chunks(_SEGMENTS):
        chunk, _ = build()
        view = tokens(chunk, tokenizer, "keep", "none")
        lengths.append(_lengths(chunk, view))
        if chunk.sources is not None:
            copies.append(_copied(chunk, chunk.sources, view))
    made = {"[length]": np.concatenate(lengths, axis=1)}
    if copies:
        made["[copy]"] = np.concatenate(copies, axis=1)
    return made


def random_scores(systems: int, segments: int, seed: int, stream: int = 11) -> Floats:
    """(systems, segments) of seeded noise; `stream` keeps draws for different uses apart."""
    generator = np.random.Generator(np.random.Philox(key=np.array([seed, stream], dtype=np.uint64)))
    return generator.standard_normal((systems, segments))


def _lengths(chunk: Chunk, view: Tokens) -> Floats:
    sizes = np.diff(view.offsets)[chunk.hyp]
    return np.asarray(sizes.reshape(chunk.systems, chunk.segments), dtype=np.float64)


def _copied(chunk: Chunk, sources: Int32s, view: Tokens) -> Floats:
    values, offsets = view.values, view.offsets
    known = [frozenset(values[offsets[at] : offsets[at + 1]].tolist()) for at in sources]
    made = np.zeros(chunk.pairs)
    for pair, (sentence, segment) in enumerate(zip(chunk.hyp.tolist(), chunk.seg.tolist(), strict=True)):
        words = values[offsets[sentence] : offsets[sentence + 1]].tolist()
        source = known[segment]
        made[pair] = -sum(word in source for word in words) / len(words) if words else 0.0
    return made.reshape(chunk.systems, chunk.segments)
