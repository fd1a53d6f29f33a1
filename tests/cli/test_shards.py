"""Shards on the command line: folders and patterns for files, and progress that says how long it will take."""

from __future__ import annotations

import gzip
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from cli.shell import GOOD, REF, environment, score
from tertium.cli import counting_lines
from tertium.cli.counting_lines import lines_in
from tertium.cli.options.names import system_names

LINES = 1000


@pytest.fixture
def sharded(tmp_path: Path) -> Path:
    pairs = [(REF[n % 2] + f" {n}", GOOD[n % 2] + f" {n}") for n in range(LINES)]
    for name in ("ref", "sysA"):
        (tmp_path / name).mkdir()
    for number in range(11):
        mine = pairs[number * 90 : (number + 1) * 90] if number < 10 else pairs[900:]
        for name, column in (("ref", 0), ("sysA", 1)):
            with gzip.open(tmp_path / name / f"part-{number}.txt.gz", "wt") as file:
                file.write("".join(f"{pair[column]}\n" for pair in mine))
        with gzip.open(tmp_path / f"{number}.jsonl.gz", "wt") as table:
            table.write("".join(json.dumps({"ref": ref, "mt": hyp}) + "\n" for ref, hyp in mine))
    for name, column in (("ref.txt", 0), ("sysA.txt", 1)):
        (tmp_path / name).write_text("".join(f"{pair[column]}\n" for pair in pairs))
    return tmp_path


def test_shards_score_as_one_file(sharded: Path) -> None:
    asked = ("-m", "bleu", "nist", "-sl", "-f", "tsv")
    whole = score(sharded, "ref.txt", "-i", "sysA.txt", *asked)
    assert whole.code == 0
    assert whole.out.count("\n") == 2 * LINES + 1
    for given in (("ref", "-i", "sysA"), ("ref/*.gz", "-i", "sysA/part-*.gz"), ("ref.txt", "-i", "sysA/*")):
        assert score(sharded, *given, *asked).out == whole.out
    columns = ("*.jsonl.gz", "--hyp-col", "mt", "--ref-col", "ref", "--names", "sysA")
    assert score(sharded, *columns, *asked).out == whole.out
    assert score(sharded, *columns, *asked, "--resume", "kept").out == whole.out


def test_shards_that_do_not_pair_up_are_refused(sharded: Path) -> None:
    (sharded / "sysA" / "part-10.txt.gz").unlink()
    assert score(sharded, "ref", "-i", "sysA").refusal == (
        "ref has 11 shards but sysA has 10; shards must pair up. First unpaired: ref/part-10.txt.gz."
    )
    assert score(sharded, "ref/*.xz", "-i", "sysA").refusal == "ref/*.xz matches no file; check the pattern."


def test_another_shard_is_another_input(sharded: Path) -> None:
    assert score(sharded, "ref", "-i", "sysA", "--resume", "kept").code == 0
    with gzip.open(sharded / "sysA" / "part-3.txt.gz", "at") as file:
        file.write("")
    (sharded / "sysA" / "part-3.txt.gz").write_bytes(gzip.compress(b"x\n" * 90))
    refused = score(sharded, "ref", "-i", "sysA", "--resume", "kept").refusal
    assert refused.startswith("kept holds the work of another run: sysA/part-3.txt.gz has other contents")


def test_a_shard_is_not_overwritten(sharded: Path) -> None:
    refused = score(sharded, "ref/*.gz", "-i", "sysA/*.gz", "-o", "sysA/part-3.txt.gz").refusal
    assert "is read here and would be replaced by the result" in refused


@pytest.mark.parametrize(
    ("pattern", "name"),
    [
        ("out/sysA-*.txt.gz", "sysA"),
        ("sysA/part-*.jsonl.gz", "sysA"),
        ("sysA/*", "sysA"),
        ("a/sysA/", "sysA"),
        ("sysA/[0-9]?.txt", "sysA"),
        ("*", "*"),
    ],
)
def test_systems_are_named_after_folders_and_patterns(pattern: str, name: str) -> None:
    assert system_names(None, [pattern]) == (name,)


def test_lines_are_counted_or_told_from_a_sample(sharded: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert lines_in(str(sharded / "ref.txt"), lambda: False) == (LINES, False)
    assert lines_in(str(sharded / "ref"), lambda: False) == (LINES, False)
    assert lines_in(str(sharded / "none"), lambda: False) is None
    monkeypatch.setattr(counting_lines, "_COUNTED", 20_000)
    monkeypatch.setattr(counting_lines, "_PIECE", 1000)
    for path in ("ref.txt", "ref", "*.jsonl.gz"):
        estimate = lines_in(str(sharded / path), lambda: False)
        assert estimate is not None
        assert estimate[1]
        assert abs(estimate[0] - LINES) < 0.25 * LINES


def test_rows_of_parquet_are_counted_and_a_count_can_be_given_up(sharded: Path, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="Parquet needs the extra 'arrow'")
    import pyarrow

    for shard, rows in (("1", 3), ("2", 4)):
        parquet.write_table(pyarrow.table({"mt": ["a"] * rows}), tmp_path / f"{shard}.parquet")
    assert lines_in(str(tmp_path / "1.parquet"), lambda: False) == (3, False)
    assert lines_in(str(tmp_path / "*.parquet"), lambda: False) == (7, False)
    assert lines_in(str(sharded / "ref.txt"), lambda: True) is None


def test_a_log_says_how_far_the_work_is(sharded: Path) -> None:
    program = (
        "import sys, time, tertium.cli.listener as listener, tertium.engine.local as local\n"
        "listener._EVERY = 0.02\n"
        "local.chunk_size = lambda systems, workers, at_least=0: 20\n"
        "from tertium.cli.main import main\n"
        "sys.exit(main(sys.argv[1:]))\n"
    )
    asked = [sys.executable, "-c", program, "score", "ref", "-i", "sysA", "-m", "bleu", "meteor", "chrf", "-b"]
    done = subprocess.run(asked, cwd=sharded, capture_output=True, text=True, env=environment(), check=True)
    lines = [line for line in done.stderr.splitlines() if "segments" in line and "scoring" in line]
    assert lines, done.stderr
    wanted = rf"tertium: scoring: [\d,]+ of {LINES:,} segments, [\d,]+/s, \d+ (s|min) left"
    assert all(re.fullmatch(wanted, line) for line in lines), lines
    quiet = subprocess.run([*asked, "-q"], cwd=sharded, capture_output=True, text=True, env=environment(), check=True)
    assert quiet.stderr == ""
    assert quiet.stdout == done.stdout
