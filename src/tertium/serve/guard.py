"""Who may ask: the guard before every request, and the headers of every answer.

A web page elsewhere can make a browser send requests to 127.0.0.1. So the exact ``Host:port`` is checked (a name that
was made to point here, DNS rebinding), ``Origin`` and ``Sec-Fetch-Site`` (another site, another port), and the type of
a body (a form cannot send JSON). Other people on this machine can connect too: a token that only the printed address
has opens the page, and a cookie carries it on (docs/adr/0145).
"""

from __future__ import annotations

import hmac
import json
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import parse_qs

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tertium.serve.limits import ServerLimits, too_large

CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
# A report has scripts of its own, named by their hashes in the file. Here it gets no origin: it can neither ask this
# server for anything nor see its pages.
REPORT_CSP = (
    "sandbox allow-scripts allow-downloads allow-modals; connect-src 'none'; form-action 'none'; base-uri 'none'; "
    "frame-ancestors 'self'"
)
_ALWAYS = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cache-control", b"no-store"),
)
_PAGES = (
    (b"content-security-policy", CSP.encode("ascii")),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"x-frame-options", b"DENY"),
)
_SAFE = ("GET", "HEAD")
_METHODS = (*_SAFE, "POST", "DELETE")
_BODIES = {"/api/texts": "application/octet-stream"}  # all others take JSON


@dataclass(frozen=True)
class Access:
    """The one address of this server, and its secret."""

    host: str
    port: int
    token: str

    @property
    def cookie(self) -> str:
        """Cookies do not know ports: two servers must not take each other's."""
        return f"tertium_{self.port}"

    @property
    def hosts(self) -> frozenset[str]:
        written = f"[{self.host}]" if ":" in self.host else self.host
        names = (written, "localhost")
        ports = {f"{name}:{self.port}" for name in names}
        return frozenset(ports | (set(names) if self.port == 80 else set()))

    @property
    def address(self) -> str:
        written = f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{written}:{self.port}/?token={self.token}"

    def opened_by(self, token: str | None) -> bool:
        return token is not None and hmac.compare_digest(token.encode("utf-8", "replace"), self.token.encode("ascii"))


@dataclass(frozen=True)
class Refusal:
    status: int
    sentence: str


class Guard:
    """The outermost part of the application."""

    def __init__(self, app: ASGIApp, access: Access, limits: ServerLimits) -> None:
        self._app, self._access, self._limits = app, access, limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = scope["headers"]
        refusal = self._refusal(scope, headers)
        if refusal is not None:
            await _refuse(scope, send, refusal)
        elif _is_entrance(scope):
            await _enter(send, self._access)
        else:
            await self._app(scope, receive, _with_headers(send, scope["method"] not in _SAFE))

    def _refusal(self, scope: Scope, headers: Iterable[tuple[bytes, bytes]]) -> Refusal | None:
        given = list(headers)
        line = len(scope["method"]) + len(scope["raw_path"]) + len(scope["query_string"]) + 12
        if line + sum(len(name) + len(value) + 4 for name, value in given) > self._limits.header_bytes:
            return Refusal(431, f"the head of the request is longer than {self._limits.header_bytes:,} bytes.")
        return (
            _wrong_host(self._access, _all(given, b"host"))
            or _wrong_origin(self._access, scope, given)
            or self._no_token(scope, given)
            or _wrong_method(scope)
            or _wrong_type(scope, given)
            or self._too_long(scope, given)
        )

    def _no_token(self, scope: Scope, headers: list[tuple[bytes, bytes]]) -> Refusal | None:
        if scope["path"].startswith("/assets/") or scope["path"] == "/favicon.ico":  # the same for everybody
            return None
        if _is_entrance(scope):
            [token, *_] = parse_qs(scope["query_string"].decode("latin-1")).get("token", [""])
            if self._access.opened_by(token):
                return None
            return Refusal(403, "the token of this address is not that of the server that runs now.")
        bearer = next((v[7:] for v in _all(headers, b"authorization") if v[:7].lower() == "bearer "), None)
        kept = (_cookie(value, self._access.cookie) for value in _all(headers, b"cookie"))
        if self._access.opened_by(bearer) or any(self._access.opened_by(token) for token in kept):
            return None
        return Refusal(403, "this page opens only with its token; open the address that 'tertium serve' printed.")

    def _too_long(self, scope: Scope, headers: list[tuple[bytes, bytes]]) -> Refusal | None:
        """A body that says itself that it is far too long is not waited for.

        Those that are a little too long are read up to their limit: who is cut off while sending hears no reason.
        """
        lengths = [value for value in _all(headers, b"content-length") if value.isdecimal()]
        if not any(len(value) > 18 or int(value) > self._limits.body_bytes for value in lengths):
            return None
        if scope["path"] in _BODIES:
            return Refusal(413, too_large("the text", self._limits.text_bytes))
        return Refusal(413, f"the body is longer than {self._limits.json_bytes:,} bytes.")


def _is_entrance(scope: Scope) -> bool:
    return scope["path"] == "/" and scope["method"] == "GET" and b"token=" in scope["query_string"]


def _wrong_host(access: Access, given: list[str]) -> Refusal | None:
    if len(given) == 1 and given[0].lower() in access.hosts:
        return None
    shown = ", ".join(given)[:100] or "nothing"
    expected = " or ".join(sorted(access.hosts))
    return Refusal(400, f"the request is for the host {shown}, expected {expected}.")


def _wrong_origin(access: Access, scope: Scope, headers: list[tuple[bytes, bytes]]) -> Refusal | None:
    origins = {f"http://{host}" for host in access.hosts}
    if any(origin.lower() not in origins for origin in _all(headers, b"origin")):
        return Refusal(403, "the request comes from another page; only pages of this server may ask.")
    site = set(_all(headers, b"sec-fetch-site"))
    # Whoever clicks on the printed address, in a chat or a web terminal, comes from another site.
    followed = _is_entrance(scope) and _all(headers, b"sec-fetch-dest") == ["document"]
    if site <= {"same-origin", "none"} or followed:
        return None
    return Refusal(403, "the request comes from another site; only pages of this server may ask.")


def _wrong_method(scope: Scope) -> Refusal | None:
    if scope["method"] in _METHODS:
        return None
    return Refusal(405, f"the method is {scope['method'][:20]}, expected one of {', '.join(_METHODS)}.")


def _wrong_type(scope: Scope, headers: list[tuple[bytes, bytes]]) -> Refusal | None:
    if scope["method"] in _SAFE or scope["method"] == "DELETE":
        return None
    expected = _BODIES.get(scope["path"], "application/json")
    given = [value.partition(";")[0].strip().lower() for value in _all(headers, b"content-type")]
    if given == [expected]:
        return None
    return Refusal(415, f"the body is {', '.join(given)[:100] or 'of no type'}, expected {expected}.")


def _all(headers: Iterable[tuple[bytes, bytes]], wanted: bytes) -> list[str]:
    return [value.decode("latin-1").strip() for name, value in headers if name.lower() == wanted]


def _cookie(header: str, name: str) -> str | None:
    pairs = (part.strip().partition("=") for part in header.split(";"))
    return next((value for key, _, value in pairs if key == name), None)


async def _enter(send: Send, access: Access) -> None:
    """The cookie for the token, and on to the page itself: the token stays neither in the address bar nor in a link.

    Not a redirect: the first request may come from another site, and so would what it is redirected to.
    """
    page = (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>tertium</title>'
        '<link rel="icon" href="data:,">'
        '<meta http-equiv="refresh" content="0;url=/"><p><a href="/">Open tertium</a></p></html>'
    )
    cookie = f"{access.cookie}={access.token}; HttpOnly; SameSite=Strict; Path=/"
    headers = [(b"content-type", b"text/html; charset=utf-8"), (b"set-cookie", cookie.encode("ascii"))]
    await _answer(send, 200, headers, page.encode("ascii"))


async def _refuse(scope: Scope, send: Send, refusal: Refusal) -> None:
    if scope["path"].startswith("/api/"):
        body = json.dumps({"error": refusal.sentence}).encode("ascii")
        kind = b"application/json"
    else:
        from tertium.serve.pages import refused

        body, kind = refused(refusal.status, refusal.sentence).encode("utf-8"), b"text/html; charset=utf-8"
    # A body that nobody reads would be taken for the next request.
    await _answer(send, refusal.status, [(b"content-type", kind), (b"connection", b"close")], body)


async def _answer(send: Send, status: int, headers: list[tuple[bytes, bytes]], body: bytes) -> None:
    length = [(b"content-length", str(len(body)).encode("ascii"))]
    await send(
        {"type": "http.response.start", "status": status, "headers": [*headers, *length, *_ALWAYS, *_PAGES]},
    )
    await send({"type": "http.response.body", "body": body})


def _with_headers(send: Send, with_body: bool) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = list(message.get("headers", ()))
            given = {name.lower() for name, _ in headers}
            added = _ALWAYS if b"content-security-policy" in given else (*_ALWAYS, *_PAGES)
            headers += [(name, value) for name, value in added if name not in given]
            if with_body and message["status"] >= 400 and b"connection" not in given:
                headers.append((b"connection", b"close"))  # a body that nobody read would be the next request
            message = {**message, "headers": headers}
        await send(message)

    return sending
