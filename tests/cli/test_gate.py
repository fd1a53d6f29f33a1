"""``tertium gate`` in a pipeline: exit codes and the files it leaves behind."""

from __future__ import annotations

import json
import os
import re
import shutil
import stat
from pathlib import Path
from xml.etree import ElementTree

import pytest

from cli.shell import Ran, run

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "es-en"


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    for name in ("direct", "via-ca"):
        shutil.copy(EXAMPLE / "systems" / f"{name}.txt", tmp_path / f"{name}.txt")
    shutil.copy(EXAMPLE / "ref1.txt", tmp_path / "ref.txt")
    (tmp_path / "domains.txt").write_text("".join("news\n" if place < 100 else "talk <&>\n" for place in range(240)))
    return tmp_path


def gate(cwd: Path, base: str, new: str, *arguments: str) -> Ran:
    return run("gate", "ref.txt", "--baseline", base, "-i", new, *arguments, cwd=cwd)


def test_better_passes_and_worse_does_not(corpus: Path) -> None:
    better = gate(corpus, "via-ca.txt", "direct.txt", "-m", "bleu", "ter", "--max-drop", "0.5")
    assert (better.code, better.err) == (0, "")
    assert better.out.startswith("gate passed: direct against via-ca\n")
    worse = gate(corpus, "direct.txt", "via-ca.txt", "-m", "bleu", "ter", "--max-drop", "0.5")
    assert worse.code == 1
    assert worse.out.startswith("gate not passed: via-ca against direct\n")
    assert worse.out.count(" fail  ") == 2


def test_a_floor_holds_for_the_score_itself(corpus: Path) -> None:
    arguments = ("via-ca.txt", "direct.txt", "-m", "bleu", "ter", "--max-drop", "0.5", "--floor")
    assert gate(corpus, *arguments, "bleu=23.8", "ter=61.7").code == 0
    assert gate(corpus, *arguments, "bleu=23.9").code == 1
    low = gate(corpus, *arguments, "bleu=20", "ter=61.6", "-f", "json")
    assert low.code == 1
    floors = [check for check in json.loads(low.out)["checks"] if check["floor"] is not None]
    assert [(check["metric"], check["floor"], check["verdict"]) for check in floors] == [
        ("bleu", 20.0, "pass"),
        ("ter", 61.6, "fail"),  # lower is better
    ]
    assert {check["p"] for check in floors} == {None}
    shown = gate(corpus, *arguments, "bleu=20", "ter=61.6").out
    assert re.search(r"bleu +pass .* ≥ 20\.00", shown)
    assert re.search(r"ter +fail .* ≤ 61\.60", shown)


def test_floors_alone_need_no_baseline(corpus: Path) -> None:
    arguments = ("gate", "ref.txt", "-i", "direct.txt", "-m", "bleu", "chrf", "--floor")
    passed = run(*arguments, "20", "--junit", "gate.xml", "-sh", cwd=corpus)
    assert (passed.code, passed.err) == (0, "")
    assert passed.out.startswith("gate passed: direct\nmetric  verdict  direct  allowed\n")
    assert "bleu: bleu|nrefs:1|version:" in passed.out
    assert 'tests="2" failures="0"' in (corpus / "gate.xml").read_text("utf-8")
    failed = run(*arguments, "20", "chrf=60", "--junit", "gate.xml", "-f", "json", cwd=corpus)
    assert failed.code == 1
    made = json.loads(failed.out)
    assert (made["baseline"], [check["verdict"] for check in made["checks"]]) == (None, ["pass", "fail"])
    assert 'message="chrf: 51.33, allowed ≥ 60.00: fail"' in (corpus / "gate.xml").read_text("utf-8")


def test_a_limit_may_be_a_share_of_the_baselines_score(corpus: Path) -> None:
    arguments = ("direct.txt", "via-ca.txt", "-m", "bleu", "ter", "-f", "json", "--max-drop")
    made = json.loads(gate(corpus, *arguments, "30%", "ter=8").out)
    relative, absolute = made["checks"]
    assert relative["max_drop"] == pytest.approx(0.3 * relative["baseline"])
    assert (relative["max_drop_share"], relative["verdict"]) == (pytest.approx(0.3), "pass")
    assert (absolute["max_drop"], absolute["max_drop_share"]) == (8.0, None)
    assert gate(corpus, *arguments, "5%").code == 1
    same = json.loads(gate(corpus, *arguments, f"{0.3 * relative['baseline']!r}", "ter=8").out)["checks"][0]
    assert (same["p"], same["bound"]) == (relative["p"], relative["bound"])
    assert "7.15 (30%)" in gate(corpus, *arguments[:-3], "--max-drop", "30%", "ter=8").out


def test_later_steps_can_read_what_the_gate_writes(corpus: Path) -> None:
    files = {"--junit": "gate.xml", "--markdown": "gate.md", "--json": "gate.json", "--save-rows": "new.tertium"}
    options = [word for pair in files.items() for word in pair]
    before = os.umask(0o022)
    try:
        ran = gate(corpus, "via-ca.txt", "direct.txt", "--max-drop", "1", *options, "-o", "gate.txt")
    finally:
        os.umask(before)
    assert ran.code == 0, ran.err
    for name in (*files.values(), "gate.txt"):
        assert stat.S_IMODE((corpus / name).stat().st_mode) == 0o644, name


def test_both_doors_know_floors_and_shares(corpus: Path) -> None:
    import tertium

    texts = {name: (corpus / f"{name}.txt").read_text("utf-8").split("\n")[:-1] for name in ("direct", "via-ca", "ref")}
    systems = {name: texts[name] for name in ("direct", "via-ca")}
    made = tertium.gate(systems, texts["ref"], ["bleu", "ter"], max_drop={"bleu": "30%", "ter": 8}, floor={"bleu": 15})
    shell = gate(corpus, "direct.txt", "via-ca.txt", "-m", "bleu", "ter", "-f", "json", "--max-drop", "bleu=30%",
                 "ter=8", "--floor", "bleu=15")  # fmt: skip
    assert json.loads(json.dumps(made.to_dict())) == json.loads(shell.out)
    alone = tertium.gate({"new": texts["direct"]}, texts["ref"], "bleu", floor=30)
    assert (alone.passed, alone.baseline, alone.checks[0].floor) == (False, None, 30.0)
    for wrong, message in (
        ({"max_drop": "two"}, "max_drop is 'two', expected how much may be lost"),
        ({"max_drop": "-2%"}, "max_drop is '-2%', expected"),
        ({"floor": float("nan")}, "floor is nan, expected the worst score"),
        ({}, "a gate needs a limit"),
    ):
        with pytest.raises(ValueError, match=re.escape(message)):
            tertium.gate(systems, texts["ref"], "bleu", **wrong)


def test_the_same_output_drops_by_nothing_and_not_by_minus_nothing(corpus: Path) -> None:
    shutil.copy(corpus / "direct.txt", corpus / "same.txt")
    ran = gate(corpus, "direct.txt", "same.txt", "-m", "bleu", "ter", "--max-drop", "0", "--junit", "gate.xml")
    assert ran.code == 0
    assert (corpus / "gate.xml").read_text("utf-8").count("drop 0.00, at most 0.00, allowed 0.00") == 2


def test_unproven_fails_unless_it_may_pass(corpus: Path) -> None:
    arguments = ("-m", "nist", "--max-drop", "0.55")
    ran = gate(corpus, "direct.txt", "via-ca.txt", *arguments)
    assert ran.code == 1
    assert "unproven: the segments can neither show nor rule out such a drop" in ran.out
    assert gate(corpus, "direct.txt", "via-ca.txt", *arguments, "--unproven", "pass").code == 0


def test_all_reports_at_once(corpus: Path) -> None:
    files = ("--junit", "gate.xml", "--markdown", "gate.md", "--json", "gate.json")
    limits = ("--max-drop", "7", "bleu=1", "--slice-by", "domains.txt", "--slice-max-drop", "9")
    ran = gate(corpus, "direct.txt", "via-ca.txt", "-m", "bleu", "chrf", *limits, *files)
    assert ran.code == 1
    made = json.loads((corpus / "gate.json").read_text("utf-8"))
    assert not made["passed"]
    assert [(c["where"], c["metric"], c["max_drop"]) for c in made["checks"]] == [
        ("all segments", "bleu", 1),
        ("all segments", "chrf", 7),
        ("domains news", "bleu", 9),
        ("domains news", "chrf", 9),
        ("domains talk <&>", "bleu", 9),
        ("domains talk <&>", "chrf", 9),
    ]
    assert made["checks"][0]["verdict"] == "fail"
    suite = ElementTree.parse(corpus / "gate.xml").getroot()[0]
    assert (suite.get("tests"), suite.get("failures")) == ("6", "1")
    cases = suite.findall("testcase")
    assert cases[-1].get("classname") == "tertium.gate.domains talk <&>"
    assert [case.find("failure") is not None for case in cases] == [True, *[False] * 5]
    text = (corpus / "gate.md").read_text("utf-8")
    assert text.startswith("### gate not passed: via-ca against direct\n")
    assert "talk \\<\\&\\>" in text
    page = gate(corpus, "direct.txt", "via-ca.txt", "-m", "bleu", "chrf", *limits, "-f", "html").out
    assert page.count("gate not passed: via-ca against direct") == 2  # in the window's title and on the page
    assert page.count('<td class="bad" dir="auto">fail</td>') == 1
    assert "talk &lt;&amp;&gt;" in page


def test_whole_documents_may_be_drawn(corpus: Path) -> None:
    (corpus / "docs.txt").write_text("".join(f"d{place // 12}\n" for place in range(240)))
    ran = gate(corpus, "via-ca.txt", "direct.txt", "--max-drop", "0.5", "--docs", "docs.txt")
    assert ran.code == 0
    assert "240 segments in 20 documents, which are drawn whole; bootstrap, 1000 resamples" in ran.out


def test_the_baseline_may_be_saved_rows(corpus: Path) -> None:
    run("compare", "ref.txt", "-i", "direct.txt", "-m", "bleu", "chrf", "--save-rows", "direct.tertium", cwd=corpus)
    from_text = gate(corpus, "direct.txt", "via-ca.txt", "-m", "bleu", "chrf", "--max-drop", "7")
    (corpus / "direct.txt").unlink()
    from_rows = gate(corpus, "direct.tertium", "via-ca.txt", "--max-drop", "7")
    assert from_rows.out == from_text.out
    shutil.copy(corpus / "via-ca.txt", corpus / "direct.txt")  # today's output has the name it always has
    assert (
        "gate passed: direct (new) against direct"
        in gate(corpus, "direct.tertium", "direct.txt", "--max-drop", "7").out
    )


WRONG = {
    "no limit": (["--baseline", "direct.txt", "-i", "via-ca.txt"], "--max-drop is missing"),
    "no limit says both": (["--baseline", "direct.txt", "-i", "via-ca.txt"], "--floor 30"),
    "no baseline": (["-i", "via-ca.txt", "--max-drop", "1"], "--baseline is missing"),
    "two new ones": (["--baseline", "a.txt", "-i", "b.txt", "c.txt", "--max-drop", "1"], "one new system, got 2"),
    "an unknown metric": (
        ["--baseline", "direct.txt", "-i", "via-ca.txt", "--max-drop", "1", "blue=2"],
        "no such metric among bleu; did you mean 'bleu'?",
    ),
    "a negative limit": (["--baseline", "direct.txt", "-i", "via-ca.txt", "--max-drop=-1"], "0 or more"),
    "no number": (
        ["--baseline", "direct.txt", "-i", "via-ca.txt", "--max-drop", "0,5"],
        "with a decimal point it is 0.5",
    ),
    "a metric without a limit": (
        ["--baseline", "direct.txt", "-i", "via-ca.txt", "-m", "bleu", "ter", "--max-drop", "bleu=1"],
        "says nothing about ter",
    ),
    "no such file": (["--baseline", "direkt.txt", "-i", "via-ca.txt", "--max-drop", "1"], "did you mean 'direct.txt'?"),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_mistake_is_exit_code_2(corpus: Path, case: str) -> None:
    arguments, message = WRONG[case]
    assert message in run("gate", "ref.txt", *arguments, cwd=corpus).refusal


def test_a_gate_of_few_units_is_warned_of(corpus: Path) -> None:
    (corpus / "docs.txt").write_text("".join(f"d{place // 30}\n" for place in range(240)))
    (corpus / "small.txt").write_text("".join("small\n" if place < 9 else "large\n" for place in range(240)))
    arguments = ("via-ca.txt", "direct.txt", "-m", "bleu", "--max-drop", "0.5")
    few = gate(corpus, *arguments, "--docs", "docs.txt")
    assert "warning: 8 documents are few for a bootstrap" in few.err
    assert "slice small small has 9 segments, few for" in gate(corpus, *arguments, "--slice-by", "small.txt").err
    assert gate(corpus, *arguments, "--docs", "docs.txt", "-q").err == ""
