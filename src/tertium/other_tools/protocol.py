"""What a child process and we say to one another: JSON Lines in UTF-8.

The child first says who it is, in one line (*hello*). Then it reads items from its standard input, until that ends, and
answers each of them once, in any order, when it likes:

    child  {"tertium": 1, "name": "comet", "version": "2.2.7", "model": "…", "revision": "…", "precision": "fp32",
            "licence": "apache-2.0", "better": "higher", "uses": ["src", "mt", "ref"]}
    we     {"id": 0, "src": "…", "mt": "…", "ref": "…"}
    child  {"id": 0, "score": 0.8412}

Of the first line only ``tertium`` is needed, the version of this protocol. Instead of any line the child may say
``{"error": "what is wrong, and what to do"}`` and end.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from tertium.errors import InputError, TertiumError, printable
from tertium.other_tools.spec import BETTER, FIELDS

VERSION = 1
_LONGEST_WORDS = 500  # characters of what a child says went wrong
_TEXTS = ("name", "version", "model", "revision", "precision", "licence")
_SHOWN = 60  # characters of a wrong line


class RefusedByToolError(TertiumError):
    """A child says itself what is wrong, in a line {"error": …}."""

    def __init__(self, tool: str, said: object) -> None:
        super().__init__(f"{tool}: {printable(str(said))[:_LONGEST_WORDS]}")


@dataclass(frozen=True)
class Description:
    """What a child says of itself: all that its scores depend on, their direction, range and licence.

    ``settings`` are further things that change scores, as text. ``range`` is what no score leaves.
    """

    name: str = ""
    version: str = ""
    model: str = ""
    revision: str = ""
    precision: str = ""
    licence: str = ""
    better: str = "higher"
    uses: tuple[str, ...] = FIELDS
    range: tuple[float, float] | None = None
    settings: Mapping[str, str] = field(default_factory=dict)

    @property
    def higher_is_better(self) -> bool:
        return self.better == "higher"

    def identity(self) -> str:
        """What two runs must share so that their scores may be mixed."""
        known = asdict(self)
        for key in ("licence", "better", "range"):
            del known[key]
        return json.dumps(known, sort_keys=True)


def described(line: str, tool: str) -> Description:
    """The description in a child's first line."""
    given = _object(line, f"the first line of {tool}")
    if "error" in given:
        raise RefusedByToolError(tool, given["error"])
    if given.get("tertium") != VERSION:
        said = f"'tertium': {printable(json.dumps(given['tertium']))}" if "tertium" in given else "no 'tertium'"
        raise InputError(
            f'the first line of {tool} has {said}, expected "tertium": {VERSION}, the version of the protocol; a '
            "command without such a line is run with hello=no."
        )
    if given.get("level", "segment") != "segment":
        raise InputError(
            f"{tool} scores by {printable(str(given['level']))}; tertium needs a score for each segment, from which it "
            "makes those of systems."
        )
    texts = {key: _text(given, key, tool) for key in _TEXTS}
    better = given.get("better", "higher")
    if better not in BETTER:
        raise InputError(f"{tool} says better is {better!r}, expected 'higher' or 'lower'.")
    settings = given.get("settings", {})
    if not isinstance(settings, dict):
        raise InputError(f"{tool} says settings are {type(settings).__name__}, expected an object.")
    return Description(
        **texts,
        better=better,
        uses=_uses(given.get("uses", list(FIELDS)), tool),
        range=_range(given.get("range"), tool),
        settings={str(key): str(value) for key, value in settings.items()},
    )


def answer(line: str, number: int, tool: str) -> tuple[int, float]:
    """The id and the score in a line of a child's output, of which this one is the ``number``-th."""
    place = f"line {number} of {tool}"
    given = _object(line, place)
    if "error" in given:
        raise RefusedByToolError(tool, given["error"])
    name = given.get("id")
    if isinstance(name, bool) or not isinstance(name, int):
        raise InputError(f'{place} has no id that is a whole number, expected {{"id": 0, "score": 0.5}}.')
    score = given.get("score")
    if isinstance(score, bool) or not isinstance(score, int | float) or not _finite(score):
        said = "no score" if "score" not in given else f"the score {printable(json.dumps(score))[:_SHOWN]}"
        raise InputError(f"{place} has {said} for id {name}, expected a finite number.")
    return name, float(score)


def item(number: int, texts: Mapping[str, str]) -> bytes:
    """An item as it is sent. ASCII alone: whatever a child takes its input for, it reads the same."""
    return json.dumps({"id": number, **texts}).encode("ascii") + b"\n"


def _object(line: str, place: str) -> dict[str, Any]:
    try:
        given = json.loads(line)
    except (ValueError, RecursionError):
        given = None
    if not isinstance(given, dict):
        shown = printable(line.strip()[:_SHOWN])
        raise InputError(
            f"{place} is no JSON object: '{shown}'; whatever else it has to say belongs to its standard error."
        )
    return given


def _text(given: Mapping[str, Any], key: str, tool: str) -> str:
    value = given.get(key)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise InputError(f"{tool} says {key} is {type(value).__name__}, expected text.")
    return printable(value)


def _uses(given: Any, tool: str) -> tuple[str, ...]:
    if not isinstance(given, list) or "mt" not in given or any(name not in FIELDS for name in given):
        raise InputError(f"{tool} says it uses {given!r}, expected a list of {', '.join(FIELDS)}, mt among them.")
    return tuple(name for name in FIELDS if name in given)


def _range(given: Any, tool: str) -> tuple[float, float] | None:
    if given is None:
        return None
    numbers = isinstance(given, list) and all(isinstance(one, int | float) and _finite(one) for one in given)
    if not numbers or len(given) != 2 or not given[0] < given[1]:
        raise InputError(f"{tool} says its range is {given!r}, expected two numbers such as [0, 1].")
    return float(given[0]), float(given[1])


def _finite(number: float) -> bool:
    """Is it a number that floats have? JSON knows whole numbers of any size."""
    try:
        return math.isfinite(number)
    except OverflowError:
        return False
