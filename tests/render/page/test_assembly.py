"""Pages as one file: modules put together, and a policy that names exactly what is in the page."""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256

from conftest import ROOT
from tertium.corpus.files.packaged import page_asset
from tertium.render.page.assembly import Part, bundled, page
from tertium.render.page.report_page import SCRIPT, STYLES


def hashed(code: str) -> str:
    return f"'sha256-{b64encode(sha256(code.encode()).digest()).decode()}'"


def test_the_policy_allows_the_script_and_the_style_of_the_page_and_nothing_else() -> None:
    made = page("t", [], styles=STYLES, script=SCRIPT, data="AAAA")
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]+)"', made)
    style = re.search(r"<style>(.*?)</style>", made, re.DOTALL)
    script = re.search(r'<script type="module">(.*?)</script>', made, re.DOTALL)
    assert policy is not None
    assert style is not None
    assert script is not None
    rules = dict(rule.strip().split(" ", 1) for rule in policy[1].split(";"))
    assert rules["default-src"] == "'none'"
    assert rules["style-src"] == hashed(style[1])
    assert rules["script-src"] == hashed(script[1])
    assert "unsafe" not in policy[1]


def test_modules_come_after_those_they_import_and_no_import_is_left() -> None:
    made = bundled(SCRIPT)
    assert not re.search(r"^(import|export)\b", made, re.MULTILINE)
    assert made.index("function startSorting") < made.index("for (const begin")


def test_comments_stay_in_the_files_of_modules() -> None:
    assert not re.search(r"^\s*//", bundled(SCRIPT), re.MULTILINE)


def test_no_text_of_a_module_has_a_line_that_begins_as_a_comment() -> None:
    for file in sorted((ROOT / "src" / "tertium" / "render" / "page" / "assets").glob("*.js")):
        lines = file.read_text("utf-8").split("\n")
        ticks = 0
        for line in lines:
            assert not (ticks % 2 and line.strip().startswith("//")), f"{file.name}: {line}"
            if not line.strip().startswith("//"):
                ticks += line.count("`")


def test_names_at_the_top_of_modules_are_unique() -> None:
    names = re.findall(r"^(?:async )?(?:function\*? |const |let |class )(\w+)", bundled(SCRIPT), re.MULTILINE)
    assert [name for name in set(names) if names.count(name) > 1] == []


def test_no_asset_does_what_the_policy_forbids_or_ends_its_own_element() -> None:
    code = bundled(SCRIPT)
    for word in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function", "</script"):
        assert word not in code
    styles = "".join(map(page_asset, STYLES))
    assert "</style" not in styles
    assert "url(" not in styles
    assert "@import" not in styles


def test_titles_and_texts_are_escaped() -> None:
    made = page("<b>\x07", [Part("a", "A & B", "")])
    assert "<b>" not in made
    assert r"&lt;b&gt;\x07" in made
    assert "A &amp; B" in made
