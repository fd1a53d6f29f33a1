"""Parquet: named columns of strings, decoded batch by batch by pyarrow (extra `arrow`), read in place by the kernels.

Columns may be string, large_string, string_view, or dictionaries of them; a list of strings gives a segment that many
references. Null is an error that names row and column, unless missing texts are allowed.
"""

from __future__ import annotations

import importlib
import threading
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, BinaryIO

from tertium.corpus.files.access import Source
from tertium.corpus.formats.arrow_blocks import ArrowTable, table_words
from tertium.corpus.formats.columns import STORED_BYTES, Block, ColumnTable, Key
from tertium.corpus.notices import Found
from tertium.errors import FileError, InputError, MissingExtraError, did_you_mean, either, install, printable
from tertium.kernels.arrow import ArrowBatch, open_array

MAGIC = b"PAR1"
_BUFFER = 64 << 10  # bytes of a column that are read at a time; without, all of its row group are
_pool_lock = threading.Lock()


def _pyarrow() -> Any:
    try:
        importlib.import_module("pyarrow.parquet")
        return importlib.import_module("pyarrow")
    except ImportError:
        raise MissingExtraError(f"reading Parquet needs the extra 'arrow': {install('arrow')}.") from None


def open_columns(source: Source, missing: str, fields: int | None) -> ParquetFile:
    """As the table of formats calls it."""
    return ParquetFile(source, missing)


class ParquetFile(ColumnTable):
    """A Parquet file; with `missing` "skip" a null is a missing text (None), not an error."""

    unit = "row"

    def __init__(self, source: Source, missing: str = "error") -> None:
        self.name = source.name
        self._source = source
        self._words = replace(table_words(self.name, missing), error=FileError, limit=source.limits.line_bytes)

    def read(self, keys: Sequence[Key], segments: int, found: Found) -> Iterator[tuple[Block, ...]]:
        arrow = _pyarrow()
        with self._source.open_seekable() as file:
            try:
                table = _opened(arrow, file)
                stored = refuse_bomb(table, file, self._source)
                names = [self._name(key, table.schema_arrow, arrow) for key in keys]

                def batches(columns: Sequence[str]) -> Iterator[ArrowBatch]:
                    wanted = list(dict.fromkeys(columns))
                    grown = 0
                    for batch in table.iter_batches(batch_size=segments, columns=wanted, use_threads=False):
                        grown += sum(map(decoded_bytes, batch.columns))
                        refuse_swelling(self._source, stored, grown)
                        try:
                            given = open_array(*batch.__arrow_c_array__())
                        except ValueError as error:
                            raise self._damaged(error) from None
                        yield given

                yield from ArrowTable(self.name, batches, self._words).read(names, segments, found)
            except _damage(arrow) as error:
                raise self._damaged(error) from None

    def at_least(self) -> int:
        return self._source.stored_bytes // STORED_BYTES

    def count(self) -> int:
        """The footer says it."""
        arrow = _pyarrow()
        with self._source.open_seekable() as file:
            try:
                return int(arrow.parquet.ParquetFile(file).metadata.num_rows)
            except _damage(arrow) as error:
                raise self._damaged(error) from None

    def _damaged(self, error: Exception) -> FileError:
        reason = printable(str(error).strip().split("\n")[0])  # pyarrow's may be many lines long
        return FileError(f"{self.name} is a damaged or truncated Parquet file ({reason}); copy or write it again.")

    def _name(self, key: Key, schema: Any, arrow: Any) -> str:
        known = [printable(name) for name in schema.names]
        if not isinstance(key, str):
            raise InputError(
                f"{self.name} is Parquet, so columns have names, got {key!r}; it has {', '.join(known[:20])}."
            )
        places = schema.get_all_field_indices(key)
        if not places:
            near = did_you_mean(key, known) or "; give one of these."
            raise InputError(f"{self.name} has no column '{printable(key)}', only {', '.join(known[:20])}{near}")
        if len(places) > 1:
            raise InputError(f"{self.name} has {len(places)} columns named '{printable(key)}'; rename one.")
        kind = schema.field(places[0]).type
        if not _is_text(arrow, _item_type(arrow, kind)):
            raise InputError(
                f"{self.name} column '{printable(key)}' is {kind}, expected strings or lists of strings; convert it."
            )
        return key


def _opened(arrow: Any, file: BinaryIO) -> Any:
    """A reader that holds little: no row group is read as a whole, and what is freed goes back to the system.

    pyarrow's own allocator keeps a part of it, more with every row group. Which one a reader uses is told by a default
    alone, so that is another one while the reader is made.
    """
    with _pool_lock:
        usual = arrow.default_memory_pool()
        arrow.set_memory_pool(arrow.system_memory_pool())
        try:
            return arrow.parquet.ParquetFile(file, buffer_size=_BUFFER, pre_buffer=False)
        finally:
            arrow.set_memory_pool(usual)


def refuse_bomb(table: Any, file: BinaryIO, source: Source) -> int:
    """As of other archives: what the footer declares may be so many times as large as what is stored, which is
    returned."""
    footer = table.metadata
    place = file.tell()
    stored = file.seek(0, 2)
    file.seek(place)
    refuse_swelling(source, stored, sum(footer.row_group(n).total_byte_size for n in range(footer.num_row_groups)))
    return stored


def refuse_swelling(source: Source, stored: int, grown: int) -> None:
    limits = source.limits
    if grown > limits.ratio_from and grown > limits.ratio * stored:
        raise FileError(
            f"{source.name} grows more than {limits.ratio} times when decompressed ({stored} bytes become {grown}); "
            f"if that is intended, {either('raise --max-ratio where the command has it', 'write it uncompressed')}."
        )


def decoded_bytes(column: Any) -> int:
    """What a column of a batch takes once every value stands for itself: one that is repeated is stored once."""
    if hasattr(column, "dictionary"):
        compute = importlib.import_module("pyarrow.compute")
        lengths = compute.binary_length(column.dictionary.cast("string"))
        return int(compute.sum(lengths.take(column.indices)).as_py() or 0)
    return int(column.nbytes)


def _damage(arrow: Any) -> tuple[type[Exception], ...]:
    """How pyarrow reports it: by classes of its own, and by what its conversions meet (a name that is not UTF-8)."""
    return (arrow.ArrowException, OSError, UnicodeDecodeError, IndexError, OverflowError)


def _is_text(arrow: Any, kind: Any) -> bool:
    types = arrow.types
    if types.is_dictionary(kind):
        kind = kind.value_type
    view = getattr(types, "is_string_view", None)  # newer than the oldest pyarrow we take
    return bool(types.is_string(kind) or types.is_large_string(kind) or (view is not None and view(kind)))


def _item_type(arrow: Any, kind: Any) -> Any:
    types = arrow.types
    if types.is_list(kind) or types.is_large_list(kind) or types.is_fixed_size_list(kind):
        return kind.value_type
    return kind
