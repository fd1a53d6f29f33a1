"""A report of twenty systems, and of one: both fit the window and can be read by everyone."""

from __future__ import annotations

from pathlib import Path

import pytest

from pages.reader import Reader
from render.page.report_samples import sample


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("many") / "many.html"
    names = [f"a system with a long name, number {number}" for number in range(1, 21)]
    sample(names, metrics=("chrf", "ter"), slices=("ref-length",)).save(str(file))
    return file


@pytest.fixture(scope="module")
def one(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("one") / "one.html"
    sample(["only"], max_segments=10).save(str(file))
    return file


@pytest.mark.parametrize("name", ["many", "one"])
def test_it_fits_every_window(name: str, request: pytest.FixtureRequest, reader: Reader) -> None:
    page = reader.open(request.getfixturevalue(name))
    page.wait_for_selector(".segment")
    for view in reader.views():
        assert reader.sideways() == 0, view
        reader.keep(f"{name}-{view}")


@pytest.mark.parametrize("width", ["wide", "narrow"])
def test_names_that_differ_at_their_end_alone_are_shown_to_their_end(many: Path, reader: Reader, width: str) -> None:
    page = reader.open(many)
    page.wait_for_selector(".segment")
    getattr(reader, width)()
    cut = page.locator(".name, .segment-heads .score").evaluate_all(
        "(names) => names.filter((one) => one.scrollWidth > one.clientWidth + 1"
        " || one.scrollHeight > one.clientHeight + 1).map((one) => one.textContent)"
    )
    assert cut == []
    assert page.locator("#about dd").first.inner_text().endswith("a system with a long name, number 20")


def test_twenty_systems_are_readable_by_everyone(many: Path, reader: Reader) -> None:
    reader.open(many).wait_for_selector(".segment")
    assert reader.violations() == []


def test_ties_of_many_systems_keep_their_words_for_screen_readers(many: Path, reader: Reader) -> None:
    page = reader.open(many)
    cell = page.locator(".matrix.small td.tie").first
    assert "no clear difference, p" in cell.text_content() or "identical, p" in cell.text_content()


def test_the_page_says_that_it_has_the_most_telling_segments_alone(one: Path, reader: Reader) -> None:
    page = reader.open(one)
    assert "this page has the texts of 10 of them" in page.locator("#about").inner_text()
    assert page.locator("#pairs").count() == 0
