"""Tables of a result as frames of pandas and polars and as Arrow, by one rule for all records.

A path such as ``systems.scores`` leads through lists of records (or mappings) to those that become the rows. A row has
the fields of its record under the names that JSON has, fields of records inside it as ``interval_low``. It also has the
names, labels and whole numbers of the records on the way. A record's ``name`` is called after the list it is in, or as
the path says (``rows:metric``). A list of numbers such as ``segment_scores`` at the end of a path becomes the columns
``segment`` (from 1) and ``score``. What holds for the whole result is in ``frame.attrs``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import Field
from importlib import import_module
from typing import TYPE_CHECKING, Any

from tertium.errors import InputError, MissingExtraError, did_you_mean, install
from tertium.results.record import SCHEMA, SCHEMA_KEY, Printed, Record, Result, hints_of, printed_fields

if TYPE_CHECKING:
    from pandas import DataFrame

Row = dict[str, Any]


def frame(result: Any, tables: Mapping[str, str], name: str) -> DataFrame:
    """The table of that name, by default the first."""
    path = _path(tables, name)
    try:
        from pandas import DataFrame
    except ImportError:
        raise MissingExtraError(f"to_pandas() needs the extra 'pandas': {install('pandas')}.") from None
    made = DataFrame(list(rows_of(result, path)))
    if isinstance(result, Record):
        schema = {SCHEMA_KEY: SCHEMA} if isinstance(result, Result) else {}
        made.attrs = schema | {key: value for key, value in _flat(result).items() if _is_plain(value)}
    return made


def polars_frame(result: Any, tables: Mapping[str, str], name: str) -> Any:
    """The table as polars has it."""
    path = _path(tables, name)
    try:
        polars: Any = import_module("polars")
    except ImportError:
        raise MissingExtraError("to_polars() needs polars: pip install polars.") from None
    return polars.DataFrame(list(rows_of(result, path)), infer_schema_length=None)


def arrow_table(result: Any, tables: Mapping[str, str]) -> Any:
    """The first table as a ``pyarrow.Table``."""
    try:
        arrow: Any = import_module("pyarrow")
    except ImportError:
        raise MissingExtraError(f"results as Arrow need the extra 'arrow': {install('arrow')}.") from None
    rows = list(rows_of(result, _path(tables, "")))
    names = list(dict.fromkeys(name for row in rows for name in row))
    return arrow.table({name: arrow.array([row.get(name) for row in rows]) for name in names})


def _path(tables: Mapping[str, str], name: str) -> str:
    if name and name not in tables:
        known = ", ".join(repr(one) for one in tables)
        raise InputError(f"table is {name!r}{did_you_mean(name, tables) or ';'} there are {known}.")
    return tables[name] if name else next(iter(tables.values()))


def rows_of(result: Any, path: str) -> Iterator[Row]:
    """One row for each record at the end of the path."""
    if not isinstance(result, Record):
        for one in result:
            yield from rows_of(one, path)
    elif not path:
        yield _flat(result)
    else:
        yield from _below(result, path.split("."), {})


def _below(record: Record, steps: list[str], carried: Row) -> Iterator[Row]:
    """Rows under one record; ``carried`` is what the records above it are called."""
    key, _, called = steps[0].partition(":")
    singular = called or key.removesuffix("s")
    inside = _values(record)[key]
    if isinstance(inside, Record):
        yield from _below(inside, steps[1:], carried | _labels(inside, singular))
        return
    pairs = inside.items() if isinstance(inside, Mapping) else enumerate(inside or (), 1)
    for place, item in pairs:
        above = carried | ({singular: place} if isinstance(inside, Mapping) else {})
        if not isinstance(item, Record):
            counted, _, value = singular.rpartition("_")
            yield above | {counted: place, value: item}
            continue
        if len(steps) == 1:
            yield above | {singular if name == "name" else name: value for name, value in _flat(item).items()}
        else:
            yield from _below(item, steps[1:], above | _labels(item, singular))


def _labels(record: Record, called: str) -> Row:
    """What rows below a record say of it: its own names and whole numbers, not those of records inside it."""
    own = {
        called if name == "name" else name: value
        for name, value in _values(record).items()
        if isinstance(value, str | int)
    }
    return {**record.row_labels(), **own}


def _flat(record: Record, prefix: str = "") -> Row:
    """The fields of a record and of the records inside it, as JSON has them, but NaN stays a number."""
    hints, values = hints_of(type(record)), _values(record)
    made: Row = {}
    for field, printed in _fields(record):
        value = values[printed.key]
        if not value and _holds_records(hints[field.name]):
            continue
        inner = prefix if printed.inline else f"{prefix}{printed.key}_"
        if isinstance(value, Record):
            made |= _flat(value, inner)
        elif isinstance(value, Mapping):
            for name, item in value.items():
                made |= _flat(item, f"{inner}{name}_") if isinstance(item, Record) else {f"{inner}{name}": item}
        elif not (isinstance(value, tuple) and any(isinstance(item, Record) for item in value)):
            made[f"{prefix}{printed.key}"] = list(value) if isinstance(value, tuple) else value
    return {name: value for name, value in made.items() if name != "segment_scores"}


def _values(record: Record) -> Row:
    """The fields of a record by the names that JSON has."""
    made = {}
    for field, printed in _fields(record):
        value = getattr(record, field.name)
        made[printed.key] = value if printed.through is None else printed.through(value)
    return made


def _fields(record: Record) -> list[tuple[Field[Any], Printed]]:
    """What JSON has of a record, but for what is made of all of it: a score's details are columns of one metric."""
    return [(field, printed) for field, printed in printed_fields(type(record)) if not printed.of_record]


def _holds_records(hint: Any) -> bool:
    if isinstance(hint, type) and issubclass(hint, Record):
        return True
    return any(map(_holds_records, getattr(hint, "__args__", ())))


def _is_plain(value: Any) -> bool:
    return isinstance(value, str | int | float) or value is None
