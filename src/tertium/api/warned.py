"""Python's listener: what a task notices becomes a warning at the line that called."""

from __future__ import annotations

import sys
import warnings
from pathlib import Path
from typing import TypeVar

from tertium.errors import in_python
from tertium.results.wording import worded

T = TypeVar("T")

_PACKAGE = str(Path(__file__).parents[1])


class InputWarning(UserWarning):
    """Something about the texts that a person should know; the command line prints it on standard error."""


class Warned:
    """Hears a task: warns of what it notices, shows no progress."""

    def progress(self, doing: str, done: int, total: int) -> None:
        return

    def notice(self, sentence: str) -> None:
        warnings.warn(in_python(sentence), InputWarning, stacklevel=_callers())


def answered(result: T) -> T:
    """The result of a task, as Python words it."""
    return worded(result, in_python)


def _callers() -> int:
    """How many frames up the caller of tertium stands, so that a warning names a line of theirs."""
    frame = sys._getframe(1)
    depth = 1
    while frame.f_back is not None and frame.f_code.co_filename.startswith(_PACKAGE):
        frame, depth = frame.f_back, depth + 1
    return depth
