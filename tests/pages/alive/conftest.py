"""Chromium with the page's modules as they are in their files, so that single functions can be called."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import tertium.render

ASSETS = Path(tertium.render.__file__).parent / "page" / "assets"
ORIGIN = "http://modules.test"  # answered from the files above, never asked of a network


@pytest.fixture(scope="package")
def modules(browser: Any) -> Iterator[Any]:
    """A blank page; ``modules.evaluate("async (x) => (await import('/draws.js')).f(x)", x)`` calls a function."""
    page = browser.new_page()
    page.route(f"{ORIGIN}/**", _file)
    page.goto(f"{ORIGIN}/")
    yield page
    page.close()


def _file(route: Any) -> None:
    name = route.request.url.removeprefix(f"{ORIGIN}/")
    if name == "":
        route.fulfill(body="<!doctype html><title>modules</title>", content_type="text/html")
    else:
        route.fulfill(body=(ASSETS / name).read_text("utf-8"), content_type="text/javascript")
