"""The page of ``tertium report``: making it, opening it, filtering it in Chromium.

Chromium's own count of processor time is taken, over all of its processes: script, layout, drawing. The browser has
been started before and shows an empty tab, and has come to rest: it loads its own line of addresses with every new
window, which takes a third of a second and is no work of the page. What an empty page takes is measured beside it.
A page is usable once its scripts have unpacked the data and made the first segments; what is far from the window is
laid out when somebody scrolls there, so scrolling to the segments is measured, too. After opening the page arranges
its rows while nobody asks for anything; what that takes is said. A filter is the first one after that, typed by
somebody who looks at the search. It changes the list, the leaderboard and the matrix; slices are computed once somebody
scrolls to them, which is measured by itself, before a filter (their intervals and tests are not in the file) and after.
"""

from __future__ import annotations

import os
import re
import shutil
import statistics
import string
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.data import systems
from bench.timing import cpu_seconds
from tertium.analysis.comparing.comparison import CompareSettings
from tertium.tasks.report import DEFAULT, SLICES

SYSTEMS = 5
TIMES_COMPARE, OPENING, FILTERING, MEGABYTES = 2.0, 1.0, 0.3, 2.0
LINE, SEARCH, SAID = "#segments .segment-item", "#segments-search", ".live-bar [role=status]"
REST = 1500  # milliseconds: Chromium starts a spare process for the next tab, which is nobody's work here
_NUMBERS = re.compile(r"^([\d,]+) of .* with ([\d,]+) draws")
NO_BROWSER = "There is no Chromium on PATH (or CHROMIUM names none): opening the page was not measured."


@dataclass(frozen=True)
class Made:
    """Median CPU seconds of the commands, the medians of the ratios of single rounds, and the page's size."""

    report: float
    sliced: float  # compare with the slices that the report shows
    plain: float  # compare without slices
    times_sliced: float
    times_plain: float
    megabytes: float


def making(work: Path, rounds: int = 5) -> Made:
    """``tertium report`` beside ``tertium compare`` of the same texts with the same metrics and draws, in turn."""
    hyps, ref = systems(work, SYSTEMS)
    page = page_file(work)
    texts = [str(ref), "-i", *map(str, hyps)]
    start = ["-c", "from tertium.cli import program; program()"]
    draws = CompareSettings().with_enough_draws(SYSTEMS * (SYSTEMS - 1) // 2).bootstrap.resamples
    compare = [*start, "compare", *texts, "-m", *DEFAULT, "-n", str(draws)]  # with slices it would make more
    commands = ([*start, "report", *texts, "-o", str(page)], [*compare, "--slices", *SLICES], compare)
    for command in commands:
        cpu_seconds(command, os.environ)
    taken = [[cpu_seconds(command, os.environ) for command in commands] for _ in range(rounds)]
    report, sliced, plain = (statistics.median(column) for column in zip(*taken, strict=True))
    times_sliced, times_plain = (statistics.median(row[0] / row[place] for row in taken) for place in (1, 2))
    return Made(report, sliced, plain, times_sliced, times_plain, page.stat().st_size / 1e6)


def common_letter(work: Path) -> str:
    """The letter that is in nearly all segments, but not in all of them: a search for it leaves nearly all rows."""
    hyps, ref = systems(work, SYSTEMS)
    rows = zip(*(file.read_text("utf-8").lower().split("\n")[:-1] for file in (ref, *hyps)), strict=True)
    segments = [set("".join(row)) for row in rows]
    counts = {letter: sum(letter in segment for segment in segments) for letter in string.ascii_lowercase}
    return max((letter for letter in counts if counts[letter] < len(segments)), key=counts.__getitem__)


def page_file(work: Path) -> Path:
    return work / "report.html"


@dataclass(frozen=True)
class Opened:
    """Seconds of CPU and on the clock until the page was usable, and for the first filter."""

    empty: tuple[float, float]  # the same of a page with one word
    opening: tuple[float, float]
    scrolling: tuple[float, float]  # to the search above the segments
    resting: float  # CPU after that, before the filter; Chromium's spare process is in it
    filtering: tuple[float, float]  # until all that is in view is of the filtered segments
    slicing: tuple[float, float]  # then: scrolling to the slices, until those are, too
    first_slices: tuple[float, float]  # scrolling to the slices of a page without a filter
    pressing: tuple[float, float]  # a filter by a part of the slices, which are in view: all of it
    pressed: int  # segments that it leaves
    kept: int  # segments
    draws: int


def opening(page: Path, letter: str, rounds: int = 5) -> Opened | None:
    """Medians over several openings, each followed by a search for the letter; None without a browser."""
    program = shutil.which(os.environ.get("CHROMIUM", "chromium"))
    if program is None:
        return None
    emptied, opened, rested, scrolled, filtered, sliced, first, pressed = [], [], [], [], [], [], [], []
    kept = draws = left = 0
    with _browser(program) as browser:
        session = browser.new_browser_cdp_session()
        for _ in range(rounds):
            tab = _new_tab(browser)
            emptied.append(_taken(session, lambda tab=tab: _open_empty(tab)))
            tab.close()
            tab = _new_tab(browser)
            opened.append(_taken(session, lambda tab=tab: _open(tab, page)))
            rested.append(_taken(session, lambda tab=tab: tab.wait_for_timeout(REST)))
            scrolled.append(_taken(session, lambda tab=tab: _look_at_segments(tab)))
            tab.wait_for_timeout(REST)
            filtered.append(_taken(session, lambda tab=tab: _filter(tab, letter)))
            kept, draws = _numbers(tab)
            sliced.append(_taken(session, lambda tab=tab: _look_at_slices(tab, "Of the ")))
            tab.close()
            tab = _new_tab(browser)  # the page's own slices, then a filter by one of them
            _open(tab, page)
            tab.wait_for_timeout(REST)
            first.append(_taken(session, lambda tab=tab: _look_at_slices(tab, "±")))
            tab.wait_for_timeout(REST)
            pressed.append(_taken(session, lambda tab=tab: _press(tab)))
            left, _ = _numbers(tab)
            tab.close()
    return Opened(
        _medians(emptied),
        _medians(opened),
        _medians(scrolled),
        _medians(rested)[0],
        _medians(filtered),
        _medians(sliced),
        _medians(first),
        _medians(pressed),
        left,
        kept,
        draws,
    )


def _numbers(tab: Any) -> tuple[int, int]:
    """(segments, draws) of the filter."""
    said = _NUMBERS.search(tab.locator(SAID).inner_text())
    kept, draws = (int(number.replace(",", "")) for number in said.groups())
    return kept, draws


@contextmanager
def _browser(program: str) -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        arguments = ["--disable-gpu", *(["--no-sandbox"] if os.geteuid() == 0 else [])]
        started = playwright.chromium.launch(executable_path=program, args=arguments)
        try:
            yield started
        finally:
            started.close()


def _taken(session: Any, work: Callable[[], object]) -> tuple[float, float]:
    """(CPU seconds of all of Chromium's processes, seconds on the clock)."""
    before, start = _cpu(session), time.perf_counter()
    work()
    clock = time.perf_counter() - start
    after = _cpu(session)
    return sum(taken - before.get(number, 0.0) for number, taken in after.items()), clock


def _cpu(session: Any) -> dict[int, float]:
    found = session.send("SystemInfo.getProcessInfo")["processInfo"]
    return {process["id"]: process["cpuTime"] for process in found}


# Waits without asking again and again, which would cost more than some of what is measured.
_UNTIL = """([place, word]) => new Promise((done) => {
  const look = () => {
    if (![...document.querySelectorAll(place)].some((found) => found.textContent.includes(word))) return;
    watch.disconnect();
    done();
  };
  const watch = new MutationObserver(look);
  watch.observe(document, { subtree: true, childList: true, characterData: true });
  look();
})"""

_SCROLL = "() => document.getElementById('slices').scrollIntoView()"


_FRAME = "() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))"  # what was changed is drawn


def _new_tab(browser: Any) -> Any:
    tab = browser.new_page()
    tab.wait_for_timeout(REST)
    return tab


def _open_empty(tab: Any) -> None:
    tab.goto("data:text/html,<p>empty")
    tab.evaluate(_UNTIL, ["p", "empty"])


def _look_at_segments(tab: Any) -> None:
    tab.locator(SEARCH).focus()
    tab.evaluate(_FRAME)


def _open(tab: Any, page: Path) -> None:
    tab.goto(page.resolve().as_uri())
    tab.evaluate(_UNTIL, [LINE, ""])


def _filter(tab: Any, letter: str) -> None:
    tab.locator(SEARCH).fill(letter)
    tab.evaluate(_UNTIL, [SAID, "computed again"])


def _look_at_slices(tab: Any, word: str) -> None:
    tab.evaluate(_SCROLL)
    tab.evaluate(_UNTIL, ["#slices .filtered-line, #slices .spread", word])


def _press(tab: Any) -> None:
    tab.locator("#slices button").first.click()
    tab.evaluate(_UNTIL, ["#slices .filtered-line", "Of the "])


def _medians(taken: list[tuple[float, float]]) -> tuple[float, float]:
    cpu, clock = (statistics.median(column) for column in zip(*taken, strict=True))
    return cpu, clock
