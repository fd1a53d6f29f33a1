"""Values kept on disk by the text they belong to, so that a second run makes none of them again.

One SQLite file, under ``$XDG_CACHE_HOME/tertium`` (``~/.cache`` without the variable), or where a variable says. Rows
are written in whole transactions under a write-ahead log: a run that is killed leaves what it had committed, and two
runs at once wait for one another (docs/faults.md A9: 0 of 247 kills damaged such a file, 400 of 400 rows kept with four
writers). Every value has a checksum, for a score with a changed bit is a score all the same. A file that is damaged is
set aside and made anew: it holds nothing that cannot be computed again.
"""

from __future__ import annotations

import os
import re
import sqlite3
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from zlib import crc32

from tertium.corpus.files.mended_base import MendedBase, files_of, in_one, make_private
from tertium.errors import FileError, printable

_ASKED_AT_ONCE = 500  # SQLite's oldest limit on variables is 999
_PATIENCE = 30.0  # seconds to wait for another process


def cache_root() -> Path:
    """The folder of all that tertium keeps and could make again."""
    base = os.environ.get("XDG_CACHE_HOME")
    # The base directory specification: a path that is not absolute is to be ignored.
    root = Path(base) if base and Path(base).is_absolute() else Path("~/.cache").expanduser()
    return root / "tertium"


@dataclass(frozen=True)
class Shelf:
    """A kind of values: the variable that names another folder (or ``off``), the folder under the cache root, what
    messages call the cache, and the column of the table."""

    variable: str
    folder: str
    called: str
    column: str

    def place(self) -> Path | None:
        """Where values are kept; None where they are not."""
        given = os.environ.get(self.variable)
        if given == "off":
            return None
        return Path(given) if given else cache_root() / self.folder


class KeptValues(MendedBase):
    """Bytes by keys, in one file of a shelf; safe to share between threads.

    Where nothing is to be kept, or nothing can be written, they live as long as the process.
    """

    def __init__(self, shelf: Shelf, name: str, *, keep: bool = True) -> None:
        self._shelf = shelf
        self._scratch: tempfile.TemporaryDirectory[str] | None = None
        folder = shelf.place() if keep else None
        if folder is None or not self._usable(folder):
            self._scratch = tempfile.TemporaryDirectory(prefix=f"tertium-{shelf.folder}-")
            folder = Path(self._scratch.name)
        self.path = folder / f"{re.sub(r'[^A-Za-z0-9._-]', '_', name)[:80]}.sqlite"
        super().__init__()

    def get_bytes(self, keys: Sequence[bytes]) -> dict[bytes, bytes]:
        """The values that are known of these keys."""
        found: dict[bytes, bytes] = {}
        for part in _parts(keys):
            found.update(self._done(partial(self._values, part)))
        return found

    def missing(self, keys: Sequence[bytes]) -> list[bytes]:
        """Those of the keys that are not known, in their order."""
        known: set[bytes] = set()
        for part in _parts(keys):
            known.update(self._done(partial(_keys, part)))
        return [key for key in keys if key not in known]

    def put_bytes(self, values: Mapping[bytes, bytes]) -> None:
        """Keep all of them or, if the process ends on the way, none."""
        rows = [(key, value, _checksum(key, value)) for key, value in values.items()]
        query = "INSERT OR REPLACE INTO checked VALUES (?, ?, ?)"
        self._done(lambda base: in_one(base, lambda: base.executemany(query, rows)))

    def close(self) -> None:
        super().close()
        if self._scratch is not None:
            self._scratch.cleanup()

    def _usable(self, folder: Path) -> bool:
        """Can files be written there? A home directory may be read-only; then values are kept for this run alone."""
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            if os.environ.get(self._shelf.variable):
                reason = (error.strerror or str(error)).lower()
                raise FileError(
                    f"{self._shelf.variable} names {printable(str(folder))}, which cannot be used: {reason}; give "
                    "another folder, or 'off'."
                ) from None
            return False
        return os.access(folder, os.W_OK)

    def _made_anew(self) -> sqlite3.Connection:
        file, *log = files_of(self.path)
        with suppress(FileNotFoundError):  # another process has set it aside
            file.replace(file.with_suffix(".damaged"))
        for rest in log:
            rest.unlink(missing_ok=True)
        return self._connected()

    def _connected(self) -> sqlite3.Connection:
        make_private(self.path)
        base = sqlite3.connect(self.path, timeout=_PATIENCE, isolation_level=None, check_same_thread=False)
        column = self._shelf.column
        try:
            base.execute("PRAGMA journal_mode = WAL")
            base.execute("PRAGMA synchronous = NORMAL")
            # Rows lie scattered over a large file: read through the page cache itself, a sixth of scoring with it is
            # saved.
            base.execute("PRAGMA mmap_size = 1073741824")
            # Not compressed: unpacking took a third of the time of scoring with kept parses.
            table = f"checked (key BLOB PRIMARY KEY, {column} BLOB NOT NULL, sum INTEGER NOT NULL)"
            base.execute(f"CREATE TABLE IF NOT EXISTS {table}")
            base.execute("DROP TABLE IF EXISTS kept")  # of an earlier tertium, without checksums
            base.execute(f"SELECT key, {column}, sum FROM checked LIMIT 1").fetchone()
        except sqlite3.Error:
            base.close()
            raise
        return base

    def _values(self, keys: Sequence[bytes], base: sqlite3.Connection) -> dict[bytes, bytes]:
        found: dict[bytes, bytes] = {}
        for key, value, checksum in base.execute(_asked_for(f"key, {self._shelf.column}, sum", keys), keys):
            if checksum != _checksum(key, value):
                raise sqlite3.DatabaseError("a value was changed")
            found[key] = value
        return found

    def _unusable(self, reason: str) -> FileError:
        return FileError(
            f"the {self._shelf.called} {printable(str(self.path))} cannot be used: {reason}; remove it, or give "
            f"another folder with {self._shelf.variable} ('off' for none)."
        )


def _keys(keys: Sequence[bytes], base: sqlite3.Connection) -> list[bytes]:
    return [row[0] for row in base.execute(_asked_for("key", keys), keys)]


def _asked_for(columns: str, keys: Sequence[bytes]) -> str:
    return f"SELECT {columns} FROM checked WHERE key IN ({','.join('?' * len(keys))})"


def _checksum(key: bytes, value: bytes) -> int:
    return crc32(value, crc32(key))


def _parts(keys: Iterable[bytes]) -> Iterator[list[bytes]]:
    listed = list(keys)
    for start in range(0, len(listed), _ASKED_AT_ONCE):
        yield listed[start : start + _ASKED_AT_ONCE]
