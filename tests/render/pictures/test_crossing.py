"""Pictures of word order: what a person sees in a terminal, in an SVG and on a page."""

from __future__ import annotations

import time
import xml.etree.ElementTree as ET

from tertium.analysis.explaining.forensics import examine
from tertium.corpus.annotations.unl import Node, Sentence
from tertium.corpus.annotations.unl import Relation as Unl
from tertium.render.pictures.crossing import _DOTS, CANVAS, _canvas, picture
from tertium.render.pictures.crossing_svg import svg
from tertium.render.reports import unl_outline
from tertium.render.reports.order_page import page
from tertium.render.reports.relation_trees import tree
from tertium.render.tables.widths import cell_width
from tertium.results.forensics import ComparedRelation, Forensics, Loss, Relations

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


def test_the_dots_of_a_link_lie_on_its_line() -> None:
    """Dot by dot, as a pencil would: the textbook of what the canvas draws for all links at once."""
    size = 60
    order = [(i * 37 + 11) % size for i in range(size)]
    words = [f"w{i}" for i in range(size)]
    found = examine([words[i] for i in order], words, [(h, r, "exact") for h, r in enumerate(order)])
    for moved in (False, True):
        cells = [[0] * CANVAS for _ in range(size)]
        for link in found.links:
            start, end = link.ref * 4 + 1, link.hyp * 4 + 1
            steps = max(2 * CANVAS - 1, abs(end - start))
            for step in range(steps + 1 if link.moved == moved else 0):
                x, y = round(step * (2 * CANVAS - 1) / steps), round(start + (end - start) * step / steps)
                cells[y // 4][x // 2] |= _DOTS[y % 4][x % 2]
        assert _canvas(found, size, moved=moved) == cells


def test_a_deep_tree_does_not_run_off_the_page() -> None:
    size = 5000
    words = tuple(f"w{i}" for i in range(size))
    edges = tuple(
        ComparedRelation("conj", words[i - 1] if i else "ROOT", words[i], i - 1, i, i % 2 == 0) for i in range(size)
    )
    begun = time.process_time()
    lines = tree(edges, words, "+")
    assert time.process_time() - begun < 1
    assert len(lines) == size
    assert lines[23].endswith("└─ conj w23")
    assert lines[24].endswith("└─ conj w24")
    assert lines[25] == "+ …25 conj w25"
    assert lines[-1] == "+ …4999 conj w4999"
    chain = Sentence("", tuple(Node(word) for word in words), tuple(Unl("obj", i, i + 1) for i in range(size - 1)))
    shown = unl_outline.text(chain).splitlines()
    assert (shown[24].strip(), shown[25]) == ("└─ obj → w24", "…25 obj → w25")
    assert time.process_time() - begun < 3


def test_the_picture_has_both_trees_and_marks_what_differs_without_colour_too() -> None:
    def edges(words: tuple[str, ...], matched: tuple[bool, ...]) -> tuple[ComparedRelation, ...]:
        heads = (1, -1, 1)
        return tuple(
            ComparedRelation("dep", "ROOT" if head < 0 else words[head], words[at], head, at, found)
            for at, (head, found) in enumerate(zip(heads, matched, strict=True))
        )

    hyp, ref = ("a<b", "saw", "it"), ("cats", "saw", "it")
    flags = (False, True, True)
    found = swapped(relations=(("shallow", Relations(edges(hyp, flags), edges(ref, flags), hyp, ref)),))
    root = ET.fromstring(svg(found))
    lines = ["".join(node.itertext()) for node in root.iter(f"{SVG}text")]
    assert {"relations: shallow", "+ ├─ dep a<b", "- ├─ dep cats", "2 matched (=), 1 missing (-), 1 extra (+)"} <= set(
        lines
    )
    assert lines.count("= └─ dep it") == 2
    underlined = [node.text for node in root.iter(f"{SVG}tspan") if node.get("text-decoration") == "underline"]
    assert underlined == ["dep a<b", "dep cats"]
    last = max(float(node.get("y", "0")) for node in root.iter(f"{SVG}text"))
    assert last < float(root.get("height", "0"))
    assert "relations" not in svg(found, trees=False)
    assert page([found]).count("dep cats") == 1


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
