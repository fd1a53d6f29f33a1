"""A real server in a process of its own, and a client that sends exactly the bytes that a test wants to send."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from conftest import ROOT
from tertium.serve.limits import ServerLimits

EXAMPLE = ROOT / "examples" / "es-en"
_PATIENCE = 60.0  # seconds for anything that must happen in the end
_GRACE = 5.0  # seconds for a server that no test needs any more
# The command line has no options for limits; small ones make a test of seconds out of one of minutes.
_PROGRAM = """
import json, sys
from pathlib import Path
from tertium.serve.limits import ServerLimits
from tertium.serve.running import ServeRequest, serve
asked = json.loads(sys.argv[1])
kept = None if asked["history"] is None else Path(asked["history"])
request = ServeRequest(tuple(asked["files"]), port=asked["port"], history=kept, limits=ServerLimits(**asked["limits"]))
serve(request, lambda started: print(started.address, flush=True))
"""


@dataclass(frozen=True)
class Answer:
    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def error(self) -> str:
        said = self.json["error"]
        assert isinstance(said, str)
        return said


@dataclass
class Started:
    process: subprocess.Popen[str]
    address: str
    port: int = field(init=False)
    token: str = field(init=False)

    def __post_init__(self) -> None:
        found = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/\?token=([\w-]+)", self.address)
        assert found, self.address
        self.port, self.token = int(found[1]), found[2]

    def ask(
        self,
        path: str,
        body: object = None,
        *,
        method: str | None = None,
        headers: Mapping[str, str] | None = None,
        token: bool = True,
    ) -> Answer:
        """One request; a body that is no bytes is sent as JSON. Headers of None are left out."""
        data = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
        given = {"Host": f"127.0.0.1:{self.port}"}
        if token:
            given["Authorization"] = f"Bearer {self.token}"
        if data is not None:
            given["Content-Type"] = "application/octet-stream" if isinstance(body, bytes) else "application/json"
        given |= headers or {}
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=_PATIENCE)
        try:
            connection.putrequest(method or ("POST" if data is not None else "GET"), path, skip_host=True)
            for name, value in given.items():
                connection.putheader(name, value)
            if data is not None and "Content-Length" not in given:
                connection.putheader("Content-Length", str(len(data)))
            connection.endheaders(data)
            answer = connection.getresponse()
            return Answer(answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read())
        finally:
            connection.close()

    def connect(self, receive_buffer: int | None = None) -> socket.socket:
        made = socket.socket()
        if receive_buffer is not None:
            made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        made.settimeout(_PATIENCE)
        made.connect(("127.0.0.1", self.port))
        return made

    def head(self, method: str, path: str, *lines: str) -> bytes:
        """The head of a request that the guard lets pass."""
        usual = (f"Host: 127.0.0.1:{self.port}", f"Authorization: Bearer {self.token}")
        return "\r\n".join([f"{method} {path} HTTP/1.1", *usual, *lines, "", ""]).encode()

    def text(self, label: str, lines: Sequence[str]) -> str:
        """Upload a text; its id."""
        answer = self.ask(f"/api/texts?label={label}", "".join(f"{line}\n" for line in lines).encode())
        assert answer.status == 201, answer.body
        identity = answer.json["id"]
        assert isinstance(identity, str)
        return identity

    def job(self, references: Sequence[str], systems: Mapping[str, str], **more: Any) -> Answer:
        """Ask for a report; systems are ids by name."""
        asked = {"systems": [{"text": text, "name": name} for name, text in systems.items()], "metrics": ["bleu"]}
        return self.ask("/api/jobs", {"references": list(references), **asked, **more})

    def ended(self, job: Answer) -> Any:
        """What a started job has become."""
        assert job.status == 202, job.body
        return until(lambda: _unless_running(self.ask(f"/api/jobs/{job.json['id']}").json))

    def run(self, references: Sequence[str], systems: Mapping[str, str], **more: Any) -> int:
        """Make a report; the number of its run."""
        outcome = self.ended(self.job(references, systems, **more))
        assert outcome["state"] == "done", outcome
        number = outcome["run"]
        assert isinstance(number, int)
        return number

    def interrupt(self) -> int:
        """Ctrl-C; the exit code."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(_PATIENCE)

    def end(self) -> None:
        """By itself if it can, so that what it did is counted (`make coverage`); by force if it is busy."""
        self.process.terminate()
        try:
            self.process.wait(_GRACE)
        except subprocess.TimeoutExpired:
            self.kill()

    def kill(self) -> None:
        self.process.kill()
        self.process.wait(_PATIENCE)


def start(
    folder: Path,
    *files: Path,
    history: Path | None = None,
    port: int = 0,
    working: Path | None = None,
    **limits: float,
) -> Started:
    """A server whose temporary files are in ``folder``; without a history it keeps runs in memory.

    ``working`` is the directory that it is started in.
    """
    folder.mkdir(exist_ok=True)
    asked = {
        "files": [str(file) for file in files],
        "port": port,
        "history": None if history is None else str(history),
        "limits": asdict(ServerLimits()) | limits,
    }
    command = [sys.executable, "-P", "-c", _PROGRAM, json.dumps(asked)]
    return of_process(command, {"TMPDIR": str(folder)}, working)


def of_process(command: Sequence[str], environment: Mapping[str, str], working: Path | None = None) -> Started:
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **environment},
        cwd=working,
    )
    timer = threading.Timer(_PATIENCE, process.kill)
    timer.start()
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
    finally:
        timer.cancel()
    assert line, process.stderr.read() if process.stderr else ""
    return Started(process, line.strip())


def until(found: Any, seconds: float = _PATIENCE) -> Any:
    """What ``found`` gives once it gives something."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if made := found():
            return made
        time.sleep(0.02)
    raise AssertionError(f"nothing after {seconds:g} s")


def received(connection: socket.socket) -> bytes:
    """All that comes until the other side ends the connection."""
    made = b""
    try:
        while piece := connection.recv(1 << 16):
            made += piece
    except ConnectionResetError:
        pass
    return made


def _unless_running(job: Any) -> Any:
    return None if job["state"] in ("waiting", "running") else job
