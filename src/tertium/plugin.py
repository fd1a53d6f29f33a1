"""What another package needs to add a metric, a tokenizer or a reader of tables: import it from here alone.

Everything else in tertium may move. A package names what it adds in its entry points (docs/plugins.md).
"""

from __future__ import annotations

from tertium.arrays import Bools, Floats, Int32s, Int64s
from tertium.corpus.chunk import Chunk
from tertium.corpus.files.access import Source
from tertium.corpus.formats.columns import Block, ColumnTable, Key, TextBlock
from tertium.corpus.formats.records import Records
from tertium.corpus.formats.table_formats import TableFormat
from tertium.corpus.notices import Found
from tertium.errors import InputError, MissingExtraError, SpecError, TertiumError
from tertium.metrics.base import Better, Metric, Pooling, Rows, Segment, WordMetric, no_mask
from tertium.metrics.combination import Preset
from tertium.metrics.parameters import param
from tertium.render.style import Style
from tertium.results.explanations import Attribution, Explanation, ExplanationTable
from tertium.views.tokens.tokenized import Tokens, tokens
from tertium.views.tokens.tokenizers import Tokenizer

__all__ = [
    "Attribution",
    "Better",
    "Block",
    "Bools",
    "Chunk",
    "ColumnTable",
    "Explanation",
    "ExplanationTable",
    "Floats",
    "Found",
    "InputError",
    "Int32s",
    "Int64s",
    "Key",
    "Metric",
    "MissingExtraError",
    "Pooling",
    "Preset",
    "Records",
    "Rows",
    "Segment",
    "Source",
    "SpecError",
    "Style",
    "TableFormat",
    "TertiumError",
    "TextBlock",
    "Tokenizer",
    "Tokens",
    "WordMetric",
    "no_mask",
    "param",
    "tokens",
]
