"""Pictures of word order: what a person sees in a terminal, in an SVG and on a page."""

from __future__ import annotations

import xml.etree.ElementTree as ET

from tertium.analysis.forensics import Forensics, Loss, examine
from tertium.render.crossing import picture
from tertium.render.crossing_svg import svg
from tertium.render.order_page import page
from tertium.render.widths import cell_width

SVG = "{http://www.w3.org/2000/svg}"


def swapped(**about: object) -> Forensics:
    links = [(3, 0, "exact"), (4, 1, "stem"), (0, 2, "exact"), (1, 3, "exact")]
    loss = Loss("ribes", 40.0, 60.0, 10.0, 45.0, 5.0, "exact")
    return examine(
        ["on", "mats", "the", "cat", "now"], ["the", "cat", "sat", "on", "mat"], links, losses=(loss,), **about
    )


def test_the_terminal_shows_words_links_moves_and_losses() -> None:
    shown = picture(swapped())
    assert "3 4 1 2" in shown
    assert "sat (3)" in shown
    assert "now (5)" in shown
    assert "mat ~ mats (stem)" in shown
    assert "earlier: on mats" in shown or "later: the cat" in shown
    assert "ribes    40.0  60.0   10.0   45.0     5.0  exact" in shown
    assert any(0x2800 < ord(char) <= 0x28FF for char in shown)
    assert "\x1b[" not in shown
    assert "\x1b[" in picture(swapped(), colour=True)


def test_wide_characters_keep_the_columns_straight() -> None:
    assert cell_width("猫ab") == 4
    assert cell_width("e\u0301") == 1
    found = examine(["猫", "坐"], ["坐", "猫"], [(1, 0, "exact"), (0, 1, "exact")])
    rows = picture(found).split("\n")[1:3]
    assert len({cell_width(row.split(" 坐")[0].split(" 猫")[0]) for row in rows}) == 1


def test_no_control_character_reaches_the_terminal() -> None:
    found = examine(["\x1b[2J", "b\u202e"], ["b\u202e"], [(0, 1, "exact")])
    shown = picture(found)
    assert "\x1b" not in shown
    assert "\u202e" not in shown
    assert "\\x1b[2J" in shown


def test_the_svg_is_well_formed_and_has_a_line_for_each_link() -> None:
    root = ET.fromstring(svg(swapped(system="<b>&")))
    assert len([path for path in root.iter(f"{SVG}path") if path.get("fill") == "none"]) == 4
    text = "".join(root.itertext())
    assert "<b>&" in text
    assert "2 corresponding" not in text
    assert "4 corresponding, 1 missing, 1 extra" in text
    dashes = [path.get("stroke-dasharray") for path in root.iter(f"{SVG}path") if path.get("fill") == "none"]
    assert "7 3" in dashes  # what moved is told by more than its colour


def test_the_page_escapes_text_and_loads_nothing() -> None:
    evil = "<script>alert(1)</script>"
    shown = page([examine([evil], [evil], [(0, 0, "exact")], system=evil, segment=3)])
    assert evil not in shown
    assert "&lt;script&gt;" in shown
    assert "default-src 'none'" in shown
    assert "http" not in shown.replace("http://www.w3.org/2000/svg", "").replace("http-equiv", "")
