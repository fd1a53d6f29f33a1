"""Kept files that are damaged, locked or in the way are mended, or refused in one sentence, and work again later."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from faults.keeping import SHELF, batch_of, begin_history, open_values, run_of
from tertium.corpus.files import kept_values
from tertium.corpus.files.mended_base import in_one
from tertium.errors import FileError
from tertium.serve.history import History, NotKeptError

NOISE = b"this is no database at all, though it is long enough" * 100


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(SHELF.variable, str(tmp_path))
    return tmp_path


def change(path: Path, query: str, *values: object) -> None:
    base = sqlite3.connect(path)
    base.execute(query, values)
    base.commit()
    base.close()


def test_a_file_that_cannot_be_mended_is_refused_and_mended_when_the_way_is_free(folder: Path) -> None:
    kept = open_values(folder)
    kept.put_bytes(batch_of(1))
    in_the_way = folder / "kept.damaged" / "something"
    in_the_way.mkdir(parents=True)
    change(folder / "kept.sqlite", "UPDATE checked SET value = x'00'")
    with pytest.raises(FileError, match=r"the cache of the tests .* cannot be used: .*; remove it"):
        kept.get_bytes(list(batch_of(1)))
    with pytest.raises(FileError, match="cannot be used"):
        kept.get_bytes(list(batch_of(1)))
    in_the_way.rmdir()
    in_the_way.parent.rmdir()
    kept.put_bytes(batch_of(2))
    assert kept.get_bytes(list(batch_of(2))) == batch_of(2)
    assert kept.get_bytes(list(batch_of(1))) == {}
    assert kept.missing(list(batch_of(1))) == list(batch_of(1))
    kept.close()
    kept.close()


def test_a_locked_file_is_refused_and_not_set_aside(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    open_values(folder).close()
    monkeypatch.setattr(kept_values, "_PATIENCE", 0.05)
    other = sqlite3.connect(folder / "kept.sqlite", isolation_level=None)
    other.execute("PRAGMA locking_mode = EXCLUSIVE")
    other.execute("BEGIN EXCLUSIVE")
    with pytest.raises(FileError, match="cannot be used: database is locked; remove it"):
        open_values(folder)
    other.execute("COMMIT")
    other.close()
    assert not (folder / "kept.damaged").exists()
    open_values(folder).close()


def test_values_of_a_tertium_without_checksums_are_made_again(folder: Path) -> None:
    base = sqlite3.connect(folder / "kept.sqlite")
    base.execute("CREATE TABLE kept (key BLOB PRIMARY KEY, value BLOB NOT NULL)")
    base.execute("INSERT INTO kept VALUES (?, ?)", (b"k", b"v"))
    base.commit()
    base.close()
    kept = open_values(folder)
    assert kept.missing([b"k"]) == [b"k"]
    kept.put_bytes({b"k": b"w"})
    assert kept.get_bytes([b"k"]) == {b"k": b"w"}
    kept.close()


def test_a_value_with_a_changed_bit_is_lost_and_not_handed_out(folder: Path) -> None:
    kept = open_values(folder)
    kept.put_bytes(batch_of(1))
    kept.close()
    key, value = next(iter(batch_of(1).items()))
    changed = bytes([value[0] ^ 1]) + value[1:]
    change(folder / "kept.sqlite", "UPDATE checked SET value = ? WHERE key = ?", changed, key)
    kept = open_values(folder)
    assert kept.get_bytes([key]) == {}
    assert (folder / "kept.damaged").exists()
    kept.close()


def test_work_that_fails_leaves_no_transaction_behind() -> None:
    base = sqlite3.connect(":memory:", isolation_level=None)
    base.execute("CREATE TABLE t (x)")

    def half() -> None:
        base.execute("INSERT INTO t VALUES (1)")
        raise ValueError("half way")

    with pytest.raises(ValueError, match="half way"):
        in_one(base, half)
    assert base.execute("SELECT COUNT(*) FROM t").fetchone() == (0,)
    assert in_one(base, lambda: base.execute("INSERT INTO t VALUES (2)").rowcount) == 1


def test_saved_runs_keep_their_numbers_and_a_changed_page_is_gone(tmp_path: Path) -> None:
    """A link to a run leads to that run, or to no run, and never to another one."""
    begin_history(tmp_path)
    path = tmp_path / "h.sqlite"
    change(path, "UPDATE runs SET page = ? WHERE id = 2", b"changed")
    history = History(path)
    assert history.remark is None  # SQLite sees nothing
    with pytest.raises(NotKeptError, match="run 2 is not in the history"):
        history.page(2)
    assert history.remark is not None
    assert "2 of its runs could be saved" in history.remark
    assert [run.id for run in history.runs()] == [3, 1]
    assert history.page(3) == run_of(3).page
    assert history.add(run_of(4)) == 4
    history.close()


def test_damage_twice_in_a_second_leaves_both_files(tmp_path: Path) -> None:
    path = tmp_path / "h.sqlite"
    for number in range(3):
        path.write_bytes(NOISE + b"%d" % number)
        History(path).close()
    asides = [aside.read_bytes()[-1:] for aside in tmp_path.glob("h.sqlite.damaged-*")]
    assert sorted(asides) == [b"0", b"1", b"2"]


@pytest.mark.parametrize(
    ("query", "value", "left"),
    [
        ("UPDATE runs SET asked = ? WHERE id = 2", "{half", [3, 1]),
        ("UPDATE contents SET content = ? WHERE digest = 's2'", b"changed", [3, 2, 1]),
        ("UPDATE runs SET title = CAST(? AS TEXT) WHERE id = 2", b"run \xff", [3, 1]),
        ("UPDATE scores SET score = ? WHERE run = 2", 99.0, [3, 1]),
    ],
)
def test_what_was_changed_behind_our_back_costs_no_more_than_itself(
    tmp_path: Path, query: str, value: object, left: list[int]
) -> None:
    begin_history(tmp_path)
    change(tmp_path / "h.sqlite", query, value)
    history = History(tmp_path / "h.sqlite")
    assert [run.id for run in history.runs()] == left
    if "contents" in query:
        with pytest.raises(NotKeptError, match="no longer in the history"):
            history.content("s2")
    assert history.content("s3") == run_of(3).contents["s3"]
    history.close()


def test_a_lock_while_values_are_kept_is_refused_and_nothing_is_set_aside(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept_values, "_PATIENCE", 0.05)
    kept = open_values(folder)
    other = sqlite3.connect(folder / "kept.sqlite", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(FileError, match="cannot be used: database is locked"):
        kept.put_bytes(batch_of(1))
    other.execute("COMMIT")
    other.close()
    kept.put_bytes(batch_of(1))
    assert kept.get_bytes(list(batch_of(1))) == batch_of(1)
    assert not (folder / "kept.damaged").exists()
    kept.close()
