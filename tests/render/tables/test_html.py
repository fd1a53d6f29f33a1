"""HTML of tables: the numbers of the text, names that try to break out, nothing that runs or loads."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

from render.reports import ODD, odd, real
from tertium.errors import printable
from tertium.render.renderers import RENDERERS, show
from tertium.render.style import Style
from tertium.render.tables.grid import Column
from tertium.render.tables.html import html
from tertium.render.tables.sheets import Section, Sheet

VOID = {"meta", "wbr"}


class Page(HTMLParser):
    """Reads a page as a browser does, and refuses a tag that is not closed where it was opened."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.rows: list[list[str]] = []
        self.words = ""
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag in VOID:
            return
        self.open.append(tag)
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" in self.open:
            return
        self.words += data
        if "td" in self.open or "th" in self.open:
            self.rows[-1][-1] += data


def test_cells_are_those_of_the_text_and_the_best_carries_a_star() -> None:
    page = Page(show("score", real("bleu", "chrf"), "html", Style(decimals=(1, 1))))
    text = show("score", real("bleu", "chrf"), "text", Style(decimals=(1, 1))).splitlines()
    assert page.rows == [re.split("  +", line) for line in text[:3]]
    assert text[4] in page.words  # what the star means
    assert sum(attributes.get("class") == "n good" for _, attributes in page.tags) == 2


def test_names_out_of_a_nightmare_stay_text_and_say_their_direction() -> None:
    report = odd()
    page = Page(show("score", report, "html", Style(decimals=(1, 1, 1))))
    assert [row[0] for row in page.rows] == ["system", printable(ODD), "日本"]
    assert "i" not in {tag for tag, _ in page.tags}
    cells = [attributes for tag, attributes in page.tags if tag in ("td", "th", "p", "h1")]
    assert all(attributes["dir"] == "auto" for attributes in cells)


@pytest.mark.parametrize("inside", [False, True])
def test_nothing_runs_and_nothing_is_loaded(inside: bool) -> None:
    text = show("score", odd(), "html", Style(decimals=(1, 1, 1), inside=inside))
    page = Page(text)
    names = {name for _, attributes in page.tags for name in attributes}
    assert not {tag for tag, _ in page.tags} & {"script", "link", "img", "iframe", "object", "form"}
    assert not {name for name in names if name.startswith("on") or name in ("src", "style")}
    links = [attributes["href"] for _, attributes in page.tags if "href" in attributes]
    assert links == ([] if inside else ["#main"])  # for those who skip with the keyboard what they know
    assert "url(" not in text
    assert "@import" not in text
    assert ("Content-Security-Policy" in text) is not inside


def test_a_fragment_styles_nothing_but_itself() -> None:
    text = show("score", real("bleu"), "html", Style(decimals=(1,), inside=True))
    assert text.startswith('<div class="tertium" lang="en"><style>')
    rules = re.findall(r"([^{}]+)\{[^}]*\}", text[text.index("<style>") + 7 : text.index("</style>")])
    assert len(rules) > 10
    for selectors in rules:
        assert all(selector.strip().startswith(".tertium") for selector in selectors.split(","))
    assert "<html" not in text


def test_digits_line_up_whether_or_not_a_star_follows() -> None:
    sheet = Sheet("p", (Column("system"), Column("p ", numeric=True)), (("a", "0.001*"), ("b", "0.200 "), ("c", "")))
    made = html("p", [Section(sheet=sheet)])
    assert '0.001<span class="star">*</span></td>' in made
    assert '0.200<span class="star"></span></td>' in made
    assert 'p<span class="star"></span></th>' in made


def test_an_interval_may_go_below_its_value_and_a_signature_fold_after_a_comma() -> None:
    sheet = Sheet("", (Column("system"), Column("score", True)), (("a", "28.1 [25.6, 30.5]*"),))
    made = html("", [Section(sheet=sheet, notes=("bleu: bleu:case=keep,order=4,tok=13a#1",))])
    assert '<span>28.1</span> <span>[25.6, 30.5]<span class="star">*</span></span>' in made
    assert "bleu: bleu:case=keep,<wbr>order=4,<wbr>tok=13a#1" in made


def test_sections_come_in_their_order() -> None:
    sheet = Sheet("the table", (Column("name"),), (("row",),))
    page = Page(html("title", [Section(("before",), sheet, ("after",)), Section(("last",))], inside=True))
    assert page.words.split() == ["before", "the", "table", "name", "row", "after", "last"]


def test_every_table_of_people_has_html() -> None:
    assert [kind for kind, formats in RENDERERS.items() if "md" in formats and "html" not in formats] == []
