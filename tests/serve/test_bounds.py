"""Limits, the scratch folder, a job's process and its events, without a server: as the system answers, or refuses."""

from __future__ import annotations

import asyncio
import html
import io
import json
import os
import resource
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.exceptions import HTTPException
from starlette.requests import Request

from tertium.serve import application, jobs, limits, scratch, worker
from tertium.serve.history import History
from tertium.serve.jobs import BusyError, Job, Jobs
from tertium.serve.limits import ServerLimits, room_for_connections
from tertium.serve.sentences import _side, _Turn
from tertium.serve.shelf import Shelf


@pytest.mark.parametrize(
    ("soft", "hard", "forbidden", "room", "raised"),
    [
        (5000, 5000, False, 2000, None),  # there is room
        (1024, 8192, False, 2000, 2200),  # raised as far as is needed
        (1024, 1500, False, 1300, 1500),  # raised as far as it goes
        (1024, -1, False, 2000, 2200),
        (1024, 8192, True, 824, None),  # a sandbox forbids it: fewer connections
        (100, 100, True, 16, None),  # some there must be
        (-1, -1, False, 2000, None),
    ],
)
def test_open_files_are_allowed_for_as_many_connections_as_can_be(
    monkeypatch: pytest.MonkeyPatch, soft: int, hard: int, forbidden: bool, room: int, raised: int | None
) -> None:
    asked: list[Any] = []

    def change(what: int, to: tuple[int, int]) -> None:
        asked.append(to)
        if forbidden:
            raise ValueError("not allowed to raise maximum limit")

    monkeypatch.setattr(resource, "getrlimit", lambda what: (soft, hard))
    monkeypatch.setattr(resource, "setrlimit", change)
    assert room_for_connections(2000) == room
    if raised is not None:
        assert asked == [(raised, hard)]


def test_on_systems_without_such_limits_there_are_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resource", None)
    assert room_for_connections(2000) == 2000
    worker._bound_memory(1)  # and a process is not bounded

    def unknown(name: str) -> int:
        raise ValueError("unrecognized configuration name")

    monkeypatch.setattr(limits.os, "sysconf", unknown)
    assert ServerLimits().memory_of_a_job() is None
    assert ServerLimits(job_bytes=7).memory_of_a_job() == 7


def test_jobs_share_three_quarters_of_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = {"SC_PHYS_PAGES": 4 << 20, "SC_PAGE_SIZE": 4096}  # 16 GiB
    monkeypatch.setattr(limits.os, "sysconf", whole.__getitem__)
    assert ServerLimits(running_jobs=2).memory_of_a_job() == 6 << 30
    assert ServerLimits(running_jobs=100).memory_of_a_job() == 2 << 30  # threads and libraries need so much


def test_only_folders_of_ours_that_nobody_needs_are_swept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scratch.tempfile, "tempdir", str(tmp_path))
    kept = scratch.Scratch()
    left, without_lock, target = (tmp_path / f"tertium-serve-{name}" for name in ("left", "bare", "target"))
    for folder in (left, without_lock):
        folder.mkdir()
    (left / "lock").touch()
    (left / "text").write_text("somebody's")
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "lock").touch()
    target.symlink_to(tmp_path / "elsewhere")
    other = scratch.Scratch()
    assert kept.path.is_dir()  # its server runs
    assert other.path.stat().st_mode & 0o777 == 0o700
    assert not left.exists()
    assert without_lock.exists()  # whose it is cannot be told
    assert (tmp_path / "elsewhere" / "lock").exists()  # a link leads to others' files
    for one in (kept, other):
        one.close()
        assert not one.path.exists()
    left.mkdir()
    (left / "lock").touch()
    monkeypatch.setattr(scratch.os, "getuid", lambda: os.geteuid() + 1)
    scratch._sweep()
    assert left.exists()  # another user's
    monkeypatch.undo()
    monkeypatch.setattr(scratch.tempfile, "tempdir", str(tmp_path))
    monkeypatch.setitem(sys.modules, "fcntl", None)
    scratch._sweep()
    assert left.exists()  # no locks, no sweeping


def test_events_of_a_process_are_taken_into_its_job(tmp_path: Path) -> None:
    job = Job("j", {"segments": 50}, tmp_path / "page.html")
    assert Jobs._heard(job, {"progress": ["scoring", 10, 0]}) is None
    assert (job.doing, job.done, job.total) == ("scoring", 10, 50)  # who streams does not know how many there are
    Jobs._heard(job, {"progress": ["drawing", 1, 2]})
    assert job.total == 2
    Jobs._heard(job, {"notice": "odd"})
    Jobs._heard(job, {"error": "wrong"})
    assert (job.notices, job.error) == (["odd"], "wrong")
    Jobs._heard(job, {"bug": "Traceback"})
    assert job.error == "a bug of tertium; please report it:\nTraceback"
    assert Jobs._heard(job, {"done": {"title": "t"}}) == {"title": "t"}


def run_job(tmp_path: Path, finish: Any, monkeypatch: pytest.MonkeyPatch) -> Job:
    """A job whose process has said that it is done."""

    async def worked(self: Jobs, job: Job) -> Any:
        job.page.write_text("made")
        return {"title": "t"}

    monkeypatch.setattr(Jobs, "_work", worked)

    async def whole() -> Job:
        made = Jobs(tmp_path, ServerLimits(), finish)
        job = made.start({"segments": 1})
        assert made.job(job.id) is job
        assert job.task is not None
        await job.task
        await made.cancel(job)  # it has ended: nothing to do
        return job

    return asyncio.run(whole())


def test_a_report_that_cannot_be_kept_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def kept(job: Job, summary: Any) -> int:
        return 7

    async def full(job: Job, summary: Any) -> int:
        raise BusyError("the history has no room.")

    async def bug(job: Job, summary: Any) -> int:
        raise KeyError("digests")

    job = run_job(tmp_path, kept, monkeypatch)
    assert (job.state, job.run, job.error) == ("done", 7, None)
    job = run_job(tmp_path, full, monkeypatch)
    assert (job.state, job.run, job.error) == ("failed", None, "the history has no room.")
    job = run_job(tmp_path, bug, monkeypatch)
    assert (job.state, job.run, job.error) == ("failed", None, "a bug of tertium: KeyError: 'digests'")
    assert list(tmp_path.iterdir()) == []  # the page is not left behind
    assert job.plain()["seconds"] == round(job.seconds, 1)


def test_outcomes_are_remembered_for_a_while(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "_REMEMBERED", 2)

    async def ended(self: Jobs, job: Job) -> None:
        job.state = "failed"

    monkeypatch.setattr(Jobs, "_run", ended)

    async def whole() -> list[bool]:
        made = Jobs(tmp_path, ServerLimits(), None)  # type: ignore[arg-type]
        started = []
        for _ in range(4):
            started.append(made.start({}))
            await asyncio.sleep(0)
        return [made.job(job.id) is not None for job in started]

    assert asyncio.run(whole()) == [False, True, True, True]


def test_a_bug_of_the_process_reaches_a_person_as_one_and_it_ends_with_its_server(tmp_path: Path) -> None:
    asked = {"memory": None, "labels": {}, "page": str(tmp_path / "page.html")}  # and nothing that is to be made
    command = [sys.executable, "-P", "-m", "tertium.serve.worker"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps(asked) + "\n")
        process.stdin.flush()  # open: its server is there
        (line,) = process.stdout.readlines()
        assert process.wait(20) == 1
    said = json.loads(line)["bug"]
    assert said.startswith("Traceback (most recent call last):\n")
    assert said.rstrip().splitlines()[-1].startswith("KeyError: ")


@pytest.mark.parametrize(
    ("problem", "said", "code"),
    [
        (MemoryError(), "there is not enough memory for these texts; take fewer segments or fewer systems.", 2),
        (
            OSError(28, "No space left on device"),
            "the report cannot be written or a text not read: no space left on device; make room on the disk.",
            2,
        ),
    ],
)
def test_what_the_machine_refuses_is_told_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, problem: Exception, said: str, code: int
) -> None:
    from tertium.serve import making

    def fails(asked: Any, listener: Any) -> Any:
        raise problem

    monkeypatch.setattr(making, "make", fails)
    monkeypatch.setattr(worker, "_end_with_the_server", lambda: None)
    line = json.dumps({"memory": None, "labels": {}, "page": str(tmp_path / "page.html")}).encode()
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(line + b"\n")))
    monkeypatch.setattr(worker, "_bound_memory", lambda most: None)
    with (tmp_path / "said").open("w+") as out:
        monkeypatch.setattr(sys, "stdout", out)
        assert worker.main() == code
        monkeypatch.undo()
    assert json.loads((tmp_path / "said").read_text()) == {"error": said}


def test_a_process_without_a_request_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO()))
    assert worker.main() == 1


def test_a_process_may_be_forbidden_to_bound_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []

    def change(what: int, to: tuple[int, int]) -> None:
        asked.append((what, to))
        if what == resource.RLIMIT_AS:
            raise ValueError("not allowed to raise maximum limit")

    monkeypatch.setattr(resource, "setrlimit", change)
    monkeypatch.setattr(resource, "getrlimit", lambda what: (-1, 900))
    worker._bound_memory(None)
    assert asked == [(resource.RLIMIT_CORE, (0, 0))]  # no picture of the texts on the disk
    worker._bound_memory(1000)
    assert asked[-1] == (resource.RLIMIT_AS, (900, 900))
    monkeypatch.setattr(resource, "getrlimit", lambda what: (-1, -1))
    worker._bound_memory(1000)
    assert asked[-1] == (resource.RLIMIT_AS, (1000, -1))


def test_words_that_the_text_does_not_have_are_shown_by_themselves() -> None:
    assert _side(["a", "b"], "a b", [(0, 1), (2, 3)]) == {"text": "a b", "spans": [(0, 1), (2, 3)]}
    # Of a tokenizer that changes words: their places in the text are not known.
    assert _side(["don", "'t", "😀"], "don’t 😀", [(0, 3), None, (6, 7)]) == {
        "text": "don 't 😀",
        "spans": [(0, 3), (4, 6), (7, 9)],  # as JavaScript counts: two units
    }


def test_a_place_is_given_back_once() -> None:
    given: list[int] = []
    turn = _Turn(lambda: given.append(1))
    with turn:
        turn.given_up()  # who waited has gone; the thread still works
        assert given == []
    assert given == [1]
    waited = _Turn(lambda: given.append(2))
    waited.given_up()  # no thread ever took it
    waited.given_up()
    assert given == [1, 2]


def answered(path: str, call: Any, problem: Exception) -> tuple[int, bytes]:
    scope = {"type": "http", "method": "PUT", "path": path, "headers": [], "query_string": b"", "server": ("x", 1)}
    made = asyncio.run(call(Request({**scope, "scheme": "http", "root_path": ""}), problem))
    return made.status_code, bytes(made.body)


@pytest.mark.parametrize(
    ("problem", "status", "said"),
    [
        (HTTPException(404), 404, "there is no such page here."),
        (HTTPException(404, "run 7 is gone."), 404, "run 7 is gone."),
        (HTTPException(405), 405, "nothing here is asked for with PUT."),
        (HTTPException(413), 413, "the body is larger than the server takes."),
        (HTTPException(400, "odd."), 400, "odd."),
    ],
)
def test_refusals_of_the_library_are_said_in_our_words(problem: HTTPException, status: int, said: str) -> None:
    code, body = answered("/api/x", application._not_found, problem)
    assert (code, json.loads(body)) == (status, {"error": said})
    code, body = answered("/x", application._not_found, problem)
    assert code == status
    assert said in html.unescape(body.decode())
    with pytest.raises(KeyError):
        answered("/x", application._not_found, KeyError("not of the library"))


def test_a_bug_is_called_one_and_a_client_that_has_gone_gets_nothing() -> None:
    code, body = answered("/api/x", application._bug, ValueError("a\x1b[1m" + "x" * 400))
    said = "a bug of tertium: ValueError: a\\x1b[1m" + "x" * 400
    assert (code, json.loads(body)["error"]) == (500, said[: len("a bug of tertium: ValueError: ") + 300])
    assert answered("/api/x", application._gone, ValueError()) == (400, b"")


def test_a_server_that_has_not_started_has_no_jobs(tmp_path: Path) -> None:
    limits_of_it = ServerLimits()
    server = application.Server(Shelf(tmp_path, limits_of_it), History(None), None, limits_of_it, tmp_path)  # type: ignore[arg-type]
    with pytest.raises(RuntimeError, match=r"^the server has not started$"):
        application.Routes(server).jobs  # noqa: B018 - asking is the test
