"""What another package needs to add a metric, a tokenizer, a reader or a renderer: import it from here alone.

Everything else in tertium may move. A package names what it adds in its entry points (docs/plugins.md).
"""

from __future__ import annotations

from tertium.arrays import Bools, Floats, Int32s, Int64s
from tertium.corpus.chunk import Chunk
from tertium.errors import InputError, MissingExtraError, SpecError, TertiumError
from tertium.metrics.base import Better, Metric, Pooling, Rows, Segment, WordMetric, no_mask
from tertium.metrics.combination import Preset
from tertium.metrics.parameters import param
from tertium.results.explanations import Attribution, Explanation, Table
from tertium.views.tokens.tokenized import Tokens, tokens
from tertium.views.tokens.tokenizers import Tokenizer

__all__ = [
    "Attribution",
    "Better",
    "Bools",
    "Chunk",
    "Explanation",
    "Floats",
    "InputError",
    "Int32s",
    "Int64s",
    "Metric",
    "MissingExtraError",
    "Pooling",
    "Preset",
    "Rows",
    "Segment",
    "SpecError",
    "Table",
    "TertiumError",
    "Tokenizer",
    "Tokens",
    "WordMetric",
    "no_mask",
    "param",
    "tokens",
]
