"""Running the real program: ``python -m tertium`` in a process of its own, with and without a terminal."""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

PROGRAM = (sys.executable, "-m", "tertium")

REF = ["the cat sat on the mat .", "he read the book because he was interested in world history ."]
GOOD = ["the cat sat on the mat .", "he read the book since he was interested in world history ."]
POOR = ["a cat sat on mat .", "he was interested in world history because he read the book ."]


@dataclass(frozen=True)
class Ran:
    code: int
    out: str
    err: str

    @property
    def refusal(self) -> str:
        """The one line an error prints; anything else on either stream is a failure."""
        assert self.code == 2, (self.code, self.out, self.err)
        assert self.out == ""
        assert self.err.startswith("tertium: error: "), self.err
        assert self.err.count("\n") == 1, self.err
        return self.err.removeprefix("tertium: error: ").rstrip("\n")


def environment(extra: Mapping[str, str] | None = None) -> dict[str, str]:
    """This process's, without what would change the output."""
    dropped = ("NO_COLOR", "TERM", "TERTIUM_DEBUG", "COLUMNS", "FORCE_COLOR")
    return {key: value for key, value in os.environ.items() if key not in dropped} | dict(extra or {})


def run(
    *arguments: str, cwd: Path | None = None, stdin: bytes | None = None, env: Mapping[str, str] | None = None
) -> Ran:
    done = subprocess.run(
        [*PROGRAM, *arguments],
        cwd=cwd,
        input=stdin,
        stdin=subprocess.DEVNULL if stdin is None else None,
        capture_output=True,
        env=environment(env),
        timeout=120,
    )
    return Ran(done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8"))


def score(cwd: Path, *arguments: str, stdin: bytes | None = None, env: Mapping[str, str] | None = None) -> Ran:
    return run("score", *arguments, cwd=cwd, stdin=stdin, env=env)


def write(folder: Path, **files: Sequence[str]) -> None:
    for name, lines in files.items():
        (folder / f"{name}.txt").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8", newline="\n")


def on_terminal(
    *arguments: str,
    cwd: Path,
    width: int = 100,
    stdout: bool = True,
    stderr: bool = True,
    env: Mapping[str, str] | None = None,
    feed: Sequence[tuple[bytes, float]] | None = None,
) -> tuple[int, str, str]:
    """(exit code, what the terminal got, what went into a pipe instead) with either stream on a pseudo-terminal.

    ``feed`` comes through standard input: pieces, and how long to wait after each.
    """
    import fcntl
    import struct
    import termios

    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, width, 0, 0))
    process = subprocess.Popen(
        [*PROGRAM, *arguments],
        cwd=cwd,
        stdin=theirs if feed is None else subprocess.PIPE,
        stdout=theirs if stdout else subprocess.PIPE,
        stderr=theirs if stderr else subprocess.PIPE,
        env=environment({"TERM": "xterm-256color"} | dict(env or {})),
        start_new_session=True,
    )
    os.close(theirs)
    if feed is not None:
        threading.Thread(target=_feed, args=(process.stdin, feed), daemon=True).start()
    seen = b""
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        if ours in select.select([ours], [], [], 0.2)[0]:
            try:
                part = os.read(ours, 65536)
            except OSError:  # Linux's way to say that the last writer is gone
                break
            if not part:
                break
            seen += part
        elif process.poll() is not None:
            break
    piped = b""
    for stream in (process.stdout, process.stderr):
        if stream is not None:
            piped += stream.read()
            stream.close()
    code = process.wait(timeout=30)
    os.close(ours)
    return code, seen.decode("utf-8").replace("\r\n", "\n"), piped.decode("utf-8")


def _feed(stdin: IO[bytes], pieces: Sequence[tuple[bytes, float]]) -> None:
    with stdin:
        for piece, pause in pieces:
            stdin.write(piece)
            stdin.flush()
            time.sleep(pause)


def without_escapes(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text)
