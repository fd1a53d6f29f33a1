"""Fixtures of the tests that open pages in a browser, as a person would.

``reader`` is somebody with one tab and no network (``pages.reader.Reader``)::

    def test_sorting(reader: Reader, report: Path) -> None:
        page = reader.open(report)                      # from file://; or reader.allow(server) and an address
        page.get_by_role("button", name="chrf").click() # page is playwright's, its waiting included
        assert page.locator("tbody th").all_inner_texts() == [...]
        assert reader.violations() == []                # axe-core: WCAG 2.2 A and AA, in this view
        reader.keep("sorted")                           # a picture in build/pages, never in the repository

The test fails by itself, whatever it was about, if the page asked for anything but files, data: and blob: addresses
(or a server named with ``reader.allow``), wrote an error or a warning to the console, threw an exception, opened a
dialog or a window. A test that expects such a thing takes it out of ``reader.requests`` or ``reader.complaints``.

``reader.dark()``, ``light()``, ``narrow()`` (360 px), ``wide()``, ``on_paper()`` change the view; ``sideways()`` tells
how far the page scrolls sideways (0 is right); ``tab_to()`` and ``focused()`` use the keyboard alone; ``clipboard()``
reads what was copied; ``new_reader()`` opens a second tab with storage of its own.

Under the CSP of our pages playwright can't evaluate strings: pass functions ("() => document.title").

Where there is no browser, or no axe-core, tests are skipped with a reason; with TERTIUM_BROWSER=required (.ci/run)
they fail. Playwright keeps an event loop running in its thread, and asyncio.run of other tests would fail beside it:
so the browser lives as long as this package, not as long as the session. Each worker of xdist has its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest

from pages.browser import chromium, missing, switches

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from pages.reader import Reader


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        missing("no playwright: install the extra 'dev'")
    program = chromium()
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=program, args=switches())
        yield started
        started.close()


@pytest.fixture
def new_reader(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Callable[[], Reader]]:
    """Readers, each with a profile of its own. All of them must have been content when the test ends."""
    from pages.reader import WIDE, Reader

    readers: list[Reader] = []
    contexts = []

    def made() -> Reader:
        contexts.append(
            browser.new_context(viewport={"width": WIDE[0], "height": WIDE[1]}, service_workers="block", locale="en-GB")
        )
        readers.append(Reader(contexts[-1], request.node.name))
        return readers[-1]

    yield made
    faults = [fault for reader in readers for fault in reader.faults()]
    for context in contexts:
        context.close()
    assert faults == []


@pytest.fixture
def reader(new_reader: Callable[[], Reader]) -> Reader:
    return new_reader()
