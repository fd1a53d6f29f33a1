"""No output may replace an input, whatever the command and whatever the option; it is said before anything is read."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

import tertium
from faults.cases import HYP, lines
from tertium.cli.command_table import COMMANDS
from tertium.cli.main import main
from tertium.cli.output import OutputFile, OutputFolder
from tertium.errors import FileError

# Options that name a file or a folder to read. Every other one with such a value must be declared as an output.
KEPT = {"--history"}  # the server reads it and adds to it; a file that is not a history is left alone
READ = {
    "--align", "--align-direct", "--align-hyp", "--align-ref", "--conllu", "--docs", "--document", "--file",
    "--human",
    "--links", "--load-model", "--phrase-table",
    "--parse-hyp", "--parse-ref", "--references-pool", "--rows", "--scores", "--slice-by", "--train-on", "--unl-hyp",
    "--unl-ref",
}  # fmt: skip


def options() -> Iterator[tuple[str, argparse.Action]]:
    for name, command in COMMANDS.items():
        for action in command.parser()._actions:
            yield name, action


def outputs() -> list[tuple[str, str]]:
    return sorted((name, action.option_strings[-1]) for name, action in options() if action.type is OutputFile)


ARGUMENTS = {
    "score": ["ref.txt", "-i", "hyp.txt"],
    "compare": ["ref.txt", "-i", "hyp.txt", "other.txt"],
    "diff": ["ref.txt", "-i", "hyp.txt", "other.txt"],
    "gate": ["ref.txt", "-i", "hyp.txt", "--baseline", "ref.txt", "--max-drop", "1"],
    "meta": ["hyp.txt", "-i", "hyp.txt", "-r", "ref.txt"],
    "tune": ["hyp.txt", "bleu"],
    "function-words": ["hyp.txt"],
    "idf": ["hyp.txt"],
    "lsa": ["train", "hyp.txt"],
    "mbr": ["hyp.txt"],
    "paraphrases": ["hyp.txt", "ref.txt"],
    "unl": ["--file", "hyp.txt"],
}


def test_every_option_with_a_file_is_an_input_or_an_output() -> None:
    for name, action in options():
        kind = str(action.metavar)
        if action.option_strings and any(word in kind for word in ("FILE", "DIR", "CARD")):
            declared = action.type in (OutputFile, OutputFolder)
            assert declared != (action.option_strings[-1] in READ | KEPT), (name, action.option_strings)


@pytest.mark.parametrize(("command", "option"), outputs())
def test_an_output_that_is_an_input_is_refused(
    command: str, option: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ARGUMENTS.get(command, ARGUMENTS["score"])
    before = (folder / "hyp.txt").read_bytes()
    assert main([command, *arguments, option, "hyp.txt"]) == 2
    assert "hyp.txt is read here and would be replaced" in capsys.readouterr().err
    assert (folder / "hyp.txt").read_bytes() == before


@pytest.mark.parametrize("way", ["symbolic link", "hard link", "another spelling"])
def test_other_names_of_an_input_are_found(way: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = "./sub/../hyp.txt" if way == "another spelling" else "link"
    (folder / "sub").mkdir()
    if way == "symbolic link":
        (folder / "link").symlink_to("hyp.txt")
    elif way == "hard link":
        os.link(folder / "hyp.txt", folder / "link")
    assert main(["score", "ref.txt", "-i", "hyp.txt", "-o", name]) == 2
    assert "(the same file as hyp.txt) is read here" in capsys.readouterr().err


@pytest.mark.parametrize(
    "spec", ["card:mine", "bleu:tok=spm:mine", "0.5*card:mine + 0.5*chrf", "atec:idf=mine,tok=none"]
)
def test_a_file_within_a_metric_is_an_input(spec: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "mine").write_text("x\n")
    assert main(["score", "ref.txt", "-i", "hyp.txt", "-m", spec, "-o", "mine"]) == 2
    assert "mine" in capsys.readouterr().err
    assert (folder / "mine").read_text() == "x\n"


def test_two_outputs_in_one_file(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["gate", *ARGUMENTS["gate"], "--json", "out", "--junit", "out"]) == 2
    assert "out is named for two outputs" in capsys.readouterr().err
    assert not (folder / "out").exists()


def test_what_exists_and_is_no_input_is_replaced(folder: Path) -> None:
    (folder / "out").write_text("old")
    assert main(["score", "ref.txt", "-i", "hyp.txt", "-o", "out"]) == 0
    assert "old" not in (folder / "out").read_text()


def test_links_are_not_written_over_the_texts(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "sys.align").write_bytes(lines(HYP))
    code = main(["align", "ref.txt", "sys.align", "-o", "."])
    said = capsys.readouterr().err
    assert code == 2
    assert "sys.align" in said
    assert (folder / "sys.align").read_bytes() == lines(HYP)


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("x" * 5000, "too long for a file name"),
        ("loop", "leads back to itself"),
        ("hyp.txt/out", "hyp.txt is in the way"),
        (".", "is a directory"),
    ],
)
def test_names_that_cannot_be_written(name: str, says: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "loop").symlink_to("pool")
    (folder / "pool").symlink_to("loop")
    assert main(["score", "ref.txt", "-i", "hyp.txt", "-o", name]) == 2
    assert says in capsys.readouterr().err


def test_folders_are_checked_before_the_work(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["meta", *ARGUMENTS["meta"], "--plots", "hyp.txt"]) == 2
    assert "hyp.txt cannot be made a folder" in capsys.readouterr().err
    assert main(["meta", *ARGUMENTS["meta"], "--plots", "hyp.txt/deep/plots"]) == 2
    assert "is in the way" in capsys.readouterr().err


def test_the_card_of_tune_in_python(folder: Path) -> None:
    (folder / "mine.toml").write_text('card = 1\nmetric = "bleu"\n')
    with pytest.raises(FileError, match=r"mine\.toml is read here"):
        tertium.tune("mine.toml", "bleu", card="mine.toml")
