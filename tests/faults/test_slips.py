"""Small slips on the command line that were taken for something else."""

from __future__ import annotations

from pathlib import Path

import pytest

import tertium
from faults.cases import HYP, REF
from tertium.cli.main import main
from tertium.errors import SpecError


def test_a_file_that_is_named_like_an_option(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "ref.txt").rename(folder / "-ref")
    assert main(["score", "-o", "out.txt", "-m", "wer", "-i", "hyp.txt", "--", "-ref"]) == 0
    assert main(["score", "-i", "hyp.txt", "--", "-rex"]) == 2
    assert "-rex does not exist; did you mean '-ref'?" in capsys.readouterr().err


def test_an_empty_unl_document(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "empty.unl").write_text("\n")
    assert main(["unl", "--document", "empty.unl"]) == 2
    assert "empty.unl holds no sentence" in capsys.readouterr().err


@pytest.mark.parametrize("option", ["--conllu", "--file"])
@pytest.mark.parametrize("text", ["", "\n\n", " \n"])
def test_a_file_without_a_sentence(option: str, text: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("spacy", reason="extra 'parse'")
    (folder / "empty").write_text(text)
    assert main(["unl", option, "empty"]) == 2
    said = capsys.readouterr().err
    assert "empty holds no sentence" in said or "empty line 1" in said


@pytest.mark.parametrize("command", ["order", "explain"])
def test_a_language_without_stems(command: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = [command, "ref.txt", "-i", "hyp.txt", *(["--line", "1"] if command == "explain" else [])]
    assert main([*given, "--lang", "xx"]) == 2
    assert "there is no stemmer for language 'xx'" in capsys.readouterr().err
    assert main([*given, "--lang", "EN", "-o", "out"]) == 0
    with pytest.raises(SpecError, match="there is no stemmer for language 'xx'"):
        tertium.order({"a": HYP}, [[text] for text in REF], lang="xx")


def test_runs_with_a_stray_comma(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", "ref.txt", "-i", "hyp.txt", "--runs", "new=ref.txt,hyp.txt,"]) == 2
    assert "expected a name and at least two files" in capsys.readouterr().err
