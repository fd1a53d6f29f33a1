"""The command line's listener: progress on stderr, and warnings once the result is out.

On a terminal a bar is drawn, only once the work has lasted a moment, and it is gone at the end. Elsewhere, as in the
log of a job, a line is written every half minute.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from tertium.cli.messages import warn
from tertium.errors import printable

_PATIENCE = 1.0  # seconds; what is done sooner needs no bar
_EVERY = 30.0  # seconds between two lines of a log
_READING = "reading"  # what is done until a task says otherwise
_UNITS = {
    "resampling": "draws",
    "swapping": "draws",
    "slices": "",
    "training": "rounds",
    "pivoting": "phrases",
    "sorting": "paraphrases",
}  # of other work segments are counted


class ConsoleListener:
    """Hears a task: shows its progress, keeps its notices until ``say`` prints them beside the result."""

    def __init__(self, quiet: bool, bar: _Bar | _Log | None) -> None:
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

    ``lines_of`` is a file, a folder or a pattern with one line a segment, None if there is none: it is looked at only
    once there is something to show.
    """
    if quiet or sys.stderr is None:
        yield ConsoleListener(quiet, None)
        return
    terminal = _is_terminal()
    shown = _Bar(lines_of) if terminal else _Log(lines_of)
    timer = threading.Timer(_PATIENCE if terminal else _EVERY, shown.show)
    timer.daemon = True
    timer.start()
    try:
        yield ConsoleListener(quiet, shown)
    finally:
        timer.cancel()
        shown.close()


class _Progress:
    """How far the work is: told by others, shown by a timer's thread."""

    def __init__(self, lines_of: str | None) -> None:
        self._doing = _READING
        self._lines_of = lines_of
        self._lines: int | None = None
        self._about = False  # is that number an estimate?
        self._started, self._before = time.monotonic(), 0  # when what is done now began, and what was done then
        self._lock = threading.Lock()
        self._done = self._total = 0
        self._closed = False

    def step(self, doing: str, done: int, total: int) -> None:
        with self._lock:
            if doing != self._doing:
                # What an earlier run has done is there at once: it says nothing about speed.
                self._before = self._done if done >= self._done and self._doing != _READING else 0
                self._doing, self._started = doing, time.monotonic()
            self._done, self._total = done, total
            self._moved()

    def _moved(self) -> None:
        """Something was done; the lock is held."""

    def _count(self) -> None:
        """How many segments there are, or about how many; that may take a moment."""
        if self._lines_of is None:
            return
        from tertium.cli.counting_lines import lines_in

        counted = lines_in(self._lines_of, lambda: self._closed)
        with self._lock:
            if counted is not None:
                self._lines, self._about = counted

    @property
    def _whole(self) -> int | None:
        """All there is to do, if that is known; more than was done."""
        total = self._total or (self._lines if self._unit == "segments" else None) or None
        return total if total is None or total >= self._done else None

    @property
    def _unit(self) -> str:
        return _UNITS.get(self._doing, "segments")

    @property
    def _rate(self) -> float:
        return (self._done - self._before) / max(1e-9, time.monotonic() - self._started)

    def _words(self) -> str:
        """``3,000 of about 9,000 segments, 1,500/s``; nothing before anything is done."""
        if not self._done:
            return ""
        about = "about " if self._about and not self._total else ""
        whole = "" if self._whole is None else f" of {about}{self._whole:,}"
        return f"{self._done:,}{whole}{' ' if self._unit else ''}{self._unit}, {self._rate:,.0f}/s"


class _Log(_Progress):
    """Lines on standard error, one every half minute: for logs of jobs that nobody watches."""

    def show(self) -> None:
        self._count()
        while not self._closed:
            with self._lock:
                words = self._words()
                left = "" if self._whole is None else _left((self._whole - self._done) / max(1e-9, self._rate))
                told = f": {words}{left}" if words else ""  # what is waited for is told though nothing is done
                line = f"tertium: {printable(self._doing)}{told}\n" if words or self._doing != _READING else ""
            if line and sys.stderr is not None:
                with suppress(OSError, ValueError):  # whoever read the log is gone
                    sys.stderr.write(line)
                    sys.stderr.flush()
            self._ended.wait(_EVERY)

    def __init__(self, lines_of: str | None) -> None:
        super().__init__(lines_of)
        self._ended = threading.Event()

    def close(self) -> None:
        self._closed = True
        self._ended.set()


def _left(seconds: float) -> str:
    """``, 1 h 5 min left``"""
    minutes = round(seconds / 60)
    if minutes < 2:
        return f", {seconds:.0f} s left"
    return f", {minutes} min left" if minutes < 100 else f", {minutes // 60} h {minutes % 60} min left"


class _Bar(_Progress):
    """Shown by a timer's thread, moved and closed by others."""

    def __init__(self, lines_of: str | None) -> None:
        super().__init__(lines_of)
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
        self._count()
        with self._lock:
            if not self._closed:
                self._draw()

    def close(self) -> None:
        with self._lock:
            self._closed = True
            if self._progress is not None:
                self._progress.stop()

    def _moved(self) -> None:
        if self._progress is not None:
            self._draw()

    def _draw(self) -> None:
        self._progress.update(
            self._task,
            completed=self._done,
            total=self._whole,
            description=self._words(),
            doing=printable(self._doing),
        )


def _is_terminal() -> bool:
    return sys.stderr is not None and sys.stderr.isatty() and os.environ.get("TERM") not in (None, "dumb", "")
