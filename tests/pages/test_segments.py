"""Segments that somebody opens: texts, marks, pictures and their tables; on a telephone and on paper."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import tertium
from cli.shell import run
from pages.reader import Reader
from pages.samples import many_scripts
from pages.segment_list import example_report, listed, opened, texts, written
from tertium.results.forensics import Forensics

if TYPE_CHECKING:
    from playwright.sync_api import Locator

NAMES = ("direct", "via-ca", "via-eo")
HOSTILE = [
    ("a <script>alert(1)</script> end", "a <script>alert(1)</script> end"),
    ("</script><img src=x onerror=alert(1)> one", "one </script><img src=x onerror=alert(1)>"),
    ("nul \x00 here", "nul \x00 there"),
    ("turned \u202earound\u202c now", "now \u202earound\u202c"),
    ("&lt;b&gt; &amp; \"quoted\" 'it'", '&lt;b&gt; & "quoted"'),
    ("wide 😀 and\u3000spaces\xa0too .", "and wide\u3000😀 spaces ."),
    ("x\u2028y\x85z\x1cw", "w\x1cz x y"),
    ("", "something"),
]


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return example_report(tmp_path_factory.mktemp("segments"))


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("hostile")
    refs, outputs = ([pair[k] for pair in HOSTILE] for k in (0, 1))
    files = [written(folder, "ref", refs), "-i", written(folder, "a", outputs), written(folder, "b", refs)]
    done = run("report", *files, "-m", "bleu", "ter", "--slices", "none", "-o", str(folder / "report.html"))
    assert done.code == 0, done.err
    return folder / "report.html"


def marked(cell: Locator, kind: str) -> list[str]:
    """Words marked so, in their order, white space between them as it is."""
    found: list[str] = cell.locator(f"mark.{kind}").evaluate_all("all => all.map(e => e.textContent)")
    return found


def runs(seen: Forensics, places: tuple[int, ...], side: str) -> list[str]:
    """What stands in the text at neighbouring places, as written."""
    spans = seen.ref_spans if side == "ref" else seen.hyp_spans
    text = seen.ref_text if side == "ref" else seen.hyp_text
    made: list[list[int]] = []
    for place in places:
        span = spans[place]
        assert span is not None
        if made and made[-1][2] + 1 == place:
            made[-1][1:] = [span[1], place]
        else:
            made.append([span[0], span[1], place])
    return [text[start:end] for start, end, _ in made]


def moved(seen: Forensics, side: str) -> list[str]:
    blocks = sorted((block for block in seen.blocks if block.moved), key=lambda block: getattr(block, side))
    found = []
    for block in blocks:
        at = getattr(block, side)
        found += runs(seen, tuple(range(at, at + block.length)), side)
    return found


def check_marks(segment: Locator, seen: Forensics, system: int, reference: int) -> None:
    output = segment.locator(".output dd").nth(system)
    ref = segment.locator(".reference dd").nth(reference)
    assert marked(output, "extra") == runs(seen, seen.extra, "hyp")
    assert marked(ref, "missing") == runs(seen, seen.missing, "ref")
    assert marked(output, "moved") == moved(seen, "hyp")
    assert marked(ref, "moved") == moved(seen, "ref")


def test_marks_are_those_of_explain(report: Path, reader: Reader) -> None:
    page = listed(reader, report)
    source, refs = texts("src.txt"), (texts("ref1.txt"), texts("ref2.txt"))
    outputs = [texts(f"systems/{name}.txt") for name in NAMES]
    moves = 0
    for place in range(12):
        segment = opened(page, place)
        assert segment.locator(".source dd").text_content() == source[place]
        assert segment.locator(".reference dd").all_text_contents() == [ref[place] for ref in refs]
        assert segment.locator(".output dd").all_text_contents() == [output[place] for output in outputs]
        for system, output in enumerate(outputs):
            segment.locator(".output button").nth(system).click()
            seen = tertium.explain(
                output[place], [ref[place] for ref in refs], metrics=["bleu", "ter", "ribes", "chrf"]
            ).picture
            assert "(nearest)" in segment.locator("select option").nth(seen.reference - 1).inner_text()
            check_marks(segment, seen, system, seen.reference - 1)
            check_losses(segment, seen)
            moves += len(seen.moves)
            quoted = segment.locator(".moves q").all_inner_texts()
            assert quoted == [" ".join(move.text.split()) for move in seen.moves][: len(quoted)]
    assert moves > 5


def check_losses(segment: Locator, seen: Forensics) -> None:
    rows = segment.locator("table.costs tbody tr")
    for place, loss in enumerate(seen.losses):
        cells = rows.nth(place).locator("td").all_inner_texts()[:5]
        wanted = (loss.score, loss.lost, loss.words, loss.order, loss.length)
        for cell, number in zip(cells, wanted, strict=True):
            if number is None:
                assert cell == "–", (loss, cells)
            else:
                assert float(cell) == pytest.approx(number, abs=0.21), (loss, cells)


def test_another_reference_can_be_chosen(report: Path, reader: Reader) -> None:
    page = listed(reader, report)
    segment = opened(page, 3)
    select = segment.get_by_label("Compare with")
    nearest = int(select.input_value())
    select.select_option(str(1 - nearest))
    output = texts("systems/direct.txt")[3]
    seen = tertium.explain(output, [texts(f"ref{2 - nearest}.txt")[3]]).picture
    check_marks(segment, seen, 0, 1 - nearest)


def test_the_edit_path_leads_to_the_reference(report: Path, reader: Reader) -> None:
    page = listed(reader, report)
    shifts = 0
    for place in range(8):
        segment = opened(page, place)
        segment.locator(".edit-part .as-table").click()
        rows = segment.locator(".edit-part table tbody tr")
        cells = [row.locator("td").all_inner_texts() for row in rows.all()]
        reference = int(segment.get_by_label("Compare with").input_value())
        assert [cell[2] for cell in cells if cell[2]] == texts(f"ref{reference + 1}.txt")[place].split()
        assert sorted(cell[1] for cell in cells if cell[1]) == sorted(texts("systems/direct.txt")[place].split())
        shifts += segment.locator(".shifts li").count()
        for edit, output, ref in cells:
            assert (edit == "same") == (output.lower() == ref.lower())
    assert shifts > 0


def test_every_picture_is_a_table_too(report: Path, reader: Reader) -> None:
    page = listed(reader, report)
    segment = opened(page, 2)
    buttons = segment.get_by_role("button", name="Show as table")
    assert buttons.count() == 2
    segment.locator(".order-part .as-table").click()
    rows = segment.locator(".order-part table tbody tr")
    words = " ".join(row.locator("td").nth(1).inner_text() for row in rows.all()).split()
    reference = int(segment.get_by_label("Compare with").input_value())
    assert "".join(words) == "".join(texts(f"ref{reference + 1}.txt")[2].split())
    assert not segment.locator(".crossing").is_visible()
    segment.get_by_role("button", name="Show as picture").click()
    assert segment.locator(".crossing").is_visible()


def test_hostile_texts_are_shown_as_they_are(hostile: Path, reader: Reader) -> None:
    page = listed(reader, hostile)
    for place, (ref, output) in enumerate(HOSTILE):
        segment = opened(page, place)
        for cell, text in ((".reference dd", ref), (".output dd", output)):
            assert literal(segment.locator(cell).first.inner_text()) == (literal(text) or "(empty)")
        seen = tertium.explain(output, [ref]).picture if output and ref else None
        if seen is not None:
            assert [literal(text) for text in marked(segment.locator(".output dd").first, "extra")] == [
                literal(text) for text in runs(seen, seen.extra, "hyp")
            ]
            assert [literal(text) for text in marked(segment.locator(".output dd").first, "moved")] == [
                literal(text) for text in moved(seen, "hyp")
            ]


def literal(text: str) -> str:
    """Characters that cannot be seen by their codes, white space aside."""
    spelled = re.sub("[\x00-\x1f\x7f-\x9f\u2028\u202a-\u202e]", lambda c: c[0].encode("unicode_escape").decode(), text)
    return "".join(spelled.split())


def test_opened_segments_are_readable_by_everyone(report: Path, reader: Reader) -> None:
    page = listed(reader, report)
    page.locator(".filters summary").click()
    page.locator(".keys summary").click()
    opened(page, 0)
    for view in reader.views():
        assert reader.sideways() == 0, view
        reader.keep(view)
        assert reader.violations() == [], view


def test_long_sentences_and_many_scripts(tmp_path: Path, reader: Reader) -> None:
    reference, systems = many_scripts(tmp_path)
    file = tmp_path / "report.html"
    given = [*reference, "-i", *map(str, systems), "-s", str(tmp_path / "src.txt"), "-l", "en-ar"]
    done = run("report", *given, "-m", "chrf", "ter", "--slices", "none", "-o", str(file))
    assert done.code == 0, done.err
    page = listed(reader, file)
    for place in range(6):
        opened(page, place)
    assert page.locator(".output dd").first.get_attribute("lang") == "ar"
    assert page.locator(".output dd").first.get_attribute("dir") == "auto"
    assert page.locator(".segment-item").nth(1).locator("ol.path").get_attribute("dir") == "rtl"
    for view in reader.views():
        page.wait_for_timeout(100)  # the pictures are drawn again where the width changes
        assert reader.sideways() == 0, view
        reader.keep(view)
        assert (
            page.locator(".side li .words").evaluate_all(
                "all => all.filter(e => e.scrollWidth > e.clientWidth + 1).length"
            )
            <= page.locator(".side li").count() / 4
        ), view
    assert reader.violations() == []


def test_opened_segments_are_printed(report: Path, reader: Reader) -> None:
    page = listed(reader, report)
    segment = opened(page, 0)
    reader.on_paper()
    assert segment.locator(".crossing").is_visible()
    assert segment.locator(".output dd").first.is_visible()
    assert not page.get_by_label("Search", exact=True).is_visible()
    reader.keep("paper")


def test_what_is_not_printed_is_said_on_paper(report: Path, reader: Reader) -> None:
    page = listed(reader, report)
    said = page.locator("#segments .pager.part .pager-said")
    after = "(said) => [said.textContent, getComputedStyle(said, '::after').content]"
    assert "printed" not in said.evaluate(after)[1]
    page.emulate_media(media="print")
    assert said.is_visible()
    text, added = said.evaluate(after)
    assert text.startswith("1–50 of ")
    assert added == '"; only these are printed"'


def test_relations_are_those_of_explain(tmp_path: Path, reader: Reader) -> None:
    refs = ["A police man chases a thief .", "The old house stands on the hill ."]
    outputs = ["A thief chases a police man .", "An old house was on a hill ."]
    files = [written(tmp_path, "ref", refs), "-i", written(tmp_path, "a", outputs), written(tmp_path, "b", refs)]
    file = tmp_path / "report.html"
    done = run("report", *files, "-m", "layered", "--slices", "none", "-o", str(file))
    assert done.code == 0, done.err
    page = listed(reader, file)
    for place, (ref, output) in enumerate(zip(refs, outputs, strict=True)):
        segment = opened(page, place)
        seen = tertium.explain(output, [ref], metrics=["layered"]).picture
        tables = segment.locator("table.relations")
        assert tables.count() == len(seen.relations) == 2
        for number, (name, relations) in enumerate(seen.relations):
            rows = [row.locator("td").all_inner_texts() for row in tables.nth(number).locator("tbody tr").all()]
            wanted = [("− missing", *edge.triple) for edge in relations.ref if not edge.matched]
            wanted += [("+ extra", *edge.triple) for edge in relations.hyp if not edge.matched]
            wanted += [("= matched", *edge.triple) for edge in relations.hyp if edge.matched]
            assert rows == [list(row) for row in wanted]
            assert tables.nth(number).locator("caption").inner_text().startswith(f"{name}: ")
    assert reader.violations() == []
    reader.keep("relations")


def test_scores_have_as_many_decimals_as_in_the_leaderboard(tmp_path: Path, reader: Reader) -> None:
    """Scores of other tools often lie between 0 and 1: with one decimal all segments would look alike."""
    rows = ["system\tseg_id\tscore"]
    for system, base in (("a", 0.81), ("b", 0.79)):
        rows += [f"{system}\t{segment}\t{base + segment / 1000:.3f}" for segment in range(1, 31)]
    refs = [f"the cat number {place} sat on the mat" for place in range(30)]
    files = [written(tmp_path, "ref", refs), "-i", written(tmp_path, "a", refs[::-1]), written(tmp_path, "b", refs)]
    file = tmp_path / "report.html"
    comet = written(tmp_path, "comet", rows)
    done = run("report", *files, "-m", "bleu", "--scores", comet, "--slices", "none", "-q", "-o", str(file))
    assert done.code == 0, done.err
    page = listed(reader, file)
    page.get_by_label("Metric", exact=True).select_option(label="comet")
    second = page.locator(".segment-item").nth(1)
    assert second.locator(".score").evaluate_all("all => all.map(e => e.lastChild.data)") == ["0.812", "0.792"]
    segment = opened(page, 1)
    assert "comet\xa00.812" in (segment.locator(".output dt").first.text_content() or "")
    assert segment.locator(".costs tr", has_text="comet").locator("td").first.inner_text() == "0.812"


def test_words_of_a_picture_keep_their_language_in_its_table(tmp_path: Path, reader: Reader) -> None:
    """Which shapes Chinese characters have depends on the language; the page itself is English."""
    files = [
        written(tmp_path, "ref", ["今日は 良い 天気 です"] * 3),
        "-i",
        written(tmp_path, "a", ["天気 は 良い です"] * 3),
    ]
    file = tmp_path / "report.html"
    done = run("report", *files, "-m", "chrf", "-l", "en-ja", "--slices", "none", "-q", "-o", str(file))
    assert done.code == 0, done.err
    page = listed(reader, file)
    segment = opened(page, 0)
    for button in segment.locator(".as-table").all():
        button.click()
    page.locator(".displaced summary").click()
    alone = page.evaluate(
        """() => [...document.querySelectorAll("#order .displaced bdi, .opened td, .opened dd, .opened q")]
          .filter((cell) => /[\\u3040-\\u9fff]/.test(cell.textContent))
          .filter((cell) => cell.closest("[lang]").lang !== "ja" || cell.closest("[dir=auto], bdi") === null)
          .map((cell) => cell.outerHTML)"""
    )
    assert alone == []
    assert segment.locator("td[lang=ja]").count() > 4
