"""HTTP connections that end: absolute deadlines for head, body and answer, a bound on heads, and a cap on connections.

uvicorn closes a connection that is idle between two requests, but not one that sends a head or a body byte by byte, nor
one that never reads its answer (measured; docs/adr/0145). A deadline here does not move when a byte arrives. Above
the cap the connection that has waited longest without a whole head makes room: slow clients cost slow clients.
"""

from __future__ import annotations

import asyncio
import socket
import struct
from contextlib import suppress
from typing import Any, ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from tertium.serve.limits import ServerLimits

_REASONS = {
    400: "Bad Request",
    408: "Request Timeout",
    431: "Request Header Fields Too Large",
    503: "Service Unavailable",
}
_LAST_WORDS = 1.0  # seconds for a client to read why it is sent away


class Deadlines(H11Protocol):
    """The protocol of every connection; `with_limits` makes the class for one server."""

    limits: ClassVar[ServerLimits] = ServerLimits()
    without_head: ClassVar[dict[Deadlines, None]] = {}  # connections whose next head is not whole, the oldest first

    _reading: asyncio.TimerHandle | None = None
    _reading_what: str = ""
    _writing: asyncio.TimerHandle | None = None
    _head_bytes: int = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as in uvicorn
        super().connection_made(transport)
        if len(self.connections) > self.limits.connections and not self._make_room():
            self._refuse(503, f"{self.limits.connections} connections are open, which is all; try again later.")
            return
        self._await("head")

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_reading()
        self._stop_writing()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.conn.their_state is h11.IDLE:
            if self._reading is None:
                self._await("head")
            self._head_bytes += len(data)
        super().data_received(data)
        if self.transport.is_closing():
            return
        if self.conn.their_state is h11.IDLE:
            if self._head_bytes > self.limits.header_bytes:
                self._refuse_long_head()
        elif self.conn.their_state is h11.SEND_BODY:
            if self._reading_what != "body":
                self._await("body")
        else:
            self._stop_reading()

    def send_400_response(self, msg: str) -> None:
        if self._head_bytes > self.limits.header_bytes:  # h11 gives up a long head before we are asked
            self._refuse_long_head()
        else:
            self._refuse(
                400,
                "this is no HTTP request that can be read, or it names no Host, or several; open the address that "
                "'tertium serve' printed.",
            )

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if not self.transport.get_write_buffer_size():
            self._stop_writing()
        else:
            self._start_writing()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._start_writing()

    def _await(self, what: str) -> None:
        self._stop_reading()
        seconds = self.limits.header_seconds if what == "head" else self.limits.body_seconds
        self._reading_what, self._head_bytes = what, 0
        self._reading = self.loop.call_later(seconds, self._too_slow, what, seconds)
        if what == "head":
            self.without_head[self] = None

    def _stop_reading(self) -> None:
        self.without_head.pop(self, None)
        self._reading_what, self._head_bytes = "", 0
        if self._reading is not None:
            self._reading.cancel()
            self._reading = None

    def _start_writing(self) -> None:
        """The clock of an answer runs from its first pause, and later pauses do not set it back."""
        if self._writing is None:
            self._writing = self.loop.call_later(self.limits.write_seconds, self._not_read)

    def _stop_writing(self) -> None:
        if self._writing is not None:
            self._writing.cancel()
            self._writing = None

    def _not_read(self) -> None:
        self._writing = None
        if self.transport.get_write_buffer_size():
            self._cut()

    def _too_slow(self, what: str, seconds: float) -> None:
        answering = self.cycle is not None and self.cycle.response_started and not self.cycle.response_complete
        if answering or self.transport.is_closing():
            self._cut()
        else:
            self._refuse(408, f"the {what} of the request was not whole after {seconds:g} s; send it at once.")

    def _cut(self) -> None:
        """End it now. Without the option the system would keep what it could not send, for minutes."""
        open_socket = self.transport.get_extra_info("socket")
        if open_socket is not None:
            with suppress(OSError):
                open_socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.transport.abort()

    def _make_room(self) -> bool:
        """Did a connection without a head go, other than this one?"""
        oldest = next((other for other in self.without_head if other is not self), None)
        if oldest is None:
            return False
        oldest._stop_reading()
        oldest._cut()
        self.connections.discard(oldest)  # its end is heard a moment later
        return True

    def _refuse_long_head(self) -> None:
        self._refuse(431, f"the head of the request is longer than {self.limits.header_bytes:,} bytes.")

    def _refuse(self, status: int, sentence: str) -> None:
        body = f"tertium: {sentence}\n".encode()
        head = (
            f"HTTP/1.1 {status} {_REASONS[status]}\r\nContent-Type: text/plain; charset=utf-8\r\n"
            f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
        )
        self._stop_reading()
        self.transport.write(head.encode("ascii") + body)
        self.transport.close()
        self._reading = self.loop.call_later(_LAST_WORDS, self._cut)


def with_limits(limits: ServerLimits) -> type[Deadlines]:
    """A protocol class of one server: its limits, and its own list of connections without a head."""
    members: dict[str, Any] = {"limits": limits, "without_head": {}}
    return type("Deadlines", (Deadlines,), members)
