"""``tertium gate`` in a pipeline: exit codes and the files it leaves behind."""

from __future__ import annotations

import json
import shutil
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
