"""The report as a person meets it: an attachment, opened without network, read, sorted, printed, with a keyboard."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.shell import run
from pages.reader import Reader
from pages.samples import EXAMPLE, JUDGED, LONG_NAME, example_systems, many_scripts


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The report of the example corpus: three systems, two references, a source."""
    file = tmp_path_factory.mktemp("report") / "report.html"
    texts = [str(EXAMPLE / "ref1.txt"), str(EXAMPLE / "ref2.txt"), "-i", *example_systems()]
    done = run("report", *texts, "-s", str(EXAMPLE / "src.txt"), "-l", "es-en", "-o", str(file))
    assert done.code == 0, done.err
    return file


@pytest.fixture(scope="module")
def scripts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A report with five scripts of both directions, ninety words in a sentence, and a name of ninety letters."""
    folder = tmp_path_factory.mktemp("scripts")
    reference, systems = many_scripts(folder)
    file = folder / "report.html"
    texts = [*reference, "-i", *map(str, systems), "-s", str(folder / "src.txt")]
    done = run("report", *texts, "-m", "chrf", "ter", "--slices", "none", "-o", str(file))
    assert done.code == 0, done.err
    return file


def systems_in_order(reader: Reader) -> list[str]:
    return reader.page.locator("#leaderboard tbody tr th").all_inner_texts()


@pytest.mark.parametrize("name", ["report", "scripts"])
def test_the_report_is_readable_by_everyone(name: str, request: pytest.FixtureRequest, reader: Reader) -> None:
    reader.open(request.getfixturevalue(name))
    for view in reader.views():
        assert reader.violations() == [], view
        assert reader.sideways() == 0, view
        reader.keep(view)


@pytest.fixture(scope="module")
def judged(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A report with people's judgments of segments."""
    file = tmp_path_factory.mktemp("judged") / "report.html"
    texts = [str(JUDGED / "refA.txt"), "-i", *map(str, sorted((JUDGED / "systems").glob("*.txt")))]
    human = ["--human", str(JUDGED / "human_seg.tsv")]
    done = run("report", *texts, *human, "-m", "chrf", "ter", "--slices", "none", "-n", "100", "-q", "-o", str(file))
    assert done.code == 0, done.err
    return file


def test_agreement_with_people_is_readable_by_everyone_with_all_tables_open(judged: Path, reader: Reader) -> None:
    page = reader.open(judged)
    for summary in page.locator("#agreement summary, #order summary").all():
        summary.click()
    for view in reader.views():
        assert reader.violations() == [], view
        assert reader.sideways() == 0, view
        reader.keep(view)


def test_any_two_systems_stand_beside_each_other(judged: Path, reader: Reader) -> None:
    """Bars, outlines and differences of the two that were chosen; and back again, by the keyboard alone."""
    page = reader.open(judged)
    profiles = page.locator("#order .profile:visible")
    names = page.locator("#order select").first.locator("option").all_inner_texts()
    assert profiles.count() == len(names) > 3
    before = [profile.evaluate("(element) => element.outerHTML") for profile in profiles.all()]
    page.locator("#order select").first.select_option(names[2])
    page.locator("#order select").last.select_option(names[3])
    page.get_by_role("button", name="Show these two").press("Enter")
    assert profiles.count() == 2
    assert profiles.locator(".beside").all_inner_texts() == [f"beside {names[3]}", f"beside {names[2]}"]
    shares = [
        [float(share) for share in (profiles.nth(place).get_attribute("data-shares") or "").split(",")]
        for place in (0, 1)
    ]
    for place, sign in ((0, 1), (1, -1)):
        said = profiles.nth(place).locator("text.difference").all_text_contents()
        expected = [sign * 100 * (one - other) for one, other in zip(*shares, strict=True)]
        assert [float(number or 0) for number in said] == pytest.approx(expected, abs=0.051)
        assert profiles.nth(place).locator("path.outline.shares").get_attribute("d")
        table = profiles.nth(place).locator(".numbers table").first
        assert table.locator("thead th").all_text_contents()[3:] == [f"% of {names[3 - place]}", "difference"]
        told = [float(text) for text in table.locator("tbody td:nth-child(4)").all_text_contents()]
        assert told == pytest.approx([100 * share for share in shares[1 - place]], abs=0.051)
    assert reader.violations() == []
    reader.keep("two")
    page.get_by_role("button", name="Show all beside the baseline").press("Enter")
    assert [profile.evaluate("(element) => element.outerHTML") for profile in profiles.all()] == before


def test_it_needs_nothing_but_itself(report: Path, reader: Reader, tmp_path: Path) -> None:
    """As a mail program would: another folder, another name, no network."""
    moved = tmp_path / "an attachment (1).html"
    moved.write_bytes(report.read_bytes())
    page = reader.open(moved)
    assert page.get_by_role("heading", level=1).inner_text() == "3 systems compared"
    assert page.get_by_role("table").first.is_visible()
    assert reader.requests == []


def test_it_can_be_read_without_scripts(report: Path, reader: Reader, tmp_path: Path) -> None:
    """Some mail programs show attachments with scripts off: the numbers are still there."""
    bare = tmp_path / "bare.html"
    context = reader.page.context.browser.new_context(java_script_enabled=False)
    try:
        bare.write_bytes(report.read_bytes())
        page = context.new_page()
        page.goto(bare.as_uri())
        rows = page.locator("#leaderboard tbody tr").all_inner_texts()
        assert [row.split()[0] for row in rows] == ["direct", "via-ca", "via-eo"]
        assert "28.1" in rows[0]
    finally:
        context.close()


def test_what_is_far_is_laid_out_when_somebody_goes_there_and_on_paper(report: Path, reader: Reader) -> None:
    """As the page is for everybody else: readers of other tests see all of it laid out."""
    context = reader.page.context.browser.new_context(viewport={"width": 1280, "height": 500})
    drawn = "(id) => document.querySelector(`#${id} table, #${id} ol`).checkVisibility({ contentVisibilityAuto: true })"
    try:
        page = context.new_page()
        page.goto(report.as_uri())
        page.locator("#segments .segment-item").first.wait_for(state="attached")
        assert page.evaluate(drawn, "leaderboard")
        assert not page.evaluate(drawn, "segments")
        page.emulate_media(media="print")
        assert page.evaluate(drawn, "segments")
        page.emulate_media(media="screen")
        page.get_by_role("link", name="Segments", exact=True).click()
        page.wait_for_function(f"() => ({drawn})('segments')")
        heading = page.get_by_role("heading", name="Segments", exact=True)
        page.wait_for_timeout(300)  # sections above have got their own heights, and nothing jumped
        assert 0 <= heading.evaluate("(element) => element.getBoundingClientRect().top") < 100
    finally:
        context.close()


def test_sorting_by_any_column(report: Path, reader: Reader) -> None:
    page = reader.open(report)
    assert systems_in_order(reader) == ["direct", "via-ca", "via-eo"]
    heading = page.get_by_role("columnheader", name="score by ter")
    heading.get_by_role("button").click()
    assert systems_in_order(reader) == ["direct", "via-ca", "via-eo"]  # lower is better: the best comes first
    assert heading.get_attribute("aria-sort") == "ascending"
    heading.get_by_role("button").click()
    assert systems_in_order(reader) == ["via-eo", "via-ca", "direct"]
    assert heading.get_attribute("aria-sort") == "descending"
    assert page.get_by_role("columnheader", name="score by bleu").get_attribute("aria-sort") == "none"


def test_the_button_chooses_colours_against_those_of_the_system(report: Path, reader: Reader) -> None:
    page = reader.open(report)
    paper = "() => getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(paper)
    page.get_by_role("button", name="Dark").click()
    dark = page.evaluate(paper)
    assert dark != light
    assert reader.violations() == []
    reader.dark()
    assert page.evaluate(paper) == dark
    page.get_by_role("button", name="Light").click()
    assert page.evaluate(paper) == light
    assert reader.violations() == []


def test_the_button_follows_the_system(report: Path, reader: Reader) -> None:
    """Some systems change their colours at dusk, while the page is open."""
    page = reader.open(report)
    assert page.get_by_role("button", name="Dark colours").is_visible()
    reader.dark()
    page.get_by_role("button", name="Light colours").wait_for()


def test_on_paper_it_is_dark_on_white(report: Path, reader: Reader) -> None:
    """Whoever reads at night does not want to print black pages; buttons are of no use there."""
    page = reader.open(report)
    page.get_by_role("button", name="Dark").click()
    reader.on_paper()
    ink = page.evaluate("() => getComputedStyle(document.body).color.match(/\\d+/g).map(Number)")
    assert max(ink[:3]) < 80
    white = ("rgb(255, 255, 255)", "rgba(0, 0, 0, 0)")
    assert page.evaluate("() => getComputedStyle(document.body).backgroundColor") in white
    assert not page.get_by_role("button", name="Copy as TSV").first.is_visible()
    reader.keep("paper")
    assert reader.pdf().read_bytes().startswith(b"%PDF")


def test_what_is_folded_is_printed(report: Path, reader: Reader) -> None:
    """How to repeat the numbers must not be missing from a printed report because nobody had opened it."""
    page = reader.open(report)
    page.evaluate(
        """() => {
          const look = () => { window.unfolded = document.querySelector("details:not([open], .numbers)") === null; };
          addEventListener("beforeprint", look);
        }"""
    )
    assert page.locator("details:not([open], .numbers)").count() > 0
    reader.pdf()
    assert page.evaluate("() => window.unfolded") is True
    assert page.locator("details[open]").count() == 0


def test_with_the_keyboard_alone(report: Path, reader: Reader) -> None:
    """Every control can be reached with Tab and used with Enter, and shows where the keyboard is."""
    page = reader.open(report)
    reader.tab_to(r"^button score by ter|^button score.*ter")
    outline = "() => getComputedStyle(document.activeElement).outlineStyle"
    assert page.evaluate(outline) != "none"
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    assert systems_in_order(reader) == ["via-eo", "via-ca", "direct"]
    reader.tab_to("Copy as TSV")
    page.keyboard.press("Enter")
    lines = reader.clipboard().splitlines()
    assert lines[0].split("\t")[0] == "system"
    assert [line.split("\t")[0] for line in lines[1:]] == ["via-eo", "via-ca", "direct"]


def test_long_names_are_cut_but_whole_for_the_pointer(scripts: Path, reader: Reader) -> None:
    page = reader.open(scripts)
    reader.narrow()
    cell = page.locator("#leaderboard tbody th").first
    assert cell.inner_text() in (LONG_NAME, "日本語システム")
    assert cell.bounding_box()["width"] < 330


def test_no_button_is_broken_letter_by_letter(report: Path, reader: Reader) -> None:
    """Seen at 360 px: the parts of a slice stood in a column one letter wide."""
    page = reader.open(report)
    reader.narrow()
    tall = page.evaluate(
        """() => [...document.querySelectorAll("button")].filter((button) => button.offsetHeight > 70)
             .map((button) => button.textContent)"""
    )
    assert tall == []


def test_no_column_of_the_small_tables_is_cut(report: Path, reader: Reader) -> None:
    """Seen at 1280 px: the third of three metrics was cut off."""
    page = reader.open(report)
    boxes = page.locator("#agreement .wide")
    assert boxes.count() == 2
    assert boxes.evaluate_all("(boxes) => boxes.filter((box) => box.scrollWidth > box.clientWidth).length") == 0


def test_profiles_fit_a_small_screen(report: Path, reader: Reader) -> None:
    """Seen at 360 px: words that moved to the end were outside of the picture."""
    page = reader.open(report)
    reader.narrow()
    boxes = page.locator("#order .canvas")
    assert boxes.count() >= 3
    assert boxes.evaluate_all("(boxes) => boxes.filter((box) => box.scrollWidth > box.clientWidth).length") == 0
