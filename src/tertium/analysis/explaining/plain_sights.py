"""What was seen of a chunk in plain values and arrays, and back: for work that is kept on disk (``engine.kept_work``).

Dataclasses become lists of their fields. Their annotations say what to make of those again.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any, get_args, get_origin, get_type_hints


def to_plain(value: Any) -> Any:
    if is_dataclass(value):
        return [to_plain(getattr(value, field.name)) for field in fields(value)]
    if isinstance(value, list | tuple):
        return [to_plain(item) for item in value]
    return value


def from_plain(kind: Any, data: Any) -> Any:
    """The value of that kind that ``to_plain`` made the data of."""
    if data is None:
        return None
    if is_dataclass(kind):
        hints = get_type_hints(kind)
        listed = zip(fields(kind), data, strict=True)
        return kind(*(from_plain(hints[field.name], item) for field, item in listed))  # type: ignore[operator]  # a class
    origin, inner = get_origin(kind), get_args(kind)
    if origin is tuple:
        kinds = [inner[0]] * len(data) if inner[-1] is ... else inner
        return tuple(from_plain(one, item) for one, item in zip(kinds, data, strict=True))
    if origin is list:
        return [from_plain(inner[0], item) for item in data]
    chosen = [one for one in inner if is_dataclass(one)]  # of "this or None"
    return from_plain(chosen[0], data) if chosen else data
