"""Numbers in tables, read strictly: what is not plainly a decimal number is an error with its place.

``float()`` takes `1_000` for 1000, Arabic digits for ASCII ones, `1e400` for infinity, and `nan` for a number
(docs/faults.md A5); any of them in a column of judgments is a mistake that would move a correlation. A comma is no
decimal point here.
"""

from __future__ import annotations

import math
import re

from tertium.errors import InputError, brief, option

LARGEST = 1e100  # of scores, judgments and weights: sums of what is larger, or of its squares, may be no numbers
_DECIMAL = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?", re.ASCII)
_WHOLE = re.compile(r"[+-]?\d{1,18}", re.ASCII)

# What people and programs write where there is no number. mt-metrics-eval writes None.
MISSING_WORDS = frozenset({"", "none", "na", "n/a", "nan", "null", "-nan", "+nan"})


_LEFT_OUT = f"; a missing judgment is left out (no row), or allowed with {option('--nan skip')}."


def is_missing(value: object) -> bool:
    """Does the cell say that there is no number?"""
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return True
    return isinstance(value, str) and value.strip().lower() in MISSING_WORDS


def number(value: object, place: str) -> float:
    """A finite number; `place` (file, line, column) opens the message if it is none."""
    if value is None:
        raise InputError(f"{place} has no value, expected a number{_LEFT_OUT}")
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise InputError(f"{place} is {type(value).__name__}, expected a number.")
    if isinstance(value, str):
        text = value.strip()
        if _DECIMAL.fullmatch(text) is None:
            raise _not_a_number(value, place)
        value = float(text)
    try:
        made = float(value)
    except OverflowError:
        made = math.inf
    if not math.isfinite(made):
        raise InputError(f"{place} is not a finite number; repair it, or leave the row out.")
    if abs(made) > LARGEST:
        raise InputError(f"{place} is {made:g}, expected a number of a size up to {LARGEST:g}; repair it.")
    return made


def whole(value: object, place: str) -> int:
    """A whole number."""
    # Stripped for `int`, too: `strip` takes away separators (FS, GS, RS, US) that `int` does not.
    if isinstance(value, str) and _WHOLE.fullmatch(text := value.strip()):
        return int(text)
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if isinstance(value, float) and value.is_integer() and abs(value) < 2**53:
        return int(value)
    raise InputError(f"{place} is '{brief(str(value))}', expected a whole number.")


def _not_a_number(value: str, place: str) -> InputError:
    hint = "."
    if re.fullmatch(r"[+-]?\d+,\d+", value.strip(), re.ASCII):
        hint = f"; with a decimal point it is {value.strip().replace(',', '.')}."
    elif is_missing(value):
        hint = _LEFT_OUT
    return InputError(f"{place} is '{brief(value)}', expected a number{hint}")
