"""A progress bar on stderr: only on a terminal, only once the work has lasted a moment, and gone at the end."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

_PATIENCE = 1.0  # seconds; what is done sooner needs no bar


@contextmanager
def progress_bar(quiet: bool) -> Iterator[Callable[[int], None] | None]:
    """A function to be told how many segments are done; None where nobody would see it."""
    if quiet or not _is_terminal():
        yield None
        return
    bar = _Bar()
    timer = threading.Timer(_PATIENCE, bar.show)
    timer.daemon = True
    timer.start()
    try:
        yield bar.advance
    finally:
        timer.cancel()
        bar.close()


class _Bar:
    """Shown by a timer's thread, told and closed by the main one."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._done = 0
        self._closed = False
        self._progress: Any = None
        self._task: Any = None

    def show(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

        with self._lock:
            if self._closed:
                return
            self._progress = Progress(
                TextColumn("scoring"),
                BarColumn(),
                TextColumn("{task.completed:,} segments"),
                TextColumn("{task.fields[rate]}"),
                TimeElapsedColumn(),
                console=Console(file=sys.stderr),
                transient=True,
            )
            self._task = self._progress.add_task("scoring", total=None, completed=self._done, rate="")
            self._progress.start()

    def advance(self, done: int) -> None:
        with self._lock:
            self._done = done
            if self._progress is not None:
                elapsed = self._progress.tasks[0].elapsed or 0.0
                rate = f"{done / (elapsed + _PATIENCE):,.0f}/s"
                self._progress.update(self._task, completed=done, rate=rate)

    def close(self) -> None:
        with self._lock:
            self._closed = True
            if self._progress is not None:
                self._progress.stop()


def _is_terminal() -> bool:
    return sys.stderr is not None and sys.stderr.isatty() and os.environ.get("TERM") not in (None, "dumb", "")
