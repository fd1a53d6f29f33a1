"""A filter set in the report: its tables then read as those of a report about exactly these segments."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

import tertium
from laws.samples import random_corpus

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
    tables = {"table": TABLE, "dots": DOTS, "sentences": SENTENCES, "matrix": MATRIX, "slices": SLICES}
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
    page.evaluate("() => chosen([1, 2])")
    assert bar.get_by_role("status").inner_text() == (
        "2 of 150 segments; scores computed again. All are of one document: nothing can be drawn, so there are no "
        "intervals and tests."
    )
    assert "±" not in page.locator("#leaderboard-table").inner_text()
    page.evaluate("() => chosen([])")
    assert bar.get_by_role("status").inner_text() == "0 of 150 segments: there is nothing to compute."
    assert page.locator("#leaderboard-table .score").all_inner_texts() == ["–"] * 25
    bar.get_by_role("button", name="Show all segments").click()
    assert not bar.is_visible()
    assert not line.is_visible()


def test_fewer_draws_than_the_whole_set_had(live: Live) -> None:
    systems, references = corpus()
    page = live(tertium.report(systems, references, "bleu", slices=(), resamples=3000).to_html())
    page.evaluate("() => chosen([...Array(149).keys()])")
    assert page.get_by_role("status").inner_text() == (
        "149 of 150 segments; scores, intervals and tests computed again with 1,000 draws; the whole set had 3,000."
    )


def test_the_newest_filter_wins(live: Live) -> None:
    page = live(report_of(None))
    page.evaluate(
        """async () => {
            const many = chosen([...Array(140).keys()]);
            const few = chosen([4, 5]);
            await Promise.all([many, few]);
        }"""
    )
    assert page.get_by_role("status").inner_text().startswith("2 of 150 segments")
    page.evaluate("async () => { const work = chosen([1, 2, 3]); reportState.clearFilters(); await work; }")
    page.wait_for_timeout(200)
    assert not page.locator(".live-bar").is_visible()
    assert page.locator("[aria-busy=true]").count() == 0
    assert looks(page) == looks(live(report_of(None)))


def test_a_filter_that_leaves_everything_changes_nothing(live: Live) -> None:
    page = live(report_of(None))
    before = looks(page)
    page.evaluate("() => chosen([...Array(150).keys()])")
    assert looks(page) == before
    assert page.get_by_role("status").inner_text() == "The filter leaves all 150 segments."
