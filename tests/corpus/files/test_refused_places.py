"""Places that cannot be read from or written to, and files that lie about themselves: one sentence each."""

from __future__ import annotations

import errno
import gzip
import hashlib
import io
import os
import socket
import stat
import sys
import tempfile
import threading
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tertium.corpus.files import access, array_archive, devices
from tertium.corpus.files.access import Source, cannot_write, make_folder, mode_at, write_atomically
from tertium.corpus.files.array_archive import read_arrays, write_arrays
from tertium.corpus.files.devices import open_device
from tertium.corpus.files.inflate import Inflating, codec_of
from tertium.corpus.files.journal import Appended, digest_of, only_one
from tertium.corpus.files.kept_values import KeptValues, Shelf, cache_root
from tertium.corpus.files.limits import Limits
from tertium.errors import FileError

SHELF = Shelf("TERTIUM_KEPT_IN_TESTS", "values", "cache of the tests", "value")


# -- reading


def test_a_file_that_is_not_there_has_no_size_and_a_name_with_nul_is_none(tmp_path: Path) -> None:
    assert Source(tmp_path / "nothing").stored_bytes == 0
    with pytest.raises(FileError, match="is not a file name: it contains NUL"):
        Source("a\0b").open()


@pytest.mark.parametrize(
    ("problem", "says"),
    [
        (PermissionError(errno.EACCES, "no"), "may not be read by this user"),
        (IsADirectoryError(errno.EISDIR, "no"), "is a directory, expected a file"),
        (OSError(errno.EIO, "Input/output error"), "cannot be read: input/output error."),
    ],
)
def test_what_the_system_says_is_put_in_a_sentence(problem: OSError, says: str) -> None:
    assert says in str(Source("x.txt").explained(problem))


def test_a_pipe_without_a_writer_is_given_up(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(FileError, match="nobody has opened it for writing within 0 seconds; start its writer first"):
        open_device(str(tmp_path / "pipe"), "pipe", wait=0.1)


def test_a_pipe_with_a_writer_is_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    writer = threading.Thread(target=lambda: (tmp_path / "pipe").write_text("a\n"))
    writer.start()
    with open_device(str(tmp_path / "pipe"), "pipe") as made:
        assert made.read() == b"a\n"
    writer.join()


def test_sockets_and_endless_devices_are_refused_and_the_null_device_is_empty(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(str(tmp_path / "s"))
        with pytest.raises(FileError, match="is a socket, expected a file or a pipe"):
            open_device(str(tmp_path / "s"), "s")
    with pytest.raises(FileError, match="is a device without an end"):
        open_device("/dev/zero", "zero")
    with open_device(os.devnull, "null") as empty:
        assert empty.read() == b""
    assert devices.WAIT == 60.0


class _Full(io.BytesIO):
    """A temporary file on a full disk."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number

    def flush(self) -> None:
        raise OSError(self.number, os.strerror(self.number))

    def close(self) -> None:
        pass


@pytest.mark.parametrize(
    ("number", "says"), [(errno.ENOSPC, "no room for a copy of"), (errno.EIO, "cannot be read: input/output error")]
)
def test_a_pipe_that_must_be_read_twice_needs_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, says: str
) -> None:
    os.mkfifo(tmp_path / "pipe")
    writer = threading.Thread(target=lambda: (tmp_path / "pipe").write_text("a\n"))
    writer.start()
    monkeypatch.setattr(tempfile, "TemporaryFile", lambda **_: _Full(number))
    with pytest.raises(FileError, match=says):
        Source(str(tmp_path / "pipe"), reread=True).open()
    writer.join()


def test_readers_of_a_spooled_pipe_have_places_of_their_own(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    writer = threading.Thread(target=lambda: (tmp_path / "pipe").write_text("abcdef"))
    writer.start()
    source = Source(str(tmp_path / "pipe"), reread=True)
    with source.open_seekable() as one, source.open_seekable() as two:
        assert one.seekable()
        assert one.seek(2) == 2
        assert one.read(2) == b"cd"
        assert two.read(2) == b"ab"
        assert one.tell() == 4
        assert one.seek(-1, io.SEEK_END) == 5
        assert one.seek(-2, io.SEEK_CUR) == 3
        assert one.read() == b"def"
    writer.join()


# -- writing


def test_a_place_that_cannot_be_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(FileError, match="cannot be written"):
        make_folder(tmp_path / "file" / "below")
    assert mode_at(tmp_path / "nothing", "nothing") is None
    assert mode_at(tmp_path / "file" / "below", "below") is None
    assert stat.S_ISREG(mode_at(tmp_path / "file", "file") or 0)
    (tmp_path / "loop").symlink_to("loop")
    for path, says in (
        (tmp_path / ("x" * 300), "is too long for a file name"),
        (tmp_path / "loop", "a symbolic link that leads back to itself"),
        (Path("a\0b"), "contains NUL"),
    ):
        with pytest.raises(FileError, match=says):
            mode_at(path, str(path))
    with pytest.raises(FileError, match="cannot be written"):
        write_atomically(tmp_path / ("x" * 300), lambda file: None)
    with pytest.raises(FileError, match="is a directory, expected a file name"):
        write_atomically(tmp_path, lambda file: None)


def test_a_folder_that_may_not_be_looked_into_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def refuse(path: Path, *_: object, **__: object) -> os.stat_result:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(Path, "stat", refuse)
    with pytest.raises(FileError, match="cannot be written by this user"):
        mode_at(tmp_path / "x", "x")
    with pytest.raises(FileError, match="cannot be written by this user"):
        write_atomically(tmp_path / "x", lambda file: None)


def test_a_device_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    write_atomically(os.devnull, lambda file: file.write(b"x"))
    assert stat.S_ISCHR(os.stat(os.devnull).st_mode)  # noqa: PTH116

    def fail(file: object) -> None:
        raise OSError(errno.EIO, "Input/output error")

    with pytest.raises(FileError, match="cannot be written: input/output error"):
        write_atomically(os.devnull, fail)


def test_a_name_of_a_temporary_file_that_is_taken_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = iter([b"taken0"] * 2 + [b"free00"])
    monkeypatch.setattr(os, "urandom", lambda size: next(names))
    (tmp_path / f".x.{b'taken0'.hex()}.part").write_text("of somebody else")
    write_atomically(tmp_path / "x", lambda file: file.write(b"new"))
    assert (tmp_path / "x").read_bytes() == b"new"
    assert (tmp_path / f".x.{b'taken0'.hex()}.part").read_text() == "of somebody else"
    monkeypatch.setattr(os, "urandom", lambda size: b"taken0")
    with pytest.raises(FileError, match="cannot be written"):
        write_atomically(tmp_path / "x", lambda file: file.write(b"newer"))
    assert (tmp_path / "x").read_bytes() == b"new"


@pytest.mark.parametrize("call", ["open", "fsync"])
def test_a_directory_that_cannot_be_synced_is_no_reason_to_fail(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    real, folder = getattr(os, call), tmp_path.stat().st_ino

    def fail(what: int | str | Path, *rest: int) -> object:
        seen = os.fstat(what).st_ino if isinstance(what, int) else Path(what).is_dir() and Path(what).stat().st_ino
        if seen == folder:
            raise OSError(errno.EINVAL, "Invalid argument")
        return real(what, *rest)

    monkeypatch.setattr(access.os, call, fail)
    write_atomically(tmp_path / "x", lambda file: file.write(b"new"))
    assert (tmp_path / "x").read_bytes() == b"new"


def test_a_directory_that_is_not_there_is_said() -> None:
    assert "its directory does not exist" in str(cannot_write("x", FileNotFoundError(errno.ENOENT, "no")))


# -- archives of arrays


def test_an_archive_that_lies_about_its_arrays_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    data = write_arrays({"a": np.arange(10)})
    assert read_arrays(data, ["a"], "a pack", "make it again")["a"].tolist() == list(range(10))
    with pytest.raises(FileError, match="this is not a pack"):
        read_arrays(b"nothing", ["a"], "a pack", "make it again")
    with pytest.raises(FileError, match="this is not a pack"):
        read_arrays(data, ["b"], "a pack", "make it again")
    monkeypatch.setattr(array_archive, "_MOST_BYTES", 100)
    with pytest.raises(FileError, match="bytes, at most 100 are read"):
        read_arrays(data, ["a"], "a pack", "make it again")


def test_an_array_that_declares_another_size_is_refused() -> None:
    import zipfile

    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        content = io.BytesIO()
        np.lib.format.write_array(content, np.arange(10), allow_pickle=False)
        archive.writestr("a.npy", content.getvalue()[:-8])
    with pytest.raises(FileError, match="declares another size than the 72 bytes it has"):
        read_arrays(made.getvalue(), ["a"], "a pack", "make it again")


# -- kept values


def test_where_values_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_root() == tmp_path / "tertium"
    assert SHELF.place() == tmp_path / "tertium" / "values"
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    assert cache_root() == Path("~/.cache/tertium").expanduser()
    monkeypatch.setenv(SHELF.variable, "off")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.delenv(SHELF.variable, raising=False)
    KeptValues(SHELF, "x").close()
    assert SHELF.place().stat().st_mode & 0o777 == 0o700  # what somebody scores is nobody else's business
    monkeypatch.setenv(SHELF.variable, "off")
    kept = KeptValues(SHELF, "x")
    kept.put_bytes({b"k": b"v"})
    where = kept.path.parent
    assert kept.get_bytes([b"k"]) == {b"k": b"v"}
    kept.close()
    assert not where.exists()


def test_a_folder_that_cannot_be_made_is_said_if_somebody_named_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv(SHELF.variable, str(tmp_path / "file" / "below"))
    with pytest.raises(FileError, match=r"TERTIUM_KEPT_IN_TESTS names .* which cannot be used"):
        KeptValues(SHELF, "x")
    monkeypatch.delenv(SHELF.variable)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    kept = KeptValues(SHELF, "x")
    assert not kept.path.is_relative_to(tmp_path)  # they live as long as the process
    kept.close()


# -- archives and journals


class _Drops(io.RawIOBase):
    """A pipe that gives one byte at a time."""

    def __init__(self, data: bytes) -> None:
        self._data = data

    def read(self, size: int = -1) -> bytes:
        drop, self._data = self._data[:1], self._data[1:]
        return drop


def test_an_archive_may_come_byte_by_byte_and_in_several_members() -> None:
    data = gzip.compress(b"one ") + gzip.compress(b"two")
    codec = codec_of(data[:10])
    assert codec is not None
    made = Inflating(_Drops(data), codec, "x.gz", Limits())
    assert made.readinto(bytearray(0)) == 0
    assert io.BufferedReader(made).read() == b"one two"
    assert made.consumed == len(data)


def test_an_archive_is_closed_once() -> None:
    codec = codec_of(gzip.compress(b"")[:10])
    assert codec is not None
    raw = io.BytesIO(gzip.compress(b"one"))
    made = Inflating(raw, codec, "x.gz", Limits())
    made.close()
    made.close()
    assert raw.closed


def test_a_mistake_of_ours_is_not_called_damage(monkeypatch: pytest.MonkeyPatch) -> None:
    class Odd:
        eof, needs_input, unused_data = False, True, b""

        def decompress(self, data: bytes, most: int) -> bytes:
            raise ZeroDivisionError

    codec = codec_of(gzip.compress(b"")[:10])
    assert codec is not None
    made = Inflating(io.BytesIO(b"x"), replace(codec, open=Odd), "x.gz", Limits())
    with pytest.raises(ZeroDivisionError):
        made.read(1)


def test_a_journal_that_cannot_be_written_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(FileError, match="cannot be written"):
        Appended(tmp_path / "nowhere" / "x")
    with pytest.raises(FileError, match=r"a temporary file in .* cannot be written"):
        Appended.unnamed(str(tmp_path / "nowhere"))
    made = Appended(tmp_path / "x")
    made.append(b"ab", sync=True)

    def fail(number: int) -> None:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(FileError, match="cannot be written: input/output error"):
        made.append(b"cd", sync=True)
    made.close()


def test_one_process_at_a_time_holds_a_lock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "x").write_bytes(b"abc")
    assert digest_of(str(tmp_path / "x")) == hashlib.sha256(b"abc").hexdigest()
    with only_one(tmp_path / "lock", "somebody is here"):
        with pytest.raises(FileError, match="somebody is here"), only_one(tmp_path / "lock", "somebody is here"):
            pass
        monkeypatch.setitem(sys.modules, "fcntl", None)  # another system than POSIX
        with only_one(tmp_path / "lock", "somebody is here"):
            pass


def test_what_was_said_in_one_sentence_is_not_said_again() -> None:
    def refuse() -> None:
        raise FileError("a sentence")

    with pytest.raises(FileError, match=r"^a sentence$"):
        Source("x")._try(refuse)
