"""What the formats print: numbers that a hand can check, names that try to break out, and valid syntax always."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tertium
from render.reports import ODD, odd, real
from tertium.metrics.base import Segment
from tertium.metrics.spec import parse
from tertium.render.reports import explain
from tertium.render.tables import as_json, latex, markdown, terminal, text, tsv
from tertium.render.tables.grid import number_text
from tertium.render.tables.widths import cell_width
from tertium.results.explanations import Explanation, ExplanationTable
from tertium.results.scores import Interval, Report

WORDS = "bleu:tok=none,order=1"
# Unigrams of base: 6 + 12 + 0 of 7 + 12 + 1 match, as long as the references; of new: 7 + 9 + 1 of 7 + 10 + 1.
BASE, NEW = 100 * 18 / 20, 100 * 17 / 18 * math.exp(1 - 20 / 18)


def test_text_is_an_aligned_table_with_the_best_marked_and_signatures_below() -> None:
    lines = text.table(real(WORDS), [2]).split("\n")
    assert lines[:3] == [
        "system  bleu:tok=none,order=1 ↑",
        f"base                      {BASE:.2f}*",
        f"new                       {NEW:.2f}",
    ]
    assert lines[4] == "3 segments; * best"
    assert lines[5].startswith("bleu:tok=none,order=1  bleu:case=keep,")
    assert lines[5].endswith(f"#1|nrefs:1|version:{tertium.__version__}")


def test_short_signatures_say_what_is_not_the_default() -> None:
    short = f"{WORDS}|nrefs:1|version:{tertium.__version__}"
    assert text.table(real(WORDS), [1], short=True).endswith(f"\n3 segments; * best\n{WORDS}  {short}\n")
    assert markdown.table(real(WORDS), [1], short=True).endswith(f"- {WORDS}: `{short}`\n")
    # Scores of other tools have the signature that they came with.
    assert text.table(odd(), [1, 1, 1], short=True) == text.table(odd(), [1, 1, 1])


def test_lower_is_better_where_the_metric_says_so_and_nothing_is_marked_where_no_score_exists() -> None:
    table = text.table(odd(), [1, 1, 1])
    header, first, second = table.split("\n")[:3]
    assert re.split(r"  +", header) == ["system", "up ↑", "down ↓", "[3] ↑"]
    assert first.endswith("50.0 [49.0, 51.0]*    25.0       –")
    assert second.endswith("25.0                  20.0*      –")
    assert cell_width(first[: first.index("50.0")]) == cell_width(second[: second.index("25.0")])
    assert "[3]   0.1*metric1 + 0.2*metric2" in table


def test_one_system_has_no_best() -> None:
    report = real(WORDS)
    alone = Report(report.version, report.segments, report.systems[:1])
    assert "*" not in text.table(alone, [1])
    assert "**" not in markdown.table(alone, [1])


def test_columns_line_up_with_wide_characters() -> None:
    lines = text.table(odd(), [1, 1, 1]).split("\n")[:3]
    ends = {cell_width(line[: line.index(mark)]) for line, mark in zip(lines, ("[3]", "–", "–"), strict=True)}
    assert len(ends) <= 2  # the heading is wider than the dash below it
    assert cell_width(lines[1]) == cell_width(lines[2])


def test_segments_are_listed_by_segment_then_system() -> None:
    lines = text.table(real(WORDS, segments=True), [1], segments=True).split("\n")
    assert [line.split() for line in lines[:7]] == [
        ["segment", "system", "bleu:tok=none,order=1", "↑"],
        ["1", "base", f"{100 * 6 / 7:.1f}"],
        ["1", "new", "100.0"],
        ["2", "base", "100.0"],
        ["2", "new", f"{90 * math.exp(1 - 12 / 10):.1f}"],
        ["3", "base", "0.0"],
        ["3", "new", "100.0"],
    ]


def test_numbers_alone_go_one_a_line() -> None:
    assert text.numbers(real(WORDS), [2]) == f"{BASE:.2f}\n{NEW:.2f}\n"
    assert text.numbers(odd(), [1, 2, 1], segments=True).split("\n")[:4] == ["50.0", "0.00", "nan", "0.0"]


def test_no_minus_stands_before_zero() -> None:
    assert number_text(-0.001, 1) == "0.0"
    assert number_text(-0.0, 0) == "0"
    assert number_text(-0.06, 1) == "-0.1"
    assert number_text(None, 1) == number_text(math.inf, 1) == number_text(math.nan, 1) == "–"


def test_json_is_the_object_the_documentation_promises() -> None:
    report = real(WORDS)
    made = json.loads(as_json.one_object(report))
    assert list(made) == ["schema", "tertium", "segments", "systems", "warnings"]
    assert (made["tertium"], made["segments"]) == ("9.9", 3)
    assert [system["name"] for system in made["systems"]] == ["base", "new"]
    score = made["systems"][0]["scores"][0]
    assert list(score) == ["metric", "score", "value", "signature", "details", "interval"]
    assert score["metric"] == WORDS
    assert score["score"] == pytest.approx(BASE, abs=1e-12)
    assert score["score"] == 100 * score["value"]
    assert score["interval"] is None
    assert str(parse(score["signature"])) == WORDS
    assert "segment_scores" not in score


def test_json_has_null_for_what_is_no_number_and_segment_scores_when_asked() -> None:
    shown = as_json.one_object(odd())
    made = json.loads(shown, parse_constant=lambda word: pytest.fail(f"{word} is not JSON"))
    first = made["systems"][0]
    assert first["name"] == ODD
    assert first["scores"][2]["score"] is None
    assert first["scores"][0]["segment_scores"] == [50.0, None]
    assert first["scores"][0]["interval"] == {"low": 49.0, "high": 51.0, "level": 0.95, "resamples": 1000, "seed": 0}
    assert shown.count("\n") == 1
    assert "日本" in shown


def test_json_escapes_what_terminals_obey_and_what_utf8_cannot_hold() -> None:
    places = [range(32), range(0x7F, 0xA0), [0x61C, 0x200E, 0x200F], range(0x2028, 0x202F), range(0x2060, 0x2070)]
    obeyed = "".join(chr(code) for part in places for code in part) + "\ufeff"
    value = {"name": f"a\x9b31m\udc80 é{obeyed}"}
    shown = as_json.dumps(value)
    assert json.loads(shown) == value
    assert shown.isprintable()
    shown.encode("utf-8")


def test_json_lines_hold_one_object_a_system_or_a_segment() -> None:
    systems = [json.loads(line) for line in as_json.lines(real(WORDS)).splitlines()]
    assert [(system["name"], system["segments"]) for system in systems] == [("base", 3), ("new", 3)]
    segments = [json.loads(line) for line in as_json.lines(odd(), segments=True).splitlines()]
    assert [entry["segment"] for entry in segments] == [1, 2]
    assert segments[1]["scores"][ODD]["up"] is None
    assert segments[1]["scores"]["日本"]["down"] == 2.0


def unescaped(field: str) -> str:
    """The name that a field of a TSV table stands for, by the rules that the module's docstring gives."""
    short = {"\\": "\\", "t": "\t", "n": "\n", "r": "\r"}
    escapes = re.compile(r"\\(\\|t|n|r|x[0-9a-f]{2}|u[0-9a-f]{4}|U[0-9a-f]{8})")
    return escapes.sub(lambda found: short.get(found[1]) or chr(int(found[1][1:], 16)), field)


def test_tsv_is_long_exact_and_lossless() -> None:
    rows = [line.split("\t") for line in tsv.long(odd()).split("\n")[:-1]]
    assert rows[0] == ["system", "metric", "score", "value", "signature", "low", "high", "level", "resamples", "seed"]
    assert {len(row) for row in rows} == {10}
    assert unescaped(rows[1][0]) == ODD
    assert rows[3][2:4] == ["", ""]
    exact = real(WORDS, segments=True)
    assert tsv.long(exact).split("\n")[0].split("\t") == ["system", "metric", "score", "value", "signature"]
    rows = [line.split("\t") for line in tsv.long(exact, segments=True).split("\n")[:-1]]
    assert rows[0] == ["segment", "system", "metric", "score"]
    assert rows[1] == ["1", "base", WORDS, repr(exact["base"][WORDS].segment_scores[0])]  # type: ignore[index]


def test_tsv_has_columns_for_intervals_if_there_are_any() -> None:
    report = real("bleu", "wer")
    system = report.systems[0]
    bleu = replace(system.scores[0], interval=Interval(1.5, 2.5, 0.95, 100, 0))
    made = replace(report, systems=(replace(system, scores=(bleu, system.scores[1])),))
    rows = [line.split("\t") for line in tsv.long(made).split("\n")[:-1]]
    assert rows[0][5:] == ["low", "high", "level", "resamples", "seed"]
    assert rows[1][5:] == ["1.5", "2.5", "0.95", "100", "0"]
    assert rows[2][5:] == [""] * 5


@given(st.text())
def test_tsv_fields_come_back(name: str) -> None:
    field = tsv.escape(name)
    assert field.isprintable()
    assert unescaped(field) == name


def test_markdown_cells_cannot_break_out() -> None:
    lines = markdown.table(odd(), [1, 1, 1]).split("\n")
    assert lines[0] == r"| system | up ↑ | down ↓ | \[3\] ↑ |"
    assert lines[1] == "| :--- | ---: | ---: | ---: |"
    for line in lines[2:4]:
        assert len(re.findall(r"(?<!\\)\|", line)) == 5
    assert "<i>" not in lines[2]
    assert "**20.0**" in lines[3]
    assert markdown._code("a`b``c") == "``` a`b``c ```"


def test_latex_escapes_every_special_character() -> None:
    made = latex.table(odd(), [1, 1, 1])
    row = made.split("\n")[5]
    assert row.startswith(
        r"a\textbar{}b \& c\_d\%\textbackslash{}x1b{[}31m\textbackslash{}t\textquotedbl{}-{}-\textquotedbl{}"
    )
    assert r"\$x\textasciicircum{}\textasciitilde{}\{\}\textbackslash{}\textless{}i\textgreater{}" in row
    assert len(re.findall(r"(?<!\\)&", row)) == 3
    assert r"down $\downarrow$" in made
    assert r"\textbf{20.0}" in made
    assert latex.escape("----") == "-{}-{}-{}-"


@pytest.mark.parametrize("render", [text.table, markdown.table, latex.table])
def test_no_control_character_reaches_a_reader(render: object) -> None:
    shown = render(odd(), [1, 1, 1]) + render(odd(), [1, 1, 1], segments=True)  # type: ignore[operator]
    assert all(line.isprintable() for line in shown.split("\n"))


def test_the_terminal_table_never_cuts_a_number() -> None:
    shown = terminal.table(odd(), [1, 1, 1], width=20)
    assert "\x1b[1;32m" in shown
    plain = re.sub(r"\x1b\[[0-9;]*m", "", shown)
    assert "50.0 [49.0, 51.0]*" in plain
    assert "20.0*" in plain
    assert {word for word in plain.split() if "…" in word} == {"&…}\\<i>"}  # of a name, which may be cut
    assert all(line.isprintable() for line in plain.split("\n"))


def test_explanations_of_real_metrics_are_shown() -> None:
    segment = Segment("the the the the the the the", ("the cat is on the mat", "there is a cat on the mat"))
    shown = explain.text(parse("bleu:order=1,tok=none").explain(segment))
    assert shown.startswith("bleu:tok=none,order=1 = 28.57\n")
    assert re.search(r"^  match1 +2$", shown, re.MULTILINE)


def test_explanations_show_any_fact_and_table() -> None:
    table = ExplanationTable("moves\x07", ("words", "by"), ((("a", "b"), 2.5), ("c", None)))
    made = explain.text(Explanation("m", math.nan, {"n": 2.0, "yes": True, "x": 1 / 3, "none": math.nan}, (table,)))
    assert made == (
        "m = –\n  n     2\n  yes   yes\n  x     0.333333\n  none  –\n"
        "\nmoves\\x07\n  words  by\n  a b    2.5\n  c      –\n"
    )
    assert explain.text(Explanation("m", 1.0, {}, (ExplanationTable("t", ("a",), ()),))).endswith("\nt\n  (none)\n")


@pytest.mark.parametrize("form", [markdown.table, latex.table], ids=["md", "latex"])
def test_a_table_with_intervals_says_how_they_were_made(form: Callable[..., str]) -> None:
    report = real("bleu")
    system = report.systems[0]
    bleu = replace(system.scores[0], interval=Interval(1.5, 2.5, 0.95, 100, 7))
    drawn = replace(report, systems=(replace(system, scores=(bleu,)),))
    assert "bootstrap, 100 resamples, seed 7" in form(drawn, [1])
    assert "bootstrap" not in form(report, [1])
