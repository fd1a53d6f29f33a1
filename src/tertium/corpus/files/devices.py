"""Opening what is not a file: named pipes that somebody must write to, and devices that never end."""

from __future__ import annotations

import contextlib
import io
import os
import stat
import threading

from tertium.errors import FileError

WAIT = 60.0  # seconds for a pipe's writer to come


def open_device(path: str, name: str, wait: float = WAIT) -> io.FileIO:
    """A pipe or a terminal to read from. Other devices are refused: /dev/zero and a disk have no end worth reading."""
    kind = os.stat(path)  # noqa: PTH116
    if stat.S_ISFIFO(kind.st_mode):
        return _open_pipe(path, name, wait)
    if stat.S_ISSOCK(kind.st_mode):
        raise FileError(f"{name} is a socket, expected a file or a pipe.")
    made = io.FileIO(path)
    endless = stat.S_ISBLK(kind.st_mode) or (stat.S_ISCHR(kind.st_mode) and not _ends(made, kind))
    if endless:
        made.close()
        raise FileError(f"{name} is a device without an end, expected a file or a pipe.")
    return made


def _ends(file: io.FileIO, kind: os.stat_result) -> bool:
    """Terminals end with Ctrl-D, and the null device at once."""
    return file.isatty() or kind.st_rdev == os.stat(os.devnull).st_rdev  # noqa: PTH116


def _open_pipe(path: str, name: str, wait: float) -> io.FileIO:
    """Opening waits until somebody opens the other end. After ``wait`` seconds we do so ourselves, and give up."""
    given_up = threading.Event()

    def give_up() -> None:
        given_up.set()
        with contextlib.suppress(OSError):  # nobody waits any more
            os.close(os.open(path, os.O_WRONLY | os.O_NONBLOCK))  # wakes the open below

    timer = threading.Timer(wait, give_up)
    timer.daemon = True
    timer.start()
    try:
        made = io.FileIO(path)
    finally:
        timer.cancel()
    if given_up.is_set():
        made.close()
        raise FileError(
            f"{name} is a named pipe, and nobody has opened it for writing within {wait:.0f} seconds; "
            "start its writer first."
        )
    return made
