"""The command line's listener: a progress bar on stderr, and warnings once the result is out.

The bar is drawn only on a terminal, only once the work has lasted a moment, and is gone at the end.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from tertium.cli.messages import warn
from tertium.corpus.files.access import open_bytes
from tertium.errors import TertiumError, printable

_PATIENCE = 1.0  # seconds; what is done sooner needs no bar
_UNITS = {"resampling": "draws", "swapping": "draws", "slices": ""}  # of other work segments are counted


class ConsoleListener:
    """Hears a task: shows its progress, keeps its notices until ``say`` prints them beside the result."""

    def __init__(self, quiet: bool, bar: _Bar | None) -> None:
        self._quiet, self._bar = quiet, bar
        self._notices: list[str] = []

    def progress(self, doing: str, done: int, total: int) -> None:
        if self._bar is not None:
            self._bar.step(doing, done, total)

    def notice(self, sentence: str) -> None:
        self._notices.append(sentence)

    def say(self) -> None:
        """Print what was noticed so far, unless nobody wants to read it."""
        if not self._quiet:
            warn(self._notices)
        self._notices = []


@contextmanager
def listening(quiet: bool, lines_of: str | None = None) -> Iterator[ConsoleListener]:
    """A listener whose bar is gone afterwards.

    ``lines_of`` is a file with one line a segment, None if there is none: it is counted only once the bar is shown.
    """
    if quiet or not _is_terminal():
        yield ConsoleListener(quiet, None)
        return
    bar = _Bar(lines_of)
    timer = threading.Timer(_PATIENCE, bar.show)
    timer.daemon = True
    timer.start()
    try:
        yield ConsoleListener(quiet, bar)
    finally:
        timer.cancel()
        bar.close()


class _Bar:
    """Shown by a timer's thread, moved and closed by others."""

    def __init__(self, lines_of: str | None) -> None:
        self._doing = "reading"
        self._lines_of = lines_of
        self._lines: int | None = None
        self._started = time.monotonic()
        self._lock = threading.Lock()
        self._done = self._total = 0
        self._closed = False
        self._progress: Any = None
        self._task: Any = None

    def show(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

        with self._lock:
            if self._closed:
                return
            self._progress = Progress(
                TextColumn("{task.fields[doing]}"),
                BarColumn(),
                TextColumn("{task.description}"),
                TimeRemainingColumn(),
                console=Console(file=sys.stderr),
                transient=True,
            )
            self._task = self._progress.add_task("", total=None, doing="")
            self._draw()
            self._progress.start()
        if self._lines_of is None:
            return
        lines = _count_lines(self._lines_of, lambda: self._closed)
        with self._lock:
            self._lines = lines
            if not self._closed:
                self._draw()

    def step(self, doing: str, done: int, total: int) -> None:
        with self._lock:
            if doing != self._doing:
                self._doing, self._started = doing, time.monotonic()
            self._done, self._total = done, total
            if self._progress is not None:
                self._draw()

    def close(self) -> None:
        with self._lock:
            self._closed = True
            if self._progress is not None:
                self._progress.stop()

    def _draw(self) -> None:
        unit = _UNITS.get(self._doing, "segments")
        total = self._total or (self._lines if unit == "segments" else None) or None
        whole = "" if total is None else f" of {total:,}"
        rate = self._done / max(1e-9, time.monotonic() - self._started)
        words = f"{self._done:,}{whole}{' ' if unit else ''}{unit}, {rate:,.0f}/s" if self._done else ""
        doing = printable(self._doing)
        self._progress.update(self._task, completed=self._done, total=total, description=words, doing=doing)


def _count_lines(path: str, given_up: Callable[[], bool]) -> int | None:
    """How many lines a file has; None if it cannot be read, which the task itself will say better."""
    lines, last = 0, b"\n"
    try:
        with open_bytes(path) as file:
            while piece := file.read(1 << 20):
                if given_up():
                    return None
                lines += piece.count(b"\n")
                last = piece[-1:]
    except (TertiumError, OSError):
        return None
    return lines + (last != b"\n")


def _is_terminal() -> bool:
    return sys.stderr is not None and sys.stderr.isatty() and os.environ.get("TERM") not in (None, "dumb", "")
