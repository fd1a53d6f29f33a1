"""How a run ends when the world gets in the way: closed pipes, full disks, Ctrl-C."""

from __future__ import annotations

import os
import random
import re
import shutil
import signal
import subprocess
import time
from pathlib import Path

import pytest

from cli.shell import POOR, PROGRAM, REF, environment, run, score, write


@pytest.mark.parametrize("arguments", [["--help"], ["metrics", "bleu"], ["score", "ref.txt", "-i", "poor.txt", "-sl"]])
def test_a_reader_that_goes_away_ends_the_run_quietly(texts: Path, arguments: list[str]) -> None:
    write(texts, ref=REF * 5000, poor=POOR * 5000)
    process = subprocess.Popen(
        [*PROGRAM, *arguments], cwd=texts, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait(timeout=60) == 141


def test_head_gets_its_lines_and_no_complaint(texts: Path) -> None:
    write(texts, ref=REF * 5000, poor=POOR * 5000)
    command = " ".join(PROGRAM) + " score ref.txt -i poor.txt -sl | head -2"
    done = subprocess.run(["bash", "-c", command], cwd=texts, capture_output=True, text=True, env=environment())
    assert done.stdout.count("\n") == 2
    assert done.stderr == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
@pytest.mark.parametrize("arguments", ["--help", "metrics", "score ref.txt -i poor.txt"])
def test_a_full_disk_is_an_error(texts: Path, arguments: str) -> None:
    command = " ".join(PROGRAM) + f" {arguments} > /dev/full"
    done = subprocess.run(["bash", "-c", command], cwd=texts, capture_output=True, text=True, env=environment())
    assert done.returncode == 2
    assert done.stderr.startswith("tertium: error: standard output cannot be written: no space left on device.")
    if arguments.startswith("score"):  # work that was done is not lost
        kept = Path(done.stderr.strip().rpartition("it is in ")[2].removesuffix("."))
        assert "bleu" in kept.read_text(encoding="utf-8")
        shutil.rmtree(kept.parent)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
def test_a_full_device_named_as_the_output_is_an_error(texts: Path) -> None:
    command = [*PROGRAM, "score", "ref.txt", "-i", "poor.txt", "-o", "/dev/full"]
    done = subprocess.run(command, cwd=texts, capture_output=True, text=True, env=environment())
    assert done.returncode == 2
    assert done.stderr.startswith("tertium: error: /dev/full cannot be written: no space left on device")
    shutil.rmtree(Path(done.stderr.strip().rpartition("it is in ")[2].removesuffix(".")).parent)


@pytest.mark.parametrize("name", ["-", "/dev/stdout"])
def test_standard_output_named_as_the_output_is_appended_to(texts: Path, name: str) -> None:
    command = f"echo before > log; {' '.join(PROGRAM)} score ref.txt -i poor.txt -b -o {name} >> log"
    done = subprocess.run(["bash", "-c", command], cwd=texts, capture_output=True, text=True, env=environment())
    assert (done.returncode, done.stderr) == (0, "")
    first, number = (texts / "log").read_text().splitlines()
    assert first == "before"
    assert float(number) > 0


def test_closed_streams_are_no_traceback(texts: Path) -> None:
    command = " ".join(PROGRAM) + " score ref.txt -i poor.txt"
    done = subprocess.run(
        ["bash", "-c", command + " >&-"], cwd=texts, capture_output=True, text=True, env=environment()
    )
    assert done.returncode == 2
    assert "standard output is closed; redirect it, or write to a file with -o FILE. The result is not" in done.stderr
    shutil.rmtree(Path(done.stderr.strip().rpartition("it is in ")[2].removesuffix(".")).parent)
    closed = subprocess.run(
        ["bash", "-c", " ".join(PROGRAM) + " score ref.txt <&-"],
        cwd=texts,
        capture_output=True,
        text=True,
        env=environment(),
    )
    assert closed.returncode == 2
    assert closed.stderr.startswith("tertium: error: ")
    assert closed.stderr.count("\n") == 1
    silent = subprocess.run(["bash", "-c", command + " 2>&-"], cwd=texts, capture_output=True, env=environment())
    assert silent.returncode == 0


def interrupted(cwd: Path, *arguments: str, after: float, stdin: int | None = None) -> tuple[int, str, str]:
    process = subprocess.Popen(
        [*PROGRAM, *arguments],
        cwd=cwd,
        stdin=stdin,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
        # Under nohup or as a background job of a script the tests inherit an ignored SIGINT, and so would the program.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    time.sleep(after)
    assert process.poll() is None, "it ended before it could be interrupted"
    process.send_signal(signal.SIGINT)
    try:
        out, err = process.communicate(timeout=60)
    except subprocess.TimeoutExpired:
        process.kill()
        raise
    return process.returncode, out.decode(), err.decode()


def test_interruption_while_waiting_for_input(texts: Path) -> None:
    ours, theirs = os.pipe()
    try:
        ended = interrupted(texts, "score", "ref.txt", "-i", "-", after=3.0, stdin=ours)
    finally:
        os.close(theirs)
        os.close(ours)
    assert ended == (130, "", "tertium: error: interrupted; nothing was written.\n")


def test_interruption_while_scoring_leaves_the_old_file(tmp_path: Path) -> None:
    write(
        tmp_path,
        ref=[f"{i} {line}" for i in range(100_000) for line in REF],
        sys=[f"{i} {line}" for i in range(100_000) for line in POOR],
    )
    (tmp_path / "result.json").write_text("old", encoding="utf-8")
    metrics = ("bleu", "chrf", "chrf:char_order=8", "chrf:char_order=12", "nist", "ribes")
    asked = ("score", "ref.txt", "-i", "sys.txt", "-m", *metrics, "-sl", "-f", "json", "-o", "result.json")
    ended = interrupted(tmp_path, *asked, after=1.5)
    assert ended == (130, "", "tertium: error: interrupted; nothing was written.\n")
    assert (tmp_path / "result.json").read_text(encoding="utf-8") == "old"
    assert {path.name for path in tmp_path.iterdir()} == {"ref.txt", "sys.txt", "result.json"}


@pytest.mark.parametrize("threads", ["1", "2"])
def test_interruption_does_not_wait_for_the_kernel(tmp_path: Path, threads: str) -> None:
    rng = random.Random(0)
    words = [f"w{i}" for i in range(10)]
    lines = [" ".join(rng.choices(words, k=60_000)) for _ in range(60)]
    write(tmp_path, ref=lines[:30], sys=lines[30:])
    start = time.monotonic()
    ended = interrupted(tmp_path, "score", "ref.txt", "-i", "sys.txt", "--threads", threads, "-m", "cer", after=2.0)
    assert ended == (130, "", "tertium: error: interrupted; nothing was written.\n")
    assert time.monotonic() - start < 15  # the chunk itself would take over a minute


def test_a_traceback_is_shown_to_those_who_ask(texts: Path) -> None:
    done = score(texts, "ref.txt", "-i", "none.txt", env={"TERTIUM_DEBUG": "1"})
    assert done.code == 1
    assert "Traceback" in done.err
    assert re.search(r"Error: .*none\.txt does not exist", done.err)
    assert run("score", "x", env={"TERTIUM_DEBUG": ""}).code == 2
