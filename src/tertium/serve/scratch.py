"""The folder of one server's temporary files: for its owner alone, gone at the end, and swept up after a kill."""

from __future__ import annotations

import os
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

_PREFIX = "tertium-serve-"
_LOCK = "lock"


class Scratch:
    """``path`` is a new folder (mode 0700); its lock tells the next server that somebody still needs it."""

    def __init__(self) -> None:
        _sweep()
        self.path = Path(tempfile.mkdtemp(prefix=_PREFIX))
        self._lock: BinaryIO = (self.path / _LOCK).open("wb")
        _locked(self._lock)

    def close(self) -> None:
        shutil.rmtree(self.path, ignore_errors=True)
        self._lock.close()


def _sweep() -> None:
    """Remove what servers left behind that were killed: folders of ours whose lock nobody holds."""
    for folder in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        with suppress(OSError):
            if folder.is_symlink() or (hasattr(os, "getuid") and folder.stat().st_uid != os.getuid()):
                continue
            with (folder / _LOCK).open("rb+") as lock:
                if _locked(lock):
                    shutil.rmtree(folder, ignore_errors=True)


def _locked(file: BinaryIO) -> bool:
    """Could we take the lock? The system gives it back when a process ends, however it ends."""
    try:
        import fcntl
    except ImportError:  # Windows: nothing is swept there
        return False
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
