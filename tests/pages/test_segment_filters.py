"""Which segments are listed, and in which order: search, filters, sorting; by mouse and by keyboard."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest

import tertium
from pages.reader import Reader
from pages.segment_list import example_report, lines, listed, numbers, said, texts


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return example_report(tmp_path_factory.mktemp("segments"))


def test_search_plain_and_by_expression(report: Path, reader: Reader) -> None:
    page = listed(reader, report)
    everything = [
        "src.txt",
        "ref1.txt",
        "ref2.txt",
        *(f"systems/{name}.txt" for name in ("direct", "via-ca", "via-eo")),
    ]
    by_segment = list(zip(*map(texts, everything), strict=True))

    def found(holds: str, flags: re.RegexFlag) -> int:
        return sum(any(re.search(holds, text, flags) for text in row) for row in by_segment)

    box = page.get_by_label("Search", exact=True)
    for words, expression, case in (("Presi", False, False), ("The ", False, True), (r"\bpre\w+nt\b", True, False)):
        page.get_by_label("regular expression").set_checked(expression)
        page.get_by_label("match case").set_checked(case)
        box.fill(words)
        pattern = words if expression else re.escape(words)
        count = found(pattern, re.ASCII if case else re.ASCII | re.IGNORECASE)  # \w of browsers is ASCII, too
        assert 0 < count < len(by_segment)
        page.wait_for_function(
            "wanted => document.querySelector('.pager-said').textContent.includes(wanted)",
            arg=f"{count} of" if count <= 50 else f"–50 of {count} segments (",
        )
    box.fill("nobody says this")
    page.wait_for_function("() => document.querySelectorAll('button.segment').length === 0")
    assert said(page) == "No segment is left by the filters."
    page.get_by_role("button", name="Remove the filter").click()
    assert said(page).endswith(f"of {len(by_segment)} segments")


def test_an_expression_that_is_wrong_or_never_ends_is_said_so(report: Path, reader: Reader) -> None:
    page = listed(reader, report)
    page.get_by_label("regular expression").check()
    box = page.get_by_label("Search", exact=True)
    box.fill("(unclosed")
    problem = page.locator("#segments-problem")
    problem.wait_for()
    assert problem.inner_text().startswith("This is no regular expression")
    assert box.get_attribute("aria-invalid") == "true"
    box.fill(r"(\w+\s?)+(\w+\s?)+(\w+\s?)+~~~")
    page.wait_for_function("() => document.querySelector('#segments-problem').textContent.includes('too long')")
    box.fill("e")  # and the page is alive
    page.wait_for_function("() => document.querySelector('#segments-problem').hidden")
    assert lines(page).count() == 50


def test_filters_and_orders(report: Path, reader: Reader) -> None:
    page = listed(reader, report)
    page.locator(".filters summary").click()
    page.get_by_label("document", exact=True).select_option(label="document 2")
    assert "40 of" in said(page)
    assert set(numbers(page)) == set(range(41, 81))
    page.get_by_label("A beats B", exact=True).check()
    scores = page.locator(".segment-item").evaluate_all(
        "all => all.map(e => [...e.querySelectorAll('.score')].map(s => Number(s.lastChild.data)))"
    )
    assert scores
    assert all(row[0] >= row[1] for row in scores)
    page.get_by_label("Sort by").select_option("difference")
    scores = page.locator(".segment-item").evaluate_all(
        "all => all.map(e => [...e.querySelectorAll('.score')].map(s => Number(s.lastChild.data)))"
    )
    differences = [row[0] - row[1] for row in scores]  # of rounded scores
    assert all(later <= earlier + 0.11 for earlier, later in pairwise(differences))
    page.get_by_role("button", name="Remove all filters").click()
    assert page.get_by_label("document", exact=True).input_value() == ""
    assert not page.get_by_label("A beats B", exact=True).is_checked()
    page.get_by_label("to", exact=True).fill("0")
    page.get_by_label("to", exact=True).press("Tab")
    assert "of 200 segments" in said(page) or said(page).startswith("No segment")
    page.get_by_role("button", name="Remove the filter").click()
    page.get_by_label("the same text", exact=True).select_option("reference")
    refs, outputs = (
        (texts("ref1.txt"), texts("ref2.txt")),
        [texts(f"systems/{n}.txt") for n in ("direct", "via-ca", "via-eo")],
    )
    same = [k + 1 for k in range(len(refs[0])) if any(o[k] in (refs[0][k], refs[1][k]) for o in outputs)]
    assert sorted(numbers(page)) == same[:50]


def test_metrics_that_disagree(report: Path, reader: Reader) -> None:
    page = listed(reader, report)
    page.locator(".filters summary").click()
    page.get_by_label("metrics disagree about A and B").check()
    shown = numbers(page)
    assert shown
    compared = tertium.score(
        {name: texts(f"systems/{name}.txt") for name in ("direct", "via-ca")},
        tertium.streams([texts("ref1.txt"), texts("ref2.txt")]),
        metrics=["bleu", "ter"],
        segment_scores=True,
    )
    bleu, ter = ([system.scores[k].segment_scores for system in compared.systems] for k in (0, 1))
    wanted = [k + 1 for k in range(len(bleu[0])) if (bleu[0][k] - bleu[1][k]) * (ter[1][k] - ter[0][k]) < 0]
    assert shown == wanted[:50]


def test_the_keyboard_alone(report: Path, reader: Reader) -> None:
    page = listed(reader, report)
    page.keyboard.press("/")
    assert reader.focused().startswith("input")
    page.keyboard.type("house")
    page.keyboard.press("Escape")
    assert page.get_by_label("Search", exact=True).input_value() == ""
    assert reader.focused().startswith("button segment 1 ")
    page.keyboard.press("j")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("k")
    assert reader.focused().startswith("button segment 2 ")
    page.keyboard.press("Enter")
    assert lines(page).nth(1).get_attribute("aria-expanded") == "true"
    body = page.locator(".segment-item").nth(1).locator(".opened")
    assert body.is_visible()
    reader.tab_to("button via-ca")
    page.keyboard.press("Enter")
    assert body.get_by_role("button", name="via-ca").get_attribute("aria-pressed") == "true"
    page.keyboard.press("Escape")
    assert not body.is_visible()
    assert reader.focused().startswith("button segment 2 ")
    page.keyboard.press("End")
    assert reader.focused().startswith("button segment 50 ")
    page.keyboard.press("ArrowRight")
    assert reader.focused().startswith("button segment 51 ")
    page.keyboard.press("ArrowLeft")
    page.locator(".keys summary").click()
    page.get_by_label("/ j k work").uncheck()
    lines(page).first.focus()
    page.keyboard.press("j")
    assert reader.focused().startswith("button segment 1 ")


def test_a_range_is_one_of_the_metric_that_is_chosen(report: Path, reader: Reader) -> None:
    """The field says "the metric above": it must not go on with the one that was chosen before."""
    page = listed(reader, report)
    page.locator(".filters summary").click()
    page.get_by_label("from", exact=True).fill("90")
    page.get_by_label("from", exact=True).press("Tab")
    assert page.locator(".chip bdi").all_inner_texts() == ["bleu 90 to … (any output)"]
    before = said(page)
    page.get_by_label("Metric", exact=True).select_option(label="ter")
    assert page.locator(".chip bdi").all_inner_texts() == ["ter 90 to … (any output)"]
    assert said(page) != before


def test_who_takes_a_filter_away_by_keyboard_is_not_sent_to_the_start(report: Path, reader: Reader) -> None:
    page = listed(reader, report)
    page.locator(".filters summary").click()
    page.get_by_label("A beats B", exact=True).check()
    page.get_by_label("from", exact=True).fill("10")
    page.get_by_label("from", exact=True).press("Tab")
    page.locator(".chip").first.press("Enter")
    assert reader.focused().startswith("button Remove the filter bleu 10")
    page.locator(".chip").first.press("Enter")
    assert reader.focused().startswith("input")
