"""Bytes, seconds and places are bounded, each with a message, and slow clients cost nobody else."""

from __future__ import annotations

import contextlib
import json
import resource
import socket
import threading
import time
from collections.abc import Callable, Iterator

import pytest

from serve.started import Started, received, until
from tertium.serve.limits import MIB

Starting = Callable[..., Started]


def ping(server: Started) -> float:
    """Seconds until the server answers somebody else."""
    began = time.monotonic()
    assert server.ask("/api/ping").status == 200
    return time.monotonic() - began


def test_a_body_that_says_it_is_too_long_is_not_read(server: Started) -> None:
    with server.connect() as connection:
        connection.sendall(
            server.head("POST", "/api/texts", "Content-Type: application/octet-stream", f"Content-Length: {1 << 40}")
        )
        answer = received(connection)
    assert answer.startswith(b"HTTP/1.1 413 ")
    assert b"name the file on the command line" in answer


def test_a_body_that_turns_out_too_long_is_cut_off(starting: Starting) -> None:
    server = starting(text_bytes=MIB)
    with server.connect() as connection:
        head = server.head(
            "POST", "/api/texts?label=big", "Content-Type: application/octet-stream", "Transfer-Encoding: chunked"
        )
        connection.sendall(head)
        piece = b"10000\r\n" + b"x" * 0x10000 + b"\r\n"
        with contextlib.suppress(ConnectionError):  # cut off while we still send
            for _ in range(64):
                connection.sendall(piece)
        answer = received(connection)
    assert b" 413 " in answer.partition(b"\r\n")[0]
    assert server.ask("/api/texts").json == []


def test_the_limit_of_one_text_is_told_with_what_to_do(starting: Starting) -> None:
    server = starting(text_bytes=1000)
    answer = server.ask("/api/texts?label=big.txt", b"x" * 2000)
    assert answer.status == 413
    assert answer.error.startswith("big.txt is larger than")
    assert "'tertium serve FILE'" in answer.error


def test_all_texts_together_have_a_limit_and_room_comes_back(starting: Starting) -> None:
    server = starting(shelf_bytes=3000)
    first = server.text("a", ["x" * 1500])
    assert "remove some first" in server.ask("/api/texts?label=b", b"y" * 1600).error
    assert server.ask(f"/api/texts/{first}", method="DELETE").status == 204
    assert server.ask("/api/texts?label=b", b"y" * 1600).status == 201


def test_json_has_a_limit_of_its_own(server: Started) -> None:
    answer = server.ask("/api/sentences", {"reference": "x" * (2 * MIB), "hypothesis": ""})
    assert answer.status == 413
    assert "1,048,576 bytes" in answer.error


@pytest.mark.parametrize("body", [b"{", b"[]", b"null", b"\xff", b"[" * 100_000, b'"' + b"\\ud800" + b'"'])
def test_what_is_no_object_of_json_is_refused(server: Started, body: bytes) -> None:
    answer = server.ask("/api/sentences", body, headers={"Content-Type": "application/json"})
    assert answer.status == 422
    assert "JSON" in answer.error


@pytest.mark.parametrize("ended", [True, False])
@pytest.mark.parametrize("size", [20_000, 300_000])
def test_a_long_head_is_refused(server: Started, size: int, ended: bool) -> None:
    with server.connect() as connection:
        head = server.head("GET", "/api/ping", f"X-Long: {'x' * size}")
        with contextlib.suppress(ConnectionError):
            connection.sendall(head if ended else head[:-4])
        assert received(connection).startswith(b"HTTP/1.1 431 ")


@pytest.mark.parametrize("path", ["/api/ping?", "/assets/"])
def test_a_long_address_is_a_long_head(server: Started, path: str) -> None:
    assert server.ask(f"{path}{'x' * 16_400}").status == 431
    assert server.ask(f"{path}{'x' * 15_000}").status != 431


def test_a_slow_head_is_given_up_however_often_a_byte_comes(starting: Starting) -> None:
    server = starting(header_seconds=0.6)
    with server.connect() as connection:
        began = time.monotonic()
        head = server.head("GET", "/api/ping")
        answer = dripped(connection, head * 100)
        assert 0.5 < time.monotonic() - began < 5
    assert answer.startswith(b"HTTP/1.1 408 ")
    assert b"the head of the request was not whole after 0.6 s" in answer


def test_a_silent_connection_is_given_up(starting: Starting) -> None:
    server = starting(header_seconds=0.5)
    with server.connect() as connection:
        assert received(connection).startswith(b"HTTP/1.1 408 ")


def test_a_slow_body_is_given_up(starting: Starting) -> None:
    server = starting(body_seconds=0.6)
    with server.connect() as connection:
        connection.sendall(
            server.head(
                "POST", "/api/texts?label=slow", "Content-Type: application/octet-stream", "Content-Length: 9999"
            )
        )
        answer = dripped(connection, b"x" * 9999)
    assert answer.startswith(b"HTTP/1.1 408 ")
    assert server.ask("/api/texts").json == []


def test_a_second_request_on_a_connection_has_its_own_deadline(starting: Starting) -> None:
    server = starting(header_seconds=0.6)
    with server.connect() as connection:
        for _ in range(4):
            time.sleep(0.25)
            connection.sendall(server.head("GET", "/api/ping"))
            assert one_answer(connection).startswith(b"HTTP/1.1 200 ")
        connection.sendall(b"GET ")
        assert received(connection).startswith(b"HTTP/1.1 408 ")


def test_an_idle_connection_ends(starting: Starting) -> None:
    server = starting(idle_seconds=1)
    with server.connect() as connection:
        connection.sendall(server.head("GET", "/api/ping"))
        assert one_answer(connection).startswith(b"HTTP/1.1 200 ")
        assert received(connection) == b""


def test_who_does_not_read_the_answer_is_given_up(starting: Starting) -> None:
    """Uploads are answered in bytes; texts on the shelf make a long list, asked for again and again."""
    server = starting(write_seconds=0.6)
    began = time.monotonic()
    for number in range(20):
        server.text(f"{number}-{'x' * 180}", ["y" * 120])
    with server.connect(receive_buffer=4096) as connection:
        connection.settimeout(20)
        request = server.head("GET", "/api/texts")
        with pytest.raises(ConnectionError):  # the server ends it, and what it could not send is not kept
            send_until(connection, request, began + 15)
        assert ping(server) < 2


def test_uploads_at_once_are_bounded_and_the_page_still_answers(starting: Starting) -> None:
    server = starting(uploads=2)
    slow = [server.connect() for _ in range(2)]
    for connection in slow:
        connection.sendall(
            server.head("POST", "/api/texts?label=s", "Content-Type: application/octet-stream", "Content-Length: 10")
            + b"12345"
        )
    refused = until(lambda: _status(server, 429))
    assert "2 texts are arriving at this moment" in refused
    assert ping(server) < 2
    slow[0].sendall(b"67890")
    assert slow[0].recv(1 << 16).startswith(b"HTTP/1.1 201 ")
    assert server.ask("/api/texts?label=t", b"now\n").status == 201
    for connection in slow:
        connection.close()
    until(lambda: server.ask("/api/texts?label=t", b"now\n").status == 201)
    assert {text["label"] for text in server.ask("/api/texts").json} == {"s", "t"}  # not the one that broke off


def test_sentences_at_once_are_bounded(starting: Starting) -> None:
    server = starting(sentences=1, sentence_threads=1)
    words = [f"w{number % 97}" for number in range(500)]
    slow = {"reference": " ".join(words)[:2000], "hypothesis": " ".join(reversed(words))[:2000]}
    found: list[int] = []

    def score() -> None:
        for _ in range(10):
            found.append(server.ask("/api/sentences", slow).status)

    threads = [threading.Thread(target=score) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert set(found) == {200, 429}
    assert server.ask("/api/sentences", slow).status == 200  # no place was lost


def test_above_the_cap_the_oldest_silent_connection_makes_room(starting: Starting) -> None:
    server = starting(connections=20)
    silent = [server.connect() for _ in range(60)]
    assert ping(server) < 2
    assert received(silent[0]) == b""  # an end without an answer
    for connection in silent:
        connection.close()


@pytest.fixture
def many_files() -> Iterator[None]:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < 2500:
        pytest.skip(f"the system allows {hard} open files, and the test needs 2,500")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, 2500), hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.mark.usefixtures("many_files")
def test_a_thousand_slow_connections_hold_up_nobody(starting: Starting) -> None:
    server = starting()
    slow = []
    for number in range(1000):
        connection = server.connect()
        connection.sendall(b"GET / HTTP/1.1\r\nHost" if number % 2 else b"P")
        slow.append(connection)
    pair = {"reference": "the cat sat on a mat", "hypothesis": "on a mat sat the cat"}
    taken = []
    for _ in range(50):
        for connection in slow[:100]:
            with contextlib.suppress(ConnectionError):
                connection.sendall(b"x")
        began = time.monotonic()
        assert server.ask("/api/sentences", pair).status == 200
        taken.append(time.monotonic() - began)
    assert sorted(taken)[40] < 0.5
    for connection in slow:
        connection.close()


def send_until(connection: socket.socket, data: bytes, end: float) -> None:
    while time.monotonic() < end:
        connection.sendall(data)


def one_answer(connection: socket.socket) -> bytes:
    """The answer to a ping, which may come in two pieces, and nothing behind it."""
    made = b""
    while not made.endswith(b'"}'):
        made += connection.recv(1 << 16)
    return made


def dripped(connection: socket.socket, data: bytes) -> bytes:
    """Send byte by byte until the other side has had enough; what it said."""
    connection.settimeout(0.05)
    for place in range(len(data)):
        try:
            connection.sendall(data[place : place + 1])
            answer = connection.recv(1 << 16)
        except TimeoutError:
            continue
        except ConnectionError:
            break
        connection.settimeout(20)
        return answer + received(connection)
    return b""


def _status(server: Started, wanted: int) -> str | None:
    answer = server.ask("/api/texts?label=t", b"now\n")
    if answer.status != wanted:
        server.ask(f"/api/texts/{answer.json['id']}", method="DELETE")
        return None
    said = json.loads(answer.body)["error"]
    assert isinstance(said, str)
    return said
