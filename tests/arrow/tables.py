"""Tables that tests of Arrow share, and Arrow structs made by hand."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Any

import pyarrow as pa

from laws.samples import random_corpus

HYPS, REFS = random_corpus(seed=5, segments=90, systems=1)


def table() -> pa.Table:
    """Rows of two systems' kind: texts, lists of references, labels, ids."""
    count = len(REFS)
    return pa.table(
        {
            "id": [f"doc{i // 7}-{i}" for i in range(count)],
            "number": list(range(count)),
            "system": ["AB"[i % 2] for i in range(count)],
            "odd": [i % 3 == 0 for i in range(count)],
            "mt": HYPS[0],
            "refs": REFS,
            "ref1": [refs[0] for refs in REFS],
            "ref2": [refs[-1] for refs in REFS],
        }
    )


class Schema(ctypes.Structure):
    pass


class Array(ctypes.Structure):
    pass


class Stream(ctypes.Structure):
    pass


_Release = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
Schema._fields_ = [
    ("format", ctypes.c_char_p),
    ("name", ctypes.c_char_p),
    ("metadata", ctypes.c_char_p),
    ("flags", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("children", ctypes.POINTER(ctypes.POINTER(Schema))),
    ("dictionary", ctypes.POINTER(Schema)),
    ("release", _Release),
    ("private_data", ctypes.c_void_p),
]
Array._fields_ = [
    ("length", ctypes.c_int64),
    ("null_count", ctypes.c_int64),
    ("offset", ctypes.c_int64),
    ("n_buffers", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("buffers", ctypes.POINTER(ctypes.c_void_p)),
    ("children", ctypes.POINTER(ctypes.POINTER(Array))),
    ("dictionary", ctypes.POINTER(Array)),
    ("release", _Release),
    ("private_data", ctypes.c_void_p),
]
_Get = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)
_Error = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p)
Stream._fields_ = [
    ("get_schema", _Get),
    ("get_next", _Get),
    ("get_last_error", _Error),
    ("release", _Release),
    ("private_data", ctypes.c_void_p),
]

_new = ctypes.pythonapi.PyCapsule_New
_new.restype = ctypes.py_object
_new.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]


class Hand:
    """Structs made by hand: what they say need not be true. ``released`` counts how often each kind was released."""

    def __init__(self) -> None:
        self.alive: list[Any] = []
        self.released: list[str] = []

    def release(self, kind: str) -> Any:
        def done(pointer: int) -> None:
            self.released.append(kind)
            made = {"schema": Schema, "array": Array, "stream": Stream}[kind].from_address(pointer)
            made.release = _Release()

        return self.keep(_Release(done))

    def keep(self, made: Any) -> Any:
        self.alive.append(made)
        return made

    def schema(
        self,
        form: bytes | None,
        *,
        name: bytes = b"",
        children: Sequence[Schema] = (),
        dictionary: Schema | None = None,
    ) -> Schema:
        made = Schema(format=form, name=name, n_children=len(children), release=self.release("schema"))
        if children:
            made.children = self.keep((ctypes.POINTER(Schema) * len(children))(*map(ctypes.pointer, children)))
        if dictionary is not None:
            made.dictionary = ctypes.pointer(dictionary)
        return self.keep(made)

    def array(
        self,
        length: int,
        buffers: Sequence[bytes | None],
        *,
        nulls: int = 0,
        offset: int = 0,
        children: Sequence[Array] = (),
        dictionary: Array | None = None,
        n_buffers: int | None = None,
    ) -> Array:
        held = [None if data is None else self.keep(ctypes.create_string_buffer(data, len(data))) for data in buffers]
        places = [None if one is None else ctypes.addressof(one) for one in held]
        made = Array(
            length=length,
            null_count=nulls,
            offset=offset,
            n_buffers=len(buffers) if n_buffers is None else n_buffers,
            n_children=len(children),
            release=self.release("array"),
        )
        if places:
            made.buffers = self.keep((ctypes.c_void_p * len(places))(*places))
        if children:
            made.children = self.keep((ctypes.POINTER(Array) * len(children))(*map(ctypes.pointer, children)))
        if dictionary is not None:
            made.dictionary = ctypes.pointer(dictionary)
        return self.keep(made)

    def stream(self, schema: Any, following: Any, error: bytes | None) -> Stream:
        said = None if error is None else ctypes.addressof(self.keep(ctypes.create_string_buffer(error)))
        made = Stream(
            get_schema=self.keep(_Get(schema)),
            get_next=self.keep(_Get(following)),
            get_last_error=self.keep(_Error(lambda _: said)),
            release=self.release("stream"),
        )
        return self.keep(made)

    def capsules(self, schema: Schema, array: Array) -> tuple[object, object]:
        return (
            _new(ctypes.addressof(schema), b"arrow_schema", None),
            _new(ctypes.addressof(array), b"arrow_array", None),
        )

    def stream_capsule(self, stream: Stream) -> object:
        return _new(ctypes.addressof(stream), b"arrow_array_stream", None)
