"""What a terminal shows: rules and bold type, a progress bar on long work; none of it in a pipe."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import tertium
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


def test_a_table_wider_than_the_terminal_goes_on_below_with_the_names_again(texts: Path) -> None:
    asked = (*ASKED[:5], "-m", "bleu", "chrf", "ter", "--paired-bs")
    _, seen, _ = on_terminal(*asked, cwd=texts, width=60)
    lines = without_escapes(seen).replace("\r", "").split("\n")
    tables = [line for line in lines if line.startswith(("system", "good", "poor", "─"))]
    assert [line.split()[:2] for line in tables[::4]] == [["system", "bleu"], ["system", "chrf"], ["system", "ter"]]
    assert all(line.split()[-1] == "p" for line in tables[::4])  # beside the score it belongs to
    assert max(map(len, tables)) <= 60
    signature = next(line for line in lines if line.startswith("bleu  bleu:case=keep"))
    assert signature.endswith(f"weights=none#1|nrefs:1|version:{tertium.__version__}")  # whole, to be copied
    _, wide, _ = on_terminal(*asked, cwd=texts, width=200)
    assert without_escapes(wide).count("system") == 1 + without_escapes(wide).count("number of systems")


def test_without_a_system_a_terminal_is_not_waited_for(texts: Path) -> None:
    code, seen, _ = on_terminal("score", "ref.txt", cwd=texts)
    assert code == 2
    assert seen == "tertium: error: no system to score; give files after -i, or pipe one in.\n"


LINES = 3000
SLOW = (
    ("".join(f"{line}\n" for line in POOR * LINES).encode(), 2.5),
    ("".join(f"{line}\n" for line in POOR * LINES).encode(), 0),
)
LONG = ("score", "long.txt", "-m", "bleu", "chrf")


@pytest.fixture
def long_work(tmp_path: Path) -> Path:
    """The references of a system that comes slowly through a pipe: work of more than a second on any machine."""
    write(tmp_path, long=REF * 2 * LINES, ref=REF)
    return tmp_path


def test_long_work_shows_a_bar_that_is_gone_at_the_end(long_work: Path) -> None:
    code, seen, piped = on_terminal(*LONG, cwd=long_work, stdout=False, feed=SLOW)
    assert code == 0
    assert re.search(r"scoring .* \d[\d,]* of 12,000 segments, [\d,]+/s", without_escapes(seen))
    assert "system" not in seen
    assert re.search(r"\x1b\[2K\r?$", seen)  # its line is erased
    assert "\x1b" not in piped
    assert "scoring" not in piped


def test_an_interrupted_bar_leaves_a_cursor_behind(long_work: Path) -> None:
    """The bar hides the cursor; whoever ends the run by an error must not have to type 'reset'."""
    write(long_work, long=REF * LINES)
    code, seen, _ = on_terminal(*LONG, cwd=long_work, stdout=False, feed=SLOW)
    assert code == 2
    assert seen.rindex("\x1b[?25h") > seen.rindex("\x1b[?25l")
    assert "tertium: error: standard input has 12000 lines but long.txt has 6000;" in seen


@pytest.mark.parametrize("env", [{"TERM": "dumb"}, {}], ids=["dumb", "quiet"])
def test_no_bar_on_a_dumb_terminal_or_when_quiet(long_work: Path, env: dict[str, str]) -> None:
    quiet = () if env else ("-q",)
    assert on_terminal(*LONG, *quiet, cwd=long_work, stdout=False, feed=SLOW, env=env)[1] == ""


def test_no_bar_in_a_pipe_and_for_short_work(long_work: Path) -> None:
    assert "scoring" not in on_terminal(*LONG, cwd=long_work, stdout=False, stderr=False, feed=SLOW)[2]
    assert on_terminal("score", "ref.txt", "-i", "ref.txt", cwd=long_work, stdout=False)[1] == ""
