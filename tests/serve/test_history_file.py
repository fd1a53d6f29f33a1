"""The file of kept runs: where it is, what is refused in its place, and what is said of what is not in it."""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest

from serve.started import Started, received
from serve.test_history import made
from tertium.errors import FileError, InputError
from tertium.serve.history import History, history_file, refuse_other_files
from tertium.serve.running import _not_bound


def test_where_runs_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERTIUM_HISTORY", str(tmp_path / "mine"))
    assert history_file() == tmp_path / "mine"
    monkeypatch.delenv("TERTIUM_HISTORY")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert history_file() == tmp_path / "tertium" / "history.sqlite"
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    for base in ("", "relative/folder"):  # which the base directory specification has ignored
        monkeypatch.setenv("XDG_DATA_HOME", base)
        assert history_file() == tmp_path / "home" / ".local" / "share" / "tertium" / "history.sqlite"


def test_what_is_no_file_is_no_history(tmp_path: Path) -> None:
    refuse_other_files(tmp_path / "new")  # nothing is there yet
    os.mkfifo(tmp_path / "pipe")
    for path, said in (
        (tmp_path / "pipe", "is no file, and a history is one; name another with --history."),
        (tmp_path, "cannot be read: Is a directory."),
    ):
        with pytest.raises(FileError) as error:
            refuse_other_files(path)
        assert str(error.value) == f"{path} {said}"


def test_what_is_not_kept_is_told_and_memory_takes_no_disk() -> None:
    history = History(None)
    number = history.add(made())
    assert history.size == 0
    for call, said in (
        (lambda: history.run(number + 1), "run 2 is not in the history; it may have been deleted."),
        (lambda: history.page(number + 1), "run 2 is not in the history; it may have been deleted."),
        (lambda: history.delete(number + 1), "run 2 is not in the history; it may have been deleted already."),
        (lambda: history.content("other"), "a text of this run is no longer in the history."),
        (history._made_anew, "the history in memory is damaged; start again."),
    ):
        with pytest.raises((InputError, FileError)) as error:
            call()
        assert str(error.value) == said
    assert history.run(number).title == "t"


def test_a_run_of_an_old_file_whose_request_is_no_json_counts_as_damage(tmp_path: Path) -> None:
    """Files of format 1 have no sums that would tell."""
    path = tmp_path / "h.sqlite"
    history = History(path)
    kept = [history.add(made(title)) for title in ("good", "bad")]
    history.close()
    base = sqlite3.connect(path)
    base.execute("UPDATE runs SET sum = NULL, asked = CASE id WHEN ? THEN '{' ELSE asked END", (kept[1],))
    base.commit()
    base.close()
    again = History(path)
    assert [run.title for run in again.runs()] == ["good"]
    assert again.remark is not None
    assert again.remark.startswith("The history was damaged and was made anew; 1 of its runs could be saved.")


def test_pages_that_were_changed_are_not_shown(tmp_path: Path) -> None:
    path = tmp_path / "h.sqlite"
    history = History(path)
    number = history.add(made())
    history.close()
    base = sqlite3.connect(path)
    base.execute("UPDATE runs SET page = 'no bytes'")
    base.commit()
    base.close()
    again = History(path)
    with pytest.raises(InputError, match="is not in the history"):
        again.page(number)
    assert again.remark is not None
    assert "0 of its runs could be saved" in again.remark


@pytest.mark.parametrize("runs", [None, [1], [1, 2, 3], [1, True], ["1", "2"], {"1": 2}])
def test_a_test_is_of_two_runs(server: Started, runs: object) -> None:
    answer = server.ask("/api/tests", {"runs": runs})
    assert (answer.status, answer.error) == (422, "two runs are tested against each other; give their numbers.")


def test_runs_of_other_references_are_not_tested_and_browsers_get_no_icon(starting: Callable[..., Started]) -> None:
    server = starting()
    assert server.ask("/favicon.ico").status == 204
    texts = {name: server.text(name, lines) for name, lines in (("one", ["a b c"]), ("two", ["a c d"]), ("s", ["a b"]))}
    first, second = (server.run([texts[name]], {"s": texts["s"]}) for name in ("one", "two"))
    answer = server.ask("/api/tests", {"runs": [second, first]})
    assert (answer.status, answer.error) == (
        422,
        f"runs {first} and {second} have other references, so that their systems cannot be tested against each other; "
        "make a report with the same ones.",
    )
    assert server.ask("/api/tests", {"runs": [first, 99]}).status == 404


def test_where_every_connection_is_at_work_no_other_is_taken(starting: Callable[..., Started]) -> None:
    server = starting(connections=16, uploads=16)
    with ExitStack() as open_ones:
        for _ in range(16):
            busy = open_ones.enter_context(server.connect())
            kind = ("Content-Type: application/octet-stream", "Content-Length: 100", "Expect: 100-continue")
            busy.sendall(server.head("POST", "/api/texts", *kind))
            assert busy.recv(100).startswith(b"HTTP/1.1 100 ")  # its body is waited for
        answer = refused(server)
    assert answer.startswith(b"HTTP/1.1 503 Service Unavailable\r\n")
    assert answer.endswith(b"tertium: 16 connections are open, which is all; try again later.\n")


def refused(server: Started) -> bytes:
    with server.connect() as second:
        second.settimeout(5)
        return received(second)


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (OSError(errno.EACCES, "Permission denied"), "port 80 of ::1 is not for everybody; give one above 1023 with "
                                                     "--port."),
        (OSError(errno.EADDRNOTAVAIL, "Cannot assign requested address"), "::1 port 80 cannot be opened: cannot assign "
                                                                         "requested address; give another one with "
                                                                         "--port."),
        (OverflowError("port must be 0-65535."), "--port is 80, expected 0 to 65535."),
    ],
)  # fmt: skip
def test_a_port_that_cannot_be_had_is_told(error: Exception, said: str) -> None:
    assert str(_not_bound("::1", 80, error)) == said
