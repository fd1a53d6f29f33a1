"""``tertium score --engine``: the scores of one machine, and what is refused before Spark starts."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from spark.cluster import skip_unless_spark_runs

skip_unless_spark_runs()
pytestmark = pytest.mark.slow

ROWS = [
    {"mt": "the cat sat on a mat", "mt2": "a cat sat on the mat", "ref": "the cat sat on the mat"},
    {"mt": "a dog", "mt2": "dogs é", "ref": "the dog"},
    {"mt": "rain today", "mt2": "it rains", "ref": "it rains today"},
]
ENGINE = ("--engine", "local[1]")


def tertium(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tertium", "score", *arguments]
    return subprocess.run(command, capture_output=True, text=True, cwd=folder, check=False, env={**os.environ})


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    import pyarrow
    import pyarrow.parquet

    (tmp_path / "d.jsonl").write_text("".join(json.dumps(row) + "\n" for row in ROWS), "utf-8")
    (tmp_path / "d.tsv").write_text("".join("\t".join(row.values()) + "\n" for row in ROWS), "utf-8")
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(ROWS), tmp_path / "d.parquet")
    holes: list[dict[str, Any]] = [*ROWS, {"mt": None, "mt2": "x", "ref": "y"}]
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(holes), tmp_path / "holes.parquet")
    return tmp_path


@pytest.mark.parametrize(
    "columns",
    [
        ("d.parquet", "--ref-col", "ref", "--hyp-col", "mt", "mt2"),
        ("d.jsonl", "--ref-col", "ref", "--hyp-col", "mt"),
        ("d.tsv", "--ref-col", "3", "--hyp-col", "1"),
    ],
)
def test_the_output_is_that_of_one_machine(folder: Path, columns: tuple[str, ...]) -> None:
    asked = (*columns, "-m", "bleu", "chrf", "nist", "-f", "json")
    here, there = tertium(*asked, folder=folder), tertium(*asked, *ENGINE, folder=folder)
    assert (there.returncode, there.stderr) == (0, "")
    made, wanted = json.loads(there.stdout), json.loads(here.stdout)
    assert wanted.pop("warnings") is not None  # the doctor does not see texts on a cluster
    assert made.pop("warnings") == []
    assert made == wanted


def test_a_null_and_a_file_that_is_not_there_are_one_line(folder: Path) -> None:
    columns = ("--ref-col", "ref", "--hyp-col", "mt", *ENGINE)
    null = tertium("holes.parquet", *columns, folder=folder)
    assert null.returncode == 2
    assert "column 'mt' is null, expected a text" in null.stderr
    assert null.stderr.count("\n") == 1
    absent = tertium("none.parquet", *columns, folder=folder)
    assert (absent.returncode, absent.stderr.count("\n")) == (2, 1)
    assert "Spark cannot read none.parquet: [PATH_NOT_FOUND]" in absent.stderr


def test_refused_before_spark_starts(folder: Path) -> None:
    for arguments, message in (
        (("d.parquet", "--ref-col", "ref", "--hyp-col", "mt", "-ci", *ENGINE), "-ci does not go with --engine"),
        (("d.jsonl", "--ref-col", "ref", "--hyp-col", "mt", "--engine", "dask"), "expected a master of Spark"),
        (("d.jsonl", "-i", "d.tsv", *ENGINE), "needs all texts in columns of one table"),
    ):
        made = tertium(*arguments, folder=folder)
        assert made.returncode == 2
        assert message in made.stderr
