"""JSON Schemas (draft 2020-12) of records, from the same fields that `Record.to_dict` prints.

The schemas are open: a later release may add keys to schema 1, so a reader must not refuse a key it does not know.
"""

from __future__ import annotations

import inspect
import types
from collections.abc import Mapping
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from tertium.results.record import SCHEMA_KEY, Record, Result, hints_of, printed_fields

DRAFT = "https://json-schema.org/draft/2020-12/schema"

_SIMPLE: dict[Any, dict[str, Any]] = {
    str: {"type": "string"},
    bool: {"type": "boolean"},
    int: {"type": "integer"},
    float: {"type": ["number", "null"]},  # null: the number does not exist
    type(None): {"type": "null"},
    Any: {},
}


def schema_of(record: type[Record], title: str, *, listed: bool = False) -> dict[str, Any]:
    """The schema of a record, or of a list of such records."""
    known: dict[str, Any] = {}
    top = _record(record, known)
    made: dict[str, Any] = {"$schema": DRAFT, "title": title}
    made |= {"type": "array", "items": top} if listed else top
    return made | {"$defs": dict(sorted(known.items()))}


def _record(record: type[Record], known: dict[str, Any]) -> dict[str, Any]:
    """A reference to the record's definition, which is added to those known."""
    if record.__name__ not in known:
        known[record.__name__] = {}  # a record that holds its own kind ends here
        known[record.__name__] = _object(record, known)
    return {"$ref": f"#/$defs/{record.__name__}"}


def _object(record: type[Record], known: dict[str, Any]) -> dict[str, Any]:
    properties, required = _properties(record, known)
    if issubclass(record, Result):
        properties = {SCHEMA_KEY: {"const": record.schema}, **properties}
        required = [SCHEMA_KEY, *required]
    return {
        "description": _first_paragraph(record),
        "type": "object",
        "properties": properties,
        "required": required,
    }


def _properties(record: type[Record], known: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
    hints = hints_of(record)
    properties: dict[str, Any] = {}
    required: list[str] = []
    for field, printed in printed_fields(record):
        kind = hints[field.name] if printed.through is None else _returned(printed.through)
        if printed.inline:
            inner, needed = _properties(kind, known)
            properties |= inner
            required += needed
            continue
        properties[printed.key] = _typed(kind, known)
        if not printed.optional:
            required.append(printed.key)
    return properties, required


def _returned(function: Any) -> Any:
    return get_type_hints(function)["return"]


def _typed(kind: Any, known: dict[str, Any]) -> dict[str, Any]:
    if kind in _SIMPLE:
        return dict(_SIMPLE[kind])
    if isinstance(kind, type) and issubclass(kind, Record):
        return _record(kind, known)
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Literal:
        return {"enum": list(arguments)}
    if origin in (Union, types.UnionType):
        return _either([_typed(one, known) for one in arguments])
    if origin in (tuple, list):
        return _array(origin, arguments, known)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return {"type": "object", "additionalProperties": _typed(arguments[1], known)}
    raise TypeError(f"no JSON Schema is known for {kind}")


def _either(parts: list[dict[str, Any]]) -> dict[str, Any]:
    """Simple types in one list, others side by side."""
    if all(set(part) == {"type"} for part in parts):
        names: list[str] = []
        for part in parts:
            names += [part["type"]] if isinstance(part["type"], str) else part["type"]
        return {"type": list(dict.fromkeys(names))}
    return {"anyOf": parts}


def _array(origin: Any, arguments: tuple[Any, ...], known: dict[str, Any]) -> dict[str, Any]:
    if origin is tuple and (len(arguments) != 2 or arguments[1] is not Ellipsis):
        parts = [_typed(one, known) for one in arguments]
        return {"type": "array", "prefixItems": parts, "items": False, "minItems": len(parts)}
    return {"type": "array", "items": _typed(arguments[0], known)}


def _first_paragraph(record: type[Record]) -> str:
    text = inspect.cleandoc(record.__doc__ or "").partition("\n\n")[0]
    return " ".join(text.split())
