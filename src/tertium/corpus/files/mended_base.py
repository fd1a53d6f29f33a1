"""A SQLite file that threads share and that mends itself: one that turns out to be damaged is made anew.

Rows are written in whole transactions under a write-ahead log: a process that is killed leaves what it had committed.
"""

from __future__ import annotations

import sqlite3
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from tertium.errors import FileError

_Result = TypeVar("_Result")


class MendedBase(ABC):
    """What kept values and the history of `tertium serve` have in common; they say how to open, to mend, to refuse."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._base: sqlite3.Connection | None = self._opened()

    @abstractmethod
    def _connected(self) -> sqlite3.Connection:
        """The file, opened and looked at; sqlite3.DatabaseError itself, and none of its kinds, if it is damaged."""

    @abstractmethod
    def _made_anew(self) -> sqlite3.Connection:
        """A new file in the place of the damaged one, which is set aside."""

    @abstractmethod
    def _unusable(self, reason: str) -> FileError:
        """What to say of a file that is locked, or has no room, or cannot be mended."""

    def close(self) -> None:
        with self._lock:
            self._drop()

    def _drop(self) -> None:
        if self._base is not None:
            self._base.close()
        self._base = None

    def _opened(self) -> sqlite3.Connection:
        try:
            try:
                return self._connected()
            except sqlite3.DatabaseError as error:
                if not _tells_damage(error):
                    raise
                return self._made_anew()
        except (sqlite3.Error, OSError) as error:
            raise self._unusable(_reason(error)) from None

    def _done(self, work: Callable[[sqlite3.Connection], _Result]) -> _Result:
        """What ``work`` finds or writes; damage that shows only now is mended, and the work done again."""
        with self._lock:
            if self._base is None:  # it could not be mended before; what was in the way may be gone
                self._base = self._opened()
            try:
                try:
                    return work(self._base)
                except sqlite3.DatabaseError as error:
                    if not _tells_damage(error):
                        raise
                    self._drop()
                    self._base = self._made_anew()
                    return work(self._base)
            except (sqlite3.Error, OSError) as error:
                raise self._unusable(_reason(error)) from None


def in_one(base: sqlite3.Connection, work: Callable[[], _Result], *, begin: str = "BEGIN IMMEDIATE") -> _Result:
    """Do it in one transaction: all of it is written, or nothing. To read as at one moment, a plain BEGIN will do."""
    # Immediate: a transaction that begins by reading could not be upgraded while another one writes.
    base.execute(begin)
    try:
        made = work()
        base.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):
            base.execute("ROLLBACK")
        raise
    return made


def files_of(path: Path) -> tuple[Path, Path, Path]:
    """The file, its log, and the index of its log."""
    return path, Path(f"{path}-wal"), Path(f"{path}-shm")


def make_private(path: Path) -> None:
    """Texts may be unpublished; the log beside the file gets the mode that the file has when it is opened."""
    with suppress(OSError):
        path.touch(mode=0o600)
        path.chmod(0o600)


def _tells_damage(error: sqlite3.DatabaseError) -> bool:
    return type(error) is sqlite3.DatabaseError  # its kinds are of locks, full disks and wrong calls


def _reason(error: sqlite3.Error | OSError) -> str:
    return (error.strerror or str(error)).lower() if isinstance(error, OSError) else str(error)
