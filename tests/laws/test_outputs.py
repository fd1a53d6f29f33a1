"""The law of outputs, over every command: they are made ready before the work, and work done is never lost to them.

The list of commands and of their outputs comes from the parsers, so that a new option cannot be forgotten.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tertium.cli.command_table import COMMANDS
from tertium.cli.main import main
from tertium.cli.output import Deliveries, OutputFile, OutputFolder, OwnFolder, prepare_outputs, write_result
from tertium.corpus.files.outputs import prepare_file, prepare_folder, write_or_rescue
from tertium.errors import FileError

OUTPUTS = (OutputFile, OutputFolder, OwnFolder)


def _options(name: str) -> list[argparse.Action]:
    return COMMANDS[name].parser()._actions


def _outputs() -> Iterator[tuple[str, str]]:
    for name in COMMANDS:
        for action in _options(name):
            if action.type in OUTPUTS:
                yield name, action.option_strings[-1]


def _action(name: str, flag: str) -> argparse.Action:
    return next(action for action in _options(name) if flag in action.option_strings)


def _command(name: str, flag: str, value: str) -> list[str]:
    """The command with this output, and whatever else it must have: texts that do not exist."""
    words = [name]
    for action in _options(name):
        if flag in action.option_strings:
            words += [flag, value]
        elif action.required and action.option_strings:
            given = "unmade.out" if action.type in OUTPUTS else str(next(iter(action.choices or ["no-such-file"])))
            words += [action.option_strings[-1], given]
        elif not action.option_strings and action.nargs not in ("?", 0):
            words += [str(next(iter(action.choices))) if action.choices else "no-such-file"]
    return words


ALL = list(_outputs())


def test_there_are_outputs() -> None:
    assert {name for name, _ in ALL} >= {"score", "compare", "align", "gate", "meta", "tune", "report", "idf", "unl"}
    assert ("align", "--save-model") in ALL


@pytest.mark.parametrize("name", COMMANDS)
def test_an_option_that_says_it_writes_is_declared_as_an_output(name: str) -> None:
    for action in _options(name):
        says = re.search(
            r"\b(write|written|save|keep this run|draw)\b.*\b(to|into|FILE|DIR|folder)\b", action.help or ""
        )
        if says and action.metavar in ("FILE", "DIR"):
            assert action.type in OUTPUTS, action.option_strings


@pytest.mark.parametrize(("name", "flag"), ALL)
def test_the_folders_above_an_output_are_made_before_the_work(name: str, flag: str, tmp_path: Path) -> None:
    action = _action(name, flag)
    assert callable(action.type)
    target = tmp_path / "a" / "b" / "result"
    made = prepare_outputs(argparse.Namespace(**{action.dest: action.type(str(target))}))
    assert made == [tmp_path / "a" / "b", tmp_path / "a"]
    assert target.parent.is_dir()
    assert not target.exists()


@pytest.mark.parametrize(("name", "flag"), ALL)
def test_an_output_that_cannot_be_is_refused_before_a_text_is_read(
    name: str, flag: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_bytes(b"kept")
    assert main(_command(name, flag, "file/new/result")) == 2
    said = capsys.readouterr().err
    assert "file/new/result cannot be" in said
    assert "file is in the way" in said
    assert "no-such-file" not in said
    assert (tmp_path / "file").read_bytes() == b"kept"


@pytest.mark.parametrize(("name", "flag"), ALL)
def test_no_folder_is_left_of_a_command_that_failed(
    name: str, flag: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", None)
    code = main(_command(name, flag, "new/deep/result"))
    assert "cannot be written" not in capsys.readouterr().err
    assert code in (0, 2)
    assert (tmp_path / "new").exists() == (code == 0)  # a sentence named no-such-file has a graph


def test_a_result_is_written_into_folders_that_were_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ref").write_text("a b c d e\n")
    (tmp_path / "sys").write_text("a b c d f\n")
    assert main(["score", "ref", "-i", "sys", "-f", "json", "-o", "new/deep/result.json"]) == 0
    assert '"bleu"' in (tmp_path / "new" / "deep" / "result.json").read_text()


@pytest.mark.parametrize("prepare", [prepare_file, prepare_folder])
def test_a_folder_without_permission_is_refused(prepare: Callable[[Path], list[Path]], tmp_path: Path) -> None:
    if os.geteuid() == 0:
        pytest.skip("the superuser may write everywhere")
    tmp_path.chmod(0o500)
    for target in (tmp_path / "x", tmp_path / "deep" / "x"):
        with pytest.raises(FileError, match="cannot be written by this user"):
            prepare(target)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no device that is full")
def test_a_result_that_cannot_be_written_is_kept_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with pytest.raises(FileError, match="no space left on device") as problem:
        write_or_rescue("/dev/full", lambda file: file.write(b"hours of work"))
    kept = re.search(r"it is in (\S+)\.$", str(problem.value))
    assert kept is not None
    assert Path(kept[1]).parent.parent == tmp_path
    assert Path(kept[1]).read_bytes() == b"hours of work"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no device that is full")
def test_one_result_that_fails_does_not_take_the_others_along(tmp_path: Path) -> None:
    results = Deliveries()
    results.deliver(lambda: write_result("one", "/dev/full"))
    results.deliver(lambda: write_result("two", str(tmp_path / "two")))
    with pytest.raises(FileError, match="not lost"):
        results.__exit__(None)
    assert (tmp_path / "two").read_text() == "two"


def test_where_nothing_can_be_written_the_problem_itself_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(**_: object) -> str:
        raise OSError

    monkeypatch.setattr("tempfile.mkdtemp", refuse)
    with pytest.raises(FileError, match="its directory does not exist; make it first"):
        write_or_rescue("/nowhere/at/all", lambda file: file.write(b"x"))
