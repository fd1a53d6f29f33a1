"""What the references of a whole evaluation set say about how surprising an n-gram is: NIST's first pass.

A table holds every distinct reference once, in words of its own, so it belongs to no chunk: tables of parts of a corpus
merge into the table of the whole, in any order, and a saved table gives a stream or a cluster the numbers of one
machine. N-grams are counted when the table is first used.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy.typing as npt

from tertium.arrays import Floats
from tertium.corpus.chunk import Chunk
from tertium.corpus.files.array_archive import read_arrays, write_arrays
from tertium.errors import FileError
from tertium.kernels import nist
from tertium.views.tokens.tokenized import Tokens


class InformationTable:
    """Counts of all reference n-grams up to an order; it grows with distinct references (about 4 bytes a word; in use
    some 50 more), not with repeated ones."""

    def __init__(self, order: int) -> None:
        self._native = nist.new_table(order)

    @property
    def order(self) -> int:
        return self._native.order

    @property
    def words(self) -> int:
        """Words in all references."""
        return self._native.total

    def collect(self, tokens: Tokens, chunk: Chunk) -> None:
        """Count every reference of the chunk."""
        self._native.collect(tokens.view, chunk.refs, chunk.ref_offsets)

    def merge(self, other: InformationTable) -> None:
        self._native.merge(other._native)

    def count(self, ngram: Sequence[str]) -> int:
        """How often the references have this n-gram; all words for the empty one. Reads them all: not for scoring."""
        return self._native.count(list(ngram))

    def information(self, ngram: Sequence[str], zero_is_empty: bool = False) -> float:
        """log2(count of the first n - 1 words / count of all n), in bits."""
        history = [] if zero_is_empty and len(ngram) == 2 and ngram[0] == "0" else ngram[:-1]
        return math.log2(self.count(history) / self.count(ngram))

    def rows(self, tokens: Tokens, chunk: Chunk, zero_is_empty: bool) -> Floats:
        """(pairs, 2 order + 2): information of the clipped matches and n-grams of every order, hypothesis length,
        mean reference length. ValueError if a reference of the chunk was never collected."""
        return self._native.rows(tokens.view, *chunk.compared, zero_is_empty)

    def to_bytes(self, level: int = 9) -> bytes:
        """The table as an npz archive, without pickles; ``level`` is how hard it is compressed, 1 to 9."""
        return write_arrays(self._native.arrays(), level)

    @classmethod
    def from_bytes(cls, data: bytes) -> InformationTable:
        """A table that ``to_bytes`` wrote; everything in it is checked before it is believed."""
        what, again = "a table of information weights", "collect it again from the references"
        saved = read_arrays(data, nist.ARRAYS, what, again)
        try:
            return cls._restored(saved)
        except (ValueError, TypeError) as problem:
            raise FileError(f"this is not {what} ({problem}); {again}.") from problem

    @classmethod
    def _restored(cls, arrays: Mapping[str, npt.NDArray[Any]]) -> InformationTable:
        table = cls.__new__(cls)
        table._native = nist.restore_table(arrays)
        return table

    def __reduce__(self) -> tuple[Any, ...]:
        return InformationTable._restored, (self._native.arrays(),)
