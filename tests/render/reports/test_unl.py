"""UNL graphs as outlines and pictures: every word and relation is there once, and nothing is drawn over another."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

from tertium.corpus.annotations.unl import Node, Relation, Sentence
from tertium.corpus.annotations.unl_reader import read_text
from tertium.render.pictures.unl_svg import svg
from tertium.render.reports.unl_outline import outline, text

SVG = "{http://www.w3.org/2000/svg}"
ASKED = read_text(
    """[S] {org} She asked <him> to go. {/org} {unl} agt(ask(icl>do).@entry.@past, she) gol(ask(icl>do), he)
    obj(ask(icl>do), go(icl>do)) agt(go(icl>do), he) mod(man(icl>person), he) {/unl} [/S]"""
).sentences[0]


def test_the_outline_is_a_tree_from_the_entry_with_arrows() -> None:
    assert text(ASKED) == (
        "ask(icl>do) .@entry.@past\n"
        "├─ agt → she\n"
        "├─ gol → he\n"
        "│  ├─ ← agt (go(icl>do))\n"
        "│  └─ ← mod man(icl>person)\n"
        "└─ obj → go(icl>do)\n"
    )


def test_every_relation_and_every_node_is_shown_once() -> None:
    nodes = tuple(Node(f"w{i}") for i in range(30))
    relations = tuple(Relation("mod", i, (i * 7 + 3) % 30) for i in range(25) if i != (i * 7 + 3) % 30)
    steps = outline(Sentence("", nodes, relations))
    assert sum(step.depth > 0 for step in steps) == len(relations)
    assert sorted(step.node for step in steps if not step.again) == list(range(30))


def test_an_empty_graph_says_so() -> None:
    assert text(Sentence()) == "(no words, no graph)\n"
    assert ET.fromstring(svg(Sentence())).tag == f"{SVG}svg"


def test_the_picture_holds_words_labels_and_arrows() -> None:
    root = ET.fromstring(svg(ASKED))
    words = [node.text for node in root.iter(f"{SVG}text")]
    for wanted in ("ask", "she", "he", "go", "man", "agt", "gol", "obj", "mod", "She asked <him> to go."):
        assert wanted in words
    paths = [path for path in root.iter(f"{SVG}path") if path.get("fill") == "none"]
    assert len(paths) == len(ASKED.relations)
    assert sum(path.get("stroke-dasharray") is not None for path in paths) == 1  # the one that closes a circle


def test_boxes_do_not_overlap_and_stay_inside() -> None:
    chain = tuple(Node(f"word{i}", "icl>thing,equ>" + "x" * (i % 7)) for i in range(40))
    relations = tuple(Relation("obj", i // 3, i) for i in range(1, 40))
    drawn = svg(Sentence("", chain, relations))
    root = ET.fromstring(drawn)
    width, height = (float(root.get(name, "0")) for name in ("width", "height"))
    boxes = [
        tuple(float(box.get(name, "0")) for name in ("x", "y", "width", "height"))
        for box in root.iter(f"{SVG}rect")
        if box.get("rx")
    ]
    assert len(boxes) == 40
    for i, (x, y, w, h) in enumerate(boxes):
        assert x + w <= width
        assert y + h <= height
        for x2, y2, w2, h2 in boxes[:i]:
            assert x + w <= x2 or x2 + w2 <= x or y + h <= y2 or y2 + h2 <= y
    assert not re.search(r"(?:nan|inf)", drawn)


def test_a_deep_graph_is_drawn_without_recursion() -> None:
    nodes = tuple(Node(f"w{i}") for i in range(3000))
    relations = tuple(Relation("obj", i, i + 1) for i in range(2999))
    sentence = Sentence("", nodes, relations)
    assert len(outline(sentence)) == 3000
    assert text(sentence).count("\n") == 3000


def test_a_scope_is_shown_by_its_number() -> None:
    sentence = read_text(
        "[S] {unl} obj(say(icl>do).@entry, :01) agt:01(come(icl>do).@entry, he) {/unl} [/S]"
    ).sentences[0]
    shown = text(sentence)
    assert shown.startswith("say(icl>do) .@entry\n└─ obj → :01\n")
    assert "come(icl>do)" in shown


def test_a_long_sentence_is_wrapped_above_its_graph() -> None:
    words = [f"word{number}" for number in range(40)]
    root = ET.fromstring(svg(Sentence("", (Node("word0"),), (), " ".join(words))))
    lines = [text for node in root.iter() if (text := node.text or "").count("word") > 1 and node.tag != f"{SVG}title"]
    assert len(lines) > 3
    assert "<desc>1 universal word, 0 relations</desc>" in ET.tostring(root, encoding="unicode").replace("ns0:", "")
    assert " ".join(lines).split() == words
    assert max(map(len, lines)) <= 40
