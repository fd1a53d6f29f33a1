"""Results whose sentences name options: each door has them say what it would say itself (``errors.either``)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from operator import is_not
from typing import Any, TypeVar

from tertium.results.record import Record

T = TypeVar("T")
_NUMBERS = frozenset({int, float, bool, type(None)})
_FIELDS: dict[type[Record], tuple[str, ...]] = {}


def worded(result: T, word: Callable[[str], str]) -> T:
    """The result with every sentence worded; the same object where there is nothing to word."""
    made: T = _worded(result, word)
    return made


def _names(record: type[Record]) -> tuple[str, ...]:
    if record not in _FIELDS:
        _FIELDS[record] = tuple(field.name for field in fields(record) if field.init)  # type: ignore[arg-type]
    return _FIELDS[record]


def _worded(value: Any, word: Callable[[str], str]) -> Any:
    kind = type(value)
    if kind in _NUMBERS:  # most are
        return value
    if isinstance(value, str):
        return word(value)
    if isinstance(value, Record):
        if not value.has_sentences:
            return value
        changed = {}
        for name in _names(kind):
            old = getattr(value, name)
            if type(old) in _NUMBERS:  # a report has ten thousand of them
                continue
            new = _worded(old, word)
            if new is not old:
                changed[name] = new
        return replace(value, **changed) if changed else value  # type: ignore[type-var]
    if isinstance(value, Mapping):
        made = {key: _worded(item, word) for key, item in value.items()}
        return made if any(made[key] is not item for key, item in value.items()) else value
    if isinstance(value, tuple) and value and not isinstance(value[0], int | float | None):  # numbers may be millions
        items = [_worded(item, word) for item in value]
        return tuple(items) if any(map(is_not, items, value)) else value
    return value
