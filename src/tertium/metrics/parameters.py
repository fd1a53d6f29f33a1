"""Parameters of metrics: declared once as dataclass fields, validated at construction, printed in signatures.

*Structural* parameters change the measured rows; *tunable* ones enter only ``select`` and ``score``, so that tuning
never aligns a sentence twice.
"""

from __future__ import annotations

import dataclasses
import functools
import inspect
import math
import sys
import types
import typing
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, cast

from tertium.errors import SpecError, brief, brief_value, did_you_mean, is_whole, printable

_KEY = "tertium"


@dataclass(frozen=True)
class Parameter:
    """What a spec may say about one field, and what it means."""

    help: str
    tunable: bool = False
    choices: tuple[str, ...] = ()
    low: float = -math.inf
    high: float = math.inf
    check: Callable[[Any], Any] | None = None


def param(
    default: Any,
    help: str,  # noqa: A002 - the word users see
    *,
    tunable: bool = False,
    choices: tuple[str, ...] = (),
    low: float = -math.inf,
    high: float = math.inf,
    check: Callable[[Any], Any] | None = None,
) -> Any:
    """A dataclass field that is a metric's parameter. ``check`` may normalise the value or raise SpecError."""
    parameter = Parameter(help, tunable, choices, low, high, check)
    return dataclasses.field(default=default, metadata={_KEY: parameter})


def parameters(metric: Any) -> Iterator[tuple[dataclasses.Field[Any], Parameter]]:
    """Fields and declarations of a metric or metric class, in order."""
    return iter(_declared(metric if isinstance(metric, type) else type(metric)))


@functools.cache
def _declared(cls: type) -> tuple[tuple[dataclasses.Field[Any], Parameter], ...]:
    return tuple((field, field.metadata[_KEY]) for field in dataclasses.fields(cls) if _KEY in field.metadata)


def validate(metric: Any) -> None:
    """Check every parameter of a new metric; normalised values replace what was given."""
    for field, parameter in parameters(metric):
        value = _checked(metric, field, parameter)
        object.__setattr__(metric, field.name, value)


def _checked(metric: Any, field: dataclasses.Field[Any], parameter: Parameter) -> Any:
    value = _plain(getattr(metric, field.name))
    where = f"{metric.name}:{field.name}"
    if parameter.choices and not (isinstance(value, str) and value in parameter.choices):
        hint = did_you_mean(value, parameter.choices) if isinstance(value, str) else ""
        raise SpecError(f"{where} is {_got(value)}{hint or ','} expected one of {', '.join(parameter.choices)}.")
    kinds = _kinds(type(metric), field.name)
    if not _fits(value, kinds):
        raise SpecError(f"{where} is {_got(value)}, expected {_describe(kinds)}.")
    for number in value if isinstance(value, tuple) else (value,):
        if isinstance(number, int | float) and not isinstance(number, bool):
            # Python's whole numbers have no bound, so that turning one into a float may fail.
            if not -sys.float_info.max <= number <= sys.float_info.max:
                raise SpecError(f"{where} is {_got(value)}, expected a finite number.")
            if not parameter.low <= number <= parameter.high:
                bounds = f"between {_number(parameter.low)} and {_number(parameter.high)}"
                if parameter.high == math.inf:
                    bounds = f"of at least {_number(parameter.low)}"
                raise SpecError(f"{where} is {_got(value)}, expected a value {bounds}.")
    if float in kinds and isinstance(value, int) and not isinstance(value, bool) and int not in kinds:
        value = float(value)  # 2 and 2.0 are one metric: equality and signatures must not tell them apart
    return parameter.check(value) if parameter.check is not None else value


def _got(value: Any) -> str:
    """What was given, spelled as in specs, if it is something that a spec can hold."""
    parts = value if isinstance(value, tuple) else (value,)
    for part in parts:
        if isinstance(part, int) and part.bit_length() > 1000:  # Python cannot write it
            return brief_value(part)
        if not (part is None or isinstance(part, str | float | int)):
            return brief_value(value)
    return brief(show(value))


def _plain(value: Any) -> Any:
    """numpy's whole numbers as Python's, lists as tuples: parameters are compared, hashed and printed."""
    if isinstance(value, list | tuple):
        return tuple(_plain(item) for item in value)
    if is_whole(value):
        return int(value)
    return value


@functools.cache
def _hints(cls: type) -> dict[str, Any]:
    """Annotations of a metric's parameters, evaluated once, and no others: each takes a tenth of a millisecond."""
    names = {field.name for field, _ in _declared(cls)}
    made: dict[str, Any] = {}
    for owner in reversed(cls.__mro__):
        mine = {name: hint for name, hint in inspect.get_annotations(owner).items() if name in names}
        known = getattr(sys.modules.get(owner.__module__), "__dict__", {})
        made |= typing.get_type_hints(types.SimpleNamespace(__annotations__=mine), known)
    return made


def _kinds(cls: type, name: str) -> tuple[Any, ...]:
    """The types a field admits: (int,), (float, NoneType), (tuple[float, ...],)."""
    hint = _hints(cls)[name]
    if typing.get_origin(hint) in (types.UnionType, typing.Union):
        return typing.get_args(hint)
    return (hint,)


def _fits(value: Any, kinds: tuple[Any, ...]) -> bool:
    for kind in kinds:
        if kind is float and isinstance(value, int | float) and not isinstance(value, bool):
            return True
        if kind is int and isinstance(value, int) and not isinstance(value, bool):
            return True
        if kind in (bool, str, types.NoneType) and isinstance(value, kind):
            return True
        if typing.get_origin(kind) is tuple and isinstance(value, tuple) and all(_fits(v, (float,)) for v in value):
            return True
    return False


def _describe(kinds: tuple[Any, ...]) -> str:
    names = {
        float: "a number",
        int: "a whole number",
        bool: "yes or no",
        str: "a name",
        types.NoneType: "none",
    }
    return " or ".join(names.get(kind, "numbers separated by /") for kind in kinds)


def show(value: Any) -> str:
    """A parameter's value as specs and signatures spell it."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return _number(value)
    if isinstance(value, tuple):
        return "/".join(show(item) for item in value)
    text = str(value)
    if text and not set(text) & set(' \t\n\r,#+*|"\\()') and text.isprintable():
        return text
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"' if escaped.isprintable() else f'"{printable(escaped)}"'


def _number(value: float) -> str:
    """The shortest spelling that reads back; without a plus, which stands between the terms of a sum (1e20)."""
    if abs(value) < 1e15 and float(value).is_integer():
        return str(int(value))
    return repr(float(value)).replace("e+", "e")


def read(cls: type, name: str, text: str) -> Any:
    """A parameter's value from its spelling in a spec; the field's type decides."""
    kinds = _kinds(cls, name)
    if types.NoneType in kinds and str not in kinds and text == "none":  # a name may be "none": that is no default
        return None
    if bool in kinds and text in ("yes", "no", "true", "false"):
        return text in ("yes", "true")
    plain = text.isascii() and "_" not in text  # float() would take '1_000' and digits of other scripts
    if int in kinds and plain:
        try:
            return int(text)
        except ValueError:
            pass
    if float in kinds and plain:
        try:
            return float(text)
        except ValueError:
            pass
    if any(typing.get_origin(kind) is tuple for kind in kinds) and plain:
        try:
            return tuple(float(part) for part in text.split("/"))
        except ValueError:
            pass
    if str in kinds:
        return text
    raise SpecError(f"{cast(Any, cls).name}:{name} is {brief(repr(text))}, expected {_describe(kinds)}.")
