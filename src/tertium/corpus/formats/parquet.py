"""Parquet: named columns of strings, read row group by row group through pyarrow (extra `arrow`).

Columns may be string, large_string, string_view, or dictionaries of them; a list of strings gives a segment that many
references. Null is an error that names row and column, unless missing texts are allowed.
"""

from __future__ import annotations

import importlib
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Any

from tertium.corpus.files.access import Source
from tertium.corpus.formats.columns import Block, ColumnTable, Key, TextBlock
from tertium.corpus.notices import Found
from tertium.errors import FileError, InputError, MissingExtraError, did_you_mean, either, install, option, printable

MAGIC = b"PAR1"


def _pyarrow() -> Any:
    try:
        for part in ("pyarrow.compute", "pyarrow.parquet"):
            importlib.import_module(part)
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
        self._allow_missing = missing == "skip"

    def read(self, keys: Sequence[Key], segments: int, found: Found) -> Iterator[tuple[Block, ...]]:
        arrow = _pyarrow()
        with self._source.open_seekable() as file:
            try:
                table = arrow.parquet.ParquetFile(file)
                names = [self._name(key, table.schema_arrow, arrow) for key in keys]
                batches = table.iter_batches(batch_size=segments, columns=list(dict.fromkeys(names)), use_threads=False)
                yield from self._blocks(arrow, batches, names, segments)
            # pyarrow reports damage by its own classes, OSError, and what its conversions meet (a column's name that is
            # not UTF-8, say); its messages may be many lines long.
            except (arrow.ArrowException, OSError, UnicodeDecodeError, IndexError, OverflowError) as error:
                reason = printable(str(error).strip().split("\n")[0])
                raise FileError(
                    f"{self.name} is a damaged or truncated Parquet file ({reason}); copy or write it again."
                ) from None

    def count(self) -> int:
        """The footer says it."""
        arrow = _pyarrow()
        with self._source.open_seekable() as file:
            try:
                return int(arrow.parquet.ParquetFile(file).metadata.num_rows)
            except (arrow.ArrowException, OSError) as error:
                reason = printable(str(error).strip().split("\n")[0])
                raise FileError(
                    f"{self.name} is a damaged or truncated Parquet file ({reason}); copy or write it again."
                ) from None

    def _blocks(self, arrow: Any, batches: Any, names: Sequence[str], segments: int) -> Iterator[tuple[TextBlock, ...]]:
        """Blocks of exactly `segments` rows: batches may end early where a row group does."""
        held: list[Any] = []
        rows, first = 0, 1
        for batch in batches:
            held.append(batch)
            rows += batch.num_rows
            while rows >= segments:
                whole = arrow.Table.from_batches(held)
                yield self._block(arrow, whole.slice(0, segments), names, first)
                held = whole.slice(segments).to_batches()
                rows, first = rows - segments, first + segments
        if rows:
            yield self._block(arrow, arrow.Table.from_batches(held), names, first)

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

    def _block(self, arrow: Any, table: Any, names: Sequence[str], first: int) -> tuple[TextBlock, ...]:
        return tuple(self._column(arrow, table.column(name).combine_chunks(), name, first) for name in names)

    def _column(self, arrow: Any, column: Any, name: str, first: int) -> TextBlock:
        if isinstance(column, arrow.ChunkedArray):  # combine_chunks gives one only for no or too many rows
            column = arrow.concat_arrays(column.chunks)
        count = len(column)
        if not self._allow_missing and column.null_count:
            raise self._null(first + column.is_null().index(True).as_py(), name, "")
        if _item_type(arrow, column.type) is column.type:
            return TextBlock(self._texts(column, name, first, None), count, first)
        lengths = arrow.compute.fill_null(arrow.compute.list_value_length(column), 0).to_pylist()
        offsets = [0]
        for length in lengths:
            offsets.append(offsets[-1] + length)
        items = arrow.compute.list_flatten(column)
        if not self._allow_missing and items.null_count:
            at = items.is_null().index(True).as_py()
            segment = _row(at, offsets)
            raise self._null(first + segment, name, f" item {at - offsets[segment] + 1}")
        return TextBlock(self._texts(items, name, first, offsets), count, first, offsets)

    def _texts(self, column: Any, name: str, first: int, offsets: Sequence[int] | None) -> list[str | None]:
        try:
            texts: list[str | None] = column.to_pylist()
        except UnicodeDecodeError:
            at = next(index for index, value in enumerate(column) if not _decodes(value))
            place = f"{self.name} row {first + _row(at, offsets)} column '{printable(name)}'"
            raise FileError(f"{place} is not UTF-8; write the file again.") from None
        longest = self._source.limits.line_bytes
        for at, text in enumerate(texts):
            if text is not None and len(text) > longest // 4 and len(text.encode("utf-8", "surrogatepass")) > longest:
                place = f"{self.name} row {first + _row(at, offsets)} column '{printable(name)}'"
                raise FileError(
                    f"{place} is longer than {longest} bytes; if that is one segment, "
                    f"{either('raise --max-line-bytes', 'cut it')}."
                )
        return texts

    def _null(self, row: int, name: str, item: str) -> InputError:
        return InputError(
            f"{self.name} row {row} column '{printable(name)}'{item} is null, expected a text; fill it, or use "
            f"{option('--missing skip')}."
        )


def _row(at: int, offsets: Sequence[int] | None) -> int:
    """The row that item `at` of a flattened list column belongs to."""
    return at if offsets is None else bisect_right(offsets, at) - 1


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


def _decodes(value: Any) -> bool:
    try:
        value.as_py()
    except UnicodeDecodeError:
        return False
    return True
