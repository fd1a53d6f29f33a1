"""Files that a killed program leaves in order: records that carry checksums, and numbers that are only appended to.

A *journal* is a file of records. Each is its length, a digest, and a body; the digest covers the body and the digest
before it, and the first one covers a seed. So a record that was cut short, damaged, or that belongs to another run ends
the journal: what stands before it is whole, and the rest is cut off and done again.

``fsync`` makes what is written survive a power cut; a killed process alone needs no more than the write.
"""

from __future__ import annotations

import errno
import hashlib
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, BinaryIO

from tertium.corpus.files.access import cannot_write
from tertium.errors import FileError, printable

if TYPE_CHECKING:
    from pathlib import Path

_LENGTH, _DIGEST = 8, 32
_PIECE = 1 << 20


def chained(before: bytes, data: bytes | memoryview) -> bytes:
    """The digest of everything up to and with ``data``, given that of everything before it."""
    digest = hashlib.blake2b(before, digest_size=_DIGEST)
    digest.update(data)
    return digest.digest()


class Journal:
    """Records in a file. ``records`` are those that were there, in order; ``append`` adds one and syncs."""

    def __init__(self, path: Path, seed: bytes) -> None:
        self._name = printable(os.fspath(path))
        self._file = _opened(path)
        self._last = chained(b"", seed)

    def records(self) -> Iterator[bytes]:
        """Every whole record; what follows the last one is cut off once all were taken."""
        size = os.fstat(self._file.fileno()).st_size
        place = 0
        while place + _LENGTH + _DIGEST <= size:
            self._file.seek(place)
            length = int.from_bytes(self._file.read(_LENGTH), "little")
            digest = self._file.read(_DIGEST)
            if length > size - place - _LENGTH - _DIGEST:
                break
            body = self._file.read(length)
            if chained(self._last, body) != digest:
                break
            self._last = digest
            place += _LENGTH + _DIGEST + length
            yield body
        self._file.truncate(place)
        self._file.seek(place)

    def append(self, body: bytes) -> None:
        """One more record, on the disk when this returns."""
        digest = chained(self._last, body)
        _written(self._file, len(body).to_bytes(_LENGTH, "little") + digest + body, self._name)
        self._last = digest

    def close(self) -> None:
        self._file.close()


class Appended:
    """Bytes in a file that grows at its end, in a folder or, without a path, nowhere that anybody sees."""

    def __init__(self, path: Path) -> None:
        self._name = printable(os.fspath(path))
        self._file = _opened(path)
        self.size = os.fstat(self._file.fileno()).st_size

    @classmethod
    def unnamed(cls, folder: str | None = None) -> Appended:
        """A temporary file, gone with the process; in ``folder``, or where temporary files are."""
        import tempfile

        made = cls.__new__(cls)
        made._name = f"a temporary file in {printable(folder or tempfile.gettempdir())}"
        try:
            made._file = tempfile.TemporaryFile(prefix="tertium-", dir=folder, buffering=0)  # noqa: SIM115
        except OSError as error:
            raise cannot_write(made._name, error) from None
        made.size = 0
        return made

    def append(self, data: bytes | memoryview, *, sync: bool) -> None:
        _written(self._file, data, self._name, sync=sync)
        self.size += len(data)

    def cut(self, size: int) -> None:
        """Keep the first ``size`` bytes."""
        self._file.truncate(size)
        self._file.seek(size)
        self.size = size

    def read(self, start: int, size: int) -> bytes:
        """Those bytes; fewer where the file ends."""
        made = bytearray()
        self._file.seek(start)
        while len(made) < size and (piece := self._file.read(size - len(made))):
            made += piece
        self._file.seek(self.size)
        return bytes(made)

    def close(self) -> None:
        self._file.close()


@contextmanager
def only_one(path: Path, busy: str) -> Iterator[None]:
    """A lock that ends with the process, however that ends. ``busy`` is what is said where another one holds it."""
    with _opened(path) as file:
        try:
            import fcntl
        except ImportError:  # another system than POSIX: two runs in one folder are then the user's to avoid
            yield
            return
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise FileError(busy) from None
        yield


def digest_of(path: str) -> str:
    """SHA-256 of a file as it is stored."""
    digest = hashlib.sha256()
    with open(path, "rb", buffering=0) as file:  # noqa: PTH123 - pathlib takes 5 ms to import
        while piece := file.read(_PIECE):
            digest.update(piece)
    return digest.hexdigest()


def _opened(path: Path) -> BinaryIO:
    """For reading and writing anywhere, made if it is not there."""
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            os.close(descriptor)
            raise OSError(errno.EINVAL, "it is no file")
        return os.fdopen(descriptor, "r+b", buffering=0)
    except OSError as error:
        raise cannot_write(printable(os.fspath(path)), error) from None


def _written(file: BinaryIO, data: bytes | memoryview, name: str, *, sync: bool = True) -> None:
    rest = memoryview(data)
    try:
        while rest:
            rest = rest[file.write(rest) :]
        if sync:
            os.fsync(file.fileno())
    except OSError as error:
        raise cannot_write(name, error) from None
