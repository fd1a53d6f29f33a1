"""The browser that tests drive: where it is, how it starts, and axe-core, which looks at pages for them."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import NoReturn

import pytest

from conftest import ROOT

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
AXE = ROOT / "build" / "axe" / "node_modules" / "axe-core" / "axe.min.js"

# Sections far from the window are not laid out until somebody scrolls there (page.css), and have no innerText before.
# Most tests read all of a page and look for faults in all of it: for them everything is laid out from the start.
LAID_OUT = """addEventListener("DOMContentLoaded", () => {
    for (const section of document.querySelectorAll("main > section")) section.style.contentVisibility = "visible";
});"""


def missing(reason: str) -> NoReturn:
    """Skip the test; where a browser is promised (.ci/run sets TERTIUM_BROWSER=required), fail it."""
    if os.environ.get("TERTIUM_BROWSER") == "required":
        pytest.fail(f"{reason} (TERTIUM_BROWSER=required)", pytrace=False)
    pytest.skip(reason)


def chromium() -> str:
    """The program: the variable CHROMIUM, else the first of the usual names on PATH."""
    named = os.environ.get("CHROMIUM")
    found = shutil.which(named) if named else next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        missing(f"no browser: {named or 'chromium'} is not on PATH (install Chromium, or set CHROMIUM to its program)")
    return found


def axe_source() -> str:
    """The script of axe-core, as `make axe` installed it."""
    if not AXE.is_file():
        missing("no axe-core in build/axe: run 'make axe' (needs npm)")
    return AXE.read_text("utf-8")


def pictures() -> Path:
    """Where screenshots go: TERTIUM_PICTURES, else build/pages of the checkout. Never in the repository."""
    folder = Path(os.environ.get("TERTIUM_PICTURES", ROOT / "build" / "pages"))
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def switches() -> list[str]:
    """How Chromium is started. Its sandbox needs a user who is not root."""
    return ["--disable-gpu", *(["--no-sandbox"] if os.geteuid() == 0 else [])]
