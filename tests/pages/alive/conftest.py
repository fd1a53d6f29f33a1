"""Chromium with the page's modules as they are in their files, so that single functions can be called."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import tertium.render
from pages.browser import LAID_OUT

ASSETS = Path(tertium.render.__file__).parent / "page" / "assets"
ORIGIN = "http://modules.test"  # answered from the files above, never asked of a network


@pytest.fixture(scope="package")
def modules(browser: Any) -> Iterator[Any]:
    """A blank page; ``modules.evaluate("async (x) => (await import('/draws.js')).f(x)", x)`` calls a function."""
    page = browser.new_page()
    page.route(f"{ORIGIN}/**", lambda route: _file(route, "<!doctype html><title>modules</title>"))
    page.goto(f"{ORIGIN}/")
    yield page
    page.close()


@pytest.fixture
def live(browser: Any) -> Iterator[Callable[[str], Any]]:
    """A report in the browser whose filters a test can set: ``await chosen([0, 3])`` in the page selects places.

    ``await looked("slices")`` scrolls to a section, as a person would who looks at it; ``chosen`` looks at the slices.
    """
    pages = []

    def opened(html: str) -> Any:
        page = browser.new_page()
        page.add_init_script(LAID_OUT)
        page.route(f"{ORIGIN}/**", lambda route: _file(route, _BUNDLE.sub("", _POLICY.sub("", html))))
        page.goto(f"{ORIGIN}/")
        page.evaluate(_START)
        pages.append(page)
        return page

    yield opened
    for page in pages:
        page.close()


# The page's own script is one module that nobody outside can reach: here its parts are started by hand.
_BUNDLE = re.compile(r'<script type="module">.*</script>', re.DOTALL)
_POLICY = re.compile(r'<meta http-equiv="Content-Security-Policy"[^>]*>')
_START = """async () => {
    const [{ unpack }, { createState }, { startAlive }, { startSorting }] =
        await Promise.all(["unpack", "state", "alive", "sorting"].map((name) => import(`/${name}.js`)));
    const { facts, array } = await unpack(document.getElementById("pack").textContent);
    const state = createState(facts, array);
    startSorting(document);
    startAlive(document, state);
    globalThis.reportState = state;
    globalThis.settled = async () => {
        while (document.querySelector("[aria-busy=true]")) await new Promise((resolve) => setTimeout(resolve, 5));
    };
    globalThis.looked = async (id) => {
        document.getElementById(id)?.scrollIntoView();
        for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
        await settled();
    };
    globalThis.selected = (places) => {
        const mask = new Uint8Array(state.segments);
        for (const place of places) mask[place] = 1;
        state.setFilter("test", "chosen", mask);
    };
    globalThis.chosen = async (places) => {
        await looked("slices");
        selected(places);
        await settled();
    };
}"""


def _file(route: Any, html: str) -> None:
    name = route.request.url.removeprefix(f"{ORIGIN}/")
    if name == "":
        route.fulfill(body=html, content_type="text/html")
    else:
        route.fulfill(body=(ASSETS / name).read_text("utf-8"), content_type="text/javascript")
