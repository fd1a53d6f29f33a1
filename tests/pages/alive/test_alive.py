"""A filter set in the report: its tables then read as those of a report about exactly these segments."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest

import tertium
from laws.samples import random_corpus
from pages.reader import Reader
from tertium.analysis.comparing.comparison import CompareSettings
from tertium.arrays import Floats
from tertium.metrics.chrf import ChrF
from tertium.metrics.spec import parse
from tertium.tasks import report
from tertium.tasks.compare import CompareRequest
from tertium.tasks.parts import ListLabels, Parts
from tertium.tasks.report import ReportRequest
from tertium.tasks.systems import Systems
from tertium.tasks.texts import ListTexts

pytestmark = pytest.mark.filterwarnings("ignore::tertium.InputWarning")
METRICS = ["bleu", "chrf", "ter", "ribes", "0.5*chrf++ + 0.5*wer"]
DOMAINS = [("news", "talk", "law")[place % 3] for place in range(150)]
HALVES = [("first", "second")[place // 75] for place in range(150)]
DRAWS = 1000  # what the page makes, at most
Live = Callable[[str], Any]


def corpus() -> tuple[dict[str, list[str]], list[list[str]]]:
    """Three systems and two that differ more; one is a copy."""
    hypotheses, references = random_corpus(seed=31, segments=150, systems=3)
    systems = dict(zip(("a", "b", "c"), hypotheses, strict=True))
    systems["a copy"] = hypotheses[0]
    systems["worse"] = [text if place % 3 else "x" for place, text in enumerate(hypotheses[1])]
    systems["c"][7] = ""
    return systems, references


def report_of(places: Sequence[int] | None, **given: Any) -> str:
    """The page about some segments of the corpus, or about all of it."""
    systems, references = corpus()
    documents = given.pop("documents", None)
    slice_by = {"domain": DOMAINS, "half": HALVES}
    if places is not None:
        slice_by = {by: [labels[place] for place in places] for by, labels in slice_by.items()}
        systems = {name: [texts[place] for place in places] for name, texts in systems.items()}
        references = [references[place] for place in places]
        documents = documents and [documents[place] for place in places]
    return tertium.report(
        systems,
        references,
        METRICS,
        documents=documents,
        slices=(),
        slice_by=slice_by,
        resamples=DRAWS,
        trials=DRAWS,
        **given,
    ).to_html()


TABLE = """() => [...document.querySelectorAll("#leaderboard-table tr")].map((row) =>
    [...row.cells].map((cell) => [cell.innerText, cell.title, cell.className]))"""
DOTS = """() => [...document.querySelectorAll("#leaderboard svg.dots > :not(.axis)")].map((mark) =>
    [...mark.attributes].map(({ name, value }) => `${name}=${value}`).sort().join(" "))"""
SENTENCES = """() => document.querySelector('[data-live="disagreements"]').innerText"""


# The matrix keeps its order, that of the whole set: by systems, not by places in the table.
MATRIX = """() => Object.fromEntries([...document.querySelectorAll("table.matrix td[data-first]")].map((cell) => {
    const { first, second } = cell.dataset;
    return [[cell.closest("table").dataset.measure, first, second], [cell.innerText, cell.className]];
}))"""
NOTES = """() => [...document.querySelectorAll("#leaderboard .note, #pairs .note")].map((note) => note.innerText)"""
SLICES = """() => {
    const made = {};
    for (const row of document.querySelectorAll("tr[data-slice]")) {
        const table = row.closest("table");
        const part = table.querySelector(`th[data-slice="${row.dataset.slice}"][data-label="${row.dataset.label}"]`);
        for (const cell of row.querySelectorAll("td[data-measure]")) {
            const dots = [...cell.querySelectorAll("svg.dots > :not(.axis)")].map((mark) => mark.outerHTML);
            const { slice, system } = row.dataset;
            made[[slice, part.querySelector(".head").innerText, system, cell.dataset.measure]] =
                [part.querySelector(".count").innerText, cell.innerText, cell.className, dots.length];
        }
    }
    return made;
}"""


def looks(page: Any) -> dict[str, Any]:
    """What a reader sees of the leaderboard, the matrix and the slices."""
    tables = {"table": TABLE, "dots": DOTS, "sentences": SENTENCES, "matrix": MATRIX, "slices": SLICES, "notes": NOTES}
    return {name: page.evaluate(script) for name, script in tables.items()}


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"test": "ar", "alpha": 0.3},
        {"against": "baseline", "sides": "one", "seed": 2**64 - 1},
        {"documents": [f"d{place // 12}" for place in range(150)]},
    ],
    ids=["bootstrap", "swaps", "baseline", "documents"],
)
def test_the_tables_are_those_of_the_segments_alone(live: Live, given: dict[str, Any]) -> None:
    page = live(report_of(None, **given))
    before = looks(page)
    for places in (range(20, 110), [3, 4, 5, 6, 7, 8, 50, 99, 140], range(0, 150, 7)):
        page.evaluate("(places) => chosen(places)", list(places))
        expected = looks(live(report_of(list(places), **given)))
        found = looks(page)
        empty = {key: found["slices"].pop(key) for key in found["slices"].keys() - expected["slices"].keys()}
        assert all(cell[0] == "0 segments" and cell[1].strip() == "–" for cell in empty.values())
        assert found == expected
        assert all(expected[name] != before[name] for name in ("table", "dots", "matrix", "slices"))
    page.evaluate("() => reportState.clearFilters()")
    assert looks(page) == before


def test_slices_are_computed_once_somebody_looks(live: Live) -> None:
    """They are as many times the work as there are tables of them."""
    page = live(report_of(None))
    before, line = page.evaluate(SLICES), page.locator("#slices .filtered-line")
    page.evaluate("async () => { scrollTo(0, 0); selected([...Array(90).keys()]); await settled(); }")
    page.locator(".live-bar [role=status]", has_text="90 of 150 segments").wait_for()
    assert line.inner_text() == "Computed again once this section is looked at."
    assert page.evaluate(SLICES) == before
    page.evaluate("() => looked('slices')")
    assert line.inner_text() == "Of the 90 filtered segments alone, 1,000 draws."
    of_filter = page.evaluate(SLICES)
    assert of_filter != before
    page.evaluate("() => { scrollTo(0, 0); reportState.clearFilters(); }")
    assert page.evaluate(SLICES) == before
    assert not line.is_visible()
    # A keyboard gets there without a look, and paper has no later.
    for way in ("document.querySelector('#slices [tabindex]').focus({ preventScroll: true })", PRINTED):
        page.evaluate("async () => { scrollTo(0, 0); selected([...Array(90).keys()]); await settled(); }")
        page.locator(".live-bar [role=status]", has_text="90 of 150 segments").wait_for()
        assert page.evaluate(SLICES) == before
        page.evaluate(f"() => {{ {way}; }}")
        line.get_by_text("Of the 90 filtered segments alone").wait_for()
        assert page.evaluate(SLICES) == of_filter
        page.evaluate("() => reportState.clearFilters()")


_NUMBER = re.compile(r"\d+\.\d+|–")
PRINTED = "dispatchEvent(new Event('beforeprint'))"


@pytest.mark.parametrize("given", [{}, {"against": "baseline", "sides": "one"}, {"documents": True}])
def test_slices_left_to_the_page_are_those_of_a_run(live: Live, given: dict[str, Any]) -> None:
    """``tertium report`` writes scores; lines and marks come when somebody looks, and are what Python would say."""
    systems, references = corpus()
    documents = tuple(f"d{place // 12}" for place in range(150)) if given.pop("documents", None) else None
    texts = ListTexts(systems, references)
    labels = (ListLabels("domain", tuple(DOMAINS)), ListLabels("half", tuple(HALVES)))
    parts = Parts(labels=labels, documents=None if documents is None else ListLabels("documents", documents))
    metrics = tuple(map(parse, METRICS))
    settings = CompareSettings(**given)
    asked = CompareRequest(Systems(texts, metrics), settings, parts)
    here, later = (report.run(ReportRequest(asked, draw_slices=who)) for who in ("here", "page"))
    assert here.slice_draws is None
    drawn = (each for standing in here.comparison.slice_standings for each in standing.intervals)
    assert {each.resamples for each in drawn if each is not None} == {later.slice_draws}
    assert not later.comparison.slices
    expected = live(here.to_html()).evaluate(SLICES)
    page = live(later.to_html())
    page.evaluate("() => scrollTo(0, 0)")
    before = page.evaluate(SLICES)
    assert not any("±" in cell[1] for cell in before.values())
    page.evaluate("() => looked('slices')")
    assert page.evaluate(SLICES) == expected
    page.evaluate("(places) => chosen(places)", list(range(90)))
    assert page.evaluate(SLICES) != expected
    page.evaluate("() => reportState.clearFilters()")
    assert page.evaluate(SLICES) == expected
    scores = ({place: _NUMBER.search(cell[1]).group() for place, cell in cells.items()} for cells in (before, expected))
    assert next(scores) == next(scores)


def test_what_is_said(live: Live) -> None:
    page = live(report_of(None, documents=[f"d{place // 12}" for place in range(150)]))
    bar, line = page.locator(".live-bar"), page.locator("#leaderboard .filtered-line")
    assert not bar.is_visible()
    assert not line.is_visible()
    page.evaluate("() => chosen([1, 2, 30, 31, 32])")
    assert bar.get_by_role("status").inner_text() == (
        "5 of 150 segments; scores, intervals and tests computed again with 1,000 draws of 2 documents. 2 documents "
        "are few for a bootstrap, whose p-values are then too small and intervals too narrow."
    )
    assert line.inner_text() == "Of the 5 filtered segments alone, 1,000 draws."
    for section in ("agreement", "order"):  # they are not computed again
        still = page.locator(f"#{section} .still-line")
        assert still.inner_text() == "Of the whole set, 150 segments: the filter changes nothing in this section."
        assert still.is_visible()
    page.evaluate("() => chosen([77])")
    assert line.inner_text() == "Of the one filtered segment alone."
    page.evaluate("() => chosen([1, 2])")
    assert bar.get_by_role("status").inner_text() == (
        "2 of 150 segments; scores computed again. All are of one document: nothing can be drawn, so there are no "
        "intervals and tests."
    )
    assert "±" not in page.locator("#leaderboard-table").inner_text()
    page.evaluate("() => chosen([])")
    assert bar.get_by_role("status").inner_text() == "0 of 150 segments: there is nothing to compute."
    assert page.locator("#leaderboard-table .score").all_inner_texts() == ["–"] * 25
    bar.get_by_role("button", name="Show all segments").focus()
    page.keyboard.press("Enter")
    assert not bar.is_visible()
    assert page.evaluate("() => document.activeElement.id") == "main"
    assert not line.is_visible()
    assert not page.locator("#order .still-line").is_visible()


def test_fewer_draws_than_the_whole_set_had(live: Live) -> None:
    systems, references = corpus()
    page = live(tertium.report(systems, references, "bleu", slices=(), resamples=3000).to_html())
    page.evaluate("() => chosen([...Array(149).keys()])")
    assert page.locator(".live-bar [role=status]").inner_text() == (
        "149 of 150 segments; scores, intervals and tests computed again with 1,000 draws; the whole set had 3,000."
    )
    assert "1,000 resamples" in page.locator("#leaderboard .note").first.inner_text()
    page.get_by_role("button", name="Show all segments").click()
    assert "3,000 resamples" in page.locator("#leaderboard .note").first.inner_text()


def test_segments_that_were_left_out_of_the_page(live: Live) -> None:
    systems, references = corpus()
    page = live(tertium.report(systems, references, "bleu", slices=(), resamples=DRAWS, max_segments=60).to_html())
    page.evaluate("() => chosen([...Array(50).keys()])")
    assert page.locator(".live-bar [role=status]").inner_text() == (
        "50 of the 60 segments in this page (the whole set has 150); scores, intervals and tests computed again with "
        "1,000 draws."
    )
    numbers = page.evaluate("() => [...reportState.array('numbers').values].slice(0, 50)")
    kept = {name: [texts[place] for place in numbers] for name, texts in systems.items()}
    alone = tertium.report(kept, [references[place] for place in numbers], "bleu", slices=(), resamples=DRAWS)
    assert page.evaluate(TABLE) == live(alone.to_html()).evaluate(TABLE)


def test_a_filtered_page_is_readable_by_everyone(reader: Reader, tmp_path: Path) -> None:
    """The file itself, with its own script and policy."""
    file = tmp_path / "report.html"
    file.write_text(report_of(None), "utf-8")
    page = reader.open(file)
    page.get_by_role("button", name="news").click()
    page.locator("#slices .filtered-line").wait_for()
    assert page.locator(".live-bar [role=status]").inner_text().startswith("50 of 150 segments; scores, intervals")
    for view in reader.views():
        assert reader.violations() == [], view
        assert reader.sideways() == 0, view
        reader.keep(view)


@dataclass(frozen=True)
class Mine(ChrF):
    """A metric of another package, whose formula the page cannot know."""

    name: ClassVar[str] = "mine"

    def score(self, values: Floats) -> Floats:
        return np.asarray(1 - super().score(values))


def test_a_metric_of_another_package_says_that_it_is_not_computed_again(live: Live) -> None:
    systems, references = corpus()
    page = live(tertium.report(systems, references, [parse("bleu"), Mine()], slices=(), resamples=DRAWS).to_html())
    before = page.evaluate(MATRIX)
    page.evaluate("() => chosen([...Array(90).keys()])")
    assert page.locator(".live-bar [role=status]").inner_text() == (
        "90 of 150 segments; scores, intervals and tests computed again with 1,000 draws. Not computed again, for the "
        "page has no formula of another package's metric: mine."
    )
    scores = page.locator('#leaderboard td[data-cell="score"][data-measure="1"]')
    assert [text.strip() for text in scores.all_inner_texts()] == ["–"] * 5
    assert scores.first.get_attribute("title") == "not computed again: the page has no formula for this metric"
    cells = [cell[0] for key, cell in page.evaluate(MATRIX).items() if key.startswith("1,")]
    assert len(cells) == 20
    assert all("not computed again" in cell and "no p" in cell for cell in cells)
    page.evaluate("() => reportState.clearFilters()")
    assert page.evaluate(MATRIX) == before


def test_the_newest_filter_wins(live: Live) -> None:
    page = live(report_of(None))
    page.evaluate(
        """async () => {
            await looked("slices");
            selected([...Array(140).keys()]);
            selected([4, 5]);
            await settled();
        }"""
    )
    assert page.locator(".live-bar [role=status]").inner_text().startswith("2 of 150 segments")
    page.evaluate("async () => { selected([1, 2, 3]); reportState.clearFilters(); await settled(); }")
    page.wait_for_timeout(200)
    assert not page.locator(".live-bar").is_visible()
    assert page.locator("[aria-busy=true]").count() == 0
    assert looks(page) == looks(live(report_of(None)))


def test_a_filter_that_leaves_everything_changes_nothing(live: Live) -> None:
    page = live(report_of(None))
    before = looks(page)
    page.evaluate("() => chosen([...Array(150).keys()])")
    assert looks(page) == before
    assert page.locator(".live-bar [role=status]").inner_text() == "The filter leaves all 150 segments."
