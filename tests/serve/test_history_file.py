"""The file of kept runs: where it is, what is refused in its place, and what is said of what is not in it."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

import pytest

from serve.test_history import made
from tertium.errors import FileError, InputError
from tertium.serve.history import History, history_file, refuse_other_files


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
