"""Who gives Arrow data: any object of the PyCapsule protocol, and libraries that give it in ways of their own.

Only the columns that are read are asked for, so that a library converts and a database computes nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from tertium.corpus.formats.arrow_blocks import Batches, place_among, unsound
from tertium.errors import InputError, printable
from tertium.kernels.arrow import ArrowBatch, open_array, open_stream

_STREAM, _ARRAY = "__arrow_c_stream__", "__arrow_c_array__"


def is_arrow(given: Any) -> bool:
    """Does it speak the protocol?"""
    return hasattr(given, _STREAM) or hasattr(given, _ARRAY)


def is_arrow_column(given: Any) -> bool:
    """A column in memory that need not be converted: of pyarrow or polars, or Arrow-backed of pandas."""
    library = _library(given)
    if library == "pandas":
        dtype = getattr(given, "dtype", None)
        backed = type(dtype).__name__ == "ArrowDtype" or getattr(dtype, "storage", "") == "pyarrow"
        return backed and is_arrow(given)
    return library in ("pyarrow", "polars", "nanoarrow", "arro3") and is_arrow(given) and hasattr(given, "__len__")


def missing_is_nan(given: Any) -> bool:
    """Do its users call a missing text NaN? To pandas' they do, whatever lies in memory."""
    return _library(given) == "pandas"


def is_table(given: Any) -> bool:
    """Something that `batches_of` takes as a table."""
    return is_arrow(given) or _library(given) == "datasets"


def batches_of(table: str, given: Any, *, keep: bool = False) -> Batches:
    """Batches of a table, or of several of the same columns one after the other.

    ``keep``: they will be read twice, and not everything can be (a reader, a generator, a query whose rows come in
    another order); what cannot is held in memory.
    """
    held: dict[tuple[str, ...], list[ArrowBatch]] = {}  # all of them, once they were read to the end

    def batches(columns: Sequence[str]) -> Iterator[ArrowBatch]:
        if tuple(columns) in held:
            yield from held[tuple(columns)]
            return
        read = []
        for batch in _batches(table, given, columns):
            if keep:
                read.append(batch)
            yield batch
        if keep:
            held[tuple(columns)] = read

    return batches


def _batches(table: str, given: Any, columns: Sequence[str]) -> Iterator[ArrowBatch]:
    if isinstance(given, ArrowBatch):
        yield given
    elif is_table(given):
        yield from _exported(table, _selected(table, given, columns))
    elif isinstance(given, Iterable) and not isinstance(given, str | bytes | Mapping):
        for part in given:
            if not (isinstance(part, ArrowBatch) or is_table(part)):
                raise _no_arrow(table, part)
            yield from _batches(table, part, columns)
    else:
        raise _no_arrow(table, given)


def _exported(table: str, given: Any) -> Iterator[ArrowBatch]:
    # Whatever goes wrong in a library's own conversion is about the data: a column of several types, say.
    try:
        if hasattr(given, _STREAM):
            stream = open_stream(getattr(given, _STREAM)())
        else:
            yield open_array(*getattr(given, _ARRAY)())
            return
    except Exception as problem:
        raise unsound(table, problem) from None
    while True:
        try:
            batch = stream.next()
        except ValueError as problem:
            raise unsound(table, problem) from None
        if batch is None:
            return
        yield batch


def _selected(table: str, given: Any, columns: Sequence[str]) -> Any:
    """The table with these columns alone, where its library can do that."""
    library = _library(given)
    names = _names(given)
    if names is not None:
        for column in columns:
            place_among(table, names, column)
    if not columns or names is None:
        return given
    wanted = list(dict.fromkeys(columns))
    if library == "pandas":
        return given[wanted]
    if library == "duckdb":
        from duckdb import ColumnExpression  # whoever gives a relation has it

        return given.select(*(ColumnExpression(column) for column in wanted))
    if library == "datasets":
        return given.select_columns(wanted).with_format("arrow")[:]
    if library in ("pyarrow", "polars") and hasattr(given, "select"):
        return given.select(wanted)
    return given


def _names(given: Any) -> list[str] | None:
    """The names of the columns, where the object tells them."""
    library = _library(given)
    if library not in ("pandas", "polars", "pyarrow", "duckdb", "datasets"):
        return None
    names = getattr(given, "column_names", None)
    if names is None:
        place = given if library != "pyarrow" else getattr(given, "schema", None)
        names = getattr(place, "columns" if library != "pyarrow" else "names", None)
    return None if names is None or callable(names) else [str(name) for name in names]


def _library(given: Any) -> str:
    return type(given).__module__.partition(".")[0].removeprefix("_")


def _no_arrow(table: str, given: Any) -> InputError:
    kind = printable(type(given).__name__)
    hint = "; collect() it first" if hasattr(given, "collect") else ""
    return InputError(
        f"{table} is {kind}, expected a table that gives itself as Arrow (pyarrow, polars, pandas, DuckDB, datasets), "
        f"or batches of one{hint}."
    )
