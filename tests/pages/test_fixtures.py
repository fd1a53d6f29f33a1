"""The fixtures themselves: a page that does what no page may do is found out."""

from __future__ import annotations

from pathlib import Path

import pytest

from conftest import ROOT
from pages.reader import Reader

POLICY = "default-src 'none'; style-src 'unsafe-inline'"


def written(folder: Path, body: str, *, head: str = "") -> Path:
    file = folder / "page.html"
    file.write_text(
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>a page</title>{head}</head>'
        f"<body><main><h1>A page</h1>{body}</main></body></html>",
        encoding="utf-8",
    )
    return file


def test_a_quiet_page_has_no_faults(reader: Reader, tmp_path: Path) -> None:
    page = reader.open(written(tmp_path, "<p>nothing happens</p>"))
    assert page.title() == "a page"
    assert reader.faults() == []
    assert reader.violations() == []


@pytest.mark.parametrize(
    "body",
    [
        '<img alt="" src="http://example.org/a.png">',
        '<script>fetch("https://example.org/").catch(() => 0)</script>',
        '<iframe title="b" src="http://127.0.0.1:9/"></iframe>',
        '<script>new WebSocket("ws://127.0.0.1:9/")</script>',
    ],
)
def test_every_request_is_refused_and_noted(reader: Reader, tmp_path: Path, body: str) -> None:
    reader.open(written(tmp_path, body)).wait_for_load_state("networkidle")
    assert len(reader.requests) == 1
    reader.requests.clear()
    reader.complaints.clear()  # the browser says so on its console, too


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("<script>console.error('one')</script>", "console error: one"),
        ("<script>throw new Error('two')</script>", "exception: two"),
        ("<script>alert('three')</script>", "dialog: three"),
    ],
)
def test_complaints_are_noted(reader: Reader, tmp_path: Path, body: str, said: str) -> None:
    reader.open(written(tmp_path, body))
    assert reader.complaints == [said]
    reader.complaints.clear()


def test_axe_sees_pale_text_and_small_targets_under_a_policy(reader: Reader, tmp_path: Path) -> None:
    policy = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
    style = "<style>p { color: #ccc } button { width: 9px; height: 9px; padding: 0; margin: 0; border: 0 }</style>"
    body = '<p>pale</p><button aria-label="a"></button><button aria-label="b"></button>'
    reader.open(written(tmp_path, body, head=policy + style))
    found = {line.partition(":")[0] for line in reader.violations()}
    assert found == {"color-contrast", "target-size"}


def test_axe_looks_at_the_colours_that_are_on(reader: Reader, tmp_path: Path) -> None:
    style = "<style>@media (prefers-color-scheme: dark) { p { color: #333; background: #222 } }</style>"
    reader.open(written(tmp_path, "<p>dark on dark</p>", head=style))
    pale = [view for view in reader.views() if reader.violations()]
    assert pale == ["dark"]


def test_what_is_too_wide_shows_only_on_a_narrow_screen(reader: Reader, tmp_path: Path) -> None:
    reader.open(written(tmp_path, "<style>p { width: 600px }</style><p>wide</p>"))
    assert reader.sideways() == 0
    reader.narrow()
    assert reader.sideways() > 200


def test_the_keyboard_finds_what_can_be_reached(reader: Reader, tmp_path: Path) -> None:
    page = reader.open(written(tmp_path, '<button>one</button><a href="#x">two</a><div>three</div>'))
    reader.tab_to("button one")
    reader.tab_to("a two")
    assert reader.focused() == "a two"
    with pytest.raises(AssertionError, match="never came to 'three'"):
        reader.tab_to("three", most=4)
    assert page.locator("div").count() == 1


def test_pictures_stay_out_of_the_repository(reader: Reader, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERTIUM_PICTURES", str(tmp_path / "here"))
    reader.open(written(tmp_path, "<p>smile</p>"))
    file = reader.keep("first view")
    assert file.parent == tmp_path / "here"
    assert file.read_bytes().startswith(b"\x89PNG")
    assert "build/" in (ROOT / ".gitignore").read_text("utf-8").split()


def test_the_lock_of_npm_names_no_registry() -> None:
    """Whose machine wrote it is nobody's business; checksums hold what is installed."""
    text = (ROOT / "tests" / "pages" / "package-lock.json").read_text("utf-8")
    assert "http" not in text
    assert '"integrity": "sha512-' in text
