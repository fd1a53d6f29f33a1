"""Parses on the command line: files, the shipped parser, and a second run that needs no parser."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from cli.shell import on_terminal, without_escapes

ROW = "{}\t{}\t{}\tX\t_\t_\t{}\t{}\t_\t_\n"


def tree(*rows: tuple[str, int, str]) -> str:
    return (
        "".join(ROW.format(at, word, word, head, relation) for at, (word, head, relation) in enumerate(rows, 1)) + "\n"
    )


REF = tree(("John", 2, "nsubj"), ("killed", 0, "root"), ("Mary", 2, "obj"))
HYP = tree(("Mary", 2, "nsubj"), ("killed", 0, "root"), ("John", 2, "obj"))


def run(command: str, *arguments: str, code: int = 0, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "tertium", command, *arguments],
        capture_output=True, encoding="utf-8", check=False, env={**os.environ, **environment},
    )  # fmt: skip
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr
    return done.stdout if code == 0 else done.stderr


@pytest.fixture
def files(tmp_path: Path) -> Path:
    for name, text in {
        "ref": "John killed Mary\n", "hyp": "Mary killed John\n", "ref.conllu": REF, "hyp.conllu": HYP,
        "ref.stanford": "nsubj(killed-2, John-1)\nroot(ROOT-0, killed-2)\ndobj(killed-2, Mary-3)\n\n",
        "hyp.stanford": "nsubj(killed-2, Mary-1)\nroot(ROOT-0, killed-2)\ndobj(killed-2, John-3)\n\n",
    }.items():  # fmt: skip
        (tmp_path / name).write_text(text)
    return tmp_path


def texts(files: Path) -> list[str]:
    return [str(files / "ref"), "-i", str(files / "hyp")]


@pytest.mark.parametrize("form", ["conllu", "stanford"])
def test_files_of_parses_are_what_is_compared_and_the_signature_says_so(files: Path, form: str) -> None:
    given = ["--parse-hyp", str(files / f"hyp.{form}"), "--parse-ref", str(files / f"ref.{form}")]
    shown = json.loads(run("score", *texts(files), "-m", "shallow", *given, "-f", "json"))
    (score,) = shown["systems"][0]["scores"]
    assert score["score"] == pytest.approx(100 / 3)
    assert "parse=files" in score["signature"]
    again = run("score", *texts(files), "-m", "shallow", *given, "--parse-format", form, "-b", "-w", "4")
    assert again == "33.3333\n"


def test_explain_draws_two_trees_of_the_files_given(files: Path) -> None:
    given = ["--parse-hyp", str(files / "hyp.conllu"), "--parse-ref", str(files / "ref.conllu")]
    shown = run("explain", *texts(files), "--line", "1", "-m", "shallow", *given)
    lines = [line.split() for line in shown.splitlines()]
    first = lines.index(["=", "root", "killed", "=", "root", "killed"])
    assert lines[first + 1] == ["+", "├─", "nsubj", "Mary", "-", "├─", "nsubj", "John"]
    assert lines[first + 2] == ["+", "└─", "obj", "John", "-", "└─", "obj", "Mary"]
    assert "1 matched (=), 2 missing (-), 2 extra (+)" in shown
    (data,) = json.loads(run("explain", *texts(files), "--line", "1", "-m", "shallow", *given, "-f", "json"))
    assert data["relations"]["shallow:parse=files"]["hyp"][0] == {
        "relation": "nsubj", "head": "killed", "dependent": "Mary", "head_position": 2, "position": 1, "matched": False,
    }  # fmt: skip
    page = run("explain", *texts(files), "--line", "1", "-m", "shallow", *given, "-f", "html")
    assert "├─ nsubj Mary" in page[page.index("<h3>relations: shallow") :]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--parse-hyp", "hyp.conllu"], "--parse-ref has 0 files, expected 1"),
        (["--parse-hyp", "ref.conllu", "--parse-ref", "ref.conllu"], "its words differ from"),
        (["--parse-hyp", "hyp.conllu", "--parse-ref", "ref.conllu", "--parser", "en"], "use one of them"),
        (["--parser", "klingon"], "an installed spaCy pipeline"),
        (
            ["--parse-hyp", "hyp.conllu", "--parse-ref", "ref.conllu", "--parse-format", "stanford"],
            "is not a dependency",
        ),
    ],
)
def test_mistakes_are_explained_and_exit_with_2(files: Path, arguments: list[str], said: str) -> None:
    given = [str(files / part) if "." in part else part for part in arguments]
    assert said in run("score", *texts(files), "-m", "shallow", *given, code=2)


def test_a_second_run_parses_nothing_even_where_spacy_is_gone(files: Path, tmp_path: Path) -> None:
    (tmp_path / "broken" / "spacy").mkdir(parents=True)
    (tmp_path / "broken" / "spacy" / "__init__.py").write_text("raise ImportError('not here')\n")
    without = {"PYTHONPATH": str(tmp_path / "broken"), "TERTIUM_PARSE_CACHE": str(tmp_path / "cache")}
    command = ["score", *texts(files), "-m", "shallow", "-b"]
    assert "; run pip install 'spacy<4,>=3.8', or give parses" in run(*command, code=2, **without)
    first = run(*command, TERTIUM_PARSE_CACHE=str(tmp_path / "cache"))
    assert run(*command, **without) == first == "33.3\n"


@pytest.fixture
def pipeline(tmp_path: Path) -> Path:
    """A spaCy pipeline as people install them: a package with a version, here the shipped model under another name."""
    site = tmp_path / "site"
    (site / "en_other").mkdir(parents=True)
    (site / "en_other" / "__init__.py").write_text(
        "import spacy\nfrom tertium.corpus.files.packaged import packaged_folder\n"
        "def load(**options):\n    return spacy.load(packaged_folder('en_ewt'), **options)\n"
    )
    (site / "en_other-1.2.3.dist-info").mkdir()
    (site / "en_other-1.2.3.dist-info" / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: en_other\nVersion: 1.2.3\n"
    )
    return site


def test_an_installed_pipeline_is_taken_by_name_and_its_version_is_in_the_signature(
    files: Path, pipeline: Path, tmp_path: Path
) -> None:
    here = {"PYTHONPATH": str(pipeline), "TERTIUM_PARSE_CACHE": str(tmp_path / "cache")}
    command = ["score", *texts(files), "-m", "shallow"]
    shown = json.loads(run(*command, "--parser", "en_other", "-f", "json", **here))
    (score,) = shown["systems"][0]["scores"]
    assert score["score"] == pytest.approx(100 / 3)
    assert "parse=en_other@1.2.3" in score["signature"]
    assert [path.name for path in (tmp_path / "cache").glob("*.sqlite")] == ["en_other_1.2.3.sqlite"]
    assert run("score", *texts(files), "-m", "shallow:parse=en_other@1.2.3", "-b", **here) == "33.3\n"
    refused = run("score", *texts(files), "-m", "shallow:parse=en_other@9.9", "-b", code=2, **here)
    assert "version 1.2.3 of that pipeline is installed" in refused


def test_many_texts_are_parsed_by_processes_that_import_nothing_from_the_current_folder(
    files: Path, tmp_path: Path
) -> None:
    (tmp_path / "here").mkdir()
    for name in ("spacy.py", "tertium.py", "json.py"):
        (tmp_path / "here" / name).write_text("raise SystemExit('code of the current folder was run')\n")
    many = "".join(f"John number {number} killed Mary .\n" for number in range(300))
    (files / "ref").write_text(many)
    (files / "hyp").write_text(many)
    done = subprocess.run(
        [sys.executable, "-P", "-m", "tertium", "score", *texts(files), "-m", "shallow", "-b", "-q"],
        capture_output=True, encoding="utf-8", check=False, cwd=tmp_path / "here",
        env={**os.environ, "TERTIUM_PARSE_CACHE": str(tmp_path / "cache")},
    )  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr) == (0, "100.0\n", "")


def test_a_terminal_shows_how_far_the_parser_is(files: Path, tmp_path: Path) -> None:
    rest = "and the dog of the old man saw the cat on the mat " * 4  # long enough for a bar on a fast machine
    (files / "ref").write_text("".join(f"John number {number} slept {rest}.\n" for number in range(600)))
    (files / "hyp").write_text("".join(f"Mary number {number} slept {rest}.\n" for number in range(600)))
    own = {"TERTIUM_PARSE_CACHE": str(tmp_path / "cache")}
    code, seen, _ = on_terminal("score", "ref", "-i", "hyp", "-m", "shallow", cwd=files, env=own)
    assert code == 0
    assert "parsing (en)" in without_escapes(seen)
    assert "of 1200" in without_escapes(seen).replace(",", "")
    _, again, _ = on_terminal("score", "ref", "-i", "hyp", "-m", "shallow", cwd=files, env=own)
    assert "parsing" not in without_escapes(again)
