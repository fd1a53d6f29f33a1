"""The Python blocks of the tutorial and of docs/python.md run and print what they say.

Their console blocks are checked with all others.
"""

from __future__ import annotations

import doctest
import re
import warnings

import pytest

import tertium
from conftest import ROOT

DOCS = ROOT / "docs"
NOT_TASKS = {"metric", "streams"}  # they make what tasks take


@pytest.mark.parametrize(
    ("page", "examples"), [("tutorial.md", 8), ("python.md", 20), ("adapters.md", 12), ("arrow.md", 18)]
)
def test_the_python_blocks_of_the_page_run(page: str, examples: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)  # the pages read examples/
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # two segments are few, and the doctor says so
        text = re.sub(r"^```.*$", "", (DOCS / page).read_text("utf-8"), flags=re.MULTILINE)  # a fence is no output
        blocks = doctest.DocTestParser().get_doctest(text, {}, page, str(DOCS / page), 0)
        done = doctest.DocTestRunner().run(blocks)
    assert done.attempted > examples
    assert done.failed == 0


def test_every_function_is_on_the_page_about_python() -> None:
    headings = re.findall(r"^## (.+)$", (DOCS / "python.md").read_text("utf-8"), re.MULTILINE)
    shown = {word.strip(",") for heading in headings for word in heading.split()}
    functions = {name for name in tertium.__all__ if name.islower() and not name.startswith("_")}
    assert functions - NOT_TASKS - shown == set()
