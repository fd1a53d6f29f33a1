"""The process of one job: a request on standard input, events on standard output, the page in a file.

Threads cannot be stopped; a process can. It ends by itself when the server does, because its standard input ends then.
Every event is one line of JSON: ``progress``, ``notice``, ``error`` (a sentence for the user), ``bug``, ``done``.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import threading
import time
import traceback
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from tertium.errors import TertiumError, in_shell

_EVERY = 0.1  # seconds between two words about progress


def main() -> int:
    line = sys.stdin.buffer.readline()
    if not line:
        return 1
    threading.Thread(target=_end_with_the_server, daemon=True).start()
    asked = json.loads(line)
    _bound_memory(asked["memory"])
    said = _Events(sys.stdout.fileno(), asked["labels"])
    try:
        from tertium.serve.making import make

        summary, page = make(asked, said)
        Path(asked["page"]).write_text(page, encoding="utf-8", errors="backslashreplace")
        said.event(done={**summary, "digests": _digests(asked)})
    except TertiumError as problem:
        said.event(error=said.worded(problem.said))
        return 2
    except OSError as problem:
        why = (problem.strerror or str(problem)).lower()
        said.event(error=f"the report cannot be written or a text not read: {said.worded(why)}; make room on the disk.")
        return 2
    except MemoryError:
        said.event(error="there is not enough memory for these texts; take fewer segments or fewer systems.")
        return 2
    except Exception:  # a bug of ours must reach a person as one
        said.event(bug=said.worded(traceback.format_exc()))
        return 1
    return 0


class _Events:
    """A listener that writes what it hears; paths become what a person calls the texts."""

    def __init__(self, descriptor: int, labels: Mapping[str, str]) -> None:
        self._descriptor, self._labels = descriptor, labels
        self._lock = threading.Lock()
        self._last = 0.0

    def progress(self, doing: str, done: int, total: int) -> None:
        now = time.monotonic()
        with self._lock:
            if now - self._last < _EVERY:
                return
            self._last = now
        self.event(progress=[doing, done, total])

    def notice(self, sentence: str) -> None:
        self.event(notice=self.worded(sentence))

    def worded(self, sentence: str) -> str:
        text = in_shell(sentence)
        for path, label in self._labels.items():
            text = text.replace(path, label)
        return text

    def event(self, **said: Any) -> None:
        data = memoryview((json.dumps(said) + "\n").encode("ascii"))
        with self._lock:
            while data:
                data = data[os.write(self._descriptor, data) :]


def _digests(asked: Mapping[str, Any]) -> dict[str, str]:
    """What each text was, by its bytes: history tells by it whether two runs have the same references."""
    found = {}
    for path in asked["labels"]:
        with open(path, "rb") as file:  # noqa: PTH123 - hashlib wants the file itself
            found[path] = hashlib.file_digest(file, "sha256").hexdigest()
    return found


def _bound_memory(most: int | None) -> None:
    """No more than so many bytes, and no picture of the texts on the disk if the process dies."""
    try:
        import resource
    except ImportError:  # Windows
        return
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if most is None:
        return
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    with suppress(OSError, ValueError):  # a sandbox may forbid it; the time limit is left then
        resource.setrlimit(resource.RLIMIT_AS, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))


def _end_with_the_server() -> None:
    # Not sys.stdin: Python aborts at its end where a thread still holds the lock of that reader.
    with suppress(OSError):
        while os.read(0, 1 << 12):
            pass
    os._exit(1)


if __name__ == "__main__":
    sys.exit(main())
