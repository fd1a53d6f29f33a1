"""Names and folders that cannot be looked at: too long, another user's, pipes and devices where files should be."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
from pathlib import Path

import pytest

import tertium
from faults.cases import HYP, REF, lines
from tertium.cli.main import main
from tertium.errors import FileError, TertiumError
from tertium.views.order.word_aligner import WordAligner

LONG = "x" * 5000
TEXTS = ["ref.txt", "-i", "hyp.txt"]


@pytest.mark.parametrize(
    "arguments",
    [
        ["meta", LONG, "-m", "chrf"],
        ["meta", LONG, "-i", "hyp.txt", "-r", "ref.txt"],
        ["meta", "hyp.txt", "--scores", LONG],
        ["tune", LONG, "bleu"],
        ["score", *TEXTS, "-m", f"meteor:synonyms={LONG}"],
        ["score", *TEXTS, "-m", f"embed:model={LONG}"],
        ["score", *TEXTS, "-m", f"shallow:parse={LONG}"],
        ["compare", *TEXTS, "ref.txt", "--docs", f"{LONG}:column"],
        ["align", "ref.txt", "hyp.txt", "--load-model", LONG],
        ["serve", LONG, "--port", "0"],
        ["serve", "--history", LONG, "--port", "0"],
    ],
    ids=lambda given: " ".join(given).replace(LONG, "LONG"),
)
def test_a_name_that_is_too_long(arguments: list[str], folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    assert capsys.readouterr().err.startswith("tertium: error: ")


def test_a_name_that_is_too_long_in_python(folder: Path) -> None:
    with pytest.raises(TertiumError):
        tertium.meta(LONG, "chrf")
    with pytest.raises(TertiumError):
        tertium.tune(LONG, "chrf")
    with pytest.raises(TertiumError):
        tertium.score({"a": HYP}, [[text] for text in REF], f"embed:model={LONG}")


def _as_others_are() -> None:
    """In the child: a superuser without the right to enter every folder (the rest is given up by the next program)."""
    library = ctypes.CDLL(None, use_errno=True)
    for right in (1, 2):  # CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH
        library.prctl(24, right, 0, 0, 0)  # PR_CAPBSET_DROP


@pytest.fixture
def closed(folder: Path) -> Path:
    """A folder that this user may not enter."""
    made = folder / "closed"
    made.mkdir(mode=0o000)
    if os.geteuid() == 0:
        os.chown(made, 65534, 65534)
    return made


def as_a_user(arguments: list[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        preexec_fn=_as_others_are,
    )


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["meta", "closed", "-m", "chrf"], "closed may not be read by this user"),
        (["meta", "closed/x.tsv", "-i", "hyp.txt", "-r", "ref.txt"], "closed/x.tsv may not be read by this user"),
        (["tune", "closed", "bleu", "chrf"], "closed may not be read by this user"),
        (["tune", "closed/x", "bleu"], "'closed/x' is not a folder"),
        (["score", *TEXTS, "--scores", "closed/x"], "closed/x may not be read by this user"),
        (["compare", *TEXTS, "ref.txt", "--docs", "closed/x:column"], "closed/x may not be read by this user"),
        (["score", *TEXTS, "-o", "closed/x"], "closed/x cannot be written by this user"),
        (["serve", "closed/x", "--port", "0"], "closed/x may not be read by this user"),
        (["serve", "closed", "--port", "0"], "closed cannot be read: permission denied"),
    ],
    ids=lambda given: " ".join(given) if isinstance(given, list) else "",
)
def test_a_folder_of_somebody_else(arguments: list[str], says: str, closed: Path) -> None:
    done = as_a_user(["-m", "tertium", *arguments])
    assert (done.returncode, done.stdout) == (2, "")
    assert says in done.stderr
    assert done.stderr.startswith("tertium: error: ")


def test_a_folder_of_somebody_else_in_python(closed: Path) -> None:
    asked = """
import tertium
for ask in (lambda: tertium.meta("closed", "chrf"), lambda: tertium.tune("closed", "chrf")):
    try:
        ask()
    except tertium.TertiumError as problem:
        print(problem)
"""
    done = as_a_user(["-c", asked])
    assert done.stdout.count("closed may not be read by this user") == 2, done.stderr


def test_a_whole_system_is_not_served() -> None:
    """/proc holds what may not be looked at, what is gone a moment later, and files without an end."""
    done = as_a_user(["-m", "tertium", "serve", "/proc", "--port", "0", "--no-history"])
    assert done.returncode == 2
    assert done.stderr.startswith("tertium: error: ")


@pytest.mark.parametrize("name", ["direct.trg", "aligner.json"])
@pytest.mark.parametrize("kind", ["pipe", "device"])
def test_a_model_with_something_that_is_no_file(name: str, kind: str, folder: Path) -> None:
    texts = ["--iterations", "1", "-q", "-o", "links"]
    assert main(["align", "ref.txt", "hyp.txt", "--save-model", "model", *texts]) == 0
    (folder / "model" / name).unlink()
    if kind == "pipe":
        os.mkfifo(folder / "model" / name)
    else:
        (folder / "model" / name).symlink_to("/dev/zero")
    with pytest.raises(FileError, match=f"{name} is no file"):
        WordAligner.load(folder / "model")


@pytest.mark.parametrize("name", ["rows", "chunks"])
def test_kept_work_that_is_no_file(name: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = ["compare", *TEXTS, "ref.txt", "--resume", "work", "-q", "-o", "out"]
    assert main(given) == 0
    (folder / "work" / name).unlink()
    os.mkfifo(folder / "work" / name)
    capsys.readouterr()
    assert main(given) == 2
    assert f"work/{name} cannot be written: it is no file" in capsys.readouterr().err


@pytest.mark.parametrize("history", ["pipe", "/dev/null", ""])
def test_a_history_that_is_no_file(history: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    os.mkfifo(folder / "pipe")
    assert main(["serve", "--history", history, "--port", "0"]) == 2
    assert ("is no file" if history else "it is empty") in capsys.readouterr().err


def test_pipes_are_not_served(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    os.mkfifo(folder / "pipe")
    assert main(["serve", "pipe", "--port", "0"]) == 2
    assert "pipe is neither a file nor a folder" in capsys.readouterr().err
    (folder / "many").mkdir()
    for number in range(501):
        (folder / "many" / f"{number}.txt").write_bytes(lines(HYP[:1]))
    assert main(["serve", "many", "--port", "0"]) == 2
    assert "many holds more than 500 files" in capsys.readouterr().err
