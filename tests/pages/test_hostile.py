"""Texts that want to be more than text, in names and segments: nothing runs, and they are shown as they are."""

from __future__ import annotations

import json
from itertools import cycle
from pathlib import Path

import pytest

import tertium
from cli.shell import run
from pages import hostile
from pages.reader import Reader
from tertium.errors import printable


def test_as_markup_they_would_be_noticed(reader: Reader, tmp_path: Path) -> None:
    """Without this, the tests below could pass because these texts do nothing anywhere."""
    file = tmp_path / "page.html"
    quiet = []
    for text in hostile.MARKUP:
        if "http-equiv=refresh" in text:
            continue  # it takes the page away while we look
        file.write_text(f"<!doctype html><meta charset=utf-8><title>t</title><body>{text}</body>", encoding="utf-8")
        if not (hostile.executed(reader.open(file)) or reader.faults()):
            quiet.append(text)
        reader.requests.clear()
        reader.complaints.clear()
    assert [text for text in quiet if not text.startswith("<!--")] == []  # in a text of HTML, the rest is a comment


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    """Arguments: a reference and two systems of hostile lines, with hostile names."""
    lines = hostile.texts(120, lone_surrogates=False)
    for name, shift in (("ref", 0), ("a", 0), ("b", 1)):
        turned = [*lines[shift:], *lines[:shift]]
        (tmp_path / f"{name}.txt").write_text("".join(f"{line}\n" for line in turned), encoding="utf-8", newline="\n")
    return [str(tmp_path / "ref.txt"), "-i", str(tmp_path / "a.txt"), str(tmp_path / "b.txt")]


NAMES = [
    '<img data-hostile src=x onerror="window.hostile=1">',
    "</title></script><script data-hostile>window.hostile=1</script>\u202e__proto__",
]


@pytest.mark.parametrize("command", ["score", "compare", "diff", "order"])
def test_command_pages_show_hostile_texts_as_they_are(
    command: str, files: list[str], tmp_path: Path, reader: Reader
) -> None:
    done = run(command, *files, "--names", *NAMES, "-f", "html")
    assert done.code == 0, done.err
    file = tmp_path / "page.html"
    file.write_text(done.out, encoding="utf-8")
    page = reader.open(file)
    assert hostile.executed(page) == []
    shown = page.locator("body").inner_text()
    for name in NAMES:
        assert printable(name) in shown
    reader.keep("hostile")


# What is written for a character that cannot be seen: back to the character, so that texts can be compared.
SHOWN = """() => {
  const back = (code) => {
    const known = {"\\\\t": "\\t", "\\\\n": "\\n", "\\\\r": "\\r"}[code];
    return known ?? String.fromCodePoint(parseInt(code.slice(2), 16));
  };
  return [...document.querySelectorAll("#segments .segment-item")].map((item) => [
    Number(item.dataset.place),
    [...item.querySelectorAll(".texts dd")].map((cell) => {
      const copy = cell.cloneNode(true);
      for (const code of copy.querySelectorAll("code.unseen-char")) code.textContent = back(code.textContent);
      return JSON.stringify(copy.textContent);
    }),
  ]);
}"""


HOSTILE_SYSTEMS = [*hostile.texts(2, seed=2), f"__proto__ {' '.join(hostile.LONE)}"]


def hostile_report(segments: int, file: Path) -> list[tuple[str, ...]]:
    """A report whose names, labels, documents and texts are all hostile; gives (source, reference, outputs ...)."""
    labels = [f"{text} {lone}" for text, lone in zip(hostile.texts(6, seed=3), cycle(hostile.LONE), strict=False)]
    given = hostile.texts(5 * segments, lone_surrogates=False)  # halves of characters are refused, with a sentence
    columns = [given[start::5] for start in range(5)]
    outputs = dict(zip(HOSTILE_SYSTEMS, columns[2:], strict=True))
    tertium.report(
        outputs,
        columns[1],
        ["chrf", "ter"],
        sources=columns[0],
        scores={labels[0]: {system: [float(len(text)) for text in texts] for system, texts in outputs.items()}},
        documents=[labels[1 + place * 2 // segments] for place in range(segments)],
        slice_by={labels[3]: [labels[4 + place % 2] for place in range(segments)]},
        slices=(),
        resamples=100,
    ).save(str(file))
    return list(zip(*columns, strict=True))


OPEN_ALL = """() => {
  for (const button of document.querySelectorAll("#segments button.segment[aria-expanded=false]")) button.click();
}"""
CLOSE_ALL = OPEN_ALL.replace("false", "true")


def shown_texts(reader: Reader) -> dict[int, tuple[str, ...]]:
    """Every segment of the report opened, page after page of the list: (source, reference, outputs ...) as shown."""
    page = reader.page
    found: dict[int, tuple[str, ...]] = {}
    while True:
        page.evaluate(OPEN_ALL)
        for place, cells in page.evaluate(SHOWN):
            found[place] = tuple(json.loads(cell) for cell in cells)
        page.evaluate(CLOSE_ALL)
        further = page.get_by_role("button", name="Next page of the list").first
        if not further.is_visible() or further.is_disabled():
            return found
        further.click()


@pytest.mark.filterwarnings("ignore::tertium.InputWarning")  # the doctor has much to say about such texts
@pytest.mark.parametrize("segments", [60, pytest.param(2000, marks=pytest.mark.slow)])
def test_a_report_of_hostile_names_and_texts(segments: int, reader: Reader, tmp_path: Path) -> None:
    """Of 2,000 segments there are 10,000 texts; names, documents and labels are hostile, too."""
    file = tmp_path / "report.html"
    given = hostile_report(segments, file)
    page = reader.open(file)
    page.locator("#segments .segment-item").first.wait_for()
    assert hostile.executed(page) == []
    names = page.locator("#leaderboard tbody th").evaluate_all("(cells) => cells.map((cell) => cell.textContent)")
    assert sorted(names) == sorted(map(printable, HOSTILE_SYSTEMS))
    shown = shown_texts(reader)
    assert hostile.executed(page) == []
    assert sorted(shown) == list(range(segments))
    assert [place for place, texts in enumerate(given) if shown[place] != texts] == []
    assert hostile.executed(page) == []


@pytest.mark.filterwarnings("ignore::tertium.InputWarning")
def test_hostile_labels_filter_as_any_other(reader: Reader, tmp_path: Path) -> None:
    """Their names go into controls, chips, the bar below and what is copied; long ones do not push the page aside."""
    file = tmp_path / "report.html"
    hostile_report(40, file)
    page = reader.open(file)
    page.locator("#segments .segment-item").first.wait_for()
    page.locator("#slices button").first.click()
    page.locator(".live-bar").get_by_text("computed again").wait_for()
    page.locator("#segments button.segment").first.click()
    page.get_by_role("button", name="Copy as TSV").first.click()
    for name in HOSTILE_SYSTEMS:
        assert printable(name) in reader.clipboard()
    assert hostile.executed(page) == []
    for view in reader.views():
        assert reader.sideways() == 0, view
        assert reader.violations() == [], view
        reader.keep(view)
