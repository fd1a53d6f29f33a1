"""What a terminal shows: rules and bold type, a progress bar on long work; none of it in a pipe."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cli.shell import POOR, REF, on_terminal, score, without_escapes, write

ASKED = ("score", "ref.txt", "-i", "good.txt", "poor.txt", "-m", "bleu", "nist")


def test_a_terminal_gets_a_ruled_table_with_the_best_bold(texts: Path) -> None:
    code, seen, _ = on_terminal(*ASKED, cwd=texts)
    assert code == 0
    plain = without_escapes(seen)
    piped = score(texts, *ASKED[1:]).out
    assert re.search(r"^─{20,}$", plain, re.MULTILINE)
    best = [line.split() for line in piped.split("\n")[1:3]]
    assert best[0][1].endswith("*")
    assert f"\x1b[1;32m{best[0][1]}" in re.sub(r"(m) +", r"\1", seen)
    shown = [line.split() for line in plain.split("\n") if line.startswith(("good", "poor"))]
    assert shown == best


def test_a_pipe_gets_no_escapes_and_no_table_rules(texts: Path) -> None:
    code, seen, piped = on_terminal(*ASKED, cwd=texts, stdout=False)
    assert (code, seen) == (0, "")
    assert "\x1b" not in piped
    assert "─" not in piped
    assert piped == score(texts, *ASKED[1:]).out


@pytest.mark.parametrize("env", [{"NO_COLOR": "1"}, {"TERM": "dumb"}], ids=str)
def test_no_color_and_dumb_terminals_are_respected(texts: Path, env: dict[str, str]) -> None:
    _, seen, _ = on_terminal(*ASKED, cwd=texts, env=env)
    assert seen == score(texts, *ASKED[1:]).out
    _, unset, _ = on_terminal(*ASKED, cwd=texts, env={"NO_COLOR": ""})
    assert "\x1b[" in unset


def test_no_color_is_an_option_too(texts: Path) -> None:
    assert "\x1b" not in on_terminal(*ASKED, "--no-color", cwd=texts)[1]


def test_a_narrow_terminal_loses_no_digit(texts: Path) -> None:
    _, seen, _ = on_terminal(*ASKED, "-w", "9", cwd=texts, width=12)
    numbers = re.findall(r"\d+\.\d{9}", score(texts, *ASKED[1:], "-w", "9").out)
    assert len(numbers) == 4
    for number in numbers:
        assert number in without_escapes(seen)


def test_without_a_system_a_terminal_is_not_waited_for(texts: Path) -> None:
    code, seen, _ = on_terminal("score", "ref.txt", cwd=texts)
    assert code == 2
    assert seen == "tertium: error: no system to score; give files after -i, or pipe one in.\n"


@pytest.fixture
def long_work(tmp_path: Path) -> Path:
    """Enough for more than a second on one thread."""
    write(
        tmp_path,
        ref=[f"{i} {line}" for i in range(60_000) for line in REF],
        sys=[f"{i} {line}" for i in range(60_000) for line in POOR],
    )
    return tmp_path


LONG = (
    "score",
    "ref.txt",
    "-i",
    "sys.txt",
    "-m",
    "bleu",
    "chrf",
    "chrf:char_order=8",
    "nist",
    "ribes",
    "--threads",
    "1",
)


def test_long_work_shows_a_bar_that_is_gone_at_the_end(long_work: Path) -> None:
    code, seen, piped = on_terminal(*LONG, cwd=long_work, stdout=False)
    assert code == 0
    assert "scoring" in seen
    assert re.search(r"[1-9][0-9,]* of 120,000 segments", without_escapes(seen))
    assert "system" not in seen
    assert seen.endswith(("\x1b[2K", "\x1b[2K\r", "\x1b[?25h\r\x1b[1A\x1b[2K"))
    assert "\x1b" not in piped
    assert "scoring" not in piped


def test_no_bar_in_a_pipe_when_quiet_or_for_short_work(long_work: Path) -> None:
    assert "scoring" not in on_terminal(*LONG, cwd=long_work, stdout=False, stderr=False)[2]
    assert on_terminal(*LONG, "-q", cwd=long_work, stdout=False)[1] == ""
    write(long_work, short=REF)
    assert on_terminal("score", "short.txt", "-i", "short.txt", cwd=long_work, stdout=False)[1] == ""
