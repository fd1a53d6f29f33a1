"""Parses kept on disk by the text they belong to, so that a second run parses nothing.

One SQLite file a parser, under ``$XDG_CACHE_HOME/tertium/parses`` (``~/.cache`` without the variable);
``TERTIUM_PARSE_CACHE`` names another folder, or ``off``: then parses live as long as the process. Rows are written in
whole transactions under a write-ahead log: a run that is killed leaves what it had committed, and two runs at once wait
for one another (docs/faults.md A9: 0 of 247 kills damaged such a file, 400 of 400 rows kept with four writers). A file
that is damaged all the same is set aside and made anew, for it holds nothing that cannot be computed again.
"""

from __future__ import annotations

import hashlib
import os
import re
import sqlite3
import tempfile
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

from tertium.errors import FileError, printable

VARIABLE = "TERTIUM_PARSE_CACHE"
_ASKED_AT_ONCE = 500  # SQLite's oldest limit on variables is 999
_PATIENCE = 30.0  # seconds to wait for another process
_Result = TypeVar("_Result")


def text_key(text: str) -> bytes:
    """What a text is known by: 128 bits of its content; parses are compared with the text when they are read."""
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()


def cache_folder() -> Path | None:
    """Where parses are kept; None where they are not."""
    given = os.environ.get(VARIABLE)
    if given == "off":
        return None
    return Path(given) if given else cache_root() / "parses"


def cache_root() -> Path:
    """The folder of all that tertium keeps and could make again."""
    base = os.environ.get("XDG_CACHE_HOME")
    # The base directory specification: a path that is not absolute is to be ignored.
    root = Path(base) if base and Path(base).is_absolute() else Path("~/.cache").expanduser()
    return root / "tertium"


class ParseCache:
    """Parses of one parser, from the key of a text to CoNLL-U; safe to share between threads."""

    def __init__(self, parser: str) -> None:
        self._lock = threading.Lock()
        self._scratch: tempfile.TemporaryDirectory[str] | None = None
        folder = cache_folder()
        name = f"{re.sub(r'[^A-Za-z0-9._-]', '_', parser)[:80]}.sqlite"
        if folder is None or not self._usable(folder):
            self._scratch = tempfile.TemporaryDirectory(prefix="tertium-parses-")
            folder = Path(self._scratch.name)
        self.path = folder / name
        self._base = self._opened()

    def get(self, keys: Sequence[bytes]) -> dict[bytes, str]:
        """The parses that are known of these texts."""
        return {key: parse.decode("utf-8") for key, parse in self.get_bytes(keys).items()}

    def get_bytes(self, keys: Sequence[bytes]) -> dict[bytes, bytes]:
        """The same in UTF-8, as it is kept."""
        found: dict[bytes, bytes] = {}
        for part in _parts(keys):
            found.update(self._rows("key, parse", part))
        return found

    def missing(self, keys: Sequence[bytes]) -> list[bytes]:
        """Those of the keys that are not known, in their order."""
        known: set[bytes] = set()
        for part in _parts(keys):
            known.update(row[0] for row in self._rows("key", part))
        return [key for key in keys if key not in known]

    def put(self, parses: Mapping[bytes, str | bytes]) -> None:
        """Keep all of them or, if the process ends on the way, none."""
        rows = [(key, parse.encode("utf-8") if isinstance(parse, str) else parse) for key, parse in parses.items()]
        self._done(lambda base: _write(base, rows))

    def close(self) -> None:
        with self._lock:
            self._base.close()
        if self._scratch is not None:
            self._scratch.cleanup()

    def unreadable(self) -> FileError:
        """What to say of a row that is no parse: the file is sound to SQLite, so that nothing else notices."""
        return FileError(
            f"the parse cache {printable(str(self.path))} holds a parse that cannot be read; remove the file, "
            "and its texts are parsed again."
        )

    @staticmethod
    def _usable(folder: Path) -> bool:
        """Can files be written there? A home directory may be read-only; then parses are kept for this run alone."""
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            if os.environ.get(VARIABLE):
                reason = (error.strerror or str(error)).lower()
                raise FileError(
                    f"{VARIABLE} names {printable(str(folder))}, which cannot be used: {reason}; give another folder, "
                    "or 'off'."
                ) from None
            return False
        return os.access(folder, os.W_OK)

    def _opened(self) -> sqlite3.Connection:
        try:
            return _connected(self.path)
        except sqlite3.OperationalError:  # locked, no room: nothing is wrong with the file itself
            raise FileError(
                f"the parse cache {printable(str(self.path))} cannot be opened; give another folder with {VARIABLE}, "
                f"or {VARIABLE}=off."
            ) from None
        except sqlite3.DatabaseError:
            return self._made_anew()

    def _made_anew(self) -> sqlite3.Connection:
        with suppress(OSError):
            self.path.replace(self.path.with_suffix(".damaged"))
        for rest in ("-wal", "-shm"):
            with suppress(OSError):
                Path(f"{self.path}{rest}").unlink()
        return _connected(self.path)

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
                    f"the parse cache {printable(str(self.path))} cannot be used: {error}; remove it, or give another "
                    f"folder with {VARIABLE} ('off' for none)."
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


def _connected(path: Path) -> sqlite3.Connection:
    with suppress(OSError):  # texts may be unpublished; the log beside the file gets the mode that the file has now
        path.touch(mode=0o600)
        path.chmod(0o600)
    base = sqlite3.connect(path, timeout=_PATIENCE, isolation_level=None, check_same_thread=False)
    try:
        base.execute("PRAGMA journal_mode = WAL")
        base.execute("PRAGMA synchronous = NORMAL")
        # Rows lie scattered over a large file: read through the page cache itself, a sixth of scoring with it is saved.
        base.execute("PRAGMA mmap_size = 1073741824")
        # Not compressed: unpacking took a third of the time of scoring with kept parses.
        base.execute("CREATE TABLE IF NOT EXISTS kept (key BLOB PRIMARY KEY, parse BLOB NOT NULL)")
        base.execute("SELECT key, parse FROM kept LIMIT 1").fetchone()
    except sqlite3.Error:
        base.close()
        raise
    return base


def _parts(keys: Iterable[bytes]) -> Iterator[list[bytes]]:
    listed = list(keys)
    for start in range(0, len(listed), _ASKED_AT_ONCE):
        yield listed[start : start + _ASKED_AT_ONCE]
