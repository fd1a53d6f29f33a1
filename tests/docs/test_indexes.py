"""Every page and every decision can be found: docs/README.md lists the pages, docs/adr/README.md the decisions.

With TERTIUM_UPDATE_DOCS=1 the list of decisions is written from their titles.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

DOCS = Path(__file__).resolve().parents[2] / "docs"
LEAD = """\
# Decisions

Where a formula has rival readings, or a part could have been built in several ways: the question, what was chosen,
and why. Numbers leave gaps; a decision keeps its own.

"""


def test_every_page_is_in_the_index() -> None:
    text = (DOCS / "README.md").read_text(encoding="utf-8")
    missing = [page.name for page in DOCS.glob("*.md") if page.name != "README.md" and f"({page.name})" not in text]
    assert missing == []


def test_every_link_between_pages_leads_somewhere() -> None:
    broken = []
    ours = [page for page in DOCS.rglob("*.md") if DOCS / "generated" not in page.parents]  # copies made by `make docs`
    for page in [DOCS.parent / "README.md", *ours]:
        for target in re.findall(r"\]\(([^)#\s]+)", page.read_text(encoding="utf-8")):
            if "://" not in target and not (page.parent / target).exists():
                broken.append(f"{page.relative_to(DOCS.parent)}: {target}")
    assert broken == []


def test_every_decision_is_in_the_list() -> None:
    made = LEAD
    for page in sorted((DOCS / "adr").glob("[0-9]*.md")):
        title = re.match(r"# (\d+)\. (.+)", page.read_text(encoding="utf-8"))
        assert title, f"{page.name} does not open with '# N. Title'"
        assert int(title[1]) == int(page.name[:4]), f"{page.name} is numbered {title[1]} in its title"
        made += f"- {title[1]} [{title[2]}]({page.name})\n"
    index = DOCS / "adr" / "README.md"
    if os.environ.get("TERTIUM_UPDATE_DOCS"):
        index.write_text(made, encoding="utf-8")
    assert index.read_text(encoding="utf-8") == made, "run the tests of docs with TERTIUM_UPDATE_DOCS=1"
