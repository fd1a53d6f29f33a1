"""Chromium with the page's modules as they are in their files, so that single functions can be called."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import tertium.render

ASSETS = Path(tertium.render.__file__).parent / "page" / "assets"
ORIGIN = "http://modules.test"  # answered from the files above, never asked of a network


@pytest.fixture(scope="package")
def browser() -> Iterator[Any]:
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    chromium = os.environ.get("TERTIUM_CHROMIUM") or shutil.which("chromium")
    if chromium is None:
        pytest.skip("there is no Chromium here (set TERTIUM_CHROMIUM to its program)")
    with sync_api.sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield started
        started.close()


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
