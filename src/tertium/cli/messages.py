"""What is said beside the result, on stderr: errors, warnings."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import Iterable

from tertium.errors import in_shell, printable_lines


def speak_utf8() -> None:
    """Messages are UTF-8 whatever the locale, and never fail for a character."""
    if isinstance(sys.stderr, io.TextIOWrapper):
        sys.stderr.reconfigure(encoding="utf-8", errors="backslashreplace")


def occupy_closed_streams() -> None:
    """Where a standard stream is closed (``2>&-``) the next file that is opened would get its number, and messages of
    libraries would go into our results. Python has None for such a stream, which print takes for standard output."""
    for descriptor in (0, 1, 2):
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, os.O_RDONLY if descriptor == 0 else os.O_WRONLY)  # takes the lowest free number
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123 - as long as the process


_LONGEST = 5000  # characters of a message: longer than any path


def error(message: str) -> None:
    _say(f"tertium: error: {in_shell(message)}")


def warn(messages: Iterable[str]) -> None:
    for message in messages:
        _say(f"tertium: warning: {in_shell(message)}")


def errors(messages: Iterable[str]) -> None:
    for message in messages:
        error(message)


def note(message: str) -> None:
    """What was done, for a person to read."""
    _say(f"tertium: {in_shell(message)}")


def _say(line: str) -> None:
    if len(line) > _LONGEST:  # a message that repeats its input: what was wrong stands at its ends
        left_out = len(line) - _LONGEST
        line = f"{line[: _LONGEST // 2]}[... {left_out} characters ...]{line[-(_LONGEST // 2) :]}"
    line = printable_lines(line)  # a terminal obeys what is left
    with contextlib.suppress(OSError):  # stderr may be closed or full: there is nobody left to tell
        print(line, file=sys.stderr, flush=True)
