"""Hostile arguments for every function of the native module: what a child process of test_doors.py runs.

Every function is called with each argument in turn replaced by a bad one, then with several bad ones at once. The name
of a call is printed before it is made, so that the last line of a process that died says what killed it.

    python -m kernels.hostile good | one DOOR... | several SEED ROUNDS | crash
"""

from __future__ import annotations

import ctypes
import os
import random
import sys
import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np

from kernels.good_arguments import OBJECTS, SENTENCES, Door, call, doors, good, int32, pool
from tertium.kernels import _native

REFUSALS = (TypeError, ValueError, IndexError, OverflowError)
TYPES = ("int8", "int16", "int32", "int64", "uint8", "uint64", "float32", "float64", "complex64", "bool", "O", "U1")
NUMBERS = [-1, 0, 1, 2, 7, 1000, 2**31 - 1, 2**31, 2**32, 2**61, 2**62, 2**63 - 1, 2**63, 2**64 - 1, 2**64, 10**30]
NUMBERS += [-(2**31), -(2**63), -(10**30)]
NO_VALUE = [None, "text", 1.5, object(), [], b"bytes", float("nan"), {}, ()]
STRINGS = ["", "nonsense", "\ud800", "\0", "x" * 100_000, "é" * 33, "\U0010ffff"]


class Liar:
    """A sequence that is longer than it says, and nothing in it is what it should be."""

    def __len__(self) -> int:
        return 3

    def __getitem__(self, place: int) -> Any:
        if place > 5:
            raise IndexError
        return object()


def bad_arrays(array: np.ndarray[Any, Any]) -> Iterator[tuple[str, Any]]:
    """Of another type, layout or shape, and of the same with other numbers in it."""
    kind = array.dtype
    for other in (
        "int8",
        "int16",
        "int32",
        "int64",
        "uint8",
        "uint64",
        "float32",
        "float64",
        "complex64",
        "bool",
        "O",
        "U1",
    ):
        if np.dtype(other) != kind:
            yield other, array.astype(other)
    yield "other byte order", array.astype(kind.newbyteorder())
    yield "every second", np.repeat(array, 2, axis=0)[::2]
    yield "backwards", array[::-1]
    yield "broadcast", np.broadcast_to(array.reshape(-1)[:1], (4,) * array.ndim)
    yield "one axis more", array[None]
    yield "no axis", np.array(1, kind)
    yield "no rows", array[:0].copy()
    yield "by columns", np.asfortranarray(np.ones((3, 2), kind))
    yield "unaligned", np.frombuffer(b"\0" * (array.nbytes + 1), np.uint8)[1:].view(kind)
    yield "one less", array[:-1].copy()
    yield "twice", np.concatenate([array, array])
    yield "reversed", np.ascontiguousarray(array[::-1])
    yield "long", np.resize(array, (1000, *array.shape[1:]))
    numbers: list[Any] = [-1, 1, 5, 100, 1000, np.iinfo(np.int32).max, np.iinfo(np.int32).min]
    if kind == np.int64:
        numbers += [2**31, 2**32, 2**40, 2**62, 2**63 - 1, -(2**63)]
    elif kind in (np.int8, np.int16):
        numbers = [-1, 0, 1, 100, np.iinfo(kind).max, np.iinfo(kind).min]
    elif kind == np.uint8:
        numbers = [0, 1, 10, 13, 127, 128, 192, 255]
    elif kind.kind == "f":
        numbers = [np.nan, np.inf, -np.inf, 1e308, -1e308, 5e-324, -0.0, 2.0**62]
    elif kind == np.bool_:
        return
    for number in numbers:
        yield f"all {number}", np.full_like(array, number)
        for place in {0, array.size // 2, array.size - 1}:
            if array.size:
                changed = array.copy()
                changed.reshape(-1)[place] = number
                yield f"{number} at {place}", changed


def bad(value: Any, kind: str) -> Iterator[tuple[str, Any]]:
    for nothing in NO_VALUE:
        yield repr(nothing)[:20], nothing
    if kind.startswith("array"):
        yield from bad_arrays(value)
    elif kind in ("int", "float", "bool"):
        yield from ((str(number), number) for number in [*NUMBERS, True, False])
        if kind == "float":
            yield from ((str(number), number) for number in (np.inf, -np.inf, 1e308, -1.0, 0.0))
    elif kind == "str":
        yield from ((f"str {number}", text) for number, text in enumerate(STRINGS))
    elif kind in OBJECTS or (kind[0].isupper() and hasattr(_native, kind)):
        yield "never initialised", getattr(_native, kind).__new__(getattr(_native, kind))
        yield from ((f"a {other}", make()) for other, make in OBJECTS.items() if other != kind)
        if kind in ("Pool", "Graphs", "ParaphraseTable"):
            yield "empty", getattr(_native, kind)()
        if kind == "TokenView":
            yield "without sentences", _native.intern_tokens([])
            yield "blank", _native.intern_tokens([[]] * len(SENTENCES))
            yield "longer", _native.intern_tokens([["w" + str(i) for i in range(500)]] * 9)
            yield "of tercom", _native.tokenize_tercom(pool(), False, True, False, False, True, int32(), [])
    else:
        yield "numbers", [1, 2, 3]
        yield "None inside", [None]
        yield "half a character", ["\ud800"]
        yield "half a character inside", [["\ud800"]]
        yield "long", ["x"] * 1000
        yield "nested", [[["x"]]]
        yield "huge", [2**63, -1]
        yield "pairs", [("a", 0), ("b", 1)]
        yield "triples", [("a", 10**20, 0), ("b", "c", None), (None, 0, 0)]
        yield "triples of numbers beyond", [("a", 0, 2**31), ("a", -2, 0), ("a", 0, -1)]
        yield "a liar", Liar()
        yield "text", "text"
        yield "a tuple", tuple(value) if isinstance(value, list) else (value,)


def attempt(door: Door, values: list[Any], what: str) -> str:
    """What is wrong with the answer; nothing if there was one, or a refusal that a person can read."""
    print(f"{door.name} {what}", flush=True)
    try:
        call(door, values)
    except REFUSALS as error:
        text = str(error)
        # "vector::" is the standard library's; "vectors" is a word of ours.
        if not text or "std::" in text or "vector::" in text or "basic_string" in text or "bad_" in text:
            return f"{door.name} {what}: {type(error).__name__} without a message: {text!r}"
    except BaseException as error:  # whatever else comes is what we look for
        return f"{door.name} {what}: {type(error).__name__}: {error}"
    return ""


def run_good() -> Iterator[str]:
    for door in doors():
        print(door.name, flush=True)
        try:
            call(door, [good(door, argument) for argument in door.arguments])
        except Exception as error:
            yield f"{door.name} refuses good arguments: {type(error).__name__}: {error}"


def run_one(chosen: list[Door]) -> Iterator[str]:
    for door in chosen:
        for place, argument in enumerate(door.arguments):
            for what, value in bad(good(door, argument), argument.type):
                values = [good(door, other) for other in door.arguments]
                values[place] = value
                yield attempt(door, values, f"{argument.name} {what}")


def run_several(seed: int, rounds: int) -> Iterator[str]:
    chosen = [door for door in doors() if len(door.arguments) > 1]
    draw = random.Random(seed)
    for _ in range(rounds):
        door = draw.choice(chosen)
        values = [good(door, argument) for argument in door.arguments]
        names = []
        for place in draw.sample(range(len(values)), draw.randint(2, min(4, len(values)))):
            choices = [*bad(values[place], door.arguments[place].type)][len(NO_VALUE) :]
            if choices:
                what, values[place] = draw.choice(choices)
                names.append(f"{door.arguments[place].name} {what}")
        yield attempt(door, values, "; ".join(names))


def main() -> None:
    warnings.simplefilter("ignore")  # nanobind warns about uninitialised objects
    if sys.platform == "linux" and "libasan" not in os.environ.get("LD_PRELOAD", ""):  # that reserves terabytes
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))
    what, *rest = sys.argv[1:]
    found: list[str] = []
    if what == "good":
        found = [*run_good()]
    elif what == "one":
        found = [*run_one([door for door in doors() if door.name in rest])]
    elif what == "crash":
        print("reading address 0", flush=True)
        ctypes.string_at(0)
    else:
        found = [*run_several(int(rest[0]), int(rest[1]))]
    for line in filter(None, found):
        print(f"WRONG {line}")


if __name__ == "__main__":
    main()
