"""Runs that are kept: whole or not at all, for their owner alone, and still there after a kill or some damage."""

from __future__ import annotations

import random
import sqlite3
import stat
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from serve.started import Started
from tertium.cli.main import main
from tertium.errors import FileError, InputError
from tertium.serve.history import History
from tertium.serve.kept import KeptScore, KeptText, NewRun
from tertium.serve.views import trend, two_runs

Starting = Callable[..., Started]
REF, GOOD, POOR = ["a b c d e f"] * 3, ["a b c d e g"] * 3, ["f e d c b a"] * 3


def made(title: str = "t", score: float = 20.0, text: bytes = b"secret words\n", **change: object) -> NewRun:
    signature = str(change.pop("signature", "bleu#1"))
    settings: dict[str, object] = {
        "title": title,
        "segments": 3,
        "seconds": 0.5,
        "test_set": "refs",
        "asked": {"metrics": ["bleu"], "language": None},
        "warnings": ["odd"],
        "scores": [KeptScore("sys", "bleu", signature, True, score, score - 1, score + 1, "a")],
        "texts": [KeptText("reference", "ref.txt", "", "d1"), KeptText("system", "sys.txt", "sys", "d2")],
        "contents": {"d1": b"reference\n", "d2": text},
        "page": b"<!doctype html>" + title.encode() + b" secret words",
    }
    return NewRun(**(settings | change))  # type: ignore[arg-type]


def test_a_run_is_read_as_it_was_written(tmp_path: Path) -> None:
    history = History(tmp_path / "h.sqlite")
    number = history.add(made("first"))
    [run] = history.runs()
    assert (run.id, run.title, run.systems, run.metrics) == (number, "first", ("sys",), ("bleu",))
    assert run.asked == {"metrics": ["bleu"], "language": None}
    assert run.warnings == ("odd",)
    assert history.page(number) == b"<!doctype html>first secret words"
    assert history.content("d2") == b"secret words\n"
    history.close()
    again = History(tmp_path / "h.sqlite")
    assert again.runs() == [run]


def test_only_the_owner_can_read_the_file(tmp_path: Path) -> None:
    history = History(tmp_path / "new" / "h.sqlite")
    history.add(made())
    for file in (tmp_path / "new").iterdir():
        assert stat.S_IMODE(file.stat().st_mode) == 0o600, file
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o700


def test_a_deleted_run_leaves_nothing_in_the_file(tmp_path: Path) -> None:
    history = History(tmp_path / "h.sqlite")
    word = b"unpublished" * 3
    history._done(lambda base: None)
    first = history.add(made(text=b"plain"))
    second = history.add(made(text=b"other", contents={"d1": b"reference\n", "d2": b"plain"}))
    assert history.content("d1") == b"reference\n"
    history.delete(first)
    assert history.content("d1") == b"reference\n"  # the second run has it, too
    history.delete(second)
    with pytest.raises(InputError, match="no longer in the history"):
        history.content("d1")
    assert history.runs() == []
    # Stored as it is, so that it can be looked for in the bytes of the file.
    third = history.add(made(title=word.decode()))
    assert any(word in file.read_bytes() for file in tmp_path.iterdir())
    history.delete(third)
    assert not any(word in file.read_bytes() for file in tmp_path.iterdir())
    with pytest.raises(InputError, match="may have been deleted"):
        history.delete(third)


def test_clearing_deletes_all_and_numbers_go_on(tmp_path: Path) -> None:
    history = History(tmp_path / "h.sqlite")
    numbers = [history.add(made()) for _ in range(3)]
    history.clear()
    assert history.runs() == []
    assert history.add(made()) > max(numbers)


def test_in_memory_nothing_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    history = History(None)
    history.add(made())
    assert len(history.runs()) == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("damage", [b"", b"this is no database at all, but long enough" * 100, b"\0" * 5000])
def test_a_file_that_is_no_history_is_set_aside(tmp_path: Path, damage: bytes) -> None:
    path = tmp_path / "h.sqlite"
    path.write_bytes(damage)
    history = History(path)
    number = history.add(made())
    assert history.run(number).title == "t"
    if damage:
        assert history.remark is not None
        assert "0 of its runs could be saved" in history.remark
        [aside] = tmp_path.glob("h.sqlite.damaged-*")
        assert aside.read_bytes() == damage


def test_what_can_be_read_of_a_damaged_file_is_saved(tmp_path: Path) -> None:
    path = tmp_path / "h.sqlite"
    history = History(path)
    for number in range(40):
        noise = random.Random(number).randbytes(9000)  # so that it stays as large when it is packed
        texts = [KeptText("reference", "r", "", f"r{number}"), KeptText("system", "s", "s", f"s{number}")]
        contents = {f"r{number}": noise[:3000], f"s{number}": noise[3000:6000]}
        history.add(made(f"run {number}", texts=texts, contents=contents, page=noise))
    history.close()
    data = bytearray(path.read_bytes())
    pages = len(data) // 4096
    middle = pages // 2 * 4096
    data[middle : middle + 3 * 4096] = b"\xa5" * (3 * 4096)
    path.write_bytes(data)
    again = History(path)
    assert again.remark is not None
    saved = again.runs()
    assert 10 <= len(saved) < 40
    assert {run.title for run in saved} <= {f"run {number}" for number in range(40)}
    for run in saved:
        assert again.page(run.id)
    assert again.add(made("after")) > 0


def test_damage_that_shows_later_is_mended_then(tmp_path: Path) -> None:
    path = tmp_path / "h.sqlite"
    history = History(path)
    history.add(made("kept"))
    history.close()
    history = History(path)
    path.write_bytes(b"overwritten by something else" * 500)
    for rest in tmp_path.glob("h.sqlite-*"):
        rest.unlink()
    assert history.add(made("later")) > 0
    assert "later" in [run.title for run in history.runs()]


CHANGES = (
    ("scores", "score", 91.25),
    ("scores", "system", "other"),
    ("runs", "title", "another title"),
    ("runs", "test_set", "other references"),
    ("texts", "label", "other.txt"),
)


@pytest.mark.parametrize(("table", "column", "value"), CHANGES)
def test_a_run_that_was_changed_is_not_shown(tmp_path: Path, table: str, column: str, value: object) -> None:
    """To SQLite a score with another bit is a score like any other; people would compare systems by it."""
    file = tmp_path / "h.sqlite"
    history = History(file)
    first, second = history.add(made("first", score=float("nan"))), history.add(made("second"))
    assert history.runs()[1].scores[0].score is None  # as SQLite keeps what is no number
    history.close()
    with sqlite3.connect(file) as base:
        base.execute(f"UPDATE {table} SET {column} = ? WHERE {'id' if table == 'runs' else 'run'} = ?", (value, second))
    base.close()
    again = History(file)
    assert [(run.id, run.title) for run in again.runs()] == [(first, "first")]
    assert again.page(first).startswith(b"<!doctype html>first")
    assert "1 of its runs could be saved" in str(again.remark)
    assert [run.id for run in History(file).runs()] == [first]
    assert len(list(tmp_path.glob("h.sqlite.damaged-*"))) >= 1  # the changed run is in there


def test_a_history_without_sums_is_read_and_gets_them_for_new_runs(tmp_path: Path) -> None:
    file = tmp_path / "h.sqlite"
    history = History(file)
    history.add(made("old"))
    history.close()
    with sqlite3.connect(file) as base:
        base.execute("ALTER TABLE runs DROP COLUMN sum")
        base.execute("PRAGMA user_version = 1")
    base.close()
    again = History(file)
    again.add(made("new"))
    assert [run.title for run in again.runs()] == ["new", "old"]
    assert again.remark is None
    with sqlite3.connect(file) as base:
        assert [kept is None for (kept,) in base.execute("SELECT sum FROM runs ORDER BY id")] == [True, False]
    base.close()


def test_a_file_of_a_newer_tertium_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "h.sqlite"
    base = sqlite3.connect(path)
    base.execute("PRAGMA user_version = 99")
    base.execute("CREATE TABLE other (x)")
    base.close()
    with pytest.raises(FileError, match=r"newer tertium \(format 99"):
        History(path)
    assert list(tmp_path.glob("*damaged*")) == []


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(FileError, match="--no-history"):
        History(tmp_path / "file" / "h.sqlite")


def test_two_servers_write_to_one_file(tmp_path: Path) -> None:
    path = tmp_path / "h.sqlite"
    both = [History(path), History(path)]

    def write(history: History, name: str) -> None:
        for number in range(25):
            history.add(made(f"{name} {number}"))

    threads = [threading.Thread(target=write, args=(history, str(at))) for at, history in enumerate(both)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(both[0].runs()) == len(both[1].runs()) == 50


def test_a_run_whose_writing_fails_leaves_nothing(tmp_path: Path) -> None:
    history = History(tmp_path / "h.sqlite")
    with pytest.raises((TypeError, FileError, AttributeError)):
        history.add(made(texts=[KeptText("system", "x", "x", object())]))  # type: ignore[arg-type]
    assert history.runs() == []
    assert history.add(made()) == 1


def test_two_runs_are_compared_only_where_they_measured_the_same(tmp_path: Path) -> None:
    history = History(None)
    numbers = [
        history.add(made(score=20.0)),
        history.add(made(score=22.5)),
        history.add(made(score=30.0, test_set="others")),
        history.add(made(score=30.0, signature="bleu:order=2#1")),
    ]
    first, second, others, settings = (history.run(number) for number in numbers)
    [change] = two_runs(first, second).changes
    assert (change.delta, change.better) == (2.5, True)
    assert two_runs(first, others).changes[0].delta is None
    assert not two_runs(first, others).same_test_set
    assert two_runs(first, settings).changes[0].delta is None
    assert two_runs(first, settings).other_signatures == ("bleu",)


def test_a_trend_joins_only_what_can_be_compared(tmp_path: Path) -> None:
    history = History(None)
    for score, test_set in ((20.0, "a"), (21.0, "a"), (50.0, "b"), (19.0, "a")):
        history.add(made(score=score, test_set=test_set))
    first, second = trend("sys", history.runs())
    assert [dot.score.score for dot in first.dots] == [20.0, 21.0, 19.0]
    assert [dot.score.score for dot in second.dots] == [50.0]
    assert first.dots[1].y < first.dots[0].y < first.dots[2].y  # the best is drawn highest
    assert (first.bottom, first.top) == (18.0, 22.0)  # the ends of intervals
    assert first.top_at < first.dots[1].y < first.bottom_at
    assert trend("nobody", history.runs()) == []


# With a server


def a_run(server: Started) -> int:
    reference, good, poor = server.text("ref", REF), server.text("good", GOOD), server.text("poor", POOR)
    return server.run([reference], {"good": good, "poor": poor}, title="kept run")


def test_history_survives_a_kill(starting: Starting, tmp_path: Path) -> None:
    path = tmp_path / "h.sqlite"
    server = starting(history=path)
    number = a_run(server)
    page = server.ask(f"/runs/{number}/report").body
    server.kill()
    again = starting(history=path)
    assert again.token != server.token
    assert b"kept run" in again.ask("/history").body
    assert again.ask(f"/runs/{number}/report").body == page


def test_a_kill_while_a_run_is_made_leaves_whole_runs_alone(starting: Starting, tmp_path: Path) -> None:
    path = tmp_path / "h.sqlite"
    server = starting(history=path)
    a_run(server)
    reference, good, poor = server.text("ref", REF), server.text("good", GOOD), server.text("poor", POOR)
    server.job([reference], {"good": good, "poor": poor}, title="half made")
    server.kill()
    again = starting(history=path)
    shown = again.ask("/history").body
    assert b"kept run" in shown
    assert b"half made" not in shown
    assert a_run(again) > 0


def test_a_kept_run_can_be_deleted_and_history_cleared(starting: Starting, tmp_path: Path) -> None:
    server = starting(history=tmp_path / "h.sqlite")
    first, second = a_run(server), a_run(server)
    assert server.ask(f"/api/runs/{first}", method="DELETE").status == 204
    assert server.ask(f"/runs/{first}").status == 404
    assert server.ask(f"/api/runs/{first}", method="DELETE").status == 404
    assert server.ask(f"/runs/{second}").status == 200
    assert server.ask("/api/runs", method="DELETE").status == 204
    assert b"No runs yet" in server.ask("/history").body


def test_systems_of_two_runs_are_tested_against_each_other(starting: Starting) -> None:
    server = starting()
    first = a_run(server)
    second = a_run(server)
    shown = server.ask(f"/compare?run={first}&run={second}").body.decode()
    assert "no change" in shown
    assert "Test the systems of both runs" in shown
    outcome = server.ended(server.ask("/api/tests", {"runs": [first, second]}))
    assert outcome["state"] == "done", outcome
    report = server.ask(f"/runs/{outcome['run']}/report").body.decode()
    assert f"good (run {first})" in report
    assert f"good (run {second})" in report


@pytest.mark.parametrize("query", ["", "?run=1", "?run=1&run=1", "?run=x&run=y", "?run=1&run=2&run=3"])
def test_two_runs_must_be_named(server: Started, query: str) -> None:
    answer = server.ask(f"/compare{query}")
    assert answer.status in (404, 422)
    assert b"two of them" in answer.body or b"not in the history" in answer.body


def test_pages_that_are_not_there_say_so(server: Started) -> None:
    assert b"there is no such page" in server.ask("/nowhere").body
    assert b"not in the history" in server.ask("/runs/12345").body
    assert b"no run in the history has a system" in server.ask("/trend?system=nobody").body
    assert server.ask("/api/jobs/unknown").status == 404
    for number in ("9" * 15, "9" * 25, "9" * 5000):  # more than SQLite, and more than Python reads
        assert server.ask(f"/runs/{number}/report").status == 404
        assert server.ask(f"/api/runs/{number}", method="DELETE").status == 404
    assert server.ask("/api/texts/unknown", method="DELETE").status == 422


def test_a_file_that_never_was_a_history_is_refused_and_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "ref.txt"
    file.write_text("a text of somebody\n")
    assert main(["serve", "--port", "0", "--history", str(file)]) == 2
    assert "is not a history of tertium serve" in capsys.readouterr().err
    assert file.read_text() == "a text of somebody\n"
    assert list(tmp_path.iterdir()) == [file]
