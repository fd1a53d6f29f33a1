"""Values kept on disk by the text they belong to, so that a second run makes none of them again.

One SQLite file, under ``$XDG_CACHE_HOME/tertium`` (``~/.cache`` without the variable), or where a variable says. Rows
are written in whole transactions under a write-ahead log: a run that is killed leaves what it had committed, and two
runs at once wait for one another (docs/faults.md A9: 0 of 247 kills damaged such a file, 400 of 400 rows kept with four
writers). A file that is damaged all the same is set aside and made anew, for it holds nothing that cannot be computed
again.
"""

from __future__ import annotations

import os
import re
import sqlite3
import tempfile
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from tertium.errors import FileError, printable

_ASKED_AT_ONCE = 500  # SQLite's oldest limit on variables is 999
_PATIENCE = 30.0  # seconds to wait for another process
_Result = TypeVar("_Result")


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


class KeptValues:
    """Bytes by keys, in one file of a shelf; safe to share between threads.

    Where nothing is to be kept, or nothing can be written, they live as long as the process.
    """

    def __init__(self, shelf: Shelf, name: str, *, keep: bool = True) -> None:
        self._shelf = shelf
        self._lock = threading.Lock()
        self._scratch: tempfile.TemporaryDirectory[str] | None = None
        folder = shelf.place() if keep else None
        if folder is None or not self._usable(folder):
            self._scratch = tempfile.TemporaryDirectory(prefix=f"tertium-{shelf.folder}-")
            folder = Path(self._scratch.name)
        self.path = folder / f"{re.sub(r'[^A-Za-z0-9._-]', '_', name)[:80]}.sqlite"
        self._base = self._opened()

    def get_bytes(self, keys: Sequence[bytes]) -> dict[bytes, bytes]:
        """The values that are known of these keys."""
        found: dict[bytes, bytes] = {}
        for part in _parts(keys):
            found.update(self._rows(f"key, {self._shelf.column}", part))
        return found

    def missing(self, keys: Sequence[bytes]) -> list[bytes]:
        """Those of the keys that are not known, in their order."""
        known: set[bytes] = set()
        for part in _parts(keys):
            known.update(row[0] for row in self._rows("key", part))
        return [key for key in keys if key not in known]

    def put_bytes(self, values: Mapping[bytes, bytes]) -> None:
        """Keep all of them or, if the process ends on the way, none."""
        rows = list(values.items())
        self._done(lambda base: _write(base, rows))

    def close(self) -> None:
        with self._lock:
            self._base.close()
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

    def _opened(self) -> sqlite3.Connection:
        try:
            return self._connected()
        except sqlite3.OperationalError:  # locked, no room: nothing is wrong with the file itself
            variable = self._shelf.variable
            raise FileError(
                f"the {self._shelf.called} {printable(str(self.path))} cannot be opened; give another folder with "
                f"{variable}, or {variable}=off."
            ) from None
        except sqlite3.DatabaseError:
            return self._made_anew()

    def _made_anew(self) -> sqlite3.Connection:
        with suppress(OSError):
            self.path.replace(self.path.with_suffix(".damaged"))
        for rest in ("-wal", "-shm"):
            with suppress(OSError):
                Path(f"{self.path}{rest}").unlink()
        return self._connected()

    def _connected(self) -> sqlite3.Connection:
        with suppress(OSError):  # texts may be unpublished; the log beside the file gets the mode that the file has now
            self.path.touch(mode=0o600)
            self.path.chmod(0o600)
        base = sqlite3.connect(self.path, timeout=_PATIENCE, isolation_level=None, check_same_thread=False)
        column = self._shelf.column
        try:
            base.execute("PRAGMA journal_mode = WAL")
            base.execute("PRAGMA synchronous = NORMAL")
            # Rows lie scattered over a large file: read through the page cache itself, a sixth of scoring with it is
            # saved.
            base.execute("PRAGMA mmap_size = 1073741824")
            # Not compressed: unpacking took a third of the time of scoring with kept parses.
            base.execute(f"CREATE TABLE IF NOT EXISTS kept (key BLOB PRIMARY KEY, {column} BLOB NOT NULL)")
            base.execute(f"SELECT key, {column} FROM kept LIMIT 1").fetchone()
        except sqlite3.Error:
            base.close()
            raise
        return base

    def _rows(self, columns: str, keys: Sequence[bytes]) -> list[Any]:
        query = f"SELECT {columns} FROM kept WHERE key IN ({','.join('?' * len(keys))})"
        return self._done(lambda base: base.execute(query, keys).fetchall())

    def _done(self, work: Callable[[sqlite3.Connection], _Result]) -> _Result:
        """What ``work`` finds or writes; damage that shows only now costs what was kept, not the run."""
        with self._lock:
            try:
                try:
                    return work(self._base)
                except sqlite3.DatabaseError as error:
                    if type(error) is not sqlite3.DatabaseError:  # its kinds are of locks, full disks and wrong calls
                        raise
                    self._base.close()
                    self._base = self._made_anew()
                    return work(self._base)
            except sqlite3.Error as error:
                raise FileError(
                    f"the {self._shelf.called} {printable(str(self.path))} cannot be used: {error}; remove it, or give "
                    f"another folder with {self._shelf.variable} ('off' for none)."
                ) from None


def _write(base: sqlite3.Connection, rows: Sequence[tuple[bytes, bytes]]) -> None:
    # Immediate: a transaction that begins by reading could not be upgraded while another one writes.
    base.execute("BEGIN IMMEDIATE")
    try:
        base.executemany("INSERT OR REPLACE INTO kept VALUES (?, ?)", rows)
    except BaseException:
        with suppress(sqlite3.Error):
            base.execute("ROLLBACK")
        raise
    base.execute("COMMIT")


def _parts(keys: Iterable[bytes]) -> Iterator[list[bytes]]:
    listed = list(keys)
    for start in range(0, len(listed), _ASKED_AT_ONCE):
        yield listed[start : start + _ASKED_AT_ONCE]
