"""A child process that scores: started, fed and heard at once, and ended with all that it started.

Threads feed its standard input and read its two outputs, so that neither side ever waits for the other: a child may
answer line by line, in batches, or only once it has read everything. It runs in a process group of its own. The group
ends with us, however we end: a second small process holds the other end of a pipe, and kills the group when the pipe
closes before we said that all is well. So Ctrl-C, and even SIGKILL, leave no model behind on a GPU.
"""

from __future__ import annotations

import math
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from types import TracebackType
from typing import IO, Self

from tertium.errors import TertiumError, counted, printable

_LONGEST_LINE = 1 << 20  # bytes; an answer has less than a hundred
_TOLD = 12  # lines of standard error that an error shows
_WIDTH = 300  # characters of each
_PARTING = 10.0  # seconds to end after the last answer
_GRACE = 2.0  # seconds between the polite and the other signal
WAITED = 3.0  # seconds after which, and every so many seconds from then on, somebody is told that we wait
_NO_FIRST_LINE = "; it never said its first line, which tells who it is: a command without one is run with hello=no"
Waiting = Callable[[float], None]

# Runs in the watching process: reads until a byte or the end of the pipe comes.
_WATCH = """
import os, signal, sys, time
group = int(sys.argv[1])
if not os.read(0, 1):
    for sign, pause in ((signal.SIGTERM, 2.0), (signal.SIGKILL, 0.0)):
        try:
            os.killpg(group, sign)
        except OSError:
            break
        time.sleep(pause)
"""


class ToolError(TertiumError):
    """Another tool did not do what it was asked for."""


class Child:
    """One run of a command. Inside the ``with`` block it lives; behind it, neither it nor what it started does."""

    def __init__(
        self,
        name: str,
        command: list[str],
        extra: Mapping[str, str],
        silence: float | None,
        *,
        says_hello: bool = True,
    ) -> None:
        self.name = name
        self._command, self._extra = command, extra
        self.silence = silence
        self._lines: queue.Queue[bytes | None] = queue.Queue()
        self._told: deque[str] = deque(maxlen=_TOLD)
        self._heard = time.monotonic()
        self._spoke = not says_hello  # a first line is missed only where one is due
        self._leave: float | None = None  # until when it may stay, once nothing is left to say
        self._process: subprocess.Popen[bytes] | None = None
        self._watch: subprocess.Popen[bytes] | None = None
        self._threads: list[threading.Thread] = []
        self.code: int | None = None  # once it has ended

    def __enter__(self) -> Self:
        try:
            self._process = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=_environment(self._extra),
                start_new_session=True,
            )
        except OSError as problem:
            reason = (problem.strerror or str(problem)).lower()
            raise ToolError(f"{self.name} cannot be started ({printable(self._command[0])}): {reason}.") from None
        if os.name == "posix":
            self._watch = subprocess.Popen(
                [sys.executable, "-I", "-S", "-c", _WATCH, str(self._process.pid)],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,  # a Ctrl-C of the terminal must not end it before its work is done
            )
        self._heard = time.monotonic()
        for stream, read in ((self._process.stdout, self._read_answers), (self._process.stderr, self._read_errors)):
            self._thread(read, stream)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._end()
        for thread in self._threads:
            thread.join(0.5)
        if any(thread.is_alive() for thread in self._threads):
            return  # somebody who left the group holds a pipe: to close it now would be to wait for them
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr) if self._process else ():
            if stream is not None:
                with suppress(OSError, ValueError):
                    stream.close()

    def line(self, waiting: Waiting | None = None) -> str | None:
        """The next line of its output; None at the end of it, or of the time it has to end.

        ``waiting`` is told every few seconds for how long it was waited for.
        """
        began = time.monotonic()
        while True:
            patience = self._patience()
            often = math.inf if waiting is None else WAITED
            timeout = min(often, math.inf if patience is None else patience)
            try:
                line = self._lines.get(timeout=None if timeout == math.inf else timeout)
            except queue.Empty:
                left = self._patience()
                if left is None or left > 0:  # its standard error was heard meanwhile, or somebody is to be told
                    if waiting is not None:
                        waiting(time.monotonic() - began)
                    continue
                if self._leave is not None:
                    return None
                raise self.failed(
                    f"said nothing for {self.silence:g} seconds and was ended; timeout=SECONDS lets it be silent for "
                    f"longer, timeout=0 for as long as it likes{'' if self._spoke else _NO_FIRST_LINE}"
                ) from None
            self._spoke = True
            if line is None:
                return None
            if not line.endswith(b"\n") and len(line) >= _LONGEST_LINE:
                raise self.failed(f"wrote a line of more than {_LONGEST_LINE} bytes")
            try:
                return line.decode("utf-8")
            except UnicodeDecodeError:
                raise self.failed(f"wrote a line that is no UTF-8: {line[:60]!r}") from None

    def lines(self, waiting: Waiting | None = None) -> Iterator[str]:
        """All that is left of its output; ``waiting`` is for the first of it."""
        while (line := self.line(waiting)) is not None:
            if line.strip():
                waiting = None
                yield line

    def feed(self, items: Iterable[bytes]) -> None:
        """Send these, then the end of its input; beside whatever else happens."""
        if self._process is not None and self._process.stdin is not None:
            self._thread(self._write, self._process.stdin, items)

    def part(self) -> None:
        """Everything was answered: from now on it has so many seconds to end, whether or not it closes its output."""
        if self._leave is None:
            self._leave = time.monotonic() + _PARTING

    def ended(self) -> int:
        """Its exit code, once everything was answered. One that does not end by itself is ended."""
        if self._process is None:
            return 0
        self.part()
        try:
            self.code = self._process.wait(self._patience())
        except subprocess.TimeoutExpired:
            self._end()
        return self.code or 0

    def failed(self, what: str) -> ToolError:
        """What to say of a child that went wrong: with what it said last, and its exit code if it has one."""
        process = self._process
        if process is not None:
            with suppress(subprocess.TimeoutExpired):  # a crash that closed the pipes has a code a moment later
                self.code = process.wait(0.2)
        self._end()
        for thread in self._threads:
            thread.join(0.5)  # so that its last words are all there
        told = "; ".join(self._told)
        words = f"; its standard error ends with: {told}" if told else "; its standard error is empty"
        return ToolError(f"{self.name} {what}{_how(self.code)}{words}.")

    def _patience(self) -> float | None:
        """Seconds to wait for it; None: as long as it likes."""
        if self._leave is not None:
            return max(0.0, self._leave - time.monotonic())
        return None if self.silence is None else max(0.0, self._heard + self.silence - time.monotonic())

    def _end(self) -> None:
        """The whole group, and then the one that watches it."""
        process = self._process
        if process is not None:
            by_itself = process.poll() is not None
            self._signal(process, force=False)
            with suppress(subprocess.TimeoutExpired):
                process.wait(_GRACE)
            self._signal(process, force=True)  # what the child started may be alive still
            process.wait()
            if by_itself and self.code is None:
                self.code = process.returncode
        if self._watch is not None and self._watch.stdin is not None:
            with suppress(OSError):
                self._watch.stdin.write(b".")
                self._watch.stdin.close()
            self._watch.wait()
            self._watch = None

    @staticmethod
    def _signal(process: subprocess.Popen[bytes], *, force: bool) -> None:
        if os.name == "posix":
            with suppress(OSError):  # nobody is left
                os.killpg(process.pid, signal.SIGKILL if force else signal.SIGTERM)
        elif force:
            process.kill()
        else:
            process.terminate()

    def _thread(self, work: object, *arguments: object) -> None:
        thread = threading.Thread(target=work, args=arguments, name="tertium-tool", daemon=True)  # type: ignore[arg-type]
        thread.start()
        self._threads.append(thread)

    def _read_answers(self, stream: IO[bytes]) -> None:
        with suppress(OSError, ValueError):  # closed, because nobody listens any more
            while line := stream.readline(_LONGEST_LINE):
                self._heard = time.monotonic()
                self._lines.put(line)
        self._lines.put(None)

    def _read_errors(self, stream: IO[bytes]) -> None:
        with suppress(OSError, ValueError):
            while line := stream.readline(_LONGEST_LINE):
                self._heard = time.monotonic()
                text = line.decode("utf-8", "replace").rpartition("\r")[2].strip()  # a progress bar's last state
                if text:
                    self._told.append(printable(text[:_WIDTH]))

    @staticmethod
    def _write(stream: IO[bytes], items: Iterable[bytes]) -> None:
        with suppress(OSError, ValueError):  # it ended, or closed its input: who reads its answers says so
            for item in items:
                stream.write(item)
            stream.close()


def _environment(extra: Mapping[str, str]) -> dict[str, str]:
    """Ours, without what ties a Python to our own environment."""
    ours = ("PYTHONHOME", "VIRTUAL_ENV", "__PYVENV_LAUNCHER__")
    made = {key: value for key, value in os.environ.items() if key not in ours}
    return made | {"PYTHONUTF8": "1", "PYTHONUNBUFFERED": "1"} | dict(extra)


def _how(code: int | None) -> str:
    """``, with exit code 1``, ``, ended by SIGKILL``; nothing of one that we ended."""
    if not code:
        return ""
    if code > 0:
        return f", with exit code {code}"
    with suppress(ValueError):
        return f", ended by {signal.Signals(-code).name}{' (is memory full?)' if code == -signal.SIGKILL else ''}"
    return f", ended by signal {-code}"


def left_out(unanswered: int, asked: int) -> str:
    return f"ended without a score for {unanswered:,} of {counted(asked, 'item')}"
