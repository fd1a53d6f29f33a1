"""Lines of TSV and CSV as columns, as a worker of Spark cuts them; no Spark is needed for that."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tertium.corpus.files.access import Source
from tertium.corpus.formats.csv_table import csv_rows
from tertium.errors import InputError
from tertium.spark.delimited import BEGINS, FILE, TEXT, Cut, fields, reference_among

pyarrow = pytest.importorskip("pyarrow")
Line = tuple[str, str, int]  # text, file, first byte of the block


def cut(form: str, lines: Sequence[Line], first: tuple[str, ...], *, header: bool = True, size: int = 2) -> Any:
    table = pyarrow.table(
        {
            TEXT: [line[0] for line in lines],
            FILE: [line[1] for line in lines],
            BEGINS: pyarrow.array([line[2] for line in lines], pyarrow.int64()),
            "place": list(range(len(lines))),
        }
    )
    made = Cut(form, first, header, tuple((name, place) for place, name in enumerate(first)), ("place",))
    return pyarrow.Table.from_batches(list(made(iter(table.to_batches(max_chunksize=size))))).to_pylist()


def test_only_the_block_that_begins_a_file_has_a_header() -> None:
    lines = [("mt\tref", "a", 0), ("x\ty", "a", 0), ("mt\tref", "b", 0), ("mt\tref", "b", 0), ("u\tv", "a", 90)]
    made = cut("tsv", lines, ("mt", "ref"))
    assert [(row["mt"], row["ref"], row["place"]) for row in made] == [("x", "y", 1), ("mt", "ref", 3), ("u", "v", 4)]
    assert len(cut("tsv", lines, ("1", "2"), header=False)) == 5


def test_tsv_is_cut_as_on_one_machine() -> None:
    """No quoting, an empty last field stays, one \\r before the end goes."""
    assert fields("tsv", ['"a\tb\t', "\t\r", "x\r\r"], ["f"] * 3) == [['"a', "b", ""], ["", ""], ["x\r"]]


def test_csv_is_cut_as_on_one_machine(tmp_path: Path) -> None:
    lines = ['"a, ""b""",c', 'a "b",', ',""', "é,\r", '"x"\r']
    file = tmp_path / "t.csv"
    file.write_bytes("".join(f"{line}\n" for line in lines).encode())
    assert fields("csv", lines, ["f"] * len(lines)) == [row for _, row in csv_rows(Source(file))]


@pytest.mark.parametrize(
    ("form", "lines", "message"),
    [
        (
            "tsv",
            [("mt\tref", "d/p%201.tsv", 0), ("x\ty\tz", "d/p%201.tsv", 0)],
            "p 1.tsv has a line of 3 fields .* has 2",
        ),
        ("tsv", [("ref\tmt", "d/p2.tsv", 0)], r"p2.tsv begins with ref \| mt, and another file with mt \| ref"),
        ("csv", [("mt,ref", "p", 0), ("", "p", 0)], "1 field .* put texts that hold commas in quotation marks"),
        ("csv", [("mt,ref", "p", 0), ('a,"b', "p", 0)], "a quotation mark that its line does not close"),
        ("csv", [("mt,ref", "p", 0), ('a,"b', "p", 0), ('c",d', "p", 0)], "a quotation mark that its line does not"),
        ("csv", [("mt,ref", "p", 0), ('"a"b,c', "p", 0)], "text behind a closing quotation mark"),
    ],
)
@pytest.mark.parametrize("size", [1, 9])
def test_what_would_give_other_texts_is_refused(form: str, lines: list[Line], message: str, size: int) -> None:
    with pytest.raises(InputError, match=message):
        cut(form, lines, ("mt", "ref"), size=size)


def test_a_column_of_references_that_nobody_named() -> None:
    assert reference_among(["mt", "reference"]) == "reference"
    with pytest.raises(InputError, match="there is no column ref, refs, reference, references among mt; name it"):
        reference_among(["mt"])
