"""Who may ask: a page elsewhere, another port, another person on this machine may not."""

from __future__ import annotations

import pytest

from serve.started import Started, received


def test_the_page_opens_with_its_token_and_goes_on_with_a_cookie(server: Started) -> None:
    entered = server.ask(f"/?token={server.token}", token=False)
    assert entered.status == 200
    cookie = entered.headers["set-cookie"]
    assert f"tertium_{server.port}={server.token}" in cookie
    for part in ("HttpOnly", "SameSite=Strict", "Path=/"):
        assert part in cookie
    assert server.token.encode() not in entered.body  # the page goes on to an address without it
    assert b'content="0;url=/"' in entered.body
    page = server.ask("/", token=False, headers={"Cookie": cookie.partition(";")[0]})
    assert page.status == 200
    assert b"New report" in page.body
    assert server.token.encode() not in page.body


@pytest.mark.parametrize("path", ["/", "/history", "/runs/1/report", "/api/ping", "/api/texts", "/nowhere"])
def test_without_the_token_nothing_opens(server: Started, path: str) -> None:
    assert server.ask(path, token=False).status == 403
    wrong = {"Cookie": f"tertium_{server.port}={'x' * 32}", "Authorization": "Bearer é"}
    assert server.ask(path, token=False, headers=wrong).status == 403
    other_port = {"Cookie": f"tertium_{server.port + 1}={server.token}"}
    assert server.ask(path, token=False, headers=other_port).status == 403


def test_who_has_no_token_is_told_what_to_do(server: Started) -> None:
    shown = server.ask("/", token=False)
    assert b"Open the address that <code>tertium serve</code> has printed" in shown.body
    assert b"not that of the server" in server.ask("/?token=wrong", token=False).body
    assert server.ask("/assets/serve.css", token=False).status == 200  # the page that says so is styled


@pytest.mark.parametrize(
    "host",
    "evil.example|127.0.0.1|127.0.0.1:1|localhost|evil.example:{port}|127.0.0.1:{port}.||[::1]:{port}".split("|"),
)
def test_a_request_for_another_host_or_port_is_refused(server: Started, host: str) -> None:
    answer = server.ask("/api/ping", headers={"Host": host.format(port=server.port)})
    assert answer.status == 400
    assert f"expected 127.0.0.1:{server.port} or localhost:{server.port}" in answer.error


def test_localhost_is_this_machine(server: Started) -> None:
    assert server.ask("/api/ping", headers={"Host": f"localhost:{server.port}"}).status == 200


@pytest.mark.parametrize("second", ["127.0.0.1:{port}", "evil.example"])
def test_two_hosts_are_refused(server: Started, second: str) -> None:
    with server.connect() as connection:
        extra = f"Host: {second.format(port=server.port)}"
        connection.sendall(server.head("GET", "/api/ping", extra, "Connection: close"))
        answer = received(connection)
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert answer.endswith(b"or it names no Host, or several; open the address that 'tertium serve' printed.\n")


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:1"},
        {"Origin": "https://127.0.0.1:{port}"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Origin": "http://127.0.0.1:{port}", "Sec-Fetch-Site": "cross-site"},
    ],
)
@pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
def test_another_page_cannot_ask_even_with_the_token(server: Started, method: str, headers: dict[str, str]) -> None:
    given = {name: value.format(port=server.port) for name, value in headers.items()}
    body = {"reference": "a", "hypothesis": "a"} if method == "POST" else None
    path = {"GET": "/api/ping", "POST": "/api/sentences", "DELETE": "/api/runs"}[method]
    answer = server.ask(path, body, method=method, headers=given)
    assert answer.status == 403
    assert "only pages of this server may ask" in answer.error


def test_a_link_from_elsewhere_opens_the_page_only_with_the_token_and_as_a_page(server: Started) -> None:
    clicked = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}
    assert server.ask(f"/?token={server.token}", token=False, headers=clicked).status == 200
    assert server.ask("/", headers=clicked).status == 403
    framed = clicked | {"Sec-Fetch-Dest": "iframe"}
    assert server.ask(f"/?token={server.token}", token=False, headers=framed).status == 403


def test_its_own_pages_may_ask(server: Started) -> None:
    own = {"Origin": f"http://127.0.0.1:{server.port}", "Sec-Fetch-Site": "same-origin"}
    assert server.ask("/api/sentences", {"reference": "a b", "hypothesis": "b a"}, headers=own).status == 200


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""]
)
def test_a_form_cannot_send_a_body(server: Started, kind: str) -> None:
    for path in ("/api/sentences", "/api/jobs", "/api/texts"):
        answer = server.ask(path, {"reference": "a", "hypothesis": "a"}, headers={"Content-Type": kind})
        assert answer.status == 415
        assert "expected application/" in answer.error


def test_every_answer_forbids_what_it_does_not_need(server: Started) -> None:
    for path in ("/", "/sentences", "/history", "/nowhere", "/api/ping", "/assets/new.js"):
        headers = server.ask(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["cache-control"] == "no-store"
        assert "server" not in headers


def test_no_page_has_a_script_or_a_style_of_its_own(server: Started) -> None:
    for path in ("/", "/sentences", "/history", "/nowhere"):
        shown = server.ask(path).body.decode()
        assert "<style" not in shown
        assert " style=" not in shown
        assert "<script>" not in shown
        assert " on" not in "".join(part.partition(">")[0] for part in shown.split("<button")[1:])


@pytest.mark.parametrize(
    "path", ["/assets/../guard.py", "/assets/%2e%2e/guard.py", "/assets/..%2fguard.py", "/assets/"]
)
def test_only_assets_are_assets(server: Started, path: str) -> None:
    assert server.ask(path).status == 404


@pytest.mark.parametrize("method", ["PUT", "OPTIONS", "TRACE", "PATCH", "CONNECT"])
def test_other_methods_do_nothing(server: Started, method: str) -> None:
    headers = {"Content-Type": "application/json", "Content-Length": "0"}
    assert server.ask("/api/runs", method=method, headers=headers).status == 405
    assert "expected one of GET, HEAD, POST, DELETE" in server.ask("/api/runs", method=method).error


def test_what_is_no_http_is_refused(server: Started) -> None:
    for data in (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", b"hello\r\n\r\n"):
        with server.connect() as connection:
            connection.sendall(data)
            assert received(connection).startswith(b"HTTP/1.1 400 ")
