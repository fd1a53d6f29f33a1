"""Records as plain data: what JSON holds of a record is said once, by its fields.

A field is printed under its own name, in the order the fields stand in, unless its metadata says otherwise
(``in_json``). Records inside records, mappings and tuples become objects and lists. JSON has no NaN and no infinity: a
number that does not exist is null. `tertium.results.schema` reads the same fields.

Results also show themselves (`Shown`): their table where Python prints them, HTML in a notebook, a frame of pandas.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, dataclass, fields, replace
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, get_type_hints

if TYPE_CHECKING:
    from pandas import DataFrame

SCHEMA = 1  # raised when a key goes, or means something else; not when a key is added
SCHEMA_KEY = "schema"

_KEY = "tertium.json"
_TEXTS = frozenset({str, type(None)})

# By name: records stand above all that shows them, and whoever never looks at one loads none of it.
_FRAMES = "tertium.results.frames"
_RENDER = "tertium.render.shown"


@dataclass(frozen=True)
class Printed:
    """How a field is printed.

    ``optional``: left out where it has its default. ``hidden``: never printed. ``inline``: the keys of the record it
    holds stand beside the others. ``through`` makes what is printed of the value, or with
    ``of_record`` of the whole record; its return type is the printed type.
    """

    key: str
    optional: bool = False
    hidden: bool = False
    inline: bool = False
    through: Callable[[Any], Any] | None = None
    of_record: bool = False


_PRINTED: dict[type[Record], tuple[tuple[Field[Any], Printed], ...]] = {}


def in_json(
    key: str = "",
    *,
    optional: bool = False,
    hidden: bool = False,
    inline: bool = False,
    through: Callable[[Any], Any] | None = None,
    of_record: bool = False,
) -> dict[str, Printed]:
    """Metadata of a field that is not simply printed under its own name; see `Printed`."""
    return {_KEY: Printed(key, optional, hidden, inline, through, of_record)}


class Record:
    """A frozen dataclass that can be printed as a JSON object.

    ``elsewhere`` says in which modules names of its annotations are that are loaded only when somebody asks.
    """

    __slots__ = ()
    elsewhere: ClassVar[Mapping[str, str]] = {}
    has_sentences: ClassVar[bool] = True  # that each door words its own way (``results.wording``)

    def row_labels(self) -> Mapping[str, Any]:
        """What rows of tables below this record say of it, beside its names and whole numbers."""
        return {}

    def to_dict(self) -> dict[str, Any]:
        """What JSON holds of this record; `json.dumps` takes it as it is."""
        made: dict[str, Any] = {}
        for field, printed in printed_fields(type(self)):
            value = getattr(self, field.name)
            if printed.of_record and printed.through is not None:
                value = printed.through(self)
            if printed.optional and value == default_of(field):
                continue
            value = plain(value if printed.through is None or printed.of_record else printed.through(value))
            if printed.inline:
                made |= value
            else:
                made[printed.key] = value
        return made


class Shown:
    """A result that shows itself as the command line would, and gives itself as a table.

    ``kind`` is its name in the table of renderers. ``tables`` are the paths of its tables for pandas, the first by
    default: see ``results.frames``.
    """

    __slots__ = ()
    kind: ClassVar[str] = ""
    tables: ClassVar[Mapping[str, str]] = {"": ""}

    def as_rendered(self) -> Any:
        """What the renderers of this kind take."""
        return self

    def __repr__(self) -> str:
        text: str = import_module(_RENDER).text(self)
        return text

    def _repr_html_(self) -> str:
        """For notebooks."""
        html: str = import_module(_RENDER).html(self)
        return html

    def to_pandas(self, table: str = "") -> DataFrame:
        """A table of the result as a ``pandas.DataFrame``, numbers in full precision; needs the extra ``pandas``."""
        made: DataFrame = import_module(_FRAMES).frame(self, self.tables, table)
        return made

    def to_polars(self, table: str = "") -> Any:
        """The same as a ``polars.DataFrame``; needs polars."""
        return import_module(_FRAMES).polars_frame(self, self.tables, table)

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """The first table as an Arrow stream, for any library that reads one; needs the extra ``arrow``."""
        return import_module(_FRAMES).arrow_table(self, self.tables).__arrow_c_stream__(requested_schema)


class Result(Record, Shown):
    """A record that is printed by itself: it says by which schema."""

    __slots__ = ()
    schema: ClassVar[int] = SCHEMA

    def to_dict(self) -> dict[str, Any]:
        return {SCHEMA_KEY: self.schema, **super().to_dict()}


def hints_of(record: type) -> dict[str, Any]:
    """The types of a record's fields."""
    elsewhere: Mapping[str, str] = getattr(record, "elsewhere", {})
    return get_type_hints(record, localns={name: getattr(import_module(at), name) for name, at in elsewhere.items()})


def printed_fields(record: type[Record]) -> tuple[tuple[Field[Any], Printed], ...]:
    """Every field that is printed, and how."""
    if record not in _PRINTED:
        made = []
        for field in fields(record):  # type: ignore[arg-type]  # every record is a dataclass
            printed = field.metadata.get(_KEY) or Printed(field.name)
            if not printed.hidden:
                made.append((field, replace(printed, key=printed.key or field.name)))
        _PRINTED[record] = tuple(made)
    return _PRINTED[record]


def default_of(field: Field[Any]) -> Any:
    if field.default_factory is not MISSING:
        return field.default_factory()
    if field.default is MISSING:
        raise TypeError(f"the field {field.name} is optional in JSON but has no default")
    return field.default


def plain(value: Any) -> Any:
    """The same value for JSON: objects, lists, and null for a number JSON cannot write."""
    if isinstance(value, str):  # most are, and what follows takes its time
        return value
    if isinstance(value, float):
        return finite_or_none(value)
    if isinstance(value, Record):
        return value.to_dict()
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        # A page has a text of every segment and system: a list of nothing else is taken as it is.
        return list(value) if _TEXTS.issuperset(map(type, value)) else [plain(item) for item in value]
    return value


def finite_or_none(number: float) -> float | None:
    """JSON has no NaN and no infinity: a score that does not exist is null. A number of numpy's, which says its type
    when it is written out, becomes Python's."""
    if not math.isfinite(number):
        return None
    return float(number) if isinstance(number, float) else number
