"""The one place that opens files: compression by magic bytes, standard input, and writing that is whole or not at all.

Errors are one sentence: what, where, and what to do. Names are shown with control characters escaped.
"""

from __future__ import annotations

import errno
import io
import os
import stat
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, BinaryIO, cast

from tertium.corpus.files.inflate import MAGIC_BYTES, Inflating, codec_of, refuse_container
from tertium.corpus.files.limits import Limits
from tertium.errors import FileError, brief, did_you_mean, printable

if TYPE_CHECKING:  # most runs read plain files: what copying and writing need is imported there
    from pathlib import Path

STDIN = "-"
_BUFFER = 1 << 20
_MOST_NEIGHBOURS = 10_000


class Source:
    """A file, a pipe or standard input (`-`) that can be opened, and opened again.

    A pipe gives its bytes once: with `reread` they are first copied to an unnamed temporary file. A file that changes
    between two readings is refused, for two passes over different texts would give a number that belongs to neither.
    """

    def __init__(self, path: str | os.PathLike[str], *, reread: bool = True, limits: Limits | None = None) -> None:
        self.path = os.fspath(path)
        self.name = "standard input" if self.path == STDIN else printable(self.path)
        self.limits = limits or Limits()
        self._reread = reread
        self._spool: BinaryIO | None = None
        self._spool_lock = threading.Lock()
        self._state: tuple[int, ...] | None = None
        self._is_file: bool | None = None
        self._spent = False

    @property
    def rereadable(self) -> bool:
        """Can the bytes be had again?"""
        return self._reread or self._regular()

    @property
    def stored_bytes(self) -> int:
        """How large the file is on disk; 0 where that cannot be told."""
        try:
            return os.stat(self.path).st_size if self.path != STDIN else 0  # noqa: PTH116
        except (OSError, ValueError):  # whoever opens it says what is wrong
            return 0

    def open(self, *, buffered: bool = True) -> BinaryIO:
        """The bytes from the start, decompressed where they are compressed.

        Whoever reads large pieces needs no buffer, which would be one more copy of every byte; a piece may then come
        out shorter than asked for before the end.
        """
        raw, head = self._open_raw(buffered=buffered)
        refuse_container(head, self.name)
        codec = codec_of(head)
        if codec is not None:
            return cast(BinaryIO, io.BufferedReader(Inflating(raw, codec, self.name, self.limits), _BUFFER))
        return cast(BinaryIO, raw)

    def open_seekable(self) -> BinaryIO:
        """The bytes as they are, for formats that are read from their end (Parquet)."""
        raw, _ = self._open_raw(keep=True)
        return cast(BinaryIO, raw)

    def head(self) -> bytes:
        """The first bytes as they are stored, to tell formats apart."""
        raw, head = self._open_raw(keep=True)
        raw.close()
        return head

    def _regular(self) -> bool:
        if self._is_file is None:
            self._is_file = self.path != STDIN and self._try(lambda: stat.S_ISREG(os.stat(self.path).st_mode))  # noqa: PTH116
        return self._is_file

    def _open_raw(self, keep: bool = False, buffered: bool = True) -> tuple[io.BufferedIOBase | io.FileIO, bytes]:
        if self._spool is not None:
            spooled = io.BufferedReader(_SpoolReader(self._spool, self._spool_lock), _BUFFER)
            return spooled, spooled.peek(MAGIC_BYTES)[:MAGIC_BYTES]
        if self._regular():
            raw = self._open_path()
            self._refuse_change(os.fstat(raw.fileno()))
            try:
                head = raw.read(MAGIC_BYTES) or b""
                raw.seek(0)
            except OSError as error:
                raw.close()
                raise self.explained(error) from None
            return io.BufferedReader(raw, _BUFFER) if buffered else raw, head
        if self._spent:
            raise FileError(f"{self.name} can be read only once and was read already; save it to a file first.")
        if self._reread or keep:
            self._spool = self._copy_to_spool()
            return self._open_raw()
        self._spent = True
        piped = self._open_pipe()
        head = _read_up_to(piped, MAGIC_BYTES)
        return io.BufferedReader(_Prefixed(head, piped, closes=self.path != STDIN), _BUFFER), head

    def _refuse_change(self, now: os.stat_result) -> None:
        state = (now.st_dev, now.st_ino, now.st_size, now.st_mtime_ns)
        if self._state is not None and self._state != state:
            raise FileError(f"{self.name} changed while it was being read; run again when nothing writes to it.")
        self._state = state

    def _open_path(self) -> io.FileIO:
        return cast(io.FileIO, self._try(partial(io.FileIO, self.path)))

    def _open_pipe(self) -> io.BufferedIOBase:
        if self.path != STDIN:
            from tertium.corpus.files.devices import open_device

            return io.BufferedReader(self._try(partial(open_device, self.path, self.name)), _BUFFER)
        if sys.stdin is None:  # Python's own sign for a closed descriptor
            raise FileError("standard input is closed, expected text; pipe something in or give a file instead of '-'.")
        return cast(io.BufferedIOBase, sys.stdin.buffer)

    def _copy_to_spool(self) -> BinaryIO:
        import shutil
        import tempfile

        piped = self._open_pipe()
        spool = tempfile.TemporaryFile(prefix="tertium-")  # noqa: SIM115 - lives as long as this source does
        try:
            shutil.copyfileobj(piped, spool, _BUFFER)
            spool.flush()
        except OSError as error:
            spool.close()
            if error.errno in (errno.ENOSPC, errno.EDQUOT):
                raise FileError(
                    f"no room for a copy of {self.name} in {printable(tempfile.gettempdir())}; "
                    "set TMPDIR to a larger disk or save it to a file first."
                ) from None
            raise self.explained(error) from None
        finally:
            if self.path != STDIN:
                piped.close()
        return cast(BinaryIO, spool)

    def _try(self, action: Callable[[], Any]) -> Any:
        try:
            return action()
        except OSError as error:
            raise self.explained(error) from None
        except FileError:
            raise
        except ValueError:  # a NUL in the path
            raise FileError(f"{self.name} is not a file name: it contains NUL.") from None

    def explained(self, error: OSError) -> FileError:
        """What went wrong with this source, in one sentence."""
        if isinstance(error, FileNotFoundError):
            return FileError(f"{self.name} does not exist{_neighbour(self.path) or '; check the name.'}")
        if isinstance(error, IsADirectoryError):
            return FileError(f"{self.name} is a directory, expected a file; give a file in it.")
        if isinstance(error, PermissionError):
            return FileError(f"{self.name} may not be read by this user; check its permissions.")
        reason = error.strerror or str(error)
        return FileError(f"{self.name} cannot be read: {reason[:1].lower()}{reason[1:]}.")


def open_bytes(path: str | os.PathLike[str], limits: Limits | None = None) -> BinaryIO:
    """The bytes of `path` (`-` is standard input), decompressed by what they are, not by how the file is named."""
    return Source(path, reread=False, limits=limits).open()


def is_folder(path: str | os.PathLike[str]) -> bool:
    """False, too, of what may not be looked at and of what is too long for a name, which ``Path.is_dir`` raises for;
    whoever then opens it as a file says what is wrong."""
    return os.path.isdir(path)  # noqa: PTH112


def is_there(path: str | os.PathLike[str]) -> bool:
    """The same of files and folders."""
    return os.path.exists(path)  # noqa: PTH110


@contextmanager
def permissions_said() -> Iterator[None]:
    """A folder that may not be entered is one sentence."""
    try:
        yield
    except PermissionError as error:
        raise FileError(
            f"{printable(str(error.filename))} may not be read by this user; check its permissions."
        ) from None


def make_folder(target: str | os.PathLike[str]) -> Path:
    """The folder, made with those above it where they are missing."""
    from pathlib import Path

    folder = Path(target)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise cannot_write(printable(os.fspath(target)), error) from None
    return folder


def mode_at(path: Path, shown: str) -> int | None:
    """What is at a path: its mode, None where there is nothing; a name that cannot be one is refused."""
    try:
        return path.stat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        return None
    except ValueError:
        raise FileError(f"{shown} is not a file name: it contains NUL.") from None
    except OSError as error:
        if error.errno == errno.ENAMETOOLONG:
            raise FileError(f"{brief(shown)} is too long for a file name; take a shorter one.") from None
        if error.errno == errno.ELOOP:
            raise FileError(f"{shown} is a symbolic link that leads back to itself; take another name.") from None
        raise cannot_write(shown, error) from None


def refuse_folder_name(path: str | os.PathLike[str]) -> None:
    """``new/`` is not a file's name, and ``hyp.txt/`` must not become ``hyp.txt``, as paths are usually read."""
    written = os.fspath(path)
    if written.endswith((os.sep, f"{os.sep}.")):
        raise FileError(f"{printable(written)} is the name of a folder (see its end), expected a file to write to.")


def write_atomically(
    path: str | os.PathLike[str], write: Callable[[BinaryIO], object], *, private: bool = False, mark: str = ""
) -> None:
    """Let `write` fill a temporary file beside `path`, then put it in place in one step.

    Whoever reads `path` sees the old file or the new one, never a part; if `write` fails or the machine stops, the old
    file is still there (docs/faults.md A9: 0 of 150 kills corrupted a file written so, 50 of 50 one written in place).
    Who may read a new file is the umask's to say, as of any file that a program writes; a ``private`` one is its
    owner's alone. An existing file keeps its mode, a symbolic link keeps pointing.

    The temporary file has a name of its own, or one made of ``mark``: whoever is killed again and again, and holds a
    lock, then leaves one such file behind and not hundreds.
    """
    from pathlib import Path

    from tertium.corpus.files.devices import open_descriptor, open_for_writing

    name = printable(os.fspath(path))
    refuse_folder_name(path)
    try:
        opened = open_descriptor(os.fspath(path))
        if opened is not None:
            with opened:
                write(opened)
            return
        target = Path(os.path.realpath(path))  # Path.resolve raises where links lead in a circle
    except OSError as error:
        raise cannot_write(name, error) from None
    try:
        mode = target.stat().st_mode
        existed = True
    except FileNotFoundError:
        mode = stat.S_IFREG | (0o600 if private else 0o666)
        existed = False
    except OSError as error:
        raise cannot_write(name, error) from None
    if stat.S_ISDIR(mode):
        raise FileError(f"{name} is a directory, expected a file name to write to.")
    if not stat.S_ISREG(mode):
        # A terminal or a named pipe: renaming over it would replace the device by a file.
        try:
            with open_for_writing(os.fspath(target), name) as device:
                write(device)
        except OSError as error:
            raise cannot_write(name, error) from None
        return
    try:
        descriptor, temporary = _new_file_beside(target, 0o600 if existed else stat.S_IMODE(mode), mark)
    except OSError as error:
        raise cannot_write(name, error) from None
    try:
        with os.fdopen(descriptor, "wb") as file:
            write(cast(BinaryIO, file))
            file.flush()
            os.fsync(file.fileno())
        if existed:
            Path(temporary).chmod(stat.S_IMODE(mode))
        Path(temporary).replace(target)
    except BaseException as error:
        Path(temporary).unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise cannot_write(name, error) from None
        raise
    _sync_directory(target.parent)


def _new_file_beside(target: Path, mode: int, mark: str) -> tuple[int, str]:
    """A file that was not there, as ``tempfile.mkstemp`` makes one, but with a mode that the umask is applied to."""
    flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
    for _ in range(100):
        name = os.fspath(target.parent / f".{target.name[:64]}.{mark or os.urandom(6).hex()}.part")
        if mark:  # ours of an earlier run: nobody else may be writing it
            target.with_name(os.path.basename(name)).unlink(missing_ok=True)  # noqa: PTH119
        try:
            return os.open(name, flags | getattr(os, "O_CLOEXEC", 0), mode), name
        except FileExistsError:
            continue
    raise FileExistsError(f"no free name beside {target.name}")


def _sync_directory(directory: Path) -> None:
    """Make the rename itself survive a power cut, where the system lets a directory be synced."""
    try:
        descriptor = os.open(directory, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(descriptor)
    except OSError:
        pass
    finally:
        os.close(descriptor)


def cannot_write(name: str, error: OSError) -> FileError:
    if isinstance(error, FileNotFoundError):
        if removed_here():
            return FileError(f"{name} cannot be written: the current folder was removed; change to another one.")
        if error.filename and os.path.isdir(os.path.dirname(error.filename)):  # noqa: PTH112, PTH120
            return FileError(f"{name} cannot be written: its directory takes no files; write to another one.")
        return FileError(f"{name} cannot be written: its directory does not exist; make it first.")
    if error.errno == errno.EBADF:
        return FileError(f"{name} cannot be written: it is closed; redirect it, or write to a file.")
    if isinstance(error, PermissionError):
        return FileError(f"{name} cannot be written by this user; check the directory's permissions.")
    reason = error.strerror or str(error)
    return FileError(f"{name} cannot be written: {reason[:1].lower()}{reason[1:]}; what was there before is kept.")


def removed_here() -> bool:
    """Somebody deleted the folder that we are in."""
    try:
        os.getcwd()  # noqa: PTH109
    except FileNotFoundError:
        return True
    return False


def _neighbour(path: str) -> str:
    from pathlib import Path

    wanted = Path(path)
    try:
        names = [printable(entry.name) for entry in islice(wanted.parent.iterdir(), _MOST_NEIGHBOURS)]
    except OSError:
        return f"; neither does the directory {printable(str(wanted.parent))}."
    return did_you_mean(printable(wanted.name), names)


def _read_up_to(file: io.BufferedIOBase, most: int) -> bytes:
    """As many bytes as there are up to `most`, however small the portions a pipe gives."""
    data = b""
    while len(data) < most and (more := file.read(most - len(data))):
        data += more
    return data


class _Prefixed(io.RawIOBase):
    """Bytes already taken from a pipe, then the rest of it."""

    def __init__(self, head: bytes, rest: io.BufferedIOBase, closes: bool) -> None:
        super().__init__()
        self._closes = closes
        self._head = head
        self._rest = rest

    def readable(self) -> bool:
        return True

    def close(self) -> None:
        if not self.closed and self._closes:
            self._rest.close()
        super().close()

    def readinto(self, buffer: Any) -> int:
        if self._head:
            taken = min(len(self._head), len(buffer))
            buffer[:taken] = self._head[:taken]
            self._head = self._head[taken:]
            return taken
        return self._rest.readinto1(buffer)


class _SpoolReader(io.RawIOBase):
    """One of several independent readers of a spooled pipe; each keeps its own place."""

    def __init__(self, spool: BinaryIO, lock: threading.Lock) -> None:
        super().__init__()
        self._spool = spool
        self._lock = lock
        self._place = 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._place

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        with self._lock:
            base = {io.SEEK_SET: 0, io.SEEK_CUR: self._place, io.SEEK_END: self._spool.seek(0, io.SEEK_END)}[whence]
        self._place = max(0, base + offset)
        return self._place

    def readinto(self, buffer: Any) -> int:
        with self._lock:
            self._spool.seek(self._place)
            data = self._spool.read(len(buffer))
        buffer[: len(data)] = data
        self._place += len(data)
        return len(data)
