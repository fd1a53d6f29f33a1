"""Arrow structs that contradict themselves: refused with a reason, never read out of bounds, released once."""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Callable
from typing import Any

import pytest

pytest.importorskip("pyarrow")

import pyarrow as pa

import tertium
from arrow.tables import Array, Hand, Schema
from tertium.kernels.arrow import open_array, open_stream
from tertium.kernels.text import new_pool

Case = tuple[Schema, Array]
LONG = b"a text of more than twelve bytes"


def offsets(*values: int, width: str = "i") -> bytes:
    return struct.pack(f"<{len(values)}{width}", *values)


def text(hand: Hand, *values: int, data: bytes | None = b"abcdef", **more: Any) -> Case:
    return hand.schema(b"u"), hand.array(len(values) - 1, [None, offsets(*values), data], **more)


def view(size: int, buffer: int = 0, place: int = 0) -> bytes:
    return struct.pack("<i4sii", size, b"abcd", buffer, place)


def of_lists(hand: Hand, form: bytes, length: int, starts: bytes | None, items: int, *, schema: int = 1) -> Case:
    child = hand.array(items, [None, offsets(*range(items + 1)), b"abcdef"])
    buffers = [None] if starts is None else [None, starts]
    children = [hand.schema(b"u")] * schema
    return hand.schema(form, children=children), hand.array(length, buffers, children=[child])


def coded(hand: Hand, places: bytes, values: int = 2, form: bytes = b"c") -> Case:
    words = hand.array(values, [None, offsets(*range(values + 1)), b"abcdef"])
    made = hand.array(len(places), [None, places], dictionary=words)
    return hand.schema(form, dictionary=hand.schema(b"u")), made


def changed(made: Case, **fields: Any) -> Case:
    for name, value in fields.items():
        setattr(made[1], name, value)
    return made


BROKEN: dict[str, tuple[Callable[[Hand], Case], str]] = {
    "offsets run backwards": (lambda h: text(h, 0, 3, 1), "run backwards"),
    "a negative offset": (lambda h: text(h, -1, 2), "run backwards"),
    "no offsets": (lambda h: (h.schema(b"u"), h.array(2, [None, None, b"a"])), "has no offsets"),
    "no text": (lambda h: text(h, 0, 2, data=None), "has no text"),
    "too few buffers": (lambda h: text(h, 0, 1, n_buffers=2), "another number of buffers"),
    "too many buffers": (lambda h: text(h, 0, 1, n_buffers=4), "another number of buffers"),
    "no buffers at all": (lambda h: (h.schema(b"u"), h.array(1, [], n_buffers=3)), "has no buffers"),
    "nulls that are nowhere": (lambda h: text(h, 0, 1, nulls=1), "does not say where"),
    "more nulls than rows": (lambda h: text(h, 0, 1, nulls=7), "impossible number of nulls"),
    "a negative length": (lambda h: changed(text(h, 0, 1), length=-1), "negative length"),
    "a negative offset of the array": (lambda h: changed(text(h, 0, 1), offset=-1), "negative length or offset"),
    "a length beyond memory": (lambda h: changed(text(h, 0, 1), length=1 << 62), "impossible length"),
    "an offset beyond memory": (lambda h: changed(text(h, 0, 1), offset=(1 << 63) - 1), "impossible length"),
    "no format": (lambda h: (h.schema(None), text(h, 0, 1)[1]), "has no format"),
    "a view of negative size": (lambda h: (h.schema(b"vu"), h.array(1, [None, view(-5), None])), "negative size"),
    "a view into no buffer": (lambda h: (h.schema(b"vu"), h.array(1, [None, view(20), None])), "outside of its"),
    "a view into another buffer": (
        lambda h: (h.schema(b"vu"), h.array(1, [None, view(20, 1), LONG, offsets(len(LONG), width="q")])),
        "outside of its",
    ),
    "a view behind its buffer": (
        lambda h: (h.schema(b"vu"), h.array(1, [None, view(20, 0, 30), LONG, offsets(len(LONG), width="q")])),
        "outside of its",
    ),
    "a view before its buffer": (
        lambda h: (h.schema(b"vu"), h.array(1, [None, view(20, 0, -3), LONG, offsets(len(LONG), width="q")])),
        "outside of its",
    ),
    "views without sizes": (
        lambda h: (h.schema(b"vu"), h.array(1, [None, view(20), LONG, None])),
        "does not tell the sizes",
    ),
    "no views": (lambda h: (h.schema(b"vu"), h.array(1, [None, None, None])), "has no views"),
    "a place outside of the dictionary": (lambda h: coded(h, b"\x00\x02"), "outside of its dictionary"),
    "a negative place": (lambda h: coded(h, b"\xff"), "outside of its dictionary"),
    "places that are texts": (
        lambda h: (h.schema(b"u", dictionary=h.schema(b"u")), text(h, 0, 1)[1]),
        "not whole numbers",
    ),
    "a dictionary without values": (
        lambda h: (h.schema(b"c", dictionary=h.schema(b"u")), h.array(1, [None, b"\x00"])),
        "has no values",
    ),
    "a list behind its items": (lambda h: of_lists(h, b"+l", 1, offsets(0, 4), 3), "run out of its items"),
    "a list that runs backwards": (lambda h: of_lists(h, b"+l", 2, offsets(0, 2, 1), 3), "run out of its items"),
    "a large list before its items": (
        lambda h: of_lists(h, b"+L", 1, offsets(-1, 2, width="q"), 3),
        "run out of its items",
    ),
    "a fixed list of too few items": (lambda h: of_lists(h, b"+w:2", 2, None, 3), "fewer items than it says"),
    "a fixed list without a size": (lambda h: of_lists(h, b"+w:x", 1, None, 3), "has no size"),
    "a fixed list of negative size": (lambda h: of_lists(h, b"+w:-2", 1, None, 3), "has no size"),
    "a list of two children": (lambda h: of_lists(h, b"+l", 1, offsets(0, 1), 3, schema=2), "exactly one child"),
    "a list without a child": (
        lambda h: (h.schema(b"+l", children=[h.schema(b"u")]), h.array(1, [None, offsets(0, 1)])),
        "exactly one child",
    ),
    "numbers": (lambda h: (h.schema(b"l"), h.array(1, [None, b"\x00" * 8])), "neither texts nor lists"),
    "an unknown format": (lambda h: (h.schema(b"+r"), h.array(1, [None])), "neither texts nor lists"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_column_is_refused(name: str) -> None:
    make, reason = BROKEN[name]
    hand = Hand()
    schema, array = make(hand)
    with pytest.raises(ValueError, match=reason):
        read(hand, schema, array)


def read(hand: Hand, schema: Schema, array: Array) -> list[str]:
    batch = open_array(*hand.capsules(schema, array))
    pool = new_pool()
    return [pool.sentence(i) for i in batch.add_to(pool, 0, 0, len(batch)).ids]


def test_what_is_broken_differs_from_what_is_sound() -> None:
    """The helpers above make sound columns, too, or their refusals would prove nothing."""
    hand = Hand()
    sound = {
        "text": (text(hand, 0, 1, 3), ["a", "bc"]),
        "view": ((hand.schema(b"vu"), hand.array(1, [None, view(20, 0, 2), LONG, offsets(len(LONG), width="q")])), 0),
        "dictionary": (coded(hand, b"\x01\x00"), ["b", "a"]),
        "list": (of_lists(hand, b"+l", 2, offsets(0, 1, 3), 3), ["a", "b", "c"]),
        "fixed list": (of_lists(hand, b"+w:1", 2, None, 3), ["a", "b"]),
    }
    for (schema, array), expected in sound.values():
        assert read(hand, schema, array) == (expected or [LONG[2:22].decode()])


def test_a_table_shorter_than_it_says_is_refused() -> None:
    hand = Hand()
    _, column = text(hand, 0, 1)
    for length, offset in ((2, 0), (1, 1), (1 << 40, 0), (1, 1 << 62)):
        schema = hand.schema(b"+s", children=[hand.schema(b"u", name=b"mt")])
        batch = open_array(*hand.capsules(schema, hand.array(length, [None], offset=offset, children=[column])))
        with pytest.raises(ValueError, match="shorter than its batch"):
            batch.add_to(new_pool(), 0, 0, 1)
    schema = hand.schema(b"+s", children=[hand.schema(b"u"), hand.schema(b"u")])
    with pytest.raises(ValueError, match="another number of columns"):
        open_array(*hand.capsules(schema, hand.array(1, [None], children=[column])))


def test_rows_outside_of_a_batch_are_refused() -> None:
    hand = Hand()
    batch = open_array(*hand.capsules(*text(hand, 0, 1, 3)))
    for column, start, count in ((1, 0, 1), (0, 0, 3), (0, 2, 1), (0, -1, 1), (0, 1, 1 << 62)):
        with pytest.raises((ValueError, TypeError), match="no such"):
            batch.add_to(new_pool(), column, start, count)


def test_structs_are_released_once_and_capsules_read_once() -> None:
    hand = Hand()
    capsules = hand.capsules(*text(hand, 0, 1))
    batch = open_array(*capsules)
    assert hand.released == ["schema"]
    with pytest.raises(ValueError, match="read before"):
        open_array(*capsules)
    del batch
    assert hand.released == ["schema", "array"]
    for wrong in ((object(), object()), capsules[::-1]):
        with pytest.raises(ValueError, match="no capsule"):
            open_array(*wrong)


def test_a_stream_that_fails_says_why() -> None:
    hand = Hand()

    def schema_of(_: int, place: int) -> int:
        ctypes.memmove(place, ctypes.addressof(hand.schema(b"u")), ctypes.sizeof(Schema))
        return 0

    def no_schema(_: int, place: int) -> int:
        return 5

    with pytest.raises(ValueError, match=r"error 5: the disk is gone"):
        open_stream(hand.stream_capsule(hand.stream(no_schema, no_schema, b"the disk is gone")))
    stream = open_stream(hand.stream_capsule(hand.stream(schema_of, lambda *_: 22, None)))
    with pytest.raises(ValueError, match=r"error 22$"):
        stream.next()
    empty = open_stream(hand.stream_capsule(hand.stream(schema_of, lambda *_: 0, None)))
    assert empty.next() is None
    del stream, empty
    assert hand.released.count("stream") == 3


class Protocol:
    """A table of someone else's that speaks the protocol."""

    def __init__(self, hand: Hand, schema: Schema, array: Array) -> None:
        self._capsules = hand.capsules(schema, array)

    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]:
        return self._capsules


def test_score_refuses_broken_tables_as_input_errors() -> None:
    hand = Hand()
    _, good = text(hand, 0, 1, 3)
    _, bad = text(hand, 0, 3, 1)
    schema = hand.schema(b"+s", children=[hand.schema(b"u", name=b"mt"), hand.schema(b"u", name=b"ref")])
    table = Protocol(hand, schema, hand.array(2, [None], children=[bad, good]))
    with pytest.raises(tertium.TertiumError, match=r"column 'mt': this is not sound Arrow data \(the offsets"):
        tertium.score(table, hyp="mt", refs="ref")


def test_text_that_is_not_utf8_is_refused_with_its_place() -> None:
    half = pa.array([b"good", b"caf\xc3", b"\xed\xa0\x80"]).view(pa.string())
    good = pa.array(["a", "b", "c"])
    with pytest.raises(tertium.TertiumError, match=r"row 2 column 'mt' is not UTF-8 \(byte 4\)"):
        tertium.score(pa.table({"mt": half, "ref": good}), hyp="mt", refs="ref")
    lists = pa.ListArray.from_arrays(pa.array([0, 0, 1, 3], pa.int32()), half)
    with pytest.raises(tertium.TertiumError, match=r"row 3 column 'ref' item 1 is not UTF-8"):
        tertium.score(pa.table({"mt": good, "ref": lists}), hyp="mt", refs="ref")
