"""Standard streams, descriptors and the current folder as a shell can leave them: redirected, closed, removed."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import tertium
from faults.cases import HYP, lines
from tertium.corpus.files.access import write_atomically
from tertium.corpus.files.devices import _open_pipe_for_writing, open_for_writing
from tertium.errors import FileError

TERTIUM = f"{shlex.quote(sys.executable)} -m tertium"


def shell(command: str, folder: Path) -> subprocess.CompletedProcess[bytes]:
    """A line as it is typed; `tertium` is ours."""
    typed = command.replace("tertium ", f"{TERTIUM} ")
    return subprocess.run(["sh", "-c", typed], cwd=folder, capture_output=True, timeout=120, check=False)


@pytest.mark.parametrize(
    "command",
    [
        "tertium score ref.txt -o hyp.txt < hyp.txt",
        "tertium score ref.txt -i - -o ./hyp.txt < hyp.txt",
        "tertium score - -i ref.txt -o hyp.txt < hyp.txt",
        "tertium doctor ref.txt -o hyp.txt < hyp.txt",
        "tertium mbr - -o hyp.txt < hyp.txt",
        "tertium idf - -o hyp.txt < hyp.txt",
        "tertium function-words - -o hyp.txt < hyp.txt",
        "tertium unl --file - -o hyp.txt < hyp.txt",
        "tertium paraphrases ref.txt - -o hyp.txt < hyp.txt",
        "tertium score ref.txt -i hyp.txt >> hyp.txt",
        "tertium score ref.txt -i hyp.txt -o /dev/stdout >> hyp.txt",
        "tertium score ref.txt -i hyp.txt -o /dev/fd/5 5>> hyp.txt",
        "tertium score ref.txt < hyp.txt >> hyp.txt",
    ],
)
def test_an_input_by_redirection_is_not_overwritten(command: str, folder: Path) -> None:
    done = shell(command, folder)
    assert done.returncode == 2, done.stderr
    assert b"hyp.txt" in done.stderr or b"standard input" in done.stderr
    assert b"Traceback" not in done.stderr
    assert (folder / "hyp.txt").read_bytes() == lines(HYP)


@pytest.mark.parametrize("name", ["/dev/stdout", "//dev/stdout", "/proc/thread-self/fd/1", "/dev/stderr", "/dev/fd/5"])
def test_what_is_in_a_log_stays(name: str, folder: Path) -> None:
    """`>> log` means: after what is there. A new file in its place would throw the old lines away."""
    (folder / "log").write_text("old\n")
    number = {"/dev/stderr": "2", "/dev/fd/5": "5"}.get(name, "")
    done = shell(f"tertium score ref.txt -i hyp.txt -o {name} {number}>> log", folder)
    assert done.returncode == 0, done.stderr
    kept = (folder / "log").read_text()
    assert kept.startswith("old\n")
    assert "bleu" in kept


def test_a_descriptor_that_is_closed(folder: Path) -> None:
    done = shell("tertium score ref.txt -i hyp.txt -o /dev/fd/7", folder)
    assert done.returncode == 2
    assert b"/dev/fd/7 cannot be written" in done.stderr
    assert b"Traceback" not in done.stderr


def test_a_descriptor_in_python(tmp_path: Path) -> None:
    with (tmp_path / "log").open("ab") as log:
        log.write(b"old\n")
        log.flush()
        write_atomically(f"/dev/fd/{log.fileno()}", lambda file: file.write(b"new\n"))
        write_atomically(f"/proc/{os.getpid()}/fd/{log.fileno()}", lambda file: file.write(b"newer\n"))
    assert (tmp_path / "log").read_bytes() == b"old\nnew\nnewer\n"


def test_a_descriptor_of_another_process(folder: Path) -> None:
    """The shell's own: its number there says nothing about ours."""
    (folder / "log").write_text("old\n")
    done = shell("exec 8>> log; tertium score ref.txt -i hyp.txt -o /proc/$$/fd/8; true", folder)
    assert done.returncode == 0, done.stderr
    assert (folder / "log").read_text().startswith("old\nsystem")


def test_places_that_take_no_file(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    with pytest.raises(FileError, match="loop cannot be written"):
        write_atomically(tmp_path / "loop", lambda file: file.write(b"x"))
    with pytest.raises(FileError, match="/proc/x cannot be written: its directory takes no files"):
        write_atomically("/proc/x", lambda file: file.write(b"x"))


def test_a_pipe_that_nobody_reads(folder: Path) -> None:
    os.mkfifo(folder / "pipe")
    with pytest.raises(FileError, match="nobody has opened it for reading within"):
        open_for_writing(str(folder / "pipe"), "pipe", wait=0.2)
    with pytest.raises(IsADirectoryError):
        _open_pipe_for_writing(str(folder), "folder", wait=60)


def test_a_pipe_whose_reader_comes_late(folder: Path) -> None:
    os.mkfifo(folder / "pipe")
    got: list[bytes] = []
    reader = threading.Timer(0.2, lambda: got.append((folder / "pipe").read_bytes()))
    reader.start()
    write_atomically(folder / "pipe", lambda file: file.write(b"x" * 200_000))
    reader.join()
    assert got == [b"x" * 200_000]


@pytest.mark.parametrize("closed", ["2>&-", "<&- 2>&-", "<&- >&- 2>&-"])
def test_messages_go_nowhere_else(closed: str, folder: Path) -> None:
    """Where standard error is closed the next file that is opened gets its number, and Python prints to stdout."""
    refused = shell(f"tertium score ref.txt -i nope {closed}", folder)
    assert (refused.returncode, refused.stdout, refused.stderr) == (2, b"", b"")
    (folder / "hyp.txt").write_bytes(lines([*HYP[:4], ""]))  # an empty output: there is a warning
    done = shell(f"tertium score ref.txt -i hyp.txt -o out {closed}", folder)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert "warning" not in (folder / "out").read_text()
    assert "warning" in shell("tertium score ref.txt -i hyp.txt", folder).stderr.decode()


GONE = "mkdir gone; A=$PWD; cd gone; rmdir ../gone; tertium"


@pytest.mark.parametrize(
    "arguments",
    [
        "score $A/ref.txt -i $A/hyp.txt -o x",
        "compare $A/ref.txt -i $A/hyp.txt $A/ref.txt --resume x",
        "align $A/ref.txt $A/hyp.txt -o x",
        "meta $A -m chrf --plots x",
    ],
)
def test_outputs_in_a_folder_that_was_removed(arguments: str, folder: Path) -> None:
    done = shell(f"{GONE} {arguments}", folder)
    assert done.returncode == 2, done.stderr
    assert b"x cannot be written: the current folder was removed" in done.stderr


def test_work_in_a_folder_that_was_removed(folder: Path) -> None:
    done = shell(f"{GONE} score $A/ref.txt -i $A/hyp.txt", folder)
    assert done.returncode == 0, done.stderr
    lost = shell(f"{GONE} score $A/ref.txt -i $A/hyp.txt > /dev/full", folder)
    assert b"The result is not lost" in lost.stderr


def test_a_card_in_a_folder_that_was_removed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "gone").mkdir()
    monkeypatch.chdir(folder / "gone")
    (folder / "gone").rmdir()
    with pytest.raises(FileError, match="the current folder was removed"):
        tertium.tune(str(folder), "bleu", card="card.toml")
    with pytest.raises(FileError, match="the current folder was removed"):
        write_atomically("card.toml", lambda file: file.write(b"x"))


def test_closed_streams_are_no_files_in_python(folder: Path) -> None:
    asked = "import os; os.close(0); os.close(1); from tertium.corpus.files import overwriting as o"
    done = shell(f"{shlex.quote(sys.executable)} -c '{asked}; o.refuse_appending([\"-\"])'", folder)
    assert (done.returncode, done.stderr) == (0, b"")
