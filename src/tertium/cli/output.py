"""Where results go: standard output, or a file that is written whole or not at all."""

from __future__ import annotations

import errno
import os
import sys

from tertium.corpus.files import access
from tertium.errors import FileError

# Where these lead to a file (`>> log`), putting a new file in its place would throw away what was in it.
_STANDARD_OUTPUT = ("-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1")


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


def on_terminal() -> bool:
    """Is there someone who wants rules and bold type? See no-color.org for NO_COLOR."""
    wanted = not os.environ.get("NO_COLOR") and os.environ.get("TERM") not in (None, "", "dumb")
    return wanted and sys.stdout is not None and sys.stdout.isatty()


def refuse_unwritable(target: str) -> None:
    """Say before the work that a result could not be written; standard output is asked when it is written to."""
    if target not in _STANDARD_OUTPUT:
        access.refuse_unwritable(target)


def write_result(text: str, target: str | None) -> None:
    """To a file, all of it or nothing, or to standard output."""
    if target is None or target in _STANDARD_OUTPUT:
        write_stdout(text)
    else:
        access.write_atomically(target, lambda file: file.write(encoded(text)))


def encoded(text: str) -> bytes:
    return text.encode("utf-8", "backslashreplace")
