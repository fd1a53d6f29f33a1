"""What `-f html` of every command writes, opened in a browser: quiet, readable by everyone, on every screen."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from pages.reader import Reader
from pages.samples import EXAMPLE, JUDGED, example_systems, many_scripts, page_of

REFERENCES = [str(EXAMPLE / "ref1.txt"), str(EXAMPLE / "ref2.txt")]
SYSTEMS = example_systems()
COMMANDS: dict[str, list[str]] = {
    "score": ["score", *REFERENCES, "-i", *SYSTEMS, "-m", "bleu", "chrf", "ter", "rouge-l", "wer", "nist"],
    "score-segments": ["score", str(JUDGED / "refA.txt"), "-i", str(JUDGED / "systems" / "direct.txt"), "-sl"],
    "compare": ["compare", *REFERENCES, "-i", *SYSTEMS, "-m", "bleu", "chrf", "ter", "--slices", "ref-length"],
    "gate": ["gate", *REFERENCES, "--baseline", SYSTEMS[0], "-i", SYSTEMS[1], "--max-drop", "0.5", "-m", "bleu", "ter"],
    "meta": ["meta", str(JUDGED), "-m", "bleu", "chrf", "ter"],
    "tune": ["tune", str(JUDGED), "bleu", "chrf"],
    "diff": ["diff", *REFERENCES, "-i", *SYSTEMS[:2], "-n", "8"],
    "order": ["order", REFERENCES[0], "-i", *SYSTEMS],
    "explain": ["explain", *REFERENCES, "-i", *SYSTEMS, "--line", "5", "-m", "meteor", "ter"],
    "worst": ["explain", *REFERENCES, "-i", *SYSTEMS, "--worst", "6"],
    "differ": ["explain", *REFERENCES, "-i", *SYSTEMS, "--differ", "direct", "via-eo", "-n", "3"],
    "doctor": ["doctor", *REFERENCES, "-i", *SYSTEMS],
    "mbr": ["mbr", str(EXAMPLE.parent / "nbest.txt")],
}


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    folder = tmp_path_factory.mktemp("pages")

    def page(name: str) -> Path:
        file = folder / f"{name}.html"
        return file if file.is_file() else page_of(file, *COMMANDS[name])

    return page


@pytest.mark.parametrize("name", COMMANDS)
def test_a_page_is_readable_by_everyone(name: str, written: Callable[[str], Path], reader: Reader) -> None:
    """Light, dark, narrow and on paper: axe-core finds nothing, the page itself never scrolls sideways."""
    page = reader.open(written(name))
    assert page.get_by_role("heading", level=1).count() == 1
    assert page.title()
    for view in reader.views():
        assert reader.violations() == [], view
        assert reader.sideways() == 0, view
        reader.keep(view)
    reader.on_paper()
    assert reader.violations() == []
    reader.keep("paper")


@pytest.mark.parametrize("name", ["explain", "worst", "differ"])
def test_every_crossing_picture_is_a_table_too(name: str, written: Callable[[str], Path], reader: Reader) -> None:
    """All words of the reference and of the output are in it, in the order of the reference; nothing needs script."""
    page = reader.open(written(name))
    tables = page.locator("details.numbers")
    assert tables.count() == page.locator("figure.crossing").count() > 0
    for summary in tables.locator("summary").all():
        summary.click()
    assert reader.violations() == []
    assert reader.sideways() == 0
    reader.keep("tables")
    first = tables.first.locator("tbody tr")
    cells = [row.locator("th, td").all_inner_texts() for row in first.all()]
    kinds = {row[4].split(",")[0].split(" ")[0] for row in cells}
    assert kinds <= {"in", "moved", "changed", "missing", "extra"}
    words = "".join(row[1] for row in cells)
    shown = (EXAMPLE / "ref1.txt", EXAMPLE / "ref2.txt")
    assert any(
        "".join(line.split()) == "".join(words.split())
        for file in shown
        for line in file.read_text("utf-8").splitlines()
    )


@pytest.mark.parametrize("name", ["compare", "diff", "order", "worst", "differ"])
def test_scripts_of_both_directions_and_long_names_fit(name: str, tmp_path: Path, reader: Reader) -> None:
    """Ninety words in a sentence, Arabic, Hebrew and Japanese, a name of ninety letters: nothing scrolls sideways."""
    reference, systems = many_scripts(tmp_path)
    options = {
        "compare": ["compare", *reference, "-i", *map(str, systems), "-m", "chrf", "ter", "--resamples", "50"],
        "diff": ["diff", *reference, "-i", *map(str, systems), "-m", "chrf"],
        "order": ["order", *reference, "-i", *map(str, systems)],
        "worst": ["explain", *reference, "-i", *map(str, systems), "--worst", "20"],
        "differ": ["explain", *reference, "-i", *map(str, systems), "--differ", *(path.stem for path in systems)],
    }
    reader.open(page_of(tmp_path / "page.html", *options[name]))
    for view in reader.views():
        assert reader.violations() == [], view
        assert reader.sideways() == 0, view
        reader.keep(view)
