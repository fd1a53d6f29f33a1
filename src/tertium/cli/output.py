"""Where results go: standard output, or a file that is written whole or not at all."""

from __future__ import annotations

import errno
import os
import sys

from tertium.errors import FileError


class ClosedPipeError(Exception):
    """Whoever read our output has stopped reading (``| head``); nothing is wrong and nothing is to be said."""


def write_stdout(text: str) -> None:
    """UTF-8 whatever the locale. Bytes go to the descriptor itself: no buffer is left to fail at exit."""
    if sys.stdout is None:
        raise FileError("standard output is closed; redirect it, or write to a file with -o FILE.")
    data = memoryview(encoded(text))
    try:
        sys.stdout.flush()
        descriptor = sys.stdout.fileno()
        while data:
            data = data[os.write(descriptor, data) :]
    except BrokenPipeError:
        raise ClosedPipeError from None
    except OSError as problem:
        if problem.errno == errno.EBADF:
            raise FileError("standard output is closed; redirect it, or write to a file with -o FILE.") from None
        reason = problem.strerror or str(problem)
        raise FileError(f"standard output cannot be written: {reason[:1].lower()}{reason[1:]}.") from None


def encoded(text: str) -> bytes:
    return text.encode("utf-8", "backslashreplace")
