"""Facts and arrays as one text inside a page: base64 of gzip of a small container.

The container is the length of its header (uint32, little-endian), the header (JSON, UTF-8), zeros up to a multiple of
8, then the arrays, each from a multiple of 8 on and little-endian. The header is the facts, and under ``arrays`` of
every array its ``type`` (u1 u2 u4 i1 i2 i4 f4 f8), ``shape`` and ``at``, the byte it begins at, counted from the first
array. Its other half is ``assets/unpack.js``.

Rows of metrics (three axes: segments, systems, columns; whole numbers) are much alike: systems translate the same
sentences, and n-grams of one length are nearly as many as those of the next. They are kept as differences, which take
a third of the room: to the column ``step`` before (0: none), then to the system before, in the order columns, systems,
segments, as numbers of the type ``stored``.

Texts repeat words, and are searched for repetitions; most arrays repeat nothing but single numbers, and each has bytes
of its own that are frequent. So all are compressed apart, arrays without that search unless it pays: half the time for
three per cent more room. Put one after the other the parts are one stream of gzip.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from tertium.results.record import plain

_WHOLE = ("u1", "i1", "u2", "i2", "u4", "i4")
_EDGE = 8
_STEPS = (0, 1, 2, 3)
_TRIED = 200  # segments
_LEVEL = 4  # level 5 takes half as long again, level 6 three times as long, and they save five per cent
_GZIP = bytes((31, 139, 8, 0, 0, 0, 0, 0, 0, 255))  # deflated, no name, no time, from any system
_SAMPLE = 8192  # bytes of an array on which both ways are tried
_PAYS = 0.85  # of the room


def pack(facts: Mapping[str, Any], arrays: Mapping[str, npt.NDArray[Any]]) -> str:
    """Numbers that are whole are kept as such, in the smallest type that holds them all."""
    places: dict[str, dict[str, Any]] = {}
    parts: list[tuple[bytes, bool]] = []
    at = 0
    for name, array in arrays.items():
        stored = smallest(array)
        places[name] = {"type": stored.dtype.str[1:], "shape": list(array.shape), "at": at}
        if stored.ndim == 3 and stored.dtype.kind in "iu" and stored.size:
            stored, step = _differences(stored)
            places[name] |= {"stored": stored.dtype.str[1:], "step": step}
        parts.append((_padded(stored.tobytes()), stored.itemsize > 1))
        at += len(parts[-1][0])
    header = json.dumps({**plain(dict(facts)), "arrays": places}, ensure_ascii=False, separators=(",", ":"))
    # Half a character cannot be written in UTF-8, but JSON has a way to spell it, which is Python's.
    written = header.encode("utf-8", "backslashreplace")
    start = _padded(len(written).to_bytes(4, "little") + written)
    return base64.b64encode(_gzipped(start, parts)).decode("ascii")


def _gzipped(texts: bytes, arrays: Sequence[tuple[bytes, bool]]) -> bytes:
    """Numbers of several bytes repeat their high ones, which takes a search to see."""
    made, check, size = [_GZIP, _searched(texts)], zlib.crc32(texts), len(texts)
    for data, several in arrays:
        made.append(_searched(data) if several or _repeats(data) else _unsearched(data))
        check, size = zlib.crc32(data, check), size + len(data)
    end = zlib.compressobj(wbits=-zlib.MAX_WBITS).flush()  # an empty last block
    return b"".join((*made, end, check.to_bytes(4, "little"), (size & 0xFFFFFFFF).to_bytes(4, "little")))


def _repeats(data: bytes) -> bool:
    if len(data) < 4 * _SAMPLE:
        return False
    middle = len(data) // 2
    tried = data[middle : middle + _SAMPLE]
    return len(_searched(tried)) < _PAYS * len(_unsearched(tried))


def _searched(data: bytes) -> bytes:
    return _deflated(data, zlib.compressobj(_LEVEL, wbits=-zlib.MAX_WBITS))


def _unsearched(data: bytes) -> bytes:
    return _deflated(data, zlib.compressobj(1, wbits=-zlib.MAX_WBITS, strategy=zlib.Z_RLE))


def _deflated(data: bytes, how: zlib._Compress) -> bytes:
    """Blocks that end with a whole byte, so that others can follow."""
    return how.compress(data) + how.flush(zlib.Z_FULL_FLUSH)


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
    wide = np.int64 if rows.itemsize > 2 else np.int32  # holds the difference of any two
    rows = rows.transpose(2, 1, 0).astype(wide, order="C")
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
