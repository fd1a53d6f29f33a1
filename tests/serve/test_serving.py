"""``tertium serve`` on the command line: what it says, what it refuses, and what it leaves behind."""

from __future__ import annotations

import os
import signal
import socket
import stat
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from cli.shell import run
from serve.started import EXAMPLE, Started, of_process, until

REF = ["a b c d e f"] * 3


@pytest.fixture
def home(tmp_path: Path) -> dict[str, str]:
    """A home and a folder for temporary files that hold nothing else."""
    (tmp_path / "tmp").mkdir()
    return {"XDG_DATA_HOME": str(tmp_path / "data"), "TMPDIR": str(tmp_path / "tmp")}


@pytest.fixture
def begun(home: Mapping[str, str]) -> Iterator[list[Started]]:
    made: list[Started] = []
    yield made
    for each in made:
        each.end()


def begin(begun: list[Started], home: Mapping[str, str], *arguments: str) -> Started:
    begun.append(of_process([sys.executable, "-m", "tertium", "serve", "--port", "0", *arguments], home))
    return begun[-1]


def a_run(server: Started) -> int:
    texts = [server.text(name, REF) for name in ("r", "a", "b")]
    return server.run(texts[:1], {"a": texts[1], "b": texts[2]})


def test_it_prints_the_address_and_says_where_runs_are_kept(home: dict[str, str], begun: list[Started]) -> None:
    server = begin(begun, home)
    assert server.ask("/api/ping").status == 200
    a_run(server)
    kept = Path(home["XDG_DATA_HOME"]) / "tertium" / "history.sqlite"
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert str(kept) in server.ask("/").body.decode()
    assert "Nothing leaves this machine" in server.ask("/").body.decode()
    assert server.interrupt() == 0
    assert server.process.stdout is not None
    assert server.process.stderr is not None
    said = server.process.stdout.read()
    assert str(kept) in said
    assert "nothing leaves it" in said
    assert server.process.stderr.read() == "tertium: the server has ended.\n"


def test_without_history_nothing_is_left(home: dict[str, str], begun: list[Started]) -> None:
    server = begin(begun, home, "--no-history")
    number = a_run(server)
    assert server.ask(f"/runs/{number}").status == 200
    assert "in memory" in server.ask("/history").body.decode()
    assert server.interrupt() == 0
    assert not Path(home["XDG_DATA_HOME"]).exists()
    assert list(Path(home["TMPDIR"]).iterdir()) == []


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM])
def test_an_end_leaves_no_temporary_file_even_with_slow_clients(
    home: dict[str, str], begun: list[Started], end: signal.Signals
) -> None:
    server = begin(begun, home)
    server.text("a", REF)
    [folder] = Path(home["TMPDIR"]).iterdir()
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    slow = [server.connect() for _ in range(5)]
    slow[0].sendall(
        server.head("POST", "/api/texts", "Content-Type: application/octet-stream", "Content-Length: 9") + b"1"
    )
    server.process.send_signal(end)
    assert server.process.wait(20) == 0
    assert list(Path(home["TMPDIR"]).iterdir()) == []
    for connection in slow:
        connection.close()


def test_what_a_killed_server_left_is_swept_up_by_the_next_and_nothing_else(
    home: dict[str, str], begun: list[Started]
) -> None:
    killed = begin(begun, home)
    killed.text("a", REF)
    [left] = Path(home["TMPDIR"]).iterdir()
    killed.kill()
    assert left.exists()
    alive = begin(begun, home)
    alive.text("b", REF)
    assert not left.exists()
    [mine] = Path(home["TMPDIR"]).iterdir()
    begin(begun, home)
    assert mine.exists()  # its server still runs
    assert a_run(alive) > 0


def test_a_folder_is_opened_and_read_where_it_is(home: dict[str, str], begun: list[Started]) -> None:
    server = begin(begun, home, str(EXAMPLE))
    texts = {text["label"]: text for text in server.ask("/api/texts").json}
    assert {"ref1.txt", "ref2.txt", "src.txt", "direct.txt"} <= set(texts)
    assert texts["direct.txt"]["folder"] == "systems"
    assert texts["direct.txt"]["lines"] == 240
    assert not any(str(EXAMPLE) in str(text) for text in texts.values())
    systems = {name: texts[f"{name}.txt"]["id"] for name in ("direct", "via-ca")}
    sources = [texts["src.txt"]["id"]]
    references = [texts["ref1.txt"]["id"], texts["ref2.txt"]["id"]]
    assert server.run(references, systems, sources=sources) == 1
    server.ask(f"/api/texts/{texts['src.txt']['id']}", method="DELETE")
    assert (EXAMPLE / "src.txt").exists()  # off the list, not off the disk


def test_hidden_files_and_links_to_elsewhere_are_not_listed(
    home: dict[str, str], begun: list[Started], tmp_path: Path
) -> None:
    folder = tmp_path / "texts"
    folder.mkdir()
    (folder / "ref.txt").write_text("a\n")
    (folder / ".secret").write_text("b\n")
    (folder / "passwd").symlink_to("/etc/passwd")
    (folder / "up").symlink_to(tmp_path)
    (folder / os.fsdecode(b"latin-\xe9.txt")).write_text("c\n")
    server = begin(begun, home, str(folder))
    assert [text["label"] for text in server.ask("/api/texts").json] == ["latin-\\udce9.txt", "ref.txt"]


def test_a_port_in_use_is_told(home: dict[str, str], begun: list[Started]) -> None:
    server = begin(begun, home)
    said = run("serve", "--port", str(server.port), "--no-history").refusal
    assert said.startswith(f"port {server.port} of 127.0.0.1 is in use")
    assert "--port 0" in said


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--host", "0.0.0.0"], "served to this machine alone; from another one use 'ssh -L"),
        (["--host", "192.168.1.5"], "expected one of 127.0.0.1, ::1, localhost"),
        (["--port", "70000"], "--port is 70000, expected 0 to 65535"),
        (["--port", "-1"], "expected a whole number of at least 0"),
        (["--history", "x", "--no-history"], "contradict each other"),
        (["no-such-file.txt", "--no-history"], "no-such-file.txt does not exist"),
        (["--history", "/proc/nowhere/h.sqlite"], "--no-history"),
    ],
)
def test_what_cannot_be_served_is_refused(arguments: list[str], said: str) -> None:
    if "--port" not in arguments:
        arguments = [*arguments, "--port", "0"]
    assert said in run("serve", *arguments).refusal


def test_an_empty_folder_is_refused(tmp_path: Path) -> None:
    assert "holds no text files" in run("serve", str(tmp_path), "--port", "0", "--no-history").refusal


def test_without_its_libraries_the_command_names_what_to_install(tmp_path: Path) -> None:
    code = (
        "import sys\nsys.modules['uvicorn'] = None\nfrom tertium.cli import main\n"
        "sys.exit(main(['serve', '--no-history']))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=tmp_path, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith("tertium: error: 'tertium serve' needs uvicorn, which is not installed; run pip")


def test_it_opens_the_browser_at_the_printed_address(
    home: dict[str, str], begun: list[Started], tmp_path: Path
) -> None:
    program = tmp_path / "browser"
    program.write_text(
        f'#!/bin/sh\nprintf "%s" "$1" > {tmp_path}/opened.new\nmv {tmp_path}/opened.new {tmp_path}/opened\n'
    )
    program.chmod(0o755)
    server = begin(begun, {**home, "BROWSER": f"{program} %s"}, "--open", "--no-history")
    until(lambda: (tmp_path / "opened").exists())
    assert (tmp_path / "opened").read_text() == server.address


def test_the_sixth_version_of_the_address(home: dict[str, str], begun: list[Started]) -> None:
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError:
        pytest.skip("this machine has no ::1")
    command = [sys.executable, "-m", "tertium", "serve", "--port", "0", "--host", "::1", "--no-history"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, **home})
    try:
        assert process.stdout is not None
        address = process.stdout.readline()
        assert address.startswith("http://[::1]:")
        port = int(address.partition("]:")[2].partition("/")[0])
        with socket.create_connection(("::1", port)) as connection:
            token = address.partition("token=")[2].strip()
            lines = (f"Host: [::1]:{port}", f"Authorization: Bearer {token}", "Connection: close", "", "")
            connection.sendall("\r\n".join(["GET /api/ping HTTP/1.1", *lines]).encode())
            assert connection.recv(1 << 16).startswith(b"HTTP/1.1 200 ")
    finally:
        process.kill()
        process.wait()
