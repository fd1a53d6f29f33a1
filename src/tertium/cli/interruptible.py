"""Ctrl-C ends the program at once, also while a kernel works on a long chunk.

Python looks at signals in the main thread alone, and only between bytecodes: a main thread inside native code, or
waiting for workers that are, would be deaf for as long as the chunk takes. So a thread works, and the main one waits.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, TypeVar, cast

from tertium.errors import in_shell
from tertium.results.wording import worded

T = TypeVar("T")


def interruptible(work: Callable[[], T]) -> T:
    """The result of ``work``, as the command line words it.

    KeyboardInterrupt leaves the work behind unfinished, so the process must end then.
    """
    outcome: dict[str, Any] = {}

    def run() -> None:
        try:
            outcome["result"] = work()
        except BaseException as problem:  # raised again in the main thread
            outcome["problem"] = problem

    thread = threading.Thread(target=run, name="tertium-score", daemon=True)
    thread.start()
    thread.join()
    if "problem" in outcome:
        raise outcome["problem"]
    return worded(cast(T, outcome["result"]), in_shell)
