"""Run commands while calls of the C library fail: one process, and a copy of it (fork) for every command.

    LD_PRELOAD=shim.so python failing.py

Reads a JSON object a line: argv, cwd, ``keep`` if it is no command but work on a kept file (keeping.py), and what goes
wrong, ``fault`` (kind, first, every, error), ``limits`` (files, memory in MB beyond what is used), ``signal`` (number,
after seconds). Answers one a line: status as of os.waitpid, what was said on standard error, calls seen of every kind,
seconds. Imports happen once, in the first process, so that a command takes milliseconds and what fails is its work.
"""

from __future__ import annotations

import ctypes
import importlib
import json
import os
import pkgutil
import resource
import signal
import sys
import time
import traceback
from pathlib import Path
from typing import Any

KINDS = ("none", "write", "fsync", "rename", "mmap", "malloc", "create", "disk")


def import_all() -> None:
    from tertium import cli
    from tertium.cli.numpy_threads import load_numpy_without_threads

    load_numpy_without_threads()
    for package in ("tertium.cli", "tertium.render", "tertium.corpus", "tertium.engine", "tertium.analysis"):
        module = importlib.import_module(package)
        for found in pkgutil.walk_packages(module.__path__, f"{package}."):
            try:
                importlib.import_module(found.name)
            except ImportError:  # an extra that is not installed
                continue
    for name in ("numpy", "scipy.stats", "scipy.sparse.linalg", "sqlite3", "thot.alignment", "matplotlib.pyplot"):
        try:
            importlib.import_module(name)
        except ImportError:
            continue
    importlib.import_module("faults.keeping")
    assert cli.main
    assert len(os.listdir("/proc/self/task")) == 1, "copies of a process with threads may hang"  # noqa: PTH208


def run(asked: dict[str, Any], said: str, counted: int) -> None:
    """In the copy: set up what goes wrong, then the command line as a user's process runs it."""
    from faults.keeping import keep
    from tertium.cli.main import main

    shim = ctypes.CDLL(None)
    shim.fault_arm.argtypes = [ctypes.c_int, ctypes.c_long, ctypes.c_long, ctypes.c_int]
    shim.fault_calls.restype = ctypes.c_long
    error = os.open(said, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    os.dup2(error, 2)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    os.chdir(asked["cwd"])
    os.environ.update(asked.get("env", {}))
    sys.argv = ["tertium", *asked["argv"]]
    limits = asked.get("limits", {})
    if "files" in limits:
        used = len(os.listdir("/proc/self/fd"))  # noqa: PTH208
        resource.setrlimit(resource.RLIMIT_NOFILE, (used + limits["files"],) * 2)
    if "size" in limits:
        resource.setrlimit(resource.RLIMIT_FSIZE, (limits["size"],) * 2)
    if "memory" in limits:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
        most = pages * resource.getpagesize() + int(limits["memory"] * 2**20)
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
    fault = asked.get("fault", {})
    kind = KINDS.index(fault.get("kind", "none"))
    shim.fault_arm(kind, fault.get("first", 1), fault.get("every", 1), fault.get("error", 0))
    code = 70
    try:
        code = keep(*asked["argv"]) if asked.get("keep") else main(asked["argv"])
    except BaseException:
        shim.fault_arm(0, 1, 1, 0)
        traceback.print_exc()
    calls = [shim.fault_calls(k) for k in range(len(KINDS))] + [shim.fault_failed()]
    shim.fault_arm(0, 1, 1, 0)
    sys.stderr.flush()
    os.write(counted, json.dumps(calls).encode())
    os._exit(code)


def main() -> None:
    import_all()
    said = sys.argv[1]
    print("ready", flush=True)
    for line in sys.stdin:
        asked = json.loads(line)
        reading, writing = os.pipe()
        begun = time.monotonic()
        child = os.fork()
        if child == 0:
            os.close(reading)
            run(asked, said, writing)
        os.close(writing)
        if "signal" in asked:
            number, seconds = asked["signal"]
            time.sleep(seconds)
            os.kill(child, number)
        deadline = begun + asked.get("seconds", 60)
        while True:
            done, status = os.waitpid(child, os.WNOHANG)
            if done:
                break
            if time.monotonic() > deadline:
                os.kill(child, signal.SIGKILL)
                _, status = os.waitpid(child, 0)
                status = -1
                break
            time.sleep(0.002)
        with os.fdopen(reading) as pipe:
            counts = json.loads(pipe.read() or "[]")
        seconds = time.monotonic() - begun
        errors = Path(said).read_text(encoding="utf-8", errors="replace") if Path(said).exists() else ""
        answer = {"status": status, "said": errors, "calls": counts, "seconds": seconds}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
