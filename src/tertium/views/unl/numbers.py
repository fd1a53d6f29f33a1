"""Numbers as English writes them: "two thousand", "2,000" and "2000" are one number.

>>> number(["two", "thousand"]), number(["2.5", "million"]), number(["three", "hundred", "fifty"]), number(["2,000"])
('2000', '2500000', '350', '2000')
>>> number(["1,2"]), number(["2", "3"]), number(["many", "thousand"])
(None, None, None)
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

_SMALL = "zero one two three four five six seven eight nine ten eleven twelve"
_TEENS = "thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_UNITS = {word: number for number, word in enumerate(f"{_SMALL} {_TEENS}".split())}
_UNITS |= {word: 10 * tens for tens, word in enumerate(_TENS.split(), 2)}
_SCALES = {"hundred": 100, "thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12}
_DIGITS = re.compile(r"[0-9]{1,15}(\.[0-9]{1,15})?|[0-9]{1,3}(,[0-9]{3}){1,6}(\.[0-9]{1,15})?", re.ASCII)


def number(words: Sequence[str]) -> str | None:
    """The value of a number in one or more words, in digits; None if they are not one number.

    A scale multiplies what stands since the last, greater one. What is added must fit below: two hundred *five*, thirty
    *five*, but not two *three*.
    """
    total, lowest = Decimal(0), Decimal("Infinity")
    group: Decimal | None = None  # what stands since the last scale
    room = Decimal(0)  # what is added to the group must be below it
    for place, spelled in enumerate(words):
        word = spelled.casefold()
        scale = _SCALES.get(word)
        if scale is not None:
            if group is None and place:
                return None  # two thousand million
            group = Decimal(1) if group is None else group
            if scale == 100 and group < 100:
                group, room = group * 100, Decimal(100)
            elif scale != 100 and scale < lowest:
                total, lowest, group = total + group * scale, Decimal(scale), None
            else:
                return None
            continue
        value = _value(word)
        if value is None or value >= (lowest if group is None else room):
            return None
        group = value if group is None else group + value
        room = Decimal(10 if word in _UNITS and value >= 20 else 0)
    return _digits(total + (group or 0)) if words else None


def is_spelled(word: str) -> bool:
    """Is it a number in letters, or in groups of digits with commas?"""
    return word in _UNITS or word in _SCALES or ("," in word and _DIGITS.fullmatch(word) is not None)


def grouped(digits: str) -> str:
    """The same with commas between thousands: 2000 is 2,000."""
    whole, point, rest = digits.partition(".")
    return f"{int(whole):,}{point}{rest}"


def _value(word: str) -> Decimal | None:
    if word in _UNITS:
        return Decimal(_UNITS[word])
    return Decimal(word.replace(",", "")) if _DIGITS.fullmatch(word) else None


def _digits(value: Decimal) -> str:
    return str(int(value)) if value == int(value) else f"{value.normalize():f}"
