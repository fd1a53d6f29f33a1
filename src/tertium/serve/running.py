"""The server from its first to its last moment: the socket, the token, the texts, and an end that leaves nothing."""

from __future__ import annotations

import errno
import logging
import os
import secrets
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import FrameType

import uvicorn

from tertium.errors import InputError, TertiumError, printable
from tertium.serve.application import Server
from tertium.serve.guard import Access
from tertium.serve.history import History
from tertium.serve.limits import ServerLimits, room_for_connections
from tertium.serve.protocol import with_limits
from tertium.serve.scratch import Scratch
from tertium.serve.sentences import Sentences
from tertium.serve.shelf import Shelf

LOOPBACK = ("127.0.0.1", "::1", "localhost")
_GRACE = 1  # seconds for requests that are being answered when the server ends
_LONGEST_QUEUE = 2048  # of connections that the system holds until we take them


@dataclass(frozen=True)
class ServeRequest:
    """What ``tertium serve`` asks for; ``history`` None keeps runs in memory, until the server ends."""

    files: tuple[str, ...] = ()
    host: str = LOOPBACK[0]
    port: int = 8765
    history: Path | None = None
    limits: ServerLimits = field(default_factory=ServerLimits)

    def __post_init__(self) -> None:
        if self.host not in LOOPBACK:
            raise InputError(
                f"--host is {printable(self.host)}, expected one of {', '.join(LOOPBACK)}: the page has no encryption "
                f"and no accounts, so it is served to this machine alone; from another one use 'ssh -L "
                f"{self.port}:127.0.0.1:{self.port}'."
            )


@dataclass(frozen=True)
class Started:
    """What there is to say once the server listens."""

    address: str
    history: History
    texts: int


def serve(request: ServeRequest, said: Callable[[Started], None]) -> None:
    """Serve until Ctrl-C or SIGTERM; temporary files and jobs are gone afterwards."""
    limits = replace(request.limits, connections=room_for_connections(request.limits.connections))
    listening = _bound("127.0.0.1" if request.host == "localhost" else request.host, request.port)
    history = scratch = None
    try:
        scratch = Scratch()
        history = History(request.history)
        shelf = Shelf(scratch.path, limits)
        shelf.open_files(request.files)
        host, port = listening.getsockname()[:2]
        access = Access(host, port, secrets.token_urlsafe(24))
        app = Server(shelf, history, Sentences(limits), limits, scratch.path).application(access)
        said(Started(access.address, history, len(list(shelf))))
        _Server(_config(app, limits)).run(sockets=[listening])
    finally:
        listening.close()
        if history is not None:
            history.close()
        if scratch is not None:
            scratch.close()


def _bound(host: str, port: int) -> socket.socket:
    made = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM)
    try:
        if os.name == "posix":  # a server that was killed a moment ago holds its port no longer
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind((host, port))
        made.listen(_LONGEST_QUEUE)
    except (OSError, OverflowError) as error:
        made.close()
        raise _not_bound(host, port, error) from None
    made.setblocking(False)
    return made


def _not_bound(host: str, port: int, error: Exception) -> TertiumError:
    number = getattr(error, "errno", None)
    if number == errno.EADDRINUSE:
        return InputError(
            f"port {port} of {host} is in use, perhaps by another 'tertium serve'; give another one with --port, or "
            "--port 0 for any that is free."
        )
    if number == errno.EACCES:
        return InputError(f"port {port} of {host} is not for everybody; give one above 1023 with --port.")
    if isinstance(error, OverflowError):
        return InputError(f"--port is {port}, expected 0 to 65535.")
    reason = (getattr(error, "strerror", None) or str(error)).lower()
    return InputError(f"{host} port {port} cannot be opened: {reason}; give another one with --port.")


def _config(app: object, limits: ServerLimits) -> uvicorn.Config:
    return uvicorn.Config(
        app,  # type: ignore[arg-type] # an ASGI application, as starlette types it
        loop="asyncio",
        http=with_limits(limits),
        ws="none",
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        backlog=_LONGEST_QUEUE,
        timeout_keep_alive=limits.idle_seconds,
        timeout_graceful_shutdown=_GRACE,
        h11_max_incomplete_event_size=limits.header_bytes,
    )


class _Server(uvicorn.Server):
    """uvicorn's, but the signal that ends it ends nothing else, and it says nothing but errors."""

    def run(self, sockets: list[socket.socket] | None = None) -> None:
        for name in ("uvicorn.error", "asyncio"):
            logging.getLogger(name).setLevel(logging.ERROR)
        super().run(sockets)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)  # that it cuts off slow clients is no news
        await super().shutdown(sockets)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        if threading.current_thread() is not threading.main_thread():
            yield
            return

        def end(number: int, frame: FrameType | None) -> None:
            self.force_exit = self.should_exit and number == signal.SIGINT
            self.should_exit = True

        before = {number: signal.signal(number, end) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
