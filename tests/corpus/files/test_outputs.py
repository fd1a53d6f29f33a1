"""Outputs before the work and after it: places that are refused, results that are rescued, inputs that are kept."""

from __future__ import annotations

import errno
import os
import tempfile
from pathlib import Path
from typing import BinaryIO

import pytest

from tertium.corpus.files import outputs
from tertium.corpus.files.outputs import (
    file_stem,
    prepare_file,
    prepare_folder,
    remove_empty,
    rescued,
    write_or_rescue,
)
from tertium.corpus.files.overwriting import refuse_overwriting, texts_in
from tertium.errors import FileError


def test_folders_above_a_file_are_made_and_told_from_the_innermost(tmp_path: Path) -> None:
    assert prepare_file(tmp_path / "a" / "b" / "out.txt") == [tmp_path / "a" / "b", tmp_path / "a"]
    assert prepare_file(tmp_path / "a" / "b" / "out.txt") == []
    assert prepare_folder(tmp_path / "c" / "report") == [tmp_path / "c"]
    assert not (tmp_path / "c" / "report").exists()
    assert prepare_folder(tmp_path / "a") == []
    (tmp_path / "old.txt").touch()
    assert prepare_file(tmp_path / "old.txt") == []


def test_what_stands_in_the_way_is_said_before_the_work(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(FileError, match="is a directory, expected a file name to write to"):
        prepare_file(tmp_path)
    with pytest.raises(FileError, match="cannot be made a folder, there is a file of that name"):
        prepare_folder(tmp_path / "file")
    with pytest.raises(FileError, match=r"out cannot be written: .*/file is in the way, it is a file"):
        prepare_file(tmp_path / "file" / "inner" / "out")


def test_a_place_of_another_user_is_said_before_the_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests often run as root, who may write everywhere."""
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    for prepare, name in ((prepare_file, "out"), (prepare_file, "new/out"), (prepare_folder, "out")):
        with pytest.raises(FileError, match="cannot be written by this user; check the directory's permissions"):
            prepare(tmp_path / name)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_made_is_said_with_the_reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*given: object, **options: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "mkdir", full)
    with pytest.raises(FileError, match=r"its folder cannot be made, no space left on device\."):
        prepare_file(tmp_path / "new" / "out")


def test_names_become_file_names_that_do_not_leave_the_folder() -> None:
    assert file_stem("bleu:tok=13a") == "bleu_tok_13a"
    assert "/" not in file_stem("../../etc/passwd")
    one, other = file_stem("ж" * 300), file_stem("ж" * 301)
    assert one != other
    assert max(len(one.encode()), len(other.encode())) <= 160


def test_only_empty_folders_are_taken_away_again(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "file").touch()
    remove_empty([tmp_path / "empty", tmp_path / "full", tmp_path / "gone"])
    assert [path.name for path in tmp_path.iterdir()] == ["full"]


def write(file: BinaryIO) -> None:
    file.write(b"the result")


def test_a_result_that_cannot_be_written_is_kept_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    write_or_rescue(tmp_path / "out", write)
    assert (tmp_path / "out").read_bytes() == b"the result"
    with pytest.raises(FileError, match=r"does not exist\. The result is not lost: it is in .*/result\.tsv\.$") as told:
        write_or_rescue(tmp_path / "nowhere" / "result.tsv", write)
    assert Path(str(told.value).split(" it is in ")[1].rstrip(".")).read_bytes() == b"the result"


def test_where_no_folder_for_temporary_files_is_left_the_working_folder_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nowhere() -> str:
        raise FileNotFoundError("no usable temporary directory")

    monkeypatch.setattr(tempfile, "gettempdir", nowhere)
    monkeypatch.chdir(tmp_path)
    told = rescued(FileError("out cannot be written."), "out", write)
    assert str(told).startswith(f"out cannot be written. The result is not lost: it is in {tmp_path}")


def test_where_nothing_can_be_written_the_problem_stays_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "work").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "gone"))
    monkeypatch.chdir(tmp_path / "work")

    def half(file: BinaryIO) -> None:
        file.write(b"half")
        raise OSError(errno.ENOSPC, "No space left on device")

    problem = FileError("out cannot be written.")
    assert outputs.rescued(problem, "out", half) is problem
    assert list((tmp_path / "work").iterdir()) == []


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("in.txt", "vocab.model", "shards/part-1.txt", "wmt/systems/a.txt", "wmt/ref.txt", "wmt/notes.md"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(name)
    (tmp_path / "link").symlink_to("in.txt")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("output", "given"),
    [
        ("in.txt", "in.txt"),
        ("link", "in.txt"),
        ("./shards/../in.txt", "in.txt"),
        ("in.txt", "in.txt:2"),
        ("vocab.model", "bleu:tok=spm:vocab.model,case=lower"),
        ("shards/part-1.txt", "shards"),
        ("shards/part-1.txt", "shards/*.txt"),
        ("wmt/ref.txt", "wmt"),
        ("wmt/systems/a.txt", "wmt"),
    ],
)
@pytest.mark.usefixtures("folder")
def test_an_output_that_is_read_is_refused(output: str, given: str) -> None:
    with pytest.raises(FileError, match="is read here and would be replaced by the result"):
        refuse_overwriting(["other.txt", output], [given])


@pytest.mark.usefixtures("folder")
def test_what_is_not_read_may_be_replaced() -> None:
    refuse_overwriting(["new.txt"], ["in.txt"])
    refuse_overwriting(["vocab.model"], ["in.txt", "wmt", "a\0b", "/dev/null"])
    refuse_overwriting(["wmt/notes.md"], ["wmt"])
    refuse_overwriting([], ["in.txt"])


@pytest.mark.usefixtures("folder")
def test_two_outputs_have_two_names() -> None:
    for outputs_named in (["new", "new"], ["in.txt", "link"], ["./new", "new"]):
        with pytest.raises(FileError, match="is named for two outputs"):
            refuse_overwriting(outputs_named, [])
    with pytest.raises(FileError, match="is not a file name: it contains NUL"):
        refuse_overwriting(["a\0b"], [])


def test_texts_are_found_wherever_a_request_has_them() -> None:
    request = {"a": "one", "b": ["two", ("three", {"c": "four"})], "d": 5, "e": None}
    assert list(texts_in(request)) == ["one", "two", "three", "four"]
