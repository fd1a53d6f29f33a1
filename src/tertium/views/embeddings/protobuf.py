"""The little of Protocol Buffers that ONNX files need: fields written, and fields read without copying them.

A message is a row of fields. Each has a number and one of two kinds here: a whole number, or bytes (a text, a nested
message, raw numbers). The onnx package would bring a whole compiler of messages for this.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator

from tertium.errors import InputError

_WHOLE, _EIGHT, _BYTES, _FOUR = 0, 1, 2, 5


def varint(value: int) -> bytes:
    """Seven bits a byte, the lowest first; the highest bit says that more follow."""
    made = bytearray()
    value &= (1 << 64) - 1  # negative numbers are written as 64 bits
    while value > 0x7F:
        made.append(value & 0x7F | 0x80)
        value >>= 7
    made.append(value)
    return bytes(made)


def whole(number: int, value: int) -> bytes:
    return varint(number << 3 | _WHOLE) + varint(value)


def real(number: int, value: float) -> bytes:
    return varint(number << 3 | _FOUR) + struct.pack("<f", value)


def nested(number: int, *parts: bytes) -> bytes:
    """A field of bytes: a message of these parts, or a text in UTF-8."""
    return b"".join((varint(number << 3 | _BYTES), varint(sum(map(len, parts))), *parts))


def text(number: int, value: str) -> bytes:
    return nested(number, value.encode("utf-8"))


def fields(data: memoryview) -> Iterator[tuple[int, int | memoryview]]:
    """(number, value) of every field of a message; numbers of four and eight bytes come as bytes."""
    place = 0
    while place < len(data):
        key, place = _read_varint(data, place)
        number, kind = key >> 3, key & 7
        if kind == _WHOLE:
            value, place = _read_varint(data, place)
            yield number, value
            continue
        if kind == _BYTES:
            size, place = _read_varint(data, place)
        elif kind in (_EIGHT, _FOUR):
            size = 8 if kind == _EIGHT else 4
        else:
            raise InputError(f"expected a message of Protocol Buffers, got a field of kind {kind}.")
        if place + size > len(data):
            raise InputError("expected a message of Protocol Buffers, got one that ends within a field.")
        yield number, data[place : place + size]
        place += size


def _read_varint(data: memoryview, place: int) -> tuple[int, int]:
    value = shift = 0
    while place < len(data) and shift < 70:
        byte = data[place]
        place += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, place
        shift += 7
    raise InputError("expected a message of Protocol Buffers, got a number that does not end.")
