"""Requests as plain data and back: what a job file, a page or a cluster sends.

A request is a frozen dataclass of plain values, tuples, mappings, metrics (written as their signatures) and other such
dataclasses. ``to_plain`` gives what ``json.dumps`` takes, ``from_plain`` the equal request. A dataclass says its own
name under ``"type"``, so that a field may hold one of several.
"""

from __future__ import annotations

import os
import types
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import Any, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from tertium.errors import InputError, SpecError
from tertium.metrics.base import Metric
from tertium.metrics.spec import parse

T = TypeVar("T")


def to_plain(value: Any) -> Any:
    """The request, or a part of it, as JSON's kinds of values."""
    if value is None or isinstance(value, str | bool | int | float):
        return value
    if isinstance(value, Metric):
        return _signature(value)
    if is_dataclass(value) and not isinstance(value, type):
        made = {field.name: to_plain(getattr(value, field.name)) for field in fields(value) if field.init}
        return {"type": type(value).__name__, **made}
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if isinstance(value, Mapping):
        return {str(key): to_plain(item) for key, item in value.items()}
    if isinstance(value, frozenset):
        return sorted(value)
    if isinstance(value, Sequence) or hasattr(value, "__iter__"):
        return [to_plain(item) for item in value]
    raise InputError(f"a request holds {type(value).__name__}, which plain data cannot express.")


def from_plain(kind: type[T], data: Any) -> T:
    """The request of that kind that ``to_plain`` made the data of; whatever does not fit is refused."""
    return cast(T, _read(kind, data, kind.__name__))


def _signature(metric: Metric) -> str:
    """The signature, if it leads back to the metric: a class that is registered nowhere cannot be sent."""
    try:
        back = parse(metric.signature)
    except SpecError:
        back = None
    if back != metric:
        raise SpecError(f"{metric} cannot be written into a request: no metric is registered under its name.")
    return metric.signature


def _read(hint: Any, data: Any, place: str) -> Any:
    origin, inner = get_origin(hint), get_args(hint)
    if hint is Any:
        return data
    if origin is Literal:
        return _checked(data in inner, data, place, f"one of {', '.join(map(repr, inner))}")
    if origin in (Union, types.UnionType):
        return _one_of(inner, data, place)
    if origin is tuple:
        _checked(isinstance(data, list), data, place, "a list")
        if len(inner) == 2 and inner[1] is Ellipsis:
            return tuple(_read(inner[0], item, f"{place}[{at}]") for at, item in enumerate(data))
        _checked(len(data) == len(inner), data, place, f"a list of {len(inner)}")
        return tuple(
            _read(part, item, f"{place}[{at}]") for at, (part, item) in enumerate(zip(inner, data, strict=True))
        )
    if origin is not None and issubclass(origin, Mapping):
        _checked(isinstance(data, dict), data, place, "an object")
        return {key: _read(inner[1], item, f"{place}.{key}") for key, item in data.items()}
    if isinstance(hint, type) and issubclass(hint, Metric):
        _checked(isinstance(data, str), data, place, "the signature of a metric")
        return parse(data)
    if is_dataclass(hint):
        return _record(cast(type[Any], hint), data, place)
    if hint is float:
        return float(_checked(isinstance(data, int | float) and not isinstance(data, bool), data, place, "a number"))
    if hint in (str, int, bool):
        return _checked(
            type(data) is hint, data, place, {str: "a string", int: "a whole number", bool: "true or false"}[hint]
        )
    if hint is None or hint is type(None):
        return _checked(data is None, data, place, "null")
    raise TypeError(f"{place}: requests do not hold {hint}")


def _one_of(hints: Sequence[Any], data: Any, place: str) -> Any:
    if data is None and type(None) in hints:
        return None
    if isinstance(data, dict) and "type" in data:
        named = [hint for hint in hints if is_dataclass(hint) and cast(type, hint).__name__ == data["type"]]
        if named:
            return _read(named[0], data, place)
    if isinstance(data, str) and str in hints:
        return data
    problem: TypeError | InputError | None = None
    for hint in hints:
        if hint is type(None):
            continue
        try:
            return _read(hint, data, place)
        except InputError as refused:
            problem = problem or refused
    raise problem or InputError(f"{place} is {data!r}, which fits nothing that is allowed there.")


def _record(kind: type[Any], data: Any, place: str) -> Any:
    _checked(isinstance(data, dict), data, place, "an object")
    known = {field.name for field in fields(kind) if field.init}
    given = {key: item for key, item in data.items() if key != "type"}
    unknown = sorted(set(given) - known)
    if unknown:
        raise InputError(
            f"{place} has '{unknown[0]}', which {kind.__name__} does not know; it has {', '.join(sorted(known))}."
        )
    hints = get_type_hints(kind)
    return kind(**{key: _read(hints[key], item, f"{place}.{key}") for key, item in given.items()})


def _checked(holds: bool, data: Any, place: str, expected: str) -> Any:
    if not holds:
        raise InputError(f"{place} is {data!r}, expected {expected}.")
    return data
