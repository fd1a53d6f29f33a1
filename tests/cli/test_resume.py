"""``--resume``: the same command goes on and gives the same bytes; another one is refused with what differs."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import time
from pathlib import Path

import pyarrow.parquet as parquet
import pytest

from cli.shell import GOOD, POOR, PROGRAM, REF, environment, run, score, write

METRICS = ("-m", "bleu", "chrf", "nist", "0.5*bleu + 0.5*ter")
ASKED = ("ref.txt", "-i", "good.txt", "poor.txt", *METRICS)


@pytest.fixture
def many(tmp_path: Path) -> Path:
    """Enough segments for several chunks."""
    rng = random.Random(3)
    lines = [[f"{rng.randint(0, 99)} {line}" for line in listed * 3000] for listed in (REF, GOOD, POOR)]
    write(tmp_path, ref=lines[0], good=lines[1], poor=lines[2])
    return tmp_path


@pytest.mark.parametrize(
    "form",
    [
        ("-f", "json"),
        ("-f", "text"),
        ("-sl", "-f", "tsv"),
        ("-sl", "-f", "jsonl"),
        ("-sl", "-f", "json"),
        ("-sl", "-f", "md"),
        ("-sl", "-b"),
        ("-f", "json", "-ci", "-cin", "20"),
        ("-f", "json", "--paired-ar", "--paired-ar-n", "20"),
    ],
)
def test_with_and_without_a_folder_the_bytes_are_the_same(texts: Path, form: tuple[str, ...]) -> None:
    plain = score(texts, *ASKED, *form)
    first = score(texts, *ASKED, *form, "--resume", "kept")
    again = score(texts, *ASKED, *form, "--resume", "kept")
    assert plain == first == again
    assert plain.code == 0


def test_a_killed_run_goes_on(many: Path) -> None:
    asked = [*PROGRAM, "score", *ASKED, "-sl", "-f", "tsv", "-o", "out.tsv", "--resume", "kept"]
    kept = many / "kept" / "chunks"
    process = subprocess.Popen(asked, cwd=many, env=environment())
    until = time.monotonic() + 60
    while not (kept.exists() and kept.stat().st_size) and process.poll() is None and time.monotonic() < until:
        time.sleep(0.001)
    process.kill()
    process.wait()
    assert kept.stat().st_size, "it was killed before a chunk was kept"
    assert score(many, *asked[len(PROGRAM) + 1 :]) == score(many, *ASKED, "-o", "x.tsv", "-sl", "-f", "tsv")
    assert (many / "out.tsv").read_bytes() == (many / "x.tsv").read_bytes()
    assert {path.name for path in many.iterdir()} == {"ref.txt", "good.txt", "poor.txt", "kept", "out.tsv", "x.tsv"}


def test_the_same_folder_serves_another_format(texts: Path) -> None:
    score(texts, *ASKED, "-sl", "-f", "tsv", "--resume", "kept")
    assert score(texts, *ASKED, "-sl", "-f", "jsonl", "--resume", "kept") == score(texts, *ASKED, "-sl", "-f", "jsonl")


def test_other_inputs_metrics_and_options_are_refused(texts: Path) -> None:
    assert score(texts, *ASKED, "--resume", "kept").code == 0
    told = "give --resume another folder, or delete this one to start again."
    other = score(texts, "ref.txt", "-i", "good.txt", "poor.txt", "-m", "bleu", "--resume", "kept").refusal
    assert other.startswith("kept holds the work of another run: the list of metrics was bleu:case=keep,")
    assert other.endswith(f"now; {told}")
    named = score(texts, "ref.txt", "-i", "poor.txt", "good.txt", *METRICS, "--resume", "kept").refusal
    assert "the list of systems was good, poor, and is poor, good now" in named
    skipped = score(texts, *ASKED, "--missing", "skip", "--resume", "kept").refusal
    assert f"--missing was error, and is skip now; {told}" in skipped
    listed = score(texts, *ASKED, "-sl", "--resume", "kept").refusal
    assert "the wish for segment scores was no, and is yes now" in listed
    write(texts, poor=[POOR[0], POOR[1] + " !"])
    changed = score(texts, *ASKED, "--resume", "kept").refusal
    assert changed.startswith("kept holds the work of another run: poor.txt has other contents (SHA-256 ")
    version = json.loads((texts / "kept" / "run.json").read_text())
    version["the version of tertium"] = "0.0.1"
    (texts / "kept" / "run.json").write_text(json.dumps(version))
    write(texts, poor=POOR)
    older = score(texts, *ASKED, "--resume", "kept").refusal
    assert older.startswith("kept holds the work of another run: the version of tertium was 0.0.1, and is ")


def test_what_can_be_read_only_once_is_refused(texts: Path) -> None:
    piped = score(texts, "ref.txt", "--resume", "kept", stdin=(texts / "good.txt").read_bytes()).refusal
    assert piped == (
        "--resume reads its inputs again, and standard input can be read only once; save it to a file first."
    )
    os.mkfifo(texts / "pipe")
    fifo = score(texts, "ref.txt", "-i", "pipe", "--resume", "kept").refusal
    assert fifo == "--resume reads its inputs again, and pipe is no file; save it to one."
    assert score(texts, "ref.txt", "-i", "none.txt", "--resume", "kept").refusal.startswith("none.txt does not exist")


def test_a_folder_that_is_not_ours_is_refused(texts: Path) -> None:
    (texts / "thesis").mkdir()
    (texts / "thesis" / "one.tex").write_text("mine")
    assert score(texts, *ASKED, "--resume", "thesis").refusal == (
        "thesis holds other files (one.tex); give --resume a folder of its own."
    )
    assert score(texts, *ASKED, "--resume", "ref.txt").refusal == (
        "ref.txt cannot be made a folder, there is a file of that name."
    )


def test_an_interrupted_run_says_that_it_can_go_on(many: Path) -> None:
    asked = [*PROGRAM, "score", *ASKED, "-m", "meteor", "chrf:char_order=12", "ribes", "--resume", "kept"]
    process = subprocess.Popen(
        asked,
        cwd=many,
        stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        env=environment(),
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    while not (many / "kept" / "run.json").exists() and process.poll() is None:
        time.sleep(0.001)
    time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 130
    assert said.decode() == "tertium: error: interrupted; kept keeps what was done, and the same command goes on.\n"


@pytest.mark.parametrize("command", ["compare", "gate"])
def test_comparisons_go_on_too(texts: Path, command: str) -> None:
    systems = ("--baseline", "poor.txt", "-i", "good.txt") if command == "gate" else ("-i", "poor.txt", "good.txt")
    asked = (command, "ref.txt", *systems, "-m", "bleu", "nist", "-f", "json")
    more = ("--slices", "ref-length", "freq") if command == "compare" else ("--max-drop", "5")
    plain = run(*asked, *more, cwd=texts)
    assert plain.code in (0, 1), plain.err
    assert (
        plain == run(*asked, *more, "--resume", "kept", cwd=texts) == run(*asked, *more, "--resume", "kept", cwd=texts)
    )
    refused = run(*asked, *more, "--resume", "kept", "--save-rows", "rows.tertium", cwd=texts).refusal
    assert refused == ("--resume cannot be combined with --save-rows or rows of earlier runs; leave one of them out.")


@pytest.mark.parametrize("command", ["diff", "report"])
def test_what_shows_texts_goes_on_too(many: Path, command: str) -> None:
    """Of a page the bytes differ by the command alone, which it shows: with the folder, and killed in between."""
    asked = [*PROGRAM, command, "ref.txt", "-i", "poor.txt", "good.txt", "-m", "chrf", "nist", "-q", "-o", "out.html"]
    asked += ["--resume", "kept", *(("-f", "html") if command == "diff" else ("-n", "20", "--max-segments", "50"))]
    assert run(*asked[len(PROGRAM) :], cwd=many).code == 0
    whole = (many / "out.html").read_bytes()
    shutil.rmtree(many / "kept")
    (many / "out.html").unlink()
    process = subprocess.Popen(asked, cwd=many, env=environment())
    chunks, until = many / "kept" / "chunks", time.monotonic() + 60
    while not (chunks.exists() and chunks.stat().st_size) and process.poll() is None and time.monotonic() < until:
        time.sleep(0.001)
    process.kill()
    process.wait()
    assert chunks.stat().st_size, "it was killed before a chunk was kept"
    assert run(*asked[len(PROGRAM) :], cwd=many).code == 0
    assert (many / "out.html").read_bytes() == whole
    other = [
        "compare" if command == "report" else "score",
        "ref.txt",
        "-i",
        "poor.txt",
        "good.txt",
        "-m",
        "chrf",
        "nist",
    ]
    assert "kept holds the work of another run" in run(*other, "--resume", "kept", cwd=many).refusal


def test_segment_scores_as_parquet(texts: Path) -> None:
    write(texts, poor=["", POOR[1]])
    done = score(texts, *ASKED, "-m", "ribes", "-sl", "-f", "parquet", "-o", "out.parquet")
    assert done.code == 0
    table = parquet.read_table(texts / "out.parquet")
    assert table.column_names == ["segment", "system", "bleu", "chrf", "nist", "0.5*bleu + 0.5*ter", "ribes"]
    rows = table.to_pylist()
    assert [(row["segment"], row["system"]) for row in rows] == [(1, "good"), (1, "poor"), (2, "good"), (2, "poor")]
    lines = [json.loads(line) for line in score(texts, *ASKED, "-m", "ribes", "-sl", "-f", "jsonl").out.splitlines()]
    for row in rows:
        scores = lines[row.pop("segment") - 1]["scores"][row.pop("system")]
        assert row == scores
    about = json.loads(table.schema.metadata[b"tertium"])
    assert about["signatures"]["bleu"].startswith("bleu:case=keep")
    piped = subprocess.run(
        [*PROGRAM, "score", *ASKED, "-m", "ribes", "-sl", "-f", "parquet"], cwd=texts, capture_output=True, check=True
    )
    assert piped.stdout == (texts / "out.parquet").read_bytes()
    assert score(texts, *ASKED, "-f", "parquet", "-o", "x").refusal == (
        "-f parquet holds segment scores; give -sl with it, or take another format."
    )


def test_segment_scores_of_other_tools_stand_in_parquet_too(texts: Path) -> None:
    (texts / "comet.tsv").write_text("good\t0.5\ngood\t0.25\npoor\t0.1\npoor\t0.2\n")
    done = score(texts, *ASKED, "--scores", "comet.tsv", "-sl", "-f", "parquet", "-o", "out.parquet")
    assert done.code == 0, done.err
    assert parquet.read_table(texts / "out.parquet").column("comet").to_pylist() == [0.5, 0.1, 0.25, 0.2]
