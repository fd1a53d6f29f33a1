"""Plain values and arrays as bytes, and back: what is kept of a chunk on disk. No pickles.

A body is JSON, in which arrays and bytes stand as their numbers, followed by the arrays themselves, all of it
compressed lightly: counts are mostly zeros.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from typing import Any

import numpy as np

_ARRAY, _BYTES = "\0array", "\0bytes"
_LIGHTLY = 1
_KINDS = "biuf"  # booleans, integers, floats: nothing that would run code


def pack(value: Any) -> bytes:
    """None, booleans, numbers, strings, bytes, arrays; lists (tuples become lists) and mappings of them."""
    blobs: list[bytes] = []

    def plain(part: Any) -> Any:
        if isinstance(part, np.ndarray):
            blobs.append(np.ascontiguousarray(part).tobytes())
            return {_ARRAY: [len(blobs[-1]), part.dtype.str, list(part.shape)]}
        if isinstance(part, bytes):
            blobs.append(part)
            return {_BYTES: len(part)}
        if isinstance(part, Mapping):
            return {key: plain(item) for key, item in part.items()}
        if isinstance(part, list | tuple):
            return [plain(item) for item in part]
        return part.item() if isinstance(part, np.generic) else part

    head = json.dumps(plain(value)).encode()
    return zlib.compress(b"".join([len(head).to_bytes(8, "little"), head, *blobs]), _LIGHTLY)


def unpack(body: bytes) -> Any:
    """What ``pack`` was given, with lists for tuples; ValueError if these bytes are not from there."""
    try:
        data = zlib.decompress(body)
    except zlib.error as problem:
        raise ValueError(str(problem)) from None
    place = 8 + int.from_bytes(data[:8], "little")

    def taken(size: int) -> bytes:
        nonlocal place
        place += size
        if size < 0 or place > len(data):
            raise ValueError("it ends too early")
        return data[place - size : place]

    def whole(part: Any) -> Any:
        if isinstance(part, list):
            return [whole(item) for item in part]
        if not isinstance(part, dict):
            return part
        if _ARRAY in part:
            size, name, shape = part[_ARRAY]
            kind = np.dtype(name)
            if kind.kind not in _KINDS:
                raise ValueError(f"it holds an array of {name}")
            return np.frombuffer(taken(size), kind).reshape(shape).copy()
        if _BYTES in part:
            return taken(part[_BYTES])
        return {key: whole(item) for key, item in part.items()}

    return whole(json.loads(data[8:place]))
