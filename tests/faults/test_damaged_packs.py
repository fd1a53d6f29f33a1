"""Packs of word statistics that lie about themselves: one sentence, no memory taken, nothing from inside zipfile."""

from __future__ import annotations

import io
import json
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import tertium
from faults.cases import HYP, REF
from tertium.errors import FileError
from tertium.views.words import frequencies, lsa
from tertium.views.words.frequencies import FrequencyTable
from tertium.views.words.packs import WordSettings, pack

GOOD = pack(
    frequencies.KIND,
    WordSettings(),
    ["a", "b"],
    {"frequencies": np.array([1, 2]), "sentences": np.array([3])},
)


def members(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def archived(content: dict[str, bytes]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, data in content.items():
            archive.writestr(name, data)
    return made.getvalue()


def array_of(kind: str, shape: str) -> bytes:
    """Sixteen bytes behind a header as numpy writes it."""
    text = f"{{'descr': '{kind}', 'fortran_order': False, 'shape': ({shape}), }}".ljust(117) + "\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text)) + text.encode() + b"\0" * 16


def huge_shape() -> bytes:
    return archived(members(GOOD) | {"frequencies.npy": array_of("<i8", f"{10**15},")})


def huge_member() -> bytes:
    """The directory says that a member has 2 GB once it is unpacked."""
    data = bytearray(archived(members(GOOD)))
    struct.pack_into("<I", data, data.find(b"PK\x01\x02") + 24, 2**31)
    return bytes(data)


def not_an_array() -> bytes:
    return archived(members(GOOD) | {"frequencies.npy": b"hello"})


def no_such_array() -> bytes:
    content = members(GOOD)
    del content["frequencies.npy"]
    return archived(content)


def deep_header() -> bytes:
    header = np.frombuffer(b"[" * 200_000 + b"]" * 200_000, dtype=np.uint8)
    file = io.BytesIO()
    np.save(file, header)
    return archived(members(GOOD) | {"header.npy": file.getvalue()})


def deep_shape() -> bytes:
    text = "{'descr': '<i8', 'shape': " + "(" * 4000 + ")" * 4000 + "}\n"
    array = b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text)) + text.encode()
    return archived(members(GOOD) | {"frequencies.npy": array})


def open_header() -> bytes:
    """Found by fuzzing: what numpy cannot read it tidies first, and that fails in a way of its own."""
    text = "{'descr': '<i8', '\0"
    array = b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text)) + text.encode()
    return archived(members(GOOD) | {"frequencies.npy": array})


def old_type() -> bytes:
    """Found by fuzzing: numpy warns of the name."""
    return archived(members(GOOD) | {"frequencies.npy": array_of("a8", "2,")})


def pickled() -> bytes:
    file = io.BytesIO()
    np.save(file, np.array([{"a": 1}], dtype=object), allow_pickle=True)
    return archived(members(GOOD) | {"frequencies.npy": file.getvalue()})


def encrypted() -> bytes:
    return flagged(6, 1)


def compressed_by(method: int) -> Callable[[], bytes]:
    return lambda: flagged(8, method)


def flagged(at: int, value: int) -> bytes:
    """Both headers of every member, the one before its data and the one in the directory, changed."""
    data = bytearray(archived(members(GOOD)))
    for mark, place in ((b"PK\x03\x04", at), (b"PK\x01\x02", at + 2)):
        start = 0
        while (start := data.find(mark, start)) >= 0:
            struct.pack_into("<H", data, start + place, value)
            start += 4
    return bytes(data)


LIES = {
    "a shape of 10^15": huge_shape,
    "a member of 2 GB": huge_member,
    "no array": not_an_array,
    "a member is missing": no_such_array,
    "a header nested deep": deep_header,
    "a shape nested deep": deep_shape,
    "a header that does not end": open_header,
    "a type by its old name": old_type,
    "a pickle": pickled,
    "encrypted": encrypted,
    "compression 9": compressed_by(9),
    "compression 93": compressed_by(93),
    "compression 99": compressed_by(99),
    "cut off": lambda: GOOD[: len(GOOD) // 2],
    "another kind": lambda: pack(lsa.KIND, WordSettings(), [], {}),
}


def test_the_pack_itself_is_good() -> None:
    assert FrequencyTable.from_bytes(GOOD).sentences == 3
    assert json.loads(np.load(io.BytesIO(members(GOOD)["header.npy"])).tobytes())["kind"] == frequencies.KIND


@pytest.mark.parametrize("lie", LIES)
def test_a_lie_is_one_sentence(lie: str, tmp_path: Path) -> None:
    (tmp_path / "bad.idf").write_bytes(LIES[lie]())
    with pytest.raises(FileError, match="not a pack of sentence frequencies") as raised:
        tertium.score(HYP, [[text] for text in REF], f"atec:idf={tmp_path}/bad.idf")
    assert str(raised.value).count("\n") == 0
    assert str(raised.value).endswith("make it again.")


@pytest.mark.parametrize(
    ("lie", "says"),
    [
        ("a shape of 10^15", "declares another size than the 16 bytes it has"),
        ("a member of 2 GB", "has 2147483648 bytes, at most"),
    ],
)
def test_sizes_are_compared_with_what_is_there_before_memory_is_taken(lie: str, says: str) -> None:
    with pytest.raises(FileError, match=says):
        FrequencyTable.from_bytes(LIES[lie]())


def test_flipped_bits_give_nothing_but_file_errors() -> None:
    refused = 0
    for place in range(0, len(GOOD), 3):
        damaged = bytearray(GOOD)
        damaged[place] ^= 0x10
        try:
            FrequencyTable.from_bytes(bytes(damaged))
        except FileError:
            refused += 1
    assert refused > len(GOOD) // 6  # the rest are bits that nothing depends on, such as a member's date
