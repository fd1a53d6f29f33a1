"""Children of ``--with`` that go wrong: each is refused with a sentence that says who, what and why, and none stays."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import tertium
from cli.shell import GOOD, POOR, PROGRAM, REF, environment, write
from other_tools.asking import all_gone, items, processes, tool
from tertium.errors import TertiumError

TEXTS = [*GOOD, *POOR]
REFS = [*REF, *REF]


def refused(mode: str, log: Path | None = None, **more: str) -> str:
    with pytest.raises(TertiumError) as problem:
        tertium.score(TEXTS, REFS, "chrf", tools=tool(mode, log, **more), tool_cache=False, ignore=["T102", "T109"])
    return str(problem.value)


@pytest.mark.parametrize(
    ("mode", "says"),
    [
        ("too_few", ["overlap ended without a score for 2 of 4 items", "its standard error is empty."]),
        ("unknown_id", ["line 5 of overlap has id 4, which nobody asked about"]),
        ("twice", ["line 2 of overlap has id 0, which was answered before"]),
        ("nan", ["line 1 of overlap has the score NaN for id 0, expected a finite number"]),
        ("null", ["line 1 of overlap has the score null for id 0, expected a finite number"]),
        ("boolean", ["line 1 of overlap has the score true for id 0, expected a finite number"]),
        ("huge", ["line 1 of overlap has the score 1000000", "for id 0, expected a finite number"]),
        ("huge_range", ["overlap says its range is [0, 1000000", "expected two numbers such as [0, 1]"]),
        ("out_of_range", ["overlap says that scores lie in 0 to 1, but gave 1.5 for id 0"]),
        ("no_id", ['line 1 of overlap has no id that is a whole number, expected {"id": 0, "score": 0.5}']),
        ("chatter", ["line 1 of overlap is no JSON object: 'Loading checkpoint shards: 100%'", "standard error"]),
        ("not_utf8", ["overlap wrote a line that is no UTF-8"]),
        ("endless_line", ["overlap wrote a line of more than 1048576 bytes"]),
        ("crash", ["overlap ended without a score for 4 of 4 items, with exit code 1", "CUDA out of memory"]),
        ("crash_at_start", ["ended before it said a word, with exit code 1", "No module named 'comet'"]),
        ("wrong_protocol", ["has 'tertium': 2, expected \"tertium\": 1, the version of the protocol"]),
        ("by_system", ["overlap scores by system; tertium needs a score for each segment"]),
        ("odd_uses", ["overlap says it uses ['hypothesis'], expected a list of src, mt, ref"]),
        ("says_error", ["overlap: the model example/large is not here; fetch it first."]),
        ("reads_nothing", ["overlap ended without a score for 4 of 4 items"]),
    ],
)
def test_a_child_that_goes_wrong_is_refused_with_what_it_did(mode: str, says: list[str]) -> None:
    said = refused(mode)
    for piece in says:
        assert piece in said
    assert "\n" not in said


@pytest.mark.parametrize("mode", ["silent", "mute"])
def test_a_child_that_says_nothing_is_ended_with_all_that_it_started(mode: str, tmp_path: Path) -> None:
    log = tmp_path / "log"
    said = refused(mode, log, timeout="3")
    assert "overlap said nothing for 3 seconds and was ended; timeout=SECONDS lets it be silent for longer" in said
    assert ("it never said its first line" in said and "hello=no" in said) is (mode == "mute")
    started = processes(log)
    assert len(started) == (2 if mode == "silent" else 1)
    assert all_gone(started)


@pytest.mark.parametrize("mode", ["stays", "stays_open", "leaves_one_behind"])
def test_a_child_that_fails_or_stays_behind_its_last_answer_loses_no_score(
    mode: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = tmp_path / "log"
    with pytest.warns(UserWarning, match="overlap ended with code 5 after its last score; every score is there"):
        made = tertium.score(TEXTS, REFS, "chrf", tools=tool("fails_at_the_end", log), tool_cache=False)
    monkeypatch.setattr("tertium.other_tools.child._PARTING", 1.0)
    started = time.monotonic()
    stayed = tertium.score(TEXTS, REFS, "chrf", tools=tool(mode, log), tool_cache=False, ignore=["T102", "T109"])
    assert stayed["overlap"].score == made["overlap"].score
    assert time.monotonic() - started < 300
    assert all_gone(processes(log))


def test_a_damaged_cache_costs_its_scores_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERTIUM_SCORE_CACHE", str(tmp_path))
    log = tmp_path / "log"
    one = tertium.score(TEXTS, REFS, "chrf", tools=tool("good", log), ignore=["T102", "T109"])
    [kept] = tmp_path.glob("*.sqlite")
    kept.write_bytes(b"not a database, and long enough to be looked at" * 200)
    for rest in ("-wal", "-shm"):
        Path(f"{kept}{rest}").unlink(missing_ok=True)
    log.unlink()
    two = tertium.score(TEXTS, REFS, "chrf", tools=tool("good", log), ignore=["T102", "T109"])
    assert two["overlap"].score == one["overlap"].score
    assert len(items(log)) == 4


@pytest.mark.skipif(sys.platform != "linux", reason="processes are looked for in /proc")
@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGKILL])
def test_whatever_ends_us_ends_the_child_and_what_it_started(sign: signal.Signals, tmp_path: Path) -> None:
    """Ctrl-C, and even a signal that nobody can answer; what was scored by then is kept."""
    many = [f"sentence number {number}" for number in range(3000)]
    write(tmp_path, ref=many, hyp=many)
    log, kept = tmp_path / "log", tmp_path / "kept"
    given = ("score", "ref.txt", "-i", "hyp.txt", "-m", "chrf", "--with", tool("slow", log))
    process = subprocess.Popen(
        [*PROGRAM, *given],
        cwd=tmp_path,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment({"TERTIUM_SCORE_CACHE": str(kept)}),
        start_new_session=True,
    )
    deadline = time.monotonic() + 100
    while time.monotonic() < deadline and len(items(log)) < 30:  # a second and more is then on the disk
        time.sleep(0.1)
    os.kill(process.pid, sign)  # it alone, not its group
    out, err = process.communicate(timeout=60)
    assert process.returncode == (130 if sign == signal.SIGINT else -signal.SIGKILL)
    assert out == b""
    if sign == signal.SIGINT:
        assert b"interrupted; the cache keeps what was done, and the same command goes on." in err
    started = processes(log)
    assert len(started) == 2
    assert all_gone(started)
    import sqlite3

    [base] = kept.glob("*.sqlite")
    with sqlite3.connect(base) as opened:
        [(count,)] = opened.execute("SELECT COUNT(*) FROM checked").fetchall()
    assert count >= 5
