"""Run the command line and print what it did to the world outside: files written, programs started, names called.

    python watched.py ARGUMENT... | --canary

Python reports such acts to audit hooks (PEP 578). One line each, after the program's own output: "act<TAB>subject".
"""

from __future__ import annotations

import os
import pickle
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_TRUNC
RUNNING = ("subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.fork", "os.forkpty", "pickle.find_class")
TALKING = ("socket.connect", "socket.bind", "socket.getaddrinfo", "urllib.Request")
CHANGING = ("os.remove", "os.rmdir", "os.mkdir", "os.rename", "os.link", "os.symlink", "os.truncate", "os.chmod")

acts: list[tuple[str, str]] = []


def watch(event: str, arguments: tuple[Any, ...]) -> None:
    if event == "open":
        path, mode, flags = arguments
        if isinstance(path, int):
            return
        writes = bool(flags & WRITING) or any(letter in (mode or "") for letter in "wax+")
        acts.append(("write" if writes else "read", os.path.abspath(os.fsdecode(path))))  # noqa: PTH100
    elif event in CHANGING:
        paths = arguments[:2] if event in ("os.rename", "os.link") else arguments[:1]
        acts.extend(("change", os.path.abspath(os.fsdecode(path))) for path in paths)  # noqa: PTH100
    elif event in RUNNING or event in TALKING:
        acts.append((event, str(arguments)))


def misbehave() -> int:
    """One act of each kind: if these are not seen, nothing is."""
    subprocess.run([sys.executable, "-c", "pass"], check=True)
    pickle.loads(b"cbuiltins\nlen\n.")
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
    Path("planted.txt").write_text("", encoding="utf-8")
    Path("planted.txt").unlink()
    return 0


def main() -> int:
    from tertium.cli.main import main as command_line  # before the hook: imports read many files

    sys.addaudithook(watch)
    code = misbehave() if sys.argv[1:] == ["--canary"] else command_line(sys.argv[1:])
    for act, subject in list(acts):
        print(f"{act}\t{subject!r}")
    return code


if __name__ == "__main__":
    sys.exit(main())
