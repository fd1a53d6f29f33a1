"""What Python packs can be read back by the rules that the module's docstring states."""

from __future__ import annotations

import base64
import gzip
import json
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from tertium.render.page.data import packed_texts
from tertium.render.page.pack import pack, smallest
from tertium.results.report import PageTexts


def unpacked(text: str) -> tuple[dict[str, Any], dict[str, npt.NDArray[Any]]]:
    """By the docstring alone."""
    data = gzip.decompress(base64.b64decode(text))
    length = int.from_bytes(data[:4], "little")
    facts = json.loads(data[4 : 4 + length].decode("utf-8"))
    start = -(-(4 + length) // 8) * 8
    arrays = {}
    for name, place in facts.pop("arrays").items():
        kind, shape = np.dtype(f"<{place['type']}"), place["shape"]
        assert place["at"] % 8 == 0
        count = int(np.prod(shape))
        if "stored" in place:
            stored = np.frombuffer(data, np.dtype(f"<{place['stored']}"), count, start + place["at"])
            rows = stored.reshape(shape[::-1]).astype(np.int64).cumsum(axis=1)
            for column in range(place["step"], shape[2]) if place["step"] else ():
                rows[column] += rows[column - place["step"]]
            arrays[name] = rows.transpose(2, 1, 0).astype(kind)
            continue
        arrays[name] = np.frombuffer(data, kind, count, start + place["at"]).reshape(shape)
    return facts, arrays


def test_facts_and_arrays_come_back() -> None:
    given = {
        "counts": np.array([[0.0, 3.0], [255.0, 1.0]]),
        "signed": np.array([-3, 200]),
        "scores": np.array([0.1, np.nan, 0.25]),
        "nothing": np.zeros((0, 4)),
        "mask": np.array([True, False, True]),
    }
    facts, arrays = unpacked(pack({"a": ["é", "x\x00y"], "b": None, "n": float("nan")}, given))
    assert facts == {"a": ["é", "x\x00y"], "b": None, "n": None}
    for name, array in given.items():
        np.testing.assert_array_equal(arrays[name], array)
    assert {name: array.dtype.str[1:] for name, array in arrays.items()} == {
        "counts": "u1",
        "signed": "i2",
        "scores": "f8",
        "nothing": "u1",
        "mask": "u1",
    }


@pytest.mark.parametrize("columns", [1, 2, 3, 10, 18])
@pytest.mark.parametrize("systems", [1, 2, 5])
def test_rows_of_metrics_come_back_from_differences(columns: int, systems: int) -> None:
    rng = np.random.default_rng(7)
    rows = rng.integers(0, 300, (40, systems, columns)).astype(float)
    rows[:, :, ::3] += np.arange(columns)[None, None, ::3] * 7
    _, arrays = unpacked(pack({}, {"rows": rows, "negative": rows - 150}))
    np.testing.assert_array_equal(arrays["rows"], rows)
    np.testing.assert_array_equal(arrays["negative"], rows - 150)


def test_rows_that_are_alike_take_less_than_half_the_room() -> None:
    """As those of chrF: counts of n-grams and matches, of outputs that have nearly the same length."""
    rng = np.random.default_rng(7)
    lengths = rng.integers(20, 300, (500, 1, 1)) + rng.integers(0, 9, (500, 4, 1))
    rows = np.maximum(lengths - np.arange(6), 0).repeat(3, axis=2)
    rows[..., 2::3] = rows[..., 2::3] * rng.uniform(0.4, 0.6, (500, 4, 1)) * 0.9 ** np.arange(6)
    plain = len(gzip.compress(rows.astype("<u2").tobytes(), 6)) * 4 / 3
    assert len(pack({}, {"rows": rows.astype(float)})) < plain / 2


def test_half_a_character_is_written_as_json_spells_it() -> None:
    facts, _ = unpacked(pack({"name": "a\udcffb"}, {}))
    assert facts["name"] == "a\udcffb"


def test_texts_with_half_a_character_are_no_bytes_of_lines() -> None:
    whole = PageTexts(source=None, references=(("a", "b c"),), outputs=(("é", ""),))
    arrays: dict[str, npt.NDArray[Any]] = {}
    facts = packed_texts(whole, arrays)
    assert facts == {"source": False, "references": 1, "outputs": 1, "together": None}
    assert arrays["texts"].tobytes().decode() == "a\né\nb c\n"
    for odd in ("x\udcff", "two\nlines", None):
        arrays = {}
        facts = packed_texts(replace(whole, outputs=(("é", odd),)), arrays)  # type: ignore[arg-type]
        assert facts["together"] == ["a", "é", "b c", odd]
        assert arrays == {}


def test_the_same_report_gives_the_same_text() -> None:
    rows = {"rows": np.arange(40.0)}
    assert pack({"a": 1}, rows) == pack({"a": 1}, rows)


@pytest.mark.parametrize(
    ("numbers", "kind"),
    [
        ([0, 255], "u1"),
        ([-1, 127], "i1"),
        ([-1, 128], "i2"),
        ([65535], "u2"),
        ([65536], "u4"),
        ([-(2**31)], "i4"),
        ([2.0**33], "f4"),
        ([2.0**53 - 1], "f8"),
        ([0.5], "f4"),
        ([np.inf], "f4"),
        ([0.1], "f8"),
    ],
)
def test_the_smallest_type_that_loses_nothing(numbers: list[float], kind: str) -> None:
    made = smallest(np.array(numbers))
    assert made.dtype.str[1:] == kind
    np.testing.assert_array_equal(made.astype(float), np.array(numbers, dtype=float))
