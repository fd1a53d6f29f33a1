"""Opening what is not a file: named pipes with somebody at their other end, devices that never end, descriptors."""

from __future__ import annotations

import contextlib
import errno
import io
import os
import re
import stat
import threading
import time
from typing import BinaryIO, cast

from tertium.errors import FileError

WAIT = 60.0  # seconds for whoever is at a pipe's other end to come
_DESCRIPTORS = re.compile(r"/dev/fd|/proc/(\d+)(/task/\d+)?/fd")
_MOST_LINKS = 40  # as the kernel follows them


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


def open_for_writing(path: str, name: str, wait: float = WAIT) -> BinaryIO:
    """A device or a pipe to write to. Nobody may ever read the pipe: after ``wait`` seconds we give up."""
    if stat.S_ISFIFO(os.stat(path).st_mode):  # noqa: PTH116
        return _open_pipe_for_writing(path, name, wait)
    return open(path, "wb")  # noqa: PTH123 - a text that is no path must not raise


def _open_pipe_for_writing(path: str, name: str, wait: float) -> BinaryIO:
    until = time.monotonic() + wait
    while True:
        try:
            descriptor = os.open(path, os.O_WRONLY | os.O_NONBLOCK)
            break
        except OSError as error:
            if error.errno != errno.ENXIO:
                raise
        if time.monotonic() > until:
            raise FileError(
                f"{name} is a named pipe, and nobody has opened it for reading within {wait:.0f} seconds; "
                "start its reader first."
            )
        time.sleep(0.02)
    os.set_blocking(descriptor, True)
    return os.fdopen(descriptor, "wb")


def open_descriptor(path: str) -> BinaryIO | None:
    """What ``/dev/stdout``, ``/dev/fd/5`` or ``/proc/self/fd/2`` lead to, to write to it as it is open: after
    ``>> log`` what is in the log stays. None where the path is no such name."""
    for _ in range(_MOST_LINKS):
        folder, number = os.path.split(path)
        found = _DESCRIPTORS.fullmatch(os.path.realpath(folder))
        if found and number.isdecimal():
            if found[1] in (None, str(os.getpid())):
                return os.fdopen(os.dup(int(number)), "wb")
            return cast(BinaryIO, open(path, "ab"))  # noqa: PTH123 - another process's
        try:
            path = os.path.join(folder, os.readlink(path))  # noqa: PTH115, PTH118
        except OSError:
            return None
    return None
