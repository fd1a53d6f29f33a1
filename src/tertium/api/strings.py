"""Lists of strings as Python callers give them: refused before the work if they are something else."""

from __future__ import annotations

from typing import Any

from tertium.errors import InputError, brief_value


def names_of(name: str, given: Any) -> tuple[str, ...]:
    """Names as a list, which may be empty, or one by itself."""
    listed = (given,) if isinstance(given, str) else tuple(given)
    for place, item in enumerate(listed):
        if not isinstance(item, str):
            raise InputError(f"{name}[{place}] is {brief_value(item)}, expected a string.")
    return listed


def strings_of(name: str, given: Any) -> tuple[str, ...]:
    """The strings; a string by itself, an empty list and what is no string are errors."""
    if isinstance(given, str) or not hasattr(given, "__len__"):
        raise InputError(f"{name} is {type(given).__name__}, expected a list of strings.")
    if len(given) == 0:
        raise InputError(f"{name} is empty, expected at least one string.")
    listed = tuple(given)
    wrong = next((place for place, text in enumerate(listed) if not isinstance(text, str)), None)
    if wrong is not None:
        raise InputError(f"{name}[{wrong}] is {type(listed[wrong]).__name__}, expected a string.")
    return listed
