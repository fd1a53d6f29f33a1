"""Threads for chunks: a few items ahead of whoever takes the results, which come in the order of the items.

The standard library's pool would do, but loads logging with it, and that is a tenth of what starting costs.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any, Self, TypeVar

from tertium.metrics.measuring import one_by_one

S = TypeVar("S")
T = TypeVar("T")


class Workers:
    """A number of threads. They start with the second item, for one alone is done sooner where it is, and end with the
    block that made them; if an error leaves it nobody waits for them."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._threads: list[threading.Thread] = []
        self._tasks: deque[_Task] = deque()
        self._changed = threading.Condition()
        self._closed = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *rest: object) -> None:
        with self._changed:
            self._closed = True
            if kind is not None:
                self._tasks.clear()
            self._changed.notify_all()
        for thread in self._threads if kind is None else ():
            thread.join()

    def in_order(self, work: Callable[[S], T], items: Iterable[S], /) -> Iterator[T]:
        """``measuring.InOrder``."""
        if self._count == 1:  # no hand-over between threads: one core does one thing at a time
            return one_by_one(work, items)
        return self._ahead(work, iter(items))

    def _ahead(self, work: Callable[[S], T], items: Iterator[S]) -> Iterator[T]:
        first = list(islice(items, 2))
        if len(first) < 2:
            yield from map(work, first)
            return
        waiting = deque(self._begun(work, item) for item in first)
        for item in items:
            waiting.append(self._begun(work, item))
            if len(waiting) > self._count + 1:  # one more, so that nobody waits for the reader
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()

    def _begun(self, work: Callable[[S], T], item: S) -> _Task:
        task = _Task(work, item)
        with self._changed:
            self._tasks.append(task)
            self._changed.notify()
        if len(self._threads) < self._count:
            self._threads.append(threading.Thread(target=self._run, name=f"tertium-{len(self._threads)}"))
            self._threads[-1].start()
        return task

    def _run(self) -> None:
        while True:
            with self._changed:
                while not (self._tasks or self._closed):
                    self._changed.wait()
                if not self._tasks:
                    return
                task = self._tasks.popleft()
            task.run()
            del task  # an idle thread holds no chunk


class _Task:
    """Work on one item, and what came of it."""

    def __init__(self, work: Callable[[Any], Any], item: Any) -> None:
        self._work: Callable[[Any], Any] | None = work
        self._item = item
        self._result: Any = None
        self._error: BaseException | None = None
        self._done = threading.Lock()
        self._done.acquire()

    def run(self) -> None:
        try:
            if self._work is not None:
                self._result = self._work(self._item)
        except BaseException as error:  # whoever asks for the result gets it
            self._error = error
        self._work = self._item = None
        self._done.release()

    def result(self) -> Any:
        self._done.acquire()
        if self._error is not None:
            try:
                raise self._error
            finally:
                self._error = None  # the traceback holds this frame
        return self._result
