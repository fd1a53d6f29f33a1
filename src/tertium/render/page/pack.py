"""Facts and arrays as one text inside a page: base64 of gzip of a small container.

The container is the length of its header (uint32, little-endian), the header (JSON, UTF-8), zeros up to a multiple of
8, then the arrays, each from a multiple of 8 on and little-endian. The header is the facts, and under ``arrays`` of
every array its ``type`` (u1 u2 u4 i1 i2 i4 f4 f8), ``shape`` and ``at``, the byte it begins at, counted from the first
array. Its other half is ``assets/unpack.js``.

Rows of metrics (three axes: segments, systems, columns; whole numbers) are much alike: systems translate the same
sentences, and n-grams of one length are nearly as many as those of the next. They are kept as differences, which take
a third of the room: to the column ``step`` before (0: none), then to the system before, in the order columns, systems,
segments, as numbers of the type ``stored``.
"""

from __future__ import annotations

import base64
import gzip
import json
import zlib
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from tertium.results.record import plain

_WHOLE = ("u1", "i1", "u2", "i2", "u4", "i4")
_EDGE = 8
_STEPS = (0, 1, 2, 3)
_TRIED = 500  # segments
_LEVEL = 5  # level 6 takes twice as long and saves one per cent


def pack(facts: Mapping[str, Any], arrays: Mapping[str, npt.NDArray[Any]]) -> str:
    """Numbers that are whole are kept as such, in the smallest type that holds them all."""
    places: dict[str, dict[str, Any]] = {}
    parts: list[bytes] = []
    at = 0
    for name, array in arrays.items():
        stored = smallest(array)
        places[name] = {"type": stored.dtype.str[1:], "shape": list(array.shape), "at": at}
        if stored.ndim == 3 and stored.dtype.kind in "iu" and stored.size:
            stored, step = _differences(stored)
            places[name] |= {"stored": stored.dtype.str[1:], "step": step}
        parts.append(_padded(stored.tobytes()))
        at += len(parts[-1])
    header = json.dumps({**plain(dict(facts)), "arrays": places}, ensure_ascii=False, separators=(",", ":"))
    # Half a character cannot be written in UTF-8, but JSON has a way to spell it, which is Python's.
    written = header.encode("utf-8", "backslashreplace")
    start = _padded(len(written).to_bytes(4, "little") + written)
    return base64.b64encode(gzip.compress(start + b"".join(parts), _LEVEL, mtime=0)).decode("ascii")


def smallest(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The same numbers in the smallest type that holds them: whole ones, float32 if nothing is lost, else float64."""
    if array.dtype == np.bool_:
        return array.astype("u1")
    if array.size == 0:
        return array.astype("u1")
    low, high = array.min(), array.max()
    if np.isfinite(low) and np.isfinite(high) and (array.dtype.kind in "iu" or np.array_equal(array, np.rint(array))):
        for name in _WHOLE:
            limits = np.iinfo(name)
            if limits.min <= low and high <= limits.max:
                return array.astype(f"<{name}")
    narrow = array.astype("<f4")
    return narrow if np.array_equal(narrow, array, equal_nan=True) else array.astype("<f8")


def _differences(rows: npt.NDArray[Any]) -> tuple[npt.NDArray[Any], int]:
    """The rows as differences, and the step between columns that makes them smallest, tried on the first segments."""
    rows = np.ascontiguousarray(rows.transpose(2, 1, 0)).astype(np.int64)
    steps = [step for step in _STEPS if step < len(rows)]
    step = min(steps, key=lambda step: len(zlib.compress(smallest(_stepped(rows[..., :_TRIED], step)).tobytes(), 1)))
    return smallest(_stepped(rows, step)), step


def _stepped(rows: npt.NDArray[Any], step: int) -> npt.NDArray[Any]:
    made = rows.copy()
    if step:
        made[step:] -= rows[:-step]
    made[:, 1:] -= made[:, :-1].copy()
    return made


def _padded(data: bytes) -> bytes:
    return data + bytes(-len(data) % _EDGE)
