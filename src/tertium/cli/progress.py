"""A progress bar on stderr: only on a terminal, only once the work has lasted a moment, and gone at the end."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from tertium.corpus.files.access import open_bytes
from tertium.errors import TertiumError, printable

_PATIENCE = 1.0  # seconds; what is done sooner needs no bar


@contextmanager
def draws_bar(quiet: bool) -> Iterator[Callable[[str, int, int], None] | None]:
    """A function to be told what is being drawn, how often it was and how often it will be; None if nobody sees it."""
    bar = _Bar(None, "resampling", "draws")
    with _shown(quiet, bar) as told:
        yield None if told is None else bar.step


@contextmanager
def progress_bar(quiet: bool, lines_of: str | None, doing: str = "scoring") -> Iterator[Callable[[int], None] | None]:
    """A function to be told how many segments are done; None where nobody would see it.

    ``lines_of`` is a file with one line a segment, None if there is none: it is counted only once the bar is shown.
    """
    with _shown(quiet, _Bar(lines_of, doing)) as told:
        yield told


@contextmanager
def _shown(quiet: bool, bar: _Bar) -> Iterator[Callable[[int], None] | None]:
    if quiet or not _is_terminal():
        yield None
        return
    timer = threading.Timer(_PATIENCE, bar.show)
    timer.daemon = True
    timer.start()
    try:
        yield bar.advance
    finally:
        timer.cancel()
        bar.close()


@contextmanager
def steps_bar(quiet: bool) -> Iterator[Callable[[str, int, int], None] | None]:
    """A function to be told what is being done, how many steps are done and of how many (0: nobody knows)."""
    if quiet or not _is_terminal():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[steps]}"), TimeElapsedColumn())
    with Progress(*columns, console=Console(file=sys.stderr), transient=True) as progress:
        task = progress.add_task("reading", total=None, steps="")

        def told(what: str, done: int, total: int) -> None:
            steps = f"{done:,} of {total:,}" if total else f"{done:,} segments" if done else ""
            progress.update(task, description=printable(what), completed=done, total=total or None, steps=steps)

        yield told


class _Bar:
    """Shown by a timer's thread, told and closed by the main one."""

    def __init__(self, lines_of: str | None, doing: str, what: str = "segments") -> None:
        self._doing = doing
        self._what = what
        self._lines_of = lines_of
        self._started = time.monotonic()
        self._lock = threading.Lock()
        self._done = 0
        self._total: int | None = None
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
            self._task = self._progress.add_task(
                self._words(), total=self._total, completed=self._done, doing=self._doing
            )
            self._progress.start()
        if self._lines_of is None:
            return
        total = _count_lines(self._lines_of, lambda: self._closed)
        with self._lock:
            self._total = total
            if not self._closed:
                self._progress.update(self._task, total=total, description=self._words())

    def advance(self, done: int) -> None:
        with self._lock:
            self._done = done
            if self._progress is not None:
                self._progress.update(self._task, completed=done, description=self._words())

    def step(self, doing: str, done: int, total: int) -> None:
        with self._lock:
            if doing != self._doing:
                self._doing, self._started = doing, time.monotonic()
            self._done, self._total = done, total
            if self._progress is not None:
                words = self._words()
                self._progress.update(self._task, completed=done, total=total, description=words, doing=doing)

    def close(self) -> None:
        with self._lock:
            self._closed = True
            if self._progress is not None:
                self._progress.stop()

    def _words(self) -> str:
        whole = "" if self._total is None else f" of {self._total:,}"
        rate = self._done / max(1e-9, time.monotonic() - self._started)
        return f"{self._done:,}{whole} {self._what}, {rate:,.0f}/s"


def _count_lines(path: str, given_up: Callable[[], bool]) -> int | None:
    """How many lines a file has; None if it cannot be read, which the scoring itself will say better."""
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
