"""The door of the Python functions: a setting of another type than its function declares is one sentence.

The annotations of the signature say what is expected, so that a new setting is checked without a line here. A setting
that has its default is not looked at, and hints are evaluated when their setting is first given. Looked at are names,
numbers, flags, paths, and whether something is a list or a mapping; what is *in* texts, lists and mappings is looked at
where they are read, once.
"""

from __future__ import annotations

import functools
import inspect
import numbers
import os
import types
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import numpy as np

from tertium.corpus.texts.streams import Streams
from tertium.errors import InputError, brief_value, did_you_mean, is_whole
from tertium.metrics.base import Metric

_LONGEST = 1000  # bits of a whole number: Python cannot write much larger ones, nor make floats of them
_WORDS: dict[Any, str] = {
    bool: "True or False",
    int: "a whole number",
    float: "a number",
    str: "a string",
    os.PathLike: "a path",
    Sequence: "a list",
    Mapping: "a mapping",
    tuple: "a tuple",
    types.NoneType: "None",
    Metric: "a metric",
    Streams: "tertium.streams(…)",
}


def check_types(function: Any, given: Mapping[str, Any]) -> None:
    """InputError for the first of the settings (a function's ``locals()``) that is of no type that it may be."""
    for name, default in _defaults(function):
        value = given[name]
        if value is not default:
            kinds = _kinds(function, name)
            if not any(_fits(value, kind) for kind in kinds):
                raise InputError(f"{name} is {brief_value(value)}{_hint(value, kinds)} expected {_described(kinds)}.")
            if isinstance(value, int) and value.bit_length() > _LONGEST and Any not in kinds:
                raise InputError(f"{name} is {brief_value(value)}, larger than any setting may be; give a smaller one.")


@functools.cache
def _defaults(function: types.FunctionType) -> tuple[tuple[str, Any], ...]:
    return tuple((name, taken.default) for name, taken in inspect.signature(function).parameters.items())


@functools.cache
def _kinds(function: types.FunctionType, name: str) -> tuple[Any, ...]:
    """What the annotation admits: (int, NoneType) for ``int | None``."""
    hint = types.SimpleNamespace(__annotations__={name: function.__annotations__[name]})
    return tuple(_flat(get_type_hints(hint, function.__globals__)[name]))


def _flat(hint: Any) -> Iterator[Any]:
    if get_origin(hint) in (Union, types.UnionType):
        for part in get_args(hint):
            yield from _flat(part)
    else:
        yield types.NoneType if hint is None else hint


def _fits(value: Any, kind: Any) -> bool:
    if kind is Any:
        return True
    origin = get_origin(kind) or kind
    if origin is Literal:
        return any(_fits(value, type(choice)) and value == choice for choice in get_args(kind))
    if origin is bool:
        return isinstance(value, bool | np.bool_) or (isinstance(value, numbers.Integral) and value in (0, 1))
    if origin is int:
        return is_whole(value)
    if origin is float:
        return isinstance(value, numbers.Real) and not isinstance(value, bool)
    if origin is Sequence:
        return _is_listed(value)
    if origin is tuple:
        return _is_listed(value) and not isinstance(value, str)
    if origin is Metric and isinstance(value, type):
        return issubclass(value, Metric)  # whose reader says how to make one
    return isinstance(value, origin)


def _is_listed(value: Any) -> bool:
    """Lists, columns of numpy, pandas and Arrow, generators; a string, too, which its reader takes or explains."""
    if isinstance(value, str):
        return True
    if isinstance(value, type | Mapping | bytes | bytearray) or getattr(value, "ndim", 1) == 0:
        return False
    return any(hasattr(value, way) for way in ("__iter__", "__getitem__", "__arrow_c_array__", "__arrow_c_stream__"))


def _hint(value: Any, kinds: Sequence[Any]) -> str:
    named = [choice for kind in kinds if get_origin(kind) is Literal for choice in get_args(kind)]
    return (did_you_mean(value, map(str, named)) if isinstance(value, str) else "") or ","


def _described(kinds: Sequence[Any]) -> str:
    words: dict[str, None] = {}
    for kind in kinds:
        if get_origin(kind) is Literal:
            words |= dict.fromkeys(map(repr, get_args(kind)))
        else:
            plain = get_origin(kind) or kind
            words[_WORDS.get(plain, f"a {plain.__name__}")] = None
    *others, last = words
    return f"{', '.join(others)} or {last}" if others else last
