"""What a task tells while it works: how far it is, and what somebody should know.

Every door has a listener of its own: the command line draws a bar and prints warnings, Python warns, a page sends
events. Nothing below the doors prints.
"""

from __future__ import annotations

from typing import Protocol


class Listener(Protocol):
    """Whoever wants to know how a task gets on. Calls may come from a worker thread."""

    def progress(self, doing: str, done: int, total: int) -> None:
        """``done`` of ``total`` steps of what is being done; a total of 0 is one that nobody knows."""
        ...

    def notice(self, sentence: str) -> None:
        """One sentence about the inputs or the result that a person should read."""
        ...


class Silent:
    """The listener of those who do not want to know."""

    def progress(self, doing: str, done: int, total: int) -> None:
        return

    def notice(self, sentence: str) -> None:
        return


SILENT = Silent()


class Heard:
    """A listener that remembers the sentences which it passes on: they belong to the result, too."""

    def __init__(self, listener: Listener) -> None:
        self._listener = listener
        self._sentences: list[str] = []
        self.progress = listener.progress

    def notice(self, sentence: str) -> None:
        self._sentences.append(sentence)
        self._listener.notice(sentence)

    @property
    def sentences(self) -> tuple[str, ...]:
        return tuple(self._sentences)


class Renamed:
    """A listener that tells another one of a part of a larger task: by its name there, with a total known there."""

    def __init__(self, listener: Listener, doing: str, total: int = 0) -> None:
        self._listener, self._doing, self._total = listener, doing, total
        self.notice = listener.notice

    def progress(self, doing: str, done: int, total: int) -> None:
        self._listener.progress(self._doing, done, total or self._total)
