"""One child process: what is heard of it, how its end is told, and that nothing of it is left."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from tertium.other_tools import child as children
from tertium.other_tools.child import Child, ToolError


def child(program: str, silence: float | None = 20.0, **given: bool) -> Child:
    return Child("probe", [sys.executable, "-c", program], {"PROBE": "said"}, silence, **given)


def test_lines_come_as_they_are_said_and_the_environment_is_ours_but_for_what_ties_a_python(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PYTHONHOME", "/nowhere")  # a Python started with it would not find its library
    program = "import os, sys; print(os.environ['PROBE']); print(); print(sys.stdin.read().upper())"
    with child(program) as one:
        one.feed([b"a\n", b"b\n"])
        assert list(one.lines()) == ["said\n", "A\n", "B\n"]  # lines without anything are left out
        assert one.ended() == 0
    assert one.code == 0


def test_a_program_that_cannot_be_started_is_told(tmp_path: Path) -> None:
    plain = tmp_path / "plain"
    plain.write_text("no program")
    for path, reason in ((plain, "permission denied"), (tmp_path / "none", "no such file or directory")):
        made = Child("probe", [str(path)], {}, None)
        with pytest.raises(ToolError) as error:
            made.__enter__()
        assert str(error.value) == f"probe cannot be started ({path}): {reason}."
        made.__exit__(None, None, None)  # nothing to end
        assert made.ended() == 0
        made.feed([b"unheard"])


@pytest.mark.parametrize(
    ("end", "how"),
    [
        ("sys.exit(3)", ", with exit code 3"),
        ("os.kill(os.getpid(), signal.SIGKILL)", ", ended by SIGKILL (is memory full?)"),
        ("os.kill(os.getpid(), signal.SIGTERM)", ", ended by SIGTERM"),
        (f"os.kill(os.getpid(), {signal.SIGRTMIN + 1})", f", ended by signal {signal.SIGRTMIN + 1}"),
        ("sys.exit(0)", ""),
    ],
)
def test_how_it_ended_and_what_it_said_last_are_told(end: str, how: str) -> None:
    words = r"sys.stderr.write('one\n\n10%\r20%\r100% done\n' + 'x' * 400 + '\n'); sys.stderr.flush();"
    with child(f"import os, signal, sys; {words} {end}") as one:
        assert one.line() is None
        error = one.failed("went wrong")
    assert str(error) == f"probe went wrong{how}; its standard error ends with: one; 100% done; {'x' * 300}."
    with child(f"import os, signal, sys; {end}") as quiet:
        assert quiet.line() is None
        assert str(quiet.failed("went wrong")) == f"probe went wrong{how}; its standard error is empty."


def test_only_the_last_words_are_told() -> None:
    with child("import sys; sys.stderr.write(''.join(f'{n}\\n' for n in range(50)))") as one:
        assert one.line() is None
        told = str(one.failed("ended")).partition("ends with: ")[2]
    assert told == "; ".join(map(str, range(38, 50))) + "."


SILENT = (
    "said nothing for {} seconds and was ended; timeout=SECONDS lets it be silent for longer, timeout=0 for as long as "
    "it likes{}; its standard error is empty."
)


def test_one_that_falls_silent_is_ended_and_what_it_started_with_it() -> None:
    program = (
        "import subprocess, sys, time; other = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])"
        "; print(other.pid, flush=True); time.sleep(600)"
    )
    with child(program) as one:
        pid = int(one.line() or 0)
        one.silence = 0.2
        with pytest.raises(ToolError) as error:
            one.line()
    assert str(error.value) == f"probe {SILENT.format(0.2, '')}"
    assert not running(pid)


def running(pid: int) -> bool:
    """Is there such a process that is more than an entry in a table?"""
    for _ in range(50):
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            return False
        if state == "Z":
            return False
        time.sleep(0.1)
    return True


@pytest.mark.parametrize("says_hello", [True, False])
def test_a_first_line_is_missed_only_where_one_is_due(says_hello: bool) -> None:
    why = "; it never said its first line, which tells who it is: a command without one is run with hello=no"
    with child("import time; time.sleep(600)", 0.2, says_hello=says_hello) as one, pytest.raises(ToolError) as error:
        one.line()
    assert str(error.value) == f"probe {SILENT.format(0.2, why if says_hello else '')}"


def test_who_waits_is_told_for_how_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(children, "WAITED", 0.1)
    waited: list[float] = []
    with child("import time; time.sleep(0.6); print('here')", silence=None) as one:
        assert one.line(waited.append) == "here\n"
    assert len(waited) >= 2
    assert waited == sorted(waited)


def test_one_that_stays_after_the_last_answer_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(children, "_PARTING", 0.3)
    with child("import time; print('answer', flush=True); time.sleep(600)") as one:
        assert one.line() == "answer\n"
        one.part()
        assert one.line() is None  # its output is open, and nobody waits for more
        began = time.monotonic()
        assert one.ended() == 0
        assert time.monotonic() - began < 5


def test_one_that_ignores_the_polite_signal_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(children, "_GRACE", 0.2)
    program = (
        "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('up', flush=True); time.sleep(600)"
    )
    with child(program) as one:
        assert one.line() == "up\n"
        assert one._process is not None
        pid = one._process.pid
    assert not running(pid)


@pytest.mark.parametrize(
    ("program", "said"),
    [
        (r"sys.stdout.buffer.write(b'\xff\xfe\n')", r"wrote a line that is no UTF-8: b'\xff\xfe\n'"),
        ("sys.stdout.write('0' * (1 << 21))", "wrote a line of more than 1048576 bytes"),
    ],
)
def test_lines_that_cannot_be_answers_are_told(program: str, said: str) -> None:
    with child(f"import sys; {program}") as one, pytest.raises(ToolError) as error:
        one.line()
    assert str(error.value).startswith(f"probe {said}")


def test_a_pipe_that_somebody_else_holds_is_not_waited_for() -> None:
    """A process that left the group keeps the output open: it is not ours to end, and leaving takes no longer."""
    program = (
        "import subprocess, sys; sleep = [sys.executable, '-c', 'import time; time.sleep(30)']; "
        "print(subprocess.Popen(sleep, start_new_session=True).pid)"
    )
    began = time.monotonic()
    with child(program) as one:
        pid = int(one.line() or 0)
    assert time.monotonic() - began < 10
    assert Path(f"/proc/{pid}").exists()
    os.kill(pid, signal.SIGKILL)


def test_the_child_ends_with_us_however_we_end(tmp_path: Path) -> None:
    """We are killed with no chance to tidy up; the process that watches does it."""
    ours = (
        "import os, sys; from tertium.other_tools.child import Child; "
        "sleep = [sys.executable, '-c', 'import time; print(1, flush=True); time.sleep(600)']; "
        "one = Child('probe', sleep, {}, None); one.__enter__(); one.line(); "
        f"open({str(tmp_path / 'pid')!r}, 'w').write(str(one._process.pid)); os.kill(os.getpid(), 9)"
    )
    done = subprocess.run([sys.executable, "-c", ours], check=False)
    assert done.returncode == -signal.SIGKILL
    assert not running(int((tmp_path / "pid").read_text()))


@pytest.mark.parametrize("force", [False, True])
def test_where_there_are_no_groups_of_processes_the_child_itself_is_ended(
    monkeypatch: pytest.MonkeyPatch, force: bool
) -> None:
    """As on Windows."""
    with subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"]) as process:
        monkeypatch.setattr(children, "os", SimpleNamespace(name="nt"))
        Child._signal(process, force=force)
        monkeypatch.undo()
        assert process.wait(20) == -(signal.SIGKILL if force else signal.SIGTERM)
