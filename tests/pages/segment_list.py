"""The list of segments in a page: a report of the example corpus, and how tests find their way in its list."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from cli.shell import run
from pages.reader import Reader
from pages.samples import EXAMPLE, example_systems

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

METRICS = ["bleu", "ter", "ribes", "chrf"]


def written(folder: Path, name: str, lines: list[str]) -> str:
    file = folder / f"{name}.txt"
    file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8", newline="\n")
    return str(file)


def example_report(folder: Path) -> Path:
    """The example corpus: three systems, two references, a source, documents."""
    count = len((EXAMPLE / "src.txt").read_text("utf-8").splitlines())
    docs = written(folder, "docs", [f"document {1 + place // 40}" for place in range(count)])
    texts = [str(EXAMPLE / "ref1.txt"), str(EXAMPLE / "ref2.txt"), "-i", *example_systems(), "--docs", docs]
    file = folder / "report.html"
    done = run("report", *texts, "-s", str(EXAMPLE / "src.txt"), "-m", *METRICS, "-o", str(file))
    assert done.code == 0, done.err
    return file


def listed(reader: Reader, file: Path) -> Page:
    """The page once its segments are there."""
    page = reader.open(file)
    lines(page).first.wait_for()
    return page


def lines(page: Page) -> Locator:
    return page.locator("button.segment")


def numbers(page: Page) -> list[int]:
    return [
        int(text) for text in page.locator(".segment .number").evaluate_all("all => all.map(e => e.lastChild.data)")
    ]


def opened(page: Page, place: int) -> Locator:
    """The opened segment of line ``place`` of the list."""
    lines(page).nth(place).click()
    return page.locator(".segment-item").nth(place).locator(".opened")


def said(page: Page) -> str:
    return page.locator(".pager-said").first.inner_text()


def texts(name: str) -> list[str]:
    return (EXAMPLE / name).read_text("utf-8").splitlines()
