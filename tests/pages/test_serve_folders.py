"""A folder on the page of ``tertium serve``, dropped or chosen: its texts are those that the command line takes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("starlette", reason="the extra 'serve' is not installed")

from serve.started import Started, start

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from pages.reader import Reader

USES = {
    "refA.txt": "reference",
    "src.txt": "source",
    "systems/one.txt": "system",
    "systems/two.txt": "system",
    "systems/odd.txt": "none",
}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Started]:
    made = start(tmp_path / "tmp")
    yield made
    made.end()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Texts of one set, one of another set, and files that are no texts."""
    made = tmp_path / "de-en"
    (made / "systems").mkdir(parents=True)
    (made / ".git").mkdir()
    for name in ("refA.txt", "src.txt", "systems/one.txt", "systems/two.txt"):
        (made / name).write_text("one two three .\nfour five six .\n")
    (made / "systems/odd.txt").write_text("a single line .\n")
    for name in (".hidden", ".git/config", "systems/plot.png"):
        (made / name).write_bytes(b"\x00\x01\n")
    return made


def uses(page: Page) -> dict[str, str]:
    """What every text is used as; the names are paths as they are shown."""
    page.get_by_role("rowheader", name="systems/two.txt", exact=True).wait_for()
    return {
        row.locator("th").inner_text(): row.locator("select").input_value()
        for row in page.locator("#shelf tbody tr").all()
    }


def entered(reader: Reader, server: Started) -> Page:
    home = f"http://127.0.0.1:{server.port}/"
    reader.allow(home)
    page = reader.open(server.address)
    page.wait_for_url(home)
    return page


def test_a_chosen_folder_gives_its_texts_under_their_paths(reader: Reader, server: Started, folder: Path) -> None:
    page = entered(reader, server)
    page.locator("#folder").set_input_files(folder)
    assert uses(page) == USES
    names = (
        page.locator("#shelf tbody tr", has_text="systems/")
        .locator("input")
        .evaluate_all("all => all.map(e => e.value)")
    )
    assert sorted(names) == ["odd", "one", "two"]
    page.reload()  # another tab sees the same
    assert uses(page) == USES
    page.get_by_role("button", name="Make the report").click()
    page.wait_for_url("**/runs/*")


def test_a_dropped_folder_is_read_with_all_that_is_in_it(reader: Reader, server: Started, folder: Path) -> None:
    page = entered(reader, server)
    middle = page.locator("#drop").bounding_box()
    assert middle is not None
    session = page.context.new_cdp_session(page)
    data = {"items": [], "files": [str(folder)], "dragOperationsMask": 1}
    for kind in ("dragEnter", "dragOver", "drop"):
        place = {"x": middle["x"] + 20, "y": middle["y"] + 20}
        session.send("Input.dispatchDragEvent", {"type": kind, **place, "data": data})
    assert uses(page) == USES
    assert page.locator("#shelf-problem").is_hidden()


def test_a_folder_without_texts_or_with_too_many_is_told(reader: Reader, server: Started, tmp_path: Path) -> None:
    page = entered(reader, server)
    bare, full = tmp_path / "bare", tmp_path / "full"
    bare.mkdir()
    (bare / "picture.png").write_bytes(b"x")
    page.locator("#folder").set_input_files(bare)
    page.get_by_text("The folder has no file that may be a text; choose another.").wait_for()
    full.mkdir()
    for place in range(201):
        (full / f"{place}.txt").write_text("x\n")
    page.locator("#folder").set_input_files(full)
    page.get_by_text("The folder has 201 files that may be texts, more than 200;").wait_for()
    assert page.locator("#shelf tbody tr").count() == 0
