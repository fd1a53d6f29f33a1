"""Filters of the report, used by hand: what is left in the list, and numbers that are those of `tertium compare`."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from cli.shell import run
from pages.reader import Reader
from pages.samples import EXAMPLE, example_systems

METRICS = ("bleu", "chrf", "ter")
FILES = [EXAMPLE / "src.txt", EXAMPLE / "ref1.txt", EXAMPLE / "ref2.txt", *map(Path, example_systems())]
SEGMENTS = list(zip(*(file.read_text("utf-8").splitlines() for file in FILES), strict=True))
DOCUMENTS = [f"document {place // 12}" for place in range(len(SEGMENTS))]


def written(folder: Path, places: list[int]) -> list[str]:
    """These segments of the example in files of their own, as arguments of a command."""
    for column, file in enumerate(FILES):
        lines = (SEGMENTS[place][column] for place in places)
        (folder / file.name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8", newline="\n")
    (folder / "docs.txt").write_text("".join(f"{DOCUMENTS[place]}\n" for place in places), encoding="utf-8")
    references, systems = [str(folder / file.name) for file in FILES[1:3]], [str(folder / f.name) for f in FILES[3:]]
    return [*references, "-i", *systems, "-m", *METRICS]


def made_report(folder: Path, *options: str) -> Path:
    arguments = written(folder, list(range(len(SEGMENTS))))
    done = run("report", *arguments, *options, "-s", str(folder / "src.txt"), "-o", str(folder / "report.html"))
    assert done.code == 0, done.err
    return folder / "report.html"


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made_report(tmp_path_factory.mktemp("whole"))


@pytest.fixture(scope="module")
def report_with_documents(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("documents")
    return made_report(folder, "--docs", str(folder / "docs.txt"))


def expected_cells(compared: dict[str, Any]) -> dict[tuple[str, str, str], str]:
    """What the leaderboard has to show: (metric, system, kind of cell) to text, from the JSON of `tertium compare`."""
    cells = {}
    for metric in compared["metrics"]:
        counts: dict[str, Counter[str]] = {system["name"]: Counter() for system in metric["systems"]}
        for difference in metric["differences"]:
            better, worse = difference["second"], difference["first"]
            if (difference["delta"] > 0) != metric["higher_is_better"]:
                better, worse = worse, better
            counts[better]["win" if difference["significant"] else "tie"] += 1
            counts[worse]["loss" if difference["significant"] else "tie"] += 1
        for system in metric["systems"]:
            place = (metric["metric"], system["name"])
            best, worst = system["rank"]["best"], system["rank"]["worst"]
            interval, count = system["interval"], counts[system["name"]]
            half = (interval["high"] - interval["low"]) / 2
            cells[(*place, "score")] = f"{system['score']:.1f} ±{half:.1f}"
            cells[(*place, "rank")] = str(best) if best == worst else f"{best}–{worst}"
            cells[(*place, "letters")] = system["letters"]
            cells[(*place, "wins")] = f"{count['win']}/{count['tie']}/{count['loss']}"
    return cells


def shown_cells(reader: Reader) -> dict[tuple[str, str, str], str]:
    found = reader.page.evaluate(
        """() => [...document.querySelectorAll("#leaderboard tbody tr")].flatMap((row) =>
             [...row.querySelectorAll("td[data-cell]")].map((cell) => [
               Number(cell.dataset.measure), row.querySelector("th").innerText.trim(), cell.dataset.cell,
               cell.innerText.replace(/\\s+/g, " ").trim()]))"""
    )
    return {(METRICS[measure], system, kind): text for measure, system, kind, text in found}


@pytest.mark.parametrize(("word", "which"), [("the ", "report"), ("DAY", "report"), ("que", "report_with_documents")])
def test_numbers_under_a_filter_are_those_of_compare(
    word: str, which: str, request: pytest.FixtureRequest, reader: Reader, tmp_path: Path
) -> None:
    page = reader.open(request.getfixturevalue(which))
    before = shown_cells(reader)
    page.get_by_label("Search", exact=True).fill(word)
    page.locator(".live-bar").get_by_text("computed again with 1,000 draws").wait_for()
    places = [at for at, texts in enumerate(SEGMENTS) if any(word.lower() in text.lower() for text in texts)]
    assert 5 < len(places) < len(SEGMENTS)
    assert page.locator(".live-bar").inner_text().startswith(f"{len(places)} of {len(SEGMENTS)} segments")
    documents = ["--docs", str(tmp_path / "docs.txt")] if which == "report_with_documents" else []
    done = run("compare", *written(tmp_path, places), *documents, "--resamples", "1000", "-f", "json")
    assert done.code == 0, done.err
    assert shown_cells(reader) == expected_cells(json.loads(done.out))
    reader.keep("filtered", whole=False)
    page.get_by_role("button", name="Show all segments").click()
    assert shown_cells(reader) == before


def test_parts_of_a_slice_are_chosen_at_its_table_or_in_the_list_of_filters(report: Path, reader: Reader) -> None:
    page = reader.open(report)
    heads = page.locator('th[data-slice="0"] button.head')
    labels = heads.all_inner_texts()
    page.locator(".filters summary").click()
    choice = page.get_by_label("length of the references", exact=True)
    chips, pressed = page.locator(".chips"), "(all) => all.map((one) => one.getAttribute('aria-pressed') === 'true')"
    heads.nth(1).click()
    assert choice.input_value() == "1"
    assert f"length of the references: {labels[1]}" in chips.inner_text()
    choice.select_option(labels[2])
    assert heads.evaluate_all(pressed) == [False, False, True, False]
    heads.nth(0).click()
    assert heads.evaluate_all(pressed) == [True, False, True, False]
    assert choice.evaluate("(select) => select.selectedOptions[0].textContent") == "2 parts"
    assert f"{labels[2]} or {labels[0]}" in chips.inner_text()
    choice.select_option("any")
    assert heads.evaluate_all(pressed) == [False, False, False, False]
    assert chips.is_hidden()


def test_rows_open_with_the_keyboard(report: Path, reader: Reader) -> None:
    """Search, go to the list, open a segment, read it: without a mouse."""
    page = reader.open(report)
    reader.tab_to(r"^input")
    assert page.evaluate("() => document.activeElement.id") == "segments-search"
    page.keyboard.type("que")
    page.locator(".live-bar").get_by_text("computed again").wait_for()
    reader.tab_to("^button segment")
    page.keyboard.press("Enter")
    opened = page.locator(".segment-item .opened:not([hidden])")
    opened.wait_for()
    place = int(opened.locator("xpath=..").get_attribute("data-place"))
    shown = opened.locator(".texts dd").evaluate_all("(cells) => cells.map((cell) => cell.textContent)")
    assert tuple(shown) == SEGMENTS[place]
    assert reader.violations() == []
    reader.keep("row", whole=False)


def test_opened_rows_are_readable_by_everyone(report: Path, reader: Reader) -> None:
    page = reader.open(report)
    rows = page.locator("#segments button.segment")
    for place in (0, 1, 6):
        rows.nth(place).click()
    page.locator("#segments .opened .as-table").first.click()  # of the first row the table, of the others the picture
    for view in reader.views():
        assert reader.violations() == [], view
        assert reader.sideways() == 0, view
        reader.keep(view)
