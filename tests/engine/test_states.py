"""States and first passes as bytes: nothing in them is believed before it is checked."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from tertium import arrow
from tertium.corpus.files.array_archive import read_arrays, write_arrays
from tertium.engine import states
from tertium.engine.part_rows import joined
from tertium.errors import FileError, InputError, TertiumError
from tertium.metrics.spec import parse

ROWS = pa.table({"id": ["x", "yy", "z"], "n": [1, 2, 3], "mt": ["a b", "c", "d e"], "ref": ["a b", "c d", "d"]})
COLUMNS = {"hyp": "mt", "refs": "ref", "id": "id"}
STATE = arrow.partial_totals(ROWS, "chrf", COLUMNS, by="n")
KEPT = arrow.partial_totals(ROWS, "chrf", COLUMNS, by="n", rows_by="id")
FIRST = arrow.first_pass(ROWS, "nist", COLUMNS)
SUMS, OF_ROWS = ["parts0", "lengths0"], ["group", "key0", "ends0", "values0", "masked0"]


def arrays_of(data: bytes, names: list[str]) -> dict[str, Any]:
    return read_arrays(data, ["header", *names], "a state", "make it again")


def changed(data: bytes, names: list[str], change: Any) -> bytes:
    """The same with another header."""
    arrays = arrays_of(data, names)
    header = json.loads(arrays["header"].tobytes())
    header = change(header) or header
    return write_arrays({**arrays, "header": np.frombuffer(json.dumps(header).encode(), dtype=np.uint8)})


def setting(*path: Any, to: Any) -> Any:
    def change(header: Any) -> None:
        for key in path[:-1]:
            header = header[key]
        header[path[-1]] = to

    return change


def refusal(call: Any, *given: Any) -> str:
    with pytest.raises(TertiumError) as error:
        call(*given)
    assert isinstance(error.value, FileError | InputError)
    return str(error.value)


def test_headers_that_are_the_same_are_read() -> None:
    assert arrow.merge([changed(STATE, SUMS, lambda header: None)]) == arrow.merge([STATE])
    assert arrow.merge([changed(KEPT, SUMS + OF_ROWS, lambda header: None)]) == arrow.merge([KEPT])


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (setting("groups", 1, "key", to=[1]), "a group is listed twice"),
        (setting("groups", 1, "key", to=[1, 2]), "a group has an impossible key"),
        (setting("groups", 1, "key", to=[2.5]), "a group has an impossible key"),
        (setting("groups", 1, "segments", to=-1), "a number in it is impossible"),
        (setting("groups", 1, "segments", to=True), "a number in it is impossible"),
        (setting("groups", 1, "ids", to=1 << 64), "a number in it is impossible"),
        (setting("groups", 0, "references", to=[1, 1]), "not enough values to unpack (expected 3, got 2)"),
        (setting("groups", 0, "flags", to=[]), "zip() argument 2 is shorter than argument 1"),
        (setting("bags", to="many"), "a number in it is impossible"),
        (setting("groups", to=[]), "its sums do not fit its groups"),
        (lambda header: header.pop("by"), "'by'"),
        (setting("notices", to=[]), "'list' object has no attribute 'items'"),
    ],
)
def test_headers_that_cannot_be_are_refused(change: Any, reason: str) -> None:
    data = changed(STATE, SUMS, lambda header: change(header) and None)
    assert refusal(arrow.merge, [data]) == (
        f"this is not a state of partial totals ({reason}); make it again with tertium.arrow.partial_totals."
    )


def test_sums_that_do_not_fit_are_refused() -> None:
    arrays = arrays_of(STATE, SUMS)
    arrays["lengths0"] = np.concatenate([arrays["lengths0"], np.zeros(1, arrays["lengths0"].dtype)])
    assert "(its sums do not fit its groups)" in refusal(arrow.merge, [write_arrays(arrays)])


@pytest.mark.parametrize("to", [None, [], [True, False], "yes"])
def test_rows_whose_keys_are_not_told_are_refused(to: Any) -> None:
    data = changed(KEPT, SUMS + OF_ROWS, setting("text_keys", to=to))
    assert "(it does not say what keys its rows have)" in refusal(arrow.merge, [data])


@pytest.mark.parametrize("ends", [[1, 2, 4], [1, 3, 5], [3, 1, 4], [-1, 3, 4]])
def test_keys_of_rows_that_are_cut_elsewhere_are_read_or_refused(ends: list[int]) -> None:
    arrays = arrays_of(KEPT, SUMS + OF_ROWS)
    assert arrays["ends0"].tolist() == [1, 3, 4]  # x, yy, z
    data = write_arrays({**arrays, "ends0": np.array(ends)})
    if ends == [1, 2, 4]:  # x, y, yz: other ids, which nothing in the state contradicts
        assert arrow.merge([data]).segments == 3
    else:
        assert "(its keys are damaged)" in refusal(arrow.merge, [data])


def test_ids_that_are_numbers_here_and_strings_there_do_not_mix() -> None:
    numbers = ROWS.set_column(0, "id", pa.array([4, 5, 6]))
    other = arrow.partial_totals(numbers, "chrf", COLUMNS, by="n", rows_by="id")
    assert refusal(arrow.merge, [KEPT, other]) == (
        "the ids of some parts are numbers and those of others strings; cast them."
    )
    empty = arrow.partial_totals(numbers.slice(0, 0), "chrf", COLUMNS, by="n", rows_by="id")
    assert arrow.merge([empty, KEPT]) == arrow.merge([KEPT])  # no rows have no type


def test_no_parts_are_no_rows() -> None:
    metric = parse("chrf")
    rows = joined([], [metric])
    assert (len(rows.group), rows.keys) == (0, ())
    assert rows.values[metric].shape == (0, len(metric.columns))
    assert rows.masked[metric].shape == (0,)


def test_a_tree_of_steps_is_one_step() -> None:
    one, two, three = (arrow.partial_totals(ROWS.slice(n, 1), "chrf", COLUMNS, by="n") for n in range(3))
    assert arrow.merge_states([one]) == one
    pair = arrow.merge_states([three, one])
    assert arrow.merge([arrow.merge_states([pair, two])]) == arrow.merge([STATE])


def test_headers_of_something_else_are_refused() -> None:
    again = "make it again with tertium.arrow.partial_totals."
    another = f"this is not a state of partial totals (its header is another one); {again}"
    assert refusal(arrow.merge, [FIRST]) == another
    for header in (b"{", b"[]", b"[" * 100_000):
        data = write_arrays({**arrays_of(STATE, SUMS), "header": np.frombuffer(header, dtype=np.uint8)})
        assert refusal(arrow.merge, [data]) == another
    assert refusal(arrow.merge, ["text"]) == "a state is str, expected bytes."
    assert refusal(arrow.merge, []) == "there are no states to merge; give those of all parts."
    assert refusal(arrow.merge_first_passes, []) == "there are no first passes to merge; give those of all parts."


def test_first_passes_that_cannot_be_are_refused() -> None:
    for change, reason in (
        (lambda header: header.pop("metrics") and None, "'metrics'"),
        (setting("metrics", to=7), "'int' object is not iterable"),
    ):
        assert refusal(arrow.merge_first_passes, [changed(FIRST, ["table0"], change)]) == (
            f"this is not a first pass ({reason}); make it again with tertium.arrow.first_pass."
        )
    without = changed(FIRST, ["table0"], setting("metrics", to=["chrf"]))  # which has no table
    assert refusal(arrow.merge_first_passes, [without]) == (
        "chrf has a first pass whose table cannot be read back from bytes."
    )
    assert states.read_tables(arrow.merge_first_passes([FIRST])).keys() == {parse("nist")}
