"""A file system that is really full: a small one is mounted, filled up to a few bytes, and written to."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from faults.keeping import KEEPINGS, SHELF
from faults.machine import Machine, parts_left
from faults.writing import WRITINGS, Writing, lay_out

# Results of every kind: streamed and whole, files and folders. All outputs are tried on a disk that only seems to be
# full (test_failing_calls.py).
TRIED = [
    writing
    for writing in WRITINGS
    if not writing.needs
    and writing.name
    in {
        "score --output",
        "score --resume",
        "explain --output",
        "order --output",
        "compare --output",
        "report --output",
        "gate --junit",
        "gate --json",
        "doctor --output",
        "mbr --output",
        "unl --output",
        "idf --output",
        "function-words --output",
    }
]


@pytest.fixture(scope="module")
def disk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("disk")
    if not sys.platform.startswith("linux") or os.geteuid() != 0 or shutil.which("mount") is None:
        pytest.skip("only root on Linux can mount a small file system")
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", folder], capture_output=True, text=True)
    if mounted.returncode:
        pytest.skip(f"no file system can be mounted here: {mounted.stderr.strip()}")
    yield folder
    subprocess.run(["umount", folder], check=True)


def clear(disk: Path) -> None:
    for path in disk.iterdir():
        shutil.rmtree(path) if path.is_dir() else path.unlink()


def fill(disk: Path, room: int) -> None:
    """Nothing but ``room`` bytes are left; a file system counts in pages."""
    state = os.statvfs(disk)
    free = state.f_bavail * state.f_frsize
    with (disk / "filler").open("wb") as file:
        os.posix_fallocate(file.fileno(), 0, free - room)
        if not room:
            with pytest.raises(OSError, match="No space left"):
                os.pwrite(file.fileno(), b"x", free + 4096)


def files_in(place: Path) -> dict[str, bytes]:
    files = sorted(place.rglob("*")) if place.is_dir() else [place]
    return {str(file.relative_to(place)): file.read_bytes() for file in files if file.is_file()}


@pytest.mark.parametrize("writing", TRIED, ids=lambda writing: writing.name)
def test_the_old_result_is_kept_when_the_disk_is_full(
    machine: Machine, writing: Writing, disk: Path, tmp_path: Path
) -> None:
    clear(disk)
    lay_out(tmp_path / "a")
    lay_out(tmp_path / "b", skip=40)
    out = disk / "out"
    asked = replace(writing, out=str(out)).argv
    usual = machine.run(asked, tmp_path / "a")
    new = files_in(out)
    clear(disk)
    assert machine.run(asked, tmp_path / "b").code == usual.code
    old = files_in(out)
    assert old != new
    shutil.copytree(disk, tmp_path / "old")
    size = sum(map(len, new.values()))
    refused = 0
    for room in (0, 4096, size // 8192 * 4096):
        clear(disk)
        if not writing.state:  # what is kept for the next run belongs to the same inputs
            shutil.copytree(tmp_path / "old", disk, dirs_exist_ok=True)
        fill(disk, room)
        ended = machine.run(asked, tmp_path / "a")
        refused += ended.code == 2
        if ended.code == 2:
            assert "no space left on device" in ended.said.lower()
            assert "Traceback" not in ended.said
            assert writing.state or files_in(out) == old
        else:
            assert ended.code == usual.code, ended.said
            assert writing.state or files_in(out) == new
        assert parts_left(disk) == []
        (disk / "filler").unlink()
    assert refused
    assert machine.run(asked, tmp_path / "a").code == usual.code
    assert files_in(out) == new or writing.state


@pytest.mark.parametrize("name", KEEPINGS)
def test_what_is_kept_is_whole_when_the_disk_is_full(
    machine: Machine, name: str, disk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept, folder = KEEPINGS[name], disk / "kept"
    monkeypatch.setenv(SHELF.variable, str(folder))
    for room in (0, 4096, 5 * 4096, 9 * 4096):
        clear(disk)
        folder.mkdir()
        kept.begin(folder)
        fill(disk, room)
        ended = machine.run([name, str(folder)], disk, keep=True, env={SHELF.variable: str(folder)})
        assert ended.code in (0, 2), ended.said
        assert ended.code == 0 or "disk is full" in ended.said or "disk I/O error" in ended.said, ended.said
        (disk / "filler").unlink()
        assert kept.found(folder) == (kept.before if ended.code else kept.after)
