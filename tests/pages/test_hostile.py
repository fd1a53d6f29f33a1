"""Texts that want to be more than text, in names and segments: nothing runs, and they are shown as they are."""

from __future__ import annotations

from pathlib import Path

import pytest

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
