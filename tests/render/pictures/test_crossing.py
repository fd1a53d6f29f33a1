"""Pictures of word order: what a person sees in a terminal, in an SVG and on a page."""

from __future__ import annotations

import random
import re
import time
import xml.etree.ElementTree as ET

import pytest

import tertium
from tertium.analysis.explaining.forensics import examine
from tertium.corpus.annotations.unl import Node, Sentence
from tertium.corpus.annotations.unl import Relation as Unl
from tertium.render.pictures.crossing import _DOTS, CANVAS, _canvas, picture
from tertium.render.pictures.crossing_rows import rows_of
from tertium.render.pictures.crossing_svg import svg
from tertium.render.reports import unl_outline
from tertium.render.reports.explained_page import losses, page
from tertium.render.reports.relation_trees import tree
from tertium.render.tables.widths import cell_width
from tertium.results.forensics import ComparedRelation, ExplainedSegment, Forensics, Loss, Relations

SVG = "{http://www.w3.org/2000/svg}"


def swapped(**about: object) -> Forensics:
    links = [(3, 0, "exact"), (4, 1, "stem"), (0, 2, "exact"), (1, 3, "exact")]
    loss = Loss("ribes", 40.0, 60.0, 10.0, 45.0, 5.0, "exact")
    return examine(
        ["on", "mats", "the", "cat", "now"], ["the", "cat", "sat", "on", "mat"], links, losses=(loss,), **about
    )


def test_the_terminal_shows_words_links_moves_and_losses() -> None:
    shown = picture(swapped())
    assert "'sat' (3)" in shown
    assert "'now' (5)" in shown
    assert "'mat' ~ 'mats' (stem)" in shown
    assert "'the cat' moved 2 words later" in shown
    assert "ribes    40.0  60.0   10.0   45.0     5.0\n  ribes – exact" in shown
    assert any(0x2800 < ord(char) <= 0x28FF for char in shown)
    assert "\x1b[" not in shown
    assert "\x1b[" in picture(swapped(), colour=True)


def test_the_name_of_a_term_stays_on_the_line_of_its_numbers() -> None:
    """An em space lets a line break after it, and the name fell below its numbers in narrow tables."""
    term = Loss("0.13*hamming", 57.1, 42.9, 0.0, 42.9, 0.0, "exact")
    whole = Loss("layered", 53.5, 46.5, None, None, None, "", (term,))
    assert '<th scope="row">&nbsp;&nbsp;&nbsp;0.13*hamming</th>' in losses([whole])


def test_the_dots_of_a_link_lie_on_its_line() -> None:
    """Dot by dot, as a pencil would: the textbook of what the canvas draws for all links at once."""
    size = 60
    order = [(i * 37 + 11) % size for i in range(size)]
    words = [f"w{i}" for i in range(size)]
    found = examine([words[i] for i in order], words, [(h, r, "exact") for h, r in enumerate(order)])
    rows = rows_of(found, 20)
    assert len(rows.links) == size
    for moved in (False, True):
        cells = [[0] * CANVAS for _ in range(size)]
        for link in found.links:
            start, end = link.ref * 4 + 1, link.hyp * 4 + 1
            steps = max(2 * CANVAS - 1, abs(end - start))
            for step in range(steps + 1 if link.moved == moved else 0):
                x, y = round(step * (2 * CANVAS - 1) / steps), round(start + (end - start) * step / steps)
                cells[y // 4][x // 2] |= _DOTS[y % 4][x % 2]
        assert _canvas(rows, size, moved=moved) == cells


def fronted() -> Forensics:
    """Tokens as 13a cuts them, from a text that does not have these spaces."""
    hyp = "In the garden, the old man who lives next door planted a small tree."
    ref = "The old man who lives next door didn't plant a small tree in the garden."
    return tertium.explain(hyp, ref, "ter", sources="Im Garten").picture


def test_what_moves_together_is_one_row_and_one_sentence_in_text_as_written() -> None:
    shown = picture(fronted())
    lines = shown.splitlines()
    assert lines[:2] == [
        "source      Im Garten",
        "reference   The old man who lives next door didn't plant a small tree in the",
    ]
    assert sum("In the garden" in line and "1-3" in line for line in lines) == 1
    assert "  'In the garden' moved 11 words to the front" in lines
    assert "  extra in the hypothesis (+): ',' (4)" in lines
    assert '  missing from the hypothesis (-): "didn\'t" (8)' in lines


@pytest.mark.parametrize("columns", [80, 100, 132])
def test_no_line_is_wider_than_the_terminal(columns: int) -> None:
    rng = random.Random(5)
    words = [
        "oil",
        "China",
        "Donaudampfschifffahrtsgesellschaftskapitän",
        "of",
        "the",
        "membership",
        "(",
        "),",
        "猫和狗",
    ]
    ref = [rng.choice(words) for _ in range(90)]
    hyp = [*ref[40:70], "x", *ref[:40], *ref[75:]]
    shown = picture(tertium.explain(" ".join(hyp), " ".join(ref)).picture, columns=columns)
    assert max(cell_width(line) for line in shown.splitlines()) <= columns
    assert "…" in shown


def test_rows_hold_every_word_once_and_links_join_what_is_written_alike() -> None:
    found = fronted()
    for width in (6, 18, 40):
        rows = rows_of(found, width)
        for side, size in ((rows.ref, len(found.ref)), (rows.hyp, len(found.hyp))):
            assert [place for row in side for place in range(row.first, row.last + 1)] == list(range(size))
            assert all(cell_width(row.text) <= width for row in side)
        for ref, hyp in rows.links:
            if rows.ref[ref].stage == "exact" and width > 7:
                assert rows.ref[ref].text.lower() == rows.hyp[hyp].text.lower()


CHINESE = (
    "星期二，经过三年的谈判，两国政府在日内瓦签署了贸易协定，将取消对大部分农产品征收的关税。",
    "在经历了长达三年的谈判之后，两国政府星期二在日内瓦签署了一项贸易协定，该协定将取消大部分农产品的关税。",
)


def test_characters_of_chinese_are_shown_in_runs_and_counted_as_characters() -> None:
    found = tertium.explain(*CHINESE, language="en-zh").picture
    assert found.unit == "character"
    assert len(found.hyp) > 40
    shown = picture(found)
    assert "'星期二' moved 11 characters to the front" in shown
    assert "三年的谈判" in shown
    assert len(rows_of(found, 20).hyp) < 20
    # Words of a tokenizer that knows words are words, though many are one character long.
    assert tertium.explain("猫は 魚 が 好き です", "魚が 猫 は 好き です", tokenizer="none").picture.unit == "word"


def test_arabic_starts_at_the_right_end_of_its_place() -> None:
    found = tertium.explain("بعد سنوات وقعت الحكومة.", "وقعت الحكومة بعد سنوات.", "ter").picture
    texts = {"".join(node.itertext()): node for node in ET.fromstring(svg(found)).iter(f"{SVG}text")}
    arabic = [node for text, node in texts.items() if "سنوات" in text]
    assert arabic
    assert all(node.get("direction") == "rtl" for node in arabic)
    assert texts["reference"].get("direction") is None
    assert "<bdi" in page([ExplainedSegment(found)])


def test_the_page_marks_what_moved_in_the_text_as_written() -> None:
    shown = page([ExplainedSegment(fronted())])
    plain = re.sub(r'<span class="(?:sign|said)"[^>]*>[^<]*</span>', "", shown)  # what is not part of the text
    plain = re.sub(r'<span class="lead">([^<]*)</span>', r"\1", plain)  # the word that stays with its sign
    assert '<span class="mark moved">In the garden</span><span class="mark extra">,</span> the old man who' in plain
    assert 'next door <span class="mark missing">didn\'t</span> plant' in plain.replace("&#x27;", "'")
    assert '<dd dir="auto">Im Garten</dd>' in shown
    assert '<span class="said" dir="ltr">[moved:] </span>In</span> the garden' in shown
    assert "var(--moved)" in shown
    assert " style=" not in shown


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


def edge(relation: str, head: int, dependent: int, matched: bool = True) -> ComparedRelation:
    words = "abcdef"
    return ComparedRelation(relation, "ROOT" if head < 0 else words[head], words[dependent], head, dependent, matched)


def test_a_graph_that_is_no_tree_names_a_node_again_and_does_not_open_it() -> None:
    words = tuple("abcdef")
    shared = (edge("root", -1, 0), edge("agt", 0, 1), edge("obj", 0, 2, False), edge("mod", 1, 3), edge("agt", 2, 1))
    assert tree(shared, words, "+") == [
        "= root a",
        "= ├─ agt b",
        "= │  └─ mod d",
        "+ └─ obj c",
        "=    └─ agt b ...",
    ]
    ring = (edge("root", -1, 0), edge("agt", 1, 2), edge("agt", 2, 1))
    assert tree(ring, words, "-") == ["= root a", "  b", "= └─ agt c", "=    └─ agt b ..."]
    lonely = (edge("root", -1, 0), edge("@not", -1, 3, False), edge("@def", -1, 3), edge("@pl", -1, 3))
    assert tree(lonely, words, "-") == ["= root a", "  d", "= ├─ @def @pl", "- └─ @not"]


def test_lines_of_characters_end_where_a_reader_pauses() -> None:
    """After a mark, or before a word that is not written in hiragana; never before a mark."""
    text = "星期二，经过三年的谈判。两国政府在日内瓦签署了协定，取消关税"
    found = tertium.explain("甲", text, language="en-zh").picture
    lines = [row.text for row in rows_of(found, 30).ref]
    assert lines == ["星期二，经过三年的谈判。", "两国政府在日内瓦签署了协定，", "取消关税"]
    japanese = tertium.explain("甲", "彼は新しい本を図書館で読みました", language="en-ja", tokenizer="char").picture
    assert [row.text for row in rows_of(japanese, 20).ref] == ["彼は新しい本を", "図書館で読みました"]
    without = tertium.explain("甲", "国" * 25, language="en-zh").picture
    assert [len(row.text) for row in rows_of(without, 20).ref] == [10, 10, 5]


def test_texts_without_a_word_in_common_say_so() -> None:
    found = tertium.explain("甲 乙", "x y").picture
    assert not found.links
    sentence = "No word of the hypothesis corresponds to a word of the reference."
    assert sentence in picture(found)
    assert f"<p>{sentence}</p>" in page([ExplainedSegment(found)])


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
    assert page([ExplainedSegment(found)]).count("dep cats") == 1


def test_wide_characters_keep_the_columns_straight() -> None:
    assert cell_width("猫ab") == 4
    assert cell_width("e\u0301") == 1
    found = examine(["猫", "坐"], ["坐", "猫"], [(1, 0, "exact"), (0, 1, "exact")])
    rows = picture(found).split("\n")[4:6]
    assert len({cell_width(row.split(" 坐")[0].split(" 猫")[0]) for row in rows}) == 1


def test_no_control_character_reaches_the_terminal() -> None:
    found = examine(["\x1b[2J", "b\u202e"], ["b\u202e"], [(0, 1, "exact")])
    shown = picture(found)
    assert "\x1b" not in shown
    assert "\u202e" not in shown
    assert "\\x1b[2J" in shown


def test_the_svg_is_well_formed_and_has_a_ribbon_for_each_block_and_a_line_for_each_row() -> None:
    root = ET.fromstring(svg(swapped(system="<b>&")))
    assert len([path for path in root.iter(f"{SVG}path") if path.get("fill") == "none"]) == 3  # on, mats, the cat
    assert len([path for path in root.iter(f"{SVG}path") if path.get("fill-opacity")]) == 2
    text = "".join(root.itertext())
    assert "<b>&" in text
    assert "4 correspond, 1 missing, 1 extra (words); 1 move" in text
    dashes = [path.get("stroke-dasharray") for path in root.iter(f"{SVG}path") if path.get("fill") == "none"]
    assert "7 3" in dashes  # what moved is told by more than its colour


def test_the_page_escapes_text_and_loads_nothing() -> None:
    evil = "<script>alert(1)</script>"
    shown = page([ExplainedSegment(examine([evil], [evil], [(0, 0, "exact")], system=evil, segment=3))])
    assert evil not in shown
    assert "&lt;script&gt;" in shown
    assert "default-src 'none'" in shown
    assert "http" not in shown.replace("http://www.w3.org/2000/svg", "").replace("http-equiv", "")
