"""Reports are made in processes of their own: with progress, with the command line's errors, and with an end."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from cli.shell import run
from serve.started import EXAMPLE, Started, until

Starting = Callable[..., Started]
REF = ["the cat sat on the mat .", "he read the book because he was interested in world history ."]
GOOD = ["the cat sat on the mat .", "he read the book since he was interested in world history ."]
POOR = ["a cat sat on mat .", "he was interested in world history because he read the book ."]


@pytest.fixture
def long_texts(tmp_path: Path) -> list[Path]:
    """A reference and two systems whose comparison takes many seconds."""
    made = []
    for name in ("ref1.txt", "systems/direct.txt", "systems/via-ca.txt"):
        lines = (EXAMPLE / name).read_text("utf-8")
        made.append(tmp_path / Path(name).name)
        made[-1].write_text(lines * 400, "utf-8")
    return made


def ids(server: Started) -> dict[str, str]:
    return {text["label"]: text["id"] for text in server.ask("/api/texts").json}


def workers(server: Started) -> list[int]:
    """Processes that the server has started."""
    children = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children")
    if not children.exists():
        pytest.skip("children are listed in /proc")
    return [int(number) for number in children.read_text().split()]


def test_pasted_texts_become_a_report_that_can_be_exported(server: Started) -> None:
    reference = server.text("ref.txt", REF)
    systems = {"good": server.text("good.txt", GOOD), "poor": server.text("poor.txt", POOR)}
    number = server.run([reference], systems, metrics=["bleu", "chrf"], title="A first run")
    shown = server.ask(f"/runs/{number}")
    assert shown.status == 200
    assert b"A first run" in shown.body
    report = server.ask(f"/runs/{number}/report")
    assert "sandbox allow-scripts" in report.headers["content-security-policy"]
    assert "allow-same-origin" not in report.headers["content-security-policy"]
    assert report.body.startswith(b"<!DOCTYPE html>") or report.body.startswith(b"<!doctype html>")
    for word in (b"good", b"poor", b"bleu", b"chrf"):
        assert word in report.body
    file = server.ask(f"/runs/{number}/report.html")
    assert file.headers["content-disposition"].startswith('attachment; filename="A-first-run.html"')
    assert file.body == report.body


def test_numbers_are_those_of_the_command_line(server: Started) -> None:
    names = ("direct", "via-ca")
    reference = server.text("ref.txt", (EXAMPLE / "ref1.txt").read_text("utf-8").splitlines())
    systems = {
        name: server.text(name, (EXAMPLE / "systems" / f"{name}.txt").read_text("utf-8").splitlines()) for name in names
    }
    server.run([reference], systems, metrics=["bleu"])
    files = [EXAMPLE / "systems" / f"{name}.txt" for name in names]
    said = run("score", EXAMPLE / "ref1.txt", "-i", *files, "-m", "bleu", "-b", "-w", "4").out
    kept = server.ask("/history")
    assert kept.status == 200
    trend = server.ask("/trend?system=direct").body.decode()
    assert f"{float(said.split()[0]):.2f}" in trend


def test_links_are_made_by_a_job_as_by_the_command_line(
    starting: Starting, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So training has progress, a way to cancel and limits; without a source it is refused in a sentence."""
    pytest.importorskip("thot", reason="needs the extra align")
    monkeypatch.setenv("TERTIUM_ALIGNER_CACHE", str(tmp_path / "models"))
    server = starting()
    texts = {
        name: server.text(name, (EXAMPLE / name).read_text("utf-8").splitlines()[:60])
        for name in ("ref1.txt", "src.txt", "systems/direct.txt", "systems/via-ca.txt")
    }
    systems = {"a": texts["systems/direct.txt"], "b": texts["systems/via-ca.txt"]}
    asked = {"metrics": ["lr-kb4"], "language": "es-en"}
    refused = server.ended(server.job([texts["ref1.txt"]], systems, **asked))
    assert refused["state"] == "failed"
    assert "through the source" in refused["error"]
    number = server.run([texts["ref1.txt"]], systems, sources=[texts["src.txt"]], **asked)
    assert b"|links:fast-align-13a-13a-" in server.ask(f"/runs/{number}/report").body


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"metrics": ["blue"]}, "unknown metric 'blue'; did you mean 'bleu'?"),
        ({"metrics": []}, "no metric is chosen"),
        ({"metrics": [1]}, "no metric is chosen"),
        ({"systems": []}, "no text is marked as a system"),
        ({"references": []}, "no text is marked as a reference"),
        ({"references": ["../../etc/passwd"]}, "one of the texts is no longer here"),
        ({"references": [{"path": "/etc/passwd"}]}, "one of the texts is no longer here"),
        ({"references": "all"}, "references is str, expected a list"),
        ({"systems": ["x"]}, "a system is an object"),
        ({"language": 3}, "the language is int, expected a pair"),
        ({"metrics": ["meteor:paraphrases=/etc/passwd"]}, "a page opens none by name"),
        ({"metrics": ["card:mine.toml"]}, "a page opens none by name"),
        ({"title": 3}, "the title is int"),
        ({"title": "x" * 201}, "the title has 201 characters"),
    ],
)
def test_what_cannot_be_made_is_refused_at_once(server: Started, asked: dict[str, object], said: str) -> None:
    reference, system = server.text("ref", REF), server.text("sys", GOOD)
    usual = {"references": [reference], "systems": [{"text": system, "name": "sys"}], "metrics": ["bleu"]}
    answer = server.ask("/api/jobs", {**usual, **asked})
    assert answer.status == 422
    assert said in answer.error


def test_two_systems_of_one_name_are_refused(server: Started) -> None:
    reference, one, two = (server.text(name, REF) for name in ("r", "a", "b"))
    systems = [{"text": one, "name": "same"}, {"text": two, "name": "same"}]
    answer = server.ask("/api/jobs", {"references": [reference], "systems": systems, "metrics": ["bleu"]})
    assert answer.status == 422
    assert "same" in answer.error


def test_errors_are_those_of_the_command_line_with_the_names_of_the_page(server: Started, tmp_path: Path) -> None:
    for name, lines in (("ref.txt", REF), ("good.txt", GOOD), ("short.txt", POOR[:1])):
        (tmp_path / name).write_text("".join(f"{line}\n" for line in lines))
    reference, good, short = (
        server.text(name, lines) for name, lines in (("ref.txt", REF), ("good.txt", GOOD), ("short.txt", POOR[:1]))
    )
    outcome = server.ended(server.job([reference], {"good": good, "short": short}))
    assert outcome["state"] == "failed"
    said = run("report", "ref.txt", "-i", "good.txt", "short.txt", "-m", "bleu", "-o", "r.html", cwd=tmp_path).refusal
    assert outcome["error"] == said
    assert "short.txt" in said


def test_bytes_that_are_no_text_are_refused_with_file_and_line(server: Started) -> None:
    reference = server.text("ref.txt", REF)
    good = server.text("good.txt", GOOD)
    broken = server.ask("/api/texts?label=broken.txt", b"fine\n\xff\xfe\xfd\n").json["id"]
    outcome = server.ended(server.job([reference], {"good": good, "broken": broken}))
    assert outcome["state"] == "failed"
    assert "broken.txt" in outcome["error"]
    assert "tertium-serve-" not in outcome["error"]  # where it lies here is nobody's business


def test_a_job_says_how_far_it_is_and_can_be_cancelled(starting: Starting, long_texts: list[Path]) -> None:
    server = starting(*long_texts)
    texts = ids(server)
    systems = {"direct": texts["direct.txt"], "via-ca": texts["via-ca.txt"]}
    job = server.job([texts["ref1.txt"]], systems, metrics=["bleu", "chrf", "ter"])
    seen = until(lambda: (state := server.ask(f"/api/jobs/{job.json['id']}").json)["done"] and state)
    assert seen["state"] == "running"
    assert seen["doing"]
    [worker] = workers(server)
    began = time.monotonic()
    cancelled = server.ask(f"/api/jobs/{job.json['id']}", method="DELETE")
    assert cancelled.json["state"] == "cancelled"
    assert time.monotonic() - began < 5
    assert not Path(f"/proc/{worker}").exists()
    assert b"No runs yet" in server.ask("/history").body
    again = server.ask(f"/api/jobs/{job.json['id']}", method="DELETE")  # a second time changes nothing
    assert again.json["state"] == "cancelled"


def test_too_many_jobs_are_refused_and_one_that_waits_can_be_cancelled(
    starting: Starting, long_texts: list[Path]
) -> None:
    server = starting(*long_texts, running_jobs=1, waiting_jobs=1)
    texts = ids(server)
    systems = {"direct": texts["direct.txt"], "via-ca": texts["via-ca.txt"]}
    first, second, third = (server.job([texts["ref1.txt"]], systems) for _ in range(3))
    assert (first.status, second.status, third.status) == (202, 202, 429)
    assert "2 reports are being made or wait for it" in third.error
    assert server.ask(f"/api/jobs/{second.json['id']}").json["state"] == "waiting"
    assert server.ask(f"/api/jobs/{second.json['id']}", method="DELETE").json["state"] == "cancelled"
    assert server.job([texts["ref1.txt"]], systems).status == 202
    pair = {"reference": "a b c", "hypothesis": "c b a"}
    began = time.monotonic()
    assert server.ask("/api/sentences", pair).status == 200  # others are not kept waiting
    assert time.monotonic() - began < 5


def test_a_job_has_a_time_limit(starting: Starting, long_texts: list[Path]) -> None:
    server = starting(*long_texts, job_seconds=0.4)
    texts = ids(server)
    job = server.job([texts["ref1.txt"]], {"a": texts["direct.txt"], "b": texts["via-ca.txt"]})
    outcome = server.ended(job)
    assert outcome["state"] == "failed"
    assert "was not done after 0.4 s" in outcome["error"]
    assert workers(server) == []


def test_a_job_has_a_memory_limit(starting: Starting, long_texts: list[Path]) -> None:
    if not Path("/proc/self/status").exists():
        pytest.skip("the limit is one of Linux")
    server = starting(*long_texts, job_bytes=400 << 20)
    texts = ids(server)
    job = server.job([texts["ref1.txt"]], {"a": texts["direct.txt"], "b": texts["via-ca.txt"]})
    outcome = server.ended(job)
    assert outcome["state"] == "failed"
    assert "memory" in outcome["error"]
    assert "bug" not in outcome["error"]
    assert server.ask("/api/ping").status == 200


def test_a_full_disk_is_told_in_a_sentence(starting: Starting, tmp_path: Path) -> None:
    resource = pytest.importorskip("resource", reason="Windows has no such limit")
    if not hasattr(resource, "prlimit"):
        pytest.skip("the limit of another process can be set on Linux alone")
    server = starting(EXAMPLE / "ref1.txt", EXAMPLE / "systems" / "direct.txt")
    texts = ids(server)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (50_000, 50_000))
    answer = server.ask("/api/texts?label=big.txt", b"x y\n" * 20_000)
    assert answer.status == 422
    assert "big.txt cannot be kept: file too large; make room on the disk" in answer.error
    outcome = server.ended(server.job([texts["ref1.txt"]], {"a": texts["direct.txt"]}))
    assert outcome["state"] == "failed"
    assert "make room on the disk" in outcome["error"]
    assert "bug" not in outcome["error"]


def test_a_job_imports_nothing_from_the_working_directory(starting: Starting, tmp_path: Path) -> None:
    for name in ("hashlib", "json", "numpy"):
        (tmp_path / f"{name}.py").write_text(f"open({str(tmp_path / 'run')!r}, 'w').close()\n", "utf-8")
    server = starting(working=tmp_path)
    reference, system = server.text("ref", REF), server.text("sys", GOOD)
    assert server.run([reference], {"sys": system}) == 1
    assert not (tmp_path / "run").exists()


def test_a_job_whose_process_dies_says_so(starting: Starting, long_texts: list[Path]) -> None:
    server = starting(*long_texts)
    texts = ids(server)
    job = server.job([texts["ref1.txt"]], {"a": texts["direct.txt"], "b": texts["via-ca.txt"]})
    [worker] = until(lambda: workers(server))
    os.kill(worker, signal.SIGKILL)
    outcome = server.ended(job)
    assert outcome["state"] == "failed"
    assert "was killed by the system" in outcome["error"]


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
def test_a_job_ends_with_its_server(starting: Starting, long_texts: list[Path], end: signal.Signals) -> None:
    server = starting(*long_texts)
    texts = ids(server)
    server.job([texts["ref1.txt"]], {"a": texts["direct.txt"], "b": texts["via-ca.txt"]})
    [worker] = until(lambda: workers(server))
    server.process.send_signal(end)
    server.process.wait(30)
    until(lambda: not _alive(worker), 30)


def test_two_tabs_at_once_make_two_runs(server: Started) -> None:
    reference, good, poor = server.text("r", REF), server.text("g", GOOD), server.text("p", POOR)
    jobs = [server.job([reference], {"good": good, "poor": poor}) for _ in range(2)]
    numbers = {server.ended(job)["run"] for job in jobs}
    assert len(numbers) == 2


def test_names_and_titles_of_any_kind_are_shown_literally(server: Started) -> None:
    nasty = "<script>alert(1)</script>\" ' & {{ 7*7 }} \u202e \x1b[31m"
    reference, good, poor = server.text("%3Cimg%20src=x%3E", REF), server.text("g", GOOD), server.text("p", POOR)
    number = server.run([reference], {nasty: good, "poor": poor}, title=nasty)
    for path in ("/history", f"/runs/{number}", "/trend?system=poor"):
        shown = server.ask(path).body.decode()
        assert "<script>alert" not in shown
        assert "{{ 7*7 }}" in shown
        assert "49" not in shown.partition("{{ 7*7 }}")[0][-20:]
        assert "\x1b" not in shown
        assert "\u202e" not in shown


def _alive(process: int) -> bool:
    try:
        return "Z" not in Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
