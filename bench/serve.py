"""The page while somebody types: pairs of sentences over HTTP, with a thousand slow connections open meanwhile.

The server runs on one core, its clients on the others where there are any. Requests start at fixed times, 200 a second,
whether earlier ones have been answered or not: a server that falls behind cannot slow down the questions.
"""

from __future__ import annotations

import http.client
import json
import os
import resource
import socket
import subprocess
import sys
import threading
import time
from dataclasses import dataclass

from bench.data import Files

GOAL = 0.050  # seconds, of 99 of 100 answers
RATE = 200  # requests a second
SLOW = 1_000
SECONDS = 10.0
_CLIENTS = 16
_SERVER = """
import os
from tertium.serve.running import ServeRequest, serve
if hasattr(os, "sched_setaffinity"):
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
serve(ServeRequest(port=0), lambda started: print(started.address, flush=True))
"""


@dataclass(frozen=True)
class Answers:
    """Seconds from the moment a request was due to its answer."""

    median: float
    p99: float
    requests: int
    slow: int  # connections that were open throughout


def answers(files: Files, seconds: float = SECONDS) -> Answers:
    """Pairs of the test set, one after the other; a connection that the server gives up is opened again."""
    pairs = list(zip(_lines(files.ref), _lines(files.hyp), strict=True))
    _allow_files(2 * SLOW + 500)
    process = subprocess.Popen([sys.executable, "-c", _SERVER], stdout=subprocess.PIPE, text=True)
    try:
        if process.stdout is None:
            raise RuntimeError("a process without output")
        address, _, token = process.stdout.readline().strip().partition("/?token=")
        port = int(address.rpartition(":")[2])
        ended = threading.Event()
        slow = [_opened(port) for _ in range(SLOW)]
        dripping = threading.Thread(target=_drip, args=(port, slow, ended), daemon=True)
        dripping.start()
        _ask(port, token, pairs, 0, RATE, time.perf_counter(), [])  # the first requests load what is needed
        taken = _at_a_rate(port, token, pairs, seconds)
        ended.set()
        dripping.join()
        for connection in slow:
            connection.close()
    finally:
        process.kill()
        process.wait()
    taken.sort()
    return Answers(taken[len(taken) // 2], taken[int(0.99 * len(taken))], len(taken), len(slow))


def _at_a_rate(port: int, token: str, pairs: list[tuple[str, str]], seconds: float) -> list[float]:
    taken: list[float] = []
    start = time.perf_counter() + 0.1
    count = int(RATE * seconds)
    threads = [
        threading.Thread(target=_ask, args=(port, token, pairs, first, count, start, taken, _CLIENTS))
        for first in range(_CLIENTS)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if len(taken) != count:
        raise RuntimeError(f"{count - len(taken)} of {count} requests were not answered")
    return taken


def _ask(
    port: int,
    token: str,
    pairs: list[tuple[str, str]],
    first: int,
    end: int,
    start: float,
    taken: list[float],
    step: int = 1,
) -> None:
    """Requests ``first``, ``first + step`` … up to ``end``, each at its time."""
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    for number in range(first, end, step):
        reference, hypothesis = pairs[number % len(pairs)]
        body = json.dumps({"reference": reference[:2000], "hypothesis": hypothesis[:2000]})
        due = start + number / RATE
        if (wait := due - time.perf_counter()) > 0:
            time.sleep(wait)
        connection.request("POST", "/api/sentences", body, headers)
        answer = connection.getresponse()
        answer.read()
        if answer.status != 200:
            raise RuntimeError(f"the server answered {answer.status}")
        taken.append(time.perf_counter() - due)
    connection.close()


def _drip(port: int, slow: list[socket.socket], ended: threading.Event) -> None:
    """A byte to every slow connection, again and again; the server gives each up in the end, and another comes."""
    while not ended.is_set():
        for place, connection in enumerate(slow):
            try:
                connection.send(b"x")
            except OSError:
                connection.close()
                slow[place] = _opened(port)
            if ended.wait(0.002):
                return


def _opened(port: int) -> socket.socket:
    made = socket.create_connection(("127.0.0.1", port), timeout=60)
    made.send(b"GET / HTTP/1.1\r\nX-Slow: ")
    return made


def _allow_files(wanted: int) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def _lines(path: os.PathLike[str]) -> list[str]:
    with open(path, "rb") as file:  # noqa: PTH123
        return [line.decode("utf-8") for line in file.read().split(b"\n")[:-1]]
