"""The page of ``tertium serve`` in a browser: paste, drop, cancel, type, look at the history, with two tabs at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("starlette", reason="the extra 'serve' is not installed")

from serve.started import EXAMPLE, Started, start

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from pages.reader import Reader

REF = "the cat sat on the mat .\nhe read the book because he was interested in world history .\n"
GOOD = "the cat sat on the mat .\nhe read the book since he was interested in world history .\n"
POOR = "a cat sat on mat .\nhe was interested in world history because he read the book .\n"
DROP = """(data) => {
  const files = new DataTransfer();
  for (const [name, text] of data) files.items.add(new File([text], name));
  document.getElementById("drop").dispatchEvent(new DragEvent("drop", { dataTransfer: files, bubbles: true }));
}"""


@pytest.fixture
def serving(tmp_path: Path) -> Iterator[Callable[..., Started]]:
    made: list[Started] = []

    def begin(*files: Path, **settings: object) -> Started:
        made.append(start(tmp_path / "tmp", *files, **settings))  # type: ignore[arg-type]
        return made[-1]

    yield begin
    for each in made:
        each.end()


@pytest.fixture(scope="module")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Started]:
    made = start(tmp_path_factory.mktemp("serve") / "tmp")
    yield made
    made.end()


def enter(reader: Reader, server: Started) -> Page:
    """Open the printed address; the token must be gone from the address bar."""
    home = f"http://127.0.0.1:{server.port}/"
    reader.allow(home)
    page = reader.open(server.address)
    page.wait_for_url(home)
    page.set_default_timeout(30_000)
    return page


def drop(page: Page, **files: str) -> None:
    page.evaluate(DROP, [[f"{name}.txt", text] for name, text in files.items()])
    for name in files:
        page.get_by_role("rowheader", name=f"{name}.txt", exact=True).wait_for()


def make(page: Page) -> None:
    page.get_by_role("button", name="Make the report").click()
    page.wait_for_url("**/runs/*")


def looked_at(reader: Reader, name: str) -> None:
    """Every way to look at a view: no fault that axe-core finds, and nothing beyond the right edge."""
    for view in reader.views():
        assert reader.violations() == [], view
        assert reader.sideways() == 0, view
        reader.keep(f"{name}-{view}")
    reader.dark()
    reader.narrow()
    reader.keep(f"{name}-dark-narrow")
    reader.light()
    reader.wide()


def test_pasted_texts_become_a_report(reader: Reader, serving: Callable[..., Started]) -> None:
    page = enter(reader, serving())
    for name, text in (("ref", REF), ("good", GOOD), ("poor", POOR)):
        page.get_by_label("or paste a text").fill(text)
        page.get_by_label("Name", exact=True).fill(name)
        page.get_by_role("button", name="Add the text").click()
        page.get_by_role("rowheader", name=name, exact=True).wait_for()
    assert page.get_by_label("Use ref as").input_value() == "reference"
    assert page.get_by_label("Use good as").input_value() == "system"
    looked_at(reader, "texts")
    make(page)
    report = page.frame_locator("iframe.report")
    report.get_by_role("heading", name="good and poor compared").wait_for()
    assert report.locator("body").inner_text().count("good") > 0
    looked_at(reader, "run")


def test_dropped_files_become_a_report_that_has_no_powers_and_can_be_saved(
    reader: Reader, serving: Callable[..., Started]
) -> None:
    page = enter(reader, serving())
    drop(page, ref=REF, good=GOOD, poor=POOR)
    make(page)
    inside = page.frames[1]
    inside.wait_for_selector("h1")
    assert inside.evaluate("() => self.origin") == "null"
    assert inside.evaluate("() => { try { return document.cookie; } catch (e) { return e.name; } }") == "SecurityError"
    with page.expect_download() as download:
        page.get_by_role("link", name="Save the file").click()
    assert download.value.suggested_filename == "good, poor against ref.txt.html"
    saved = Path(download.value.path()).read_text("utf-8")
    assert saved.startswith("<!doctype html>")


def test_the_columns_of_a_table_are_texts_whose_use_is_guessed(reader: Reader, serving: Callable[..., Started]) -> None:
    page = enter(reader, serving())
    rows = zip(REF.splitlines(), GOOD.splitlines(), POOR.splitlines(), strict=True)
    table = "seg_id\tsource\treference\tsysA\tsysB\tdomain\n" + "".join(
        f"{number}\tel gato\t{ref}\t{good}\t{poor}\tnews\n" for number, (ref, good, poor) in enumerate(rows)
    )
    page.evaluate(DROP, [["set.tsv", table]])
    page.get_by_role("rowheader", name="set.tsv[domain]", exact=True).wait_for()
    uses = [
        page.get_by_label(f"Use set.tsv[{name}] as", exact=True).input_value()
        for name in table.split("\n")[0].split("\t")
    ]
    assert uses == ["none", "source", "reference", "system", "system", "none"]
    looked_at(reader, "columns")
    make(page)
    page.frame_locator("iframe.report").get_by_role("heading", name="sysA and sysB compared").wait_for()


def test_judgments_and_scores_are_added_as_tables(reader: Reader, serving: Callable[..., Started]) -> None:
    page = enter(reader, serving())
    drop(page, ref=REF, good=GOOD, poor=POOR)
    human, scores = (
        f"system\tseg_id\t{name}\n" + "".join(f"{row}\n" for row in rows)
        for name, rows in (
            ("score", ("good\t1\t90", "good\t2\t80", "poor\t1\t40", "poor\t2\t50")),
            ("comet", ("good\t1\t0.9", "good\t2\t0.8", "poor\t1\t0.4", "poor\t2\t0.5")),
        )
    )
    files = {"human-da.tsv": human, "comet.tsv": scores, "notes.tsv": scores}
    page.set_input_files(
        "#tables",
        [{"name": name, "mimeType": "text/plain", "buffer": text.encode()} for name, text in files.items()],
    )
    page.get_by_role("rowheader", name="notes.tsv", exact=True).wait_for()
    uses = [page.get_by_label(f"Use {name} as", exact=True).input_value() for name in files]
    assert uses == ["judgments", "scores", "none"]
    assert page.get_by_label("Use comet.tsv as", exact=True).locator("option").all_inner_texts() == [
        "people's judgments",
        "scores of another tool",
        "not used",
    ]
    looked_at(reader, "tables")
    make(page)
    report = page.frame_locator("iframe.report")
    report.get_by_role("heading", name="Agreement of metrics").wait_for()
    assert "comet" in report.locator("#leaderboard").inner_text()
    assert "human-da: 2 systems, 2 segments" in report.locator("#agreement").inner_text()


def test_what_is_wrong_with_one_of_several_files_stays_to_be_read(
    reader: Reader, serving: Callable[..., Started]
) -> None:
    page = enter(reader, serving())
    page.evaluate(DROP, [["a.tsv", "ref\tmt\nx\n"], ["b.parquet", "PAR1"], ["picture.png", "x\n"], ["good.txt", GOOD]])
    page.get_by_role("rowheader", name="good.txt", exact=True).wait_for()
    said = page.locator("#shelf-problem").inner_text()
    assert "a.tsv:2 has 1 field" in said
    assert "b.parquet is Parquet" in said
    assert page.get_by_label("Use picture.png as").input_value() == "none"
    page.evaluate(DROP, [["ref.txt", REF]])
    page.get_by_role("rowheader", name="ref.txt", exact=True).wait_for()
    assert page.locator("#shelf-problem").is_hidden()
    reader.expected.append("422")  # the browser notes every refusal


def test_a_wrong_text_is_told_in_the_words_of_the_command_line(reader: Reader, serving: Callable[..., Started]) -> None:
    page = enter(reader, serving())
    page.get_by_role("button", name="Make the report").click()
    problem = page.locator("#problem")
    problem.wait_for()
    assert "no text is marked as a reference" in problem.inner_text()
    drop(page, ref=REF, good=GOOD, short="one line\n")
    page.get_by_role("button", name="Make the report").click()
    page.wait_for_function("() => document.getElementById('problem').textContent.includes('short.txt')")
    assert "short.txt has 1 line but ref.txt has 2" in problem.inner_text()
    assert page.get_by_role("button", name="Make the report").is_enabled()
    looked_at(reader, "problem")
    reader.expected.append("422")  # the browser notes every refusal


def test_a_report_can_be_cancelled(reader: Reader, serving: Callable[..., Started], tmp_path: Path) -> None:
    for name in ("ref1.txt", "systems/direct.txt", "systems/via-ca.txt"):
        long = (EXAMPLE / name).read_text("utf-8") * 300
        (tmp_path / Path(name).name).write_text(long, "utf-8")
    files = [tmp_path / name for name in ("ref1.txt", "direct.txt", "via-ca.txt")]
    page = enter(reader, serving(*files))
    page.get_by_role("rowheader", name="direct.txt").wait_for()
    page.get_by_role("button", name="Make the report").click()
    page.wait_for_function("() => /of|segments|draws/.test(document.getElementById('job-says').textContent)")
    reader.keep("running")
    assert reader.violations() == []
    page.reload()
    page.get_by_role("button", name="Cancel").wait_for()  # the tab goes on with its job
    page.get_by_role("button", name="Cancel").click()
    page.get_by_text("Cancelled; nothing was kept.").wait_for()
    page.get_by_role("link", name="History").click()
    page.get_by_text("No runs yet.").wait_for()


def test_two_sentences_change_while_somebody_types(reader: Reader, serving: Callable[..., Started]) -> None:
    server = serving()
    page = enter(reader, server)
    page.get_by_role("link", name="Two sentences").click()
    reference, translation = page.get_by_label("Reference"), page.get_by_label("Translation")
    reference.fill("the cat sat on a mat")
    translation.fill("on a mat sat the cat")
    page.locator("#picture li.moved").first.wait_for()
    translation.fill("")
    translation.press_sequentially("the cat sat on a mat", delay=5)
    bleu = page.locator("#scores tr", has_text="bleu").locator("td").first
    page.wait_for_function("() => document.querySelector('#scores td.score')?.textContent === '100.0'")
    assert bleu.inner_text() == "100.0"
    assert page.locator("#picture li.moved").count() == 0
    page.get_by_role("button", name="Swap the two").click()
    translation.fill("القط جلس على 😀 الحصيرة في المطبخ القديم")
    reference.fill("猫が古い台所のマットに座った")
    page.wait_for_function("() => document.getElementById('picture').textContent.includes('القط')")
    reader.keep("scripts")
    hint = page.get_by_text("This text has no spaces between words.")
    hint.wait_for()
    page.get_by_label("Languages").fill("en-ja")
    hint.wait_for(state="hidden")
    page.get_by_label("Languages").fill("")
    reference.fill("the cat sat on a mat in the old kitchen")
    translation.fill("in the old kitchen on a mat sat a small cat")
    page.wait_for_function("() => document.getElementById('picture').textContent.includes('small')")
    looked_at(reader, "order")
    page.get_by_role("button", name="Show as table").click()
    table = page.get_by_role("region", name="Which words correspond")
    assert "small" in table.inner_text()
    translation.fill("in the old kitchen on a mat sat the tall cat")
    page.wait_for_function("() => document.getElementById('picture').textContent.includes('tall')")
    assert table.is_visible()  # the choice stays
    page.get_by_label("Metrics").fill("blue")
    page.get_by_text("did you mean 'bleu'?").wait_for()
    reader.expected.append("422")


def test_history_lists_compares_follows_and_deletes(reader: Reader, serving: Callable[..., Started]) -> None:
    server = serving()
    reference = server.text("ref.txt", REF.splitlines())
    texts = {name: server.text(f"{name}.txt", text.splitlines()) for name, text in (("good", GOOD), ("poor", POOR))}
    server.run([reference], texts, metrics=["bleu", "ter"])
    server.run(
        [reference], {"good": texts["poor"], "poor": texts["good"]}, metrics=["bleu", "ter"], title="Turned round"
    )
    page = enter(reader, server)
    page.get_by_role("link", name="History").click()
    page.get_by_role("link", name="Turned round").wait_for()
    looked_at(reader, "list")
    compare = page.get_by_role("button", name="Compare two runs")
    assert compare.is_disabled()
    page.get_by_label("Compare run 1").check()
    page.get_by_label("Compare run 2").check()
    compare.click()
    page.get_by_role("heading", name="Runs 1 and 2").wait_for()
    row = page.get_by_role("row", name="bleu").filter(has=page.get_by_role("rowheader", name="good"))
    assert "▼ worse" in row.inner_text()
    looked_at(reader, "compared")
    page.get_by_role("button", name="Test the systems of both runs").click()
    page.wait_for_url("**/runs/3")
    page.frame_locator("iframe.report").get_by_role("heading", name="4 systems compared").wait_for()
    page.get_by_role("link", name="History").click()
    page.get_by_role("link", name="good", exact=True).click()
    page.get_by_role("heading", name="good over time").wait_for()
    assert page.locator("svg.trend").count() == 2
    page.get_by_text("Show as table").first.click()
    looked_at(reader, "trend")
    page.get_by_role("link", name="History").click()
    page.wait_for_load_state("load")
    page.get_by_role("button", name="Delete run 3").click()
    page.get_by_role("dialog").wait_for()
    reader.keep("question")
    assert reader.violations() == []
    page.keyboard.press("Escape")
    page.get_by_role("dialog").wait_for(state="detached")
    assert page.get_by_role("button", name="Delete run 3").count() == 1
    for word in ("Delete run 3", "Delete all runs"):
        page.get_by_role("button", name=word).click()
        page.get_by_role("dialog").get_by_role("button", name="Delete").click()
        page.wait_for_function("() => !document.querySelector('[data-delete=\"3\"]')")
        page.wait_for_load_state("load")
    page.get_by_text("No runs yet.").wait_for()
    looked_at(reader, "empty")


def test_two_tabs_work_at_once_and_a_new_start_needs_the_new_address(
    new_reader: Callable[[], Reader], serving: Callable[..., Started], tmp_path: Path
) -> None:
    server = serving(history=tmp_path / "h.sqlite")
    first, second = new_reader(), new_reader()
    pages = [enter(first, server), enter(second, server)]
    drop(pages[0], ref=REF, good=GOOD, poor=POOR)
    pages[1].reload()
    pages[1].get_by_role("rowheader", name="poor.txt").wait_for()  # every tab sees the same texts
    for page in pages:
        page.get_by_role("button", name="Make the report").click()
    for page in pages:
        page.wait_for_url("**/runs/*")
    assert {page.url.rpartition("/")[2] for page in pages} == {"1", "2"}
    server.kill()
    pages[0].goto("about:blank")
    again = serving(history=tmp_path / "h.sqlite", port=server.port)
    second.expected.append("403")
    pages[1].goto(f"http://127.0.0.1:{server.port}/history")
    pages[1].get_by_text("this page opens only with its token").wait_for()
    assert second.violations() == []
    second.keep("refused")
    second.open(again.address).wait_for_url(f"http://127.0.0.1:{server.port}/")
    pages[1].get_by_role("link", name="History").click()
    pages[1].get_by_role("button", name="Delete run 2").wait_for()
    assert pages[1].get_by_role("button", name="Delete run").count() == 2


def test_the_keyboard_is_enough(reader: Reader, serving: Callable[..., Started]) -> None:
    page = enter(reader, serving())
    page.get_by_text("No texts yet.").wait_for()
    page.keyboard.press("Tab")
    assert page.evaluate("() => document.activeElement.className") == "skip"
    page.get_by_label("or paste a text").focus()
    for name, text in (("ref", REF), ("good", GOOD)):
        page.keyboard.insert_text(text)
        page.keyboard.press("Tab")
        page.keyboard.insert_text(name)
        page.keyboard.press("Enter")
        page.get_by_role("rowheader", name=name, exact=True).wait_for()
        page.wait_for_function("() => document.activeElement.id === 'pasted'")
    page.get_by_role("button", name="Make the report").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/runs/*")


def test_the_colours_can_be_chosen_and_stay(reader: Reader, serving: Callable[..., Started]) -> None:
    page = enter(reader, serving())
    page.get_by_role("button", name="Use dark colours").click()
    assert page.evaluate("() => getComputedStyle(document.body).backgroundColor") == "rgb(21, 23, 27)"
    page.get_by_role("link", name="Two sentences").click()
    page.get_by_role("button", name="Use light colours").wait_for()
    assert page.evaluate("() => getComputedStyle(document.body).backgroundColor") == "rgb(21, 23, 27)"


def test_the_report_in_its_frame_has_the_colours_of_the_page(reader: Reader, serving: Callable[..., Started]) -> None:
    page = enter(reader, serving())
    drop(page, ref=REF, good=GOOD)
    make(page)
    inside = page.frames[1]
    inside.wait_for_selector("h1")
    dark = "() => getComputedStyle(document.body).backgroundColor === 'rgb(21, 23, 27)'"
    assert not inside.evaluate(dark)
    page.get_by_role("button", name="Use dark colours").click()
    inside.wait_for_function(dark)
    assert inside.locator("button.theme").is_hidden()  # the page has one, for both
    page.reload()
    page.frames[1].wait_for_function(dark)
    page.get_by_role("button", name="Use light colours").click()
    page.frames[1].wait_for_function(f"() => !({dark})()")


def test_hostile_names_are_shown_literally(reader: Reader, serving: Callable[..., Started]) -> None:
    server = serving()
    nasty = "</title><img src=x onerror=alert(1)>\"'&{{7*7}}"
    texts = [server.text("%3Cscript%3Ealert(1)%3C/script%3E", text.splitlines()) for text in (REF, GOOD, POOR)]
    server.run(texts[:1], {nasty: texts[1], "poor": texts[2]}, title=nasty)
    page = enter(reader, server)
    page.get_by_role("rowheader", name="<script>alert(1)</script>").first.wait_for()
    for path in ("history", "runs/1", "trend?system=poor"):
        page.goto(f"http://127.0.0.1:{server.port}/{path}")
        for closed in page.locator("summary").all():
            closed.click()
        assert page.get_by_text("onerror=alert(1)").first.is_visible()


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("bleu, chrf", ["bleu", "chrf"]),
        (" bleu:order=2,smooth=exp , ter,", ["bleu:order=2,smooth=exp", "ter"]),
        ("0.5*bleu + 0.5*chrf", ["0.5*bleu + 0.5*chrf"]),
        ("", []),
    ],
)
def test_names_of_metrics_are_read_as_people_type_them(
    reader: Reader, shared_server: Started, typed: str, read: list[str]
) -> None:
    page = enter(reader, shared_server)
    made = page.evaluate("async (text) => (await import('/assets/naming.js')).names(text)", typed)
    assert made == read


def test_what_a_text_is_is_guessed_by_its_name(reader: Reader, shared_server: Started) -> None:
    page = enter(reader, shared_server)
    names = ["ref.txt", "ref1.txt", "newstest.ref.en", "refA.txt", "prefix.txt", "reform.txt", "src.de", "docs.txt"]
    names += ["README.md", "online-A.txt"]
    guesses = (
        "async (names) => { const m = await import('/assets/guessing.js'); return names.map((n) => m.guess(n, '')); }"
    )
    made = page.evaluate(guesses, names)
    assert made == [*["reference"] * 4, "system", "system", "source", "documents", "none", "system"]


def test_a_file_that_is_too_large_is_told_before_it_is_sent(reader: Reader, serving: Callable[..., Started]) -> None:
    page = enter(reader, serving(text_bytes=1 << 20))
    page.evaluate(DROP, [["big.txt", "x" * (1 << 21)]])
    page.get_by_text("big.txt is larger than 1 MiB").wait_for()
