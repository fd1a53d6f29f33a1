"""``tertium score --engine``: the scores of one machine, and what is refused before Spark starts."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from spark.cluster import Cluster, skip_unless_spark_runs

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

    lines = [json.dumps({**row, "n": number}) + "\n" for number, row in enumerate(ROWS)]
    (tmp_path / "d.jsonl").write_text("".join(lines), "utf-8")
    (tmp_path / "shards").mkdir()
    # In the order of numbers: not of letters, and not of sizes, by which Spark reads (the largest first).
    for number, line in zip((10, 2, 9), lines, strict=True):
        (tmp_path / "shards" / f"part-{number}.jsonl").write_text(line, "utf-8")
    (tmp_path / "named.tsv").write_text(
        "mt\tmt2\tref\n" + "".join("\t".join(row.values()) + "\n" for row in ROWS), "utf-8"
    )
    (tmp_path / "csv").mkdir()
    for number, row in enumerate(ROWS):
        quoted = ",".join(f'"{text}, ""so"""' for text in row.values())
        (tmp_path / "csv" / f"part {number}.csv").write_text(f"mt,mt2,ref,n\n{quoted},{number}\n", "utf-8")
    (tmp_path / "d.tsv").write_text("".join("\t".join(row.values()) + "\n" for row in ROWS), "utf-8")
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(ROWS), tmp_path / "d.parquet")
    holes: list[dict[str, Any]] = [*ROWS, {"mt": None, "mt2": "x", "ref": "y"}]
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(holes), tmp_path / "holes.parquet")
    return tmp_path


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with Cluster(tmp_path_factory.mktemp("spark")) as made:
        yield made


def same(columns: tuple[str, ...], folder: Path, *there_only: str, master: str = "local[1]") -> dict[str, Any]:
    """The output of Spark, after it was found to be that of this machine; the doctor sees texts here alone."""
    asked = (*columns, "-m", "bleu", "chrf", "nist", "-f", "json")
    here = tertium(*asked, folder=folder)
    there = tertium("--engine", master, *there_only, *asked, folder=folder)
    assert there.returncode == 0, there.stderr
    made, wanted = json.loads(there.stdout), json.loads(here.stdout)
    assert wanted.pop("warnings") is not None
    made.pop("warnings")
    assert made == wanted
    return made


@pytest.mark.parametrize(
    "columns",
    [
        ("d.parquet", "--ref-col", "ref", "--hyp-col", "mt", "mt2", "-pbs"),
        ("d.jsonl", "--ref-col", "ref", "--hyp-col", "mt", "-ci"),
        ("d.tsv", "--ref-col", "3", "--hyp-col", "1", "2", "-par", "-parn", "99"),
        ("named.tsv", "--ref-col", "ref", "--hyp-col", "mt2", "mt", "-pbs"),
        ("csv", "--table-format", "csv", "--ref-col", "ref", "--hyp-col", "mt", "-ci"),
        ("shards", "--table-format", "jsonl", "--ref-col", "ref", "--hyp-col", "mt", "-ci"),
    ],
)
def test_the_output_is_that_of_one_machine(folder: Path, columns: tuple[str, ...]) -> None:
    same(columns, folder, "--exact")


def test_a_real_master_and_the_file_behind_the_options(folder: Path, cluster: Cluster) -> None:
    file = (folder / "d.parquet").as_uri()
    made = tertium("--engine", cluster.url, "--hyp-col", "mt", file, folder=folder)
    here = tertium("d.parquet", "--hyp-col", "mt", "--ref-col", "ref", "-q", folder=folder)
    assert (made.returncode, made.stdout, made.stderr) == (0, here.stdout, "")


def test_bags_are_labelled_and_segment_scores_are_columns(folder: Path) -> None:
    columns = ("d.jsonl", "--ref-col", "ref", "--hyp-col", "mt", "mt2", *ENGINE)
    bags = tertium(*columns, "-ci", "--id-col", "n", "--bags", "2", "-f", "json", folder=folder)
    scores = json.loads(bags.stdout)["systems"][0]["scores"]
    assert scores[0]["interval"]["bags"] == 2
    made = tertium(*columns, "-sl", "-m", "chrf", "-f", "jsonl", "-o", "scored", folder=folder)
    assert (made.returncode, made.stderr) == (0, "")
    lines = [json.loads(line) for part in (folder / "scored").glob("part-*") for line in part.open(encoding="utf-8")]
    wanted = tertium(*columns[:-2], "-sl", "-m", "chrf", "-f", "json", "-q", folder=folder)
    for system in json.loads(wanted.stdout)["systems"]:
        by_number = sorted((line["n"], line[f"{system['name']}_chrf"]) for line in lines)
        assert [score for _, score in by_number] == system["scores"][0]["segment_scores"]


def test_a_null_and_a_file_that_is_not_there_are_one_line(folder: Path) -> None:
    columns = ("--ref-col", "ref", "--hyp-col", "mt", *ENGINE)
    null = tertium("holes.parquet", *columns, folder=folder)
    assert null.returncode == 2
    assert "column 'mt' is null, expected a text; fill it, or use --missing skip. --id-col would tell" in null.stderr
    assert null.stderr.count("\n") == 1
    absent = tertium("none.parquet", *columns, folder=folder)
    assert (absent.returncode, absent.stderr.count("\n")) == (2, 1)
    assert "Spark cannot read none.parquet: [PATH_NOT_FOUND]" in absent.stderr


def test_csv_keeps_its_columns_and_names_the_line_that_is_refused(folder: Path) -> None:
    columns = ("csv/*.csv", "--hyp-col", "mt", "--id-col", "n", *ENGINE)
    made = tertium(*columns, "-sl", "-m", "chrf", "-f", "jsonl", "-o", "scored", folder=folder)
    assert (made.returncode, made.stderr) == (0, "")
    lines = [json.loads(line) for part in (folder / "scored").glob("part-*") for line in part.open(encoding="utf-8")]
    assert sorted(line["n"] for line in lines) == ["0", "1", "2"]
    assert all(line.keys() == {"mt", "mt2", "ref", "n", "chrf"} for line in lines)
    (folder / "csv" / "part 1.csv").write_text('mt,mt2,ref,n\n"over\ntwo",b,c,1\n', "utf-8")
    refused = tertium(*columns, folder=folder)
    assert (refused.returncode, refused.stderr.count("\n")) == (2, 1)
    assert "part 1.csv has a quotation mark that its line does not close" in refused.stderr


def test_refused_before_spark_starts(folder: Path) -> None:
    for arguments, message in (
        (("d.parquet", "--ref-col", "ref", "--hyp-col", "mt", "-ci", *ENGINE), "--id-col, or give --exact"),
        (("d.parquet", "--ref-col", "ref", "--hyp-col", "mt", "-sl", *ENGINE), "give -f parquet or -f jsonl, and -o"),
        (("d.parquet", "--ref-col", "ref", "--hyp-col", "mt", "--exact"), "leave it out, or give --engine"),
        (("d.jsonl", "--ref-col", "ref", "--hyp-col", "mt", "--engine", "dask"), "expected a master of Spark"),
        (("d.jsonl", "-i", "d.tsv", *ENGINE), "needs all texts in columns of one table"),
    ):
        made = tertium(*arguments, folder=folder)
        assert made.returncode == 2
        assert message in made.stderr
