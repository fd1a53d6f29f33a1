"""``tertium unl``: outlines, documents, pictures and records; what it refuses."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from cli.shell import run
from tertium.corpus.annotations.unl_reader import read_text, read_unl

KILLED = str(Path(__file__).parents[2] / "examples" / "unl" / "killed.conllu")


def test_active_and_passive_are_shown_alike() -> None:
    shown = run("unl", "--conllu", KILLED)
    assert shown.code == 0
    active, passive = shown.out.split("\n\n")
    assert active.startswith("John killed Mary .\nkill(icl>do,equ>kill.v.01) .@entry.@past\n├─ agt → John(iof>person)")
    assert sorted(active.split("\n")[2:4], key=lambda line: line[3:]) == sorted(
        (line.replace("├", "x").replace("└", "├").replace("x", "└") for line in passive.split("\n")[2:4]),
        key=lambda line: line[3:],
    )


def test_documents_read_back_in_both_forms(tmp_path: Path) -> None:
    table, listed = tmp_path / "table.unl", tmp_path / "list.unl"
    assert run("unl", "--conllu", KILLED, "-f", "unl", "-o", str(table)).code == 0
    document = read_unl(str(table))
    assert [len(sentence.relations) for sentence in document.sentences] == [2, 2]
    assert run("unl", "--document", str(table), "-f", "unl", "--form", "list", "-o", str(listed)).code == 0
    again = read_unl(str(listed))
    assert [s.triples() for s in again.sentences] == [s.triples() for s in document.sentences]
    assert "[W]" in listed.read_text("utf-8")


def test_svg_and_json_of_one_sentence() -> None:
    picture = run("unl", "--conllu", KILLED, "--line", "2", "-f", "svg")
    assert ET.fromstring(picture.out).tag.endswith("svg")
    [record] = json.loads(run("unl", "--conllu", KILLED, "--line", "2", "-f", "json").out)
    assert record["id"] == "2"
    assert record["rules"] == "unl-rules#4"
    assert ["agt", "kill(icl>do,equ>kill.v.01)", "John(iof>person)"] in record["triples"]


@pytest.mark.parametrize(
    ("arguments", "wanted"),
    [
        ((), "say what to show"),
        (("--conllu", KILLED, "a text"), "say one thing to show, not several"),
        (("--conllu", KILLED, "-f", "svg"), "an SVG shows one sentence, got 2; choose one with --line N"),
        (("--conllu", KILLED, "--line", "3"), "there is no sentence 3, expected one of 2 sentences."),
        (("--conllu", KILLED, "--form", "list"), "--form says how -f unl writes graphs"),
        (("--conllu", "nowhere.conllu"), "nowhere.conllu does not exist"),
        (("--conllu", KILLED, "--parser", "en"), "--parser is for text"),
    ],
)
def test_what_cannot_be_shown_is_said_in_one_line(arguments: tuple[str, ...], wanted: str) -> None:
    assert wanted in run("unl", *arguments).refusal


def test_parses_without_parts_of_speech_are_refused_as_deep_refuses_them(tmp_path: Path) -> None:
    bare = tmp_path / "bare.conllu"
    lines = ["1\tMary\t_\t_\t_\t_\t2\tnsubj\t_\t_", "2\tsleeps\t_\t_\t_\t_\t0\troot\t_\t_"]
    bare.write_text("\n".join(lines) + "\n\n", "utf-8")
    refused = run("unl", "--conllu", str(bare))
    assert refused.code == 2
    assert "bare.conllu sentence 1 has no parts of speech, expected them in column 4" in refused.err


def test_stanford_graphs_that_are_no_trees_lack_parts_of_speech_first_of_all(tmp_path: Path) -> None:
    text, graph = tmp_path / "t.txt", tmp_path / "t.stanford"
    text.write_text("John ate and slept\n", "utf-8")
    lines = ["root(ROOT-0, ate-2)", "nsubj(ate-2, John-1)", "nsubj(slept-4', John-1)", "conj_and(ate-2, slept-4)"]
    graph.write_text("\n".join(lines) + "\n\n", "utf-8")
    refused = run("score", text, "-i", text, "-m", "layered", "--parse-hyp", graph, "--parse-ref", graph)
    assert refused.code == 2
    assert "deep's rules need parts of speech" in refused.err


def test_a_broken_document_names_its_line(tmp_path: Path) -> None:
    file = tmp_path / "broken.unl"
    file.write_text("[S]\n{unl}\nagt(a)\n{/unl}\n[/S]", "utf-8")
    assert "broken.unl line 3: ')' cannot stand here, expected a comma" in run("unl", "--document", str(file)).refusal
    assert read_text("").sentences == ()


def test_documents_are_scored_with_the_texts(tmp_path: Path) -> None:
    """Active and passive: one graph; the other way round: none of its relations."""
    texts = {"ref": "John killed Mary .", "passive": "Mary was killed by John .", "swapped": "Mary killed John ."}
    graphs = {name: ("John", "Mary") if name != "swapped" else ("Mary", "John") for name in texts}
    for name, text in texts.items():
        agent, affected = graphs[name]
        (tmp_path / f"{name}.txt").write_text(text + "\n\n", "utf-8")
        (tmp_path / f"{name}.unl").write_text(
            f"[S:1]\n{{org:en}} {text} {{/org}}\n{{unl}} agt(kill(icl>do).@entry, {agent}) "
            f"obj(kill(icl>do), {affected}) {{/unl}}\n[/S]\n[S:2] [/S]\n",
            "utf-8",
        )
    given = ("score", "ref.txt", "-i", "passive.txt", "swapped.txt", "--unl-ref", "ref.unl")
    scored = run(*given, "--unl-hyp", "passive.unl", "swapped.unl", "-m", "deep", "-f", "json", "-sl", cwd=tmp_path)
    assert scored.code == 0, scored.err
    report = json.loads(scored.out)
    assert "deep:attributes=all,graphs=documents" in report["systems"][0]["scores"][0]["signature"]
    values = [system["scores"][0]["segment_scores"] for system in report["systems"]]
    assert [value[0] for value in values] == [100.0, pytest.approx(100 / 3)]
    one = run(*given, "--unl-hyp", "passive.unl", "-m", "deep", cwd=tmp_path).refusal
    assert "--unl-hyp has 1 file, expected 2: one for each system" in one
    wrong = run(*given, "--unl-hyp", "swapped.unl", "passive.unl", "-m", "deep", cwd=tmp_path).refusal
    assert "swapped.unl sentence 1: its words differ from passive.txt line 1" in wrong
    (tmp_path / "short.unl").write_text((tmp_path / "passive.unl").read_text("utf-8").partition("[S:2]")[0], "utf-8")
    short = run(*given, "--unl-hyp", "short.unl", "swapped.unl", "-m", "deep", cwd=tmp_path).refusal
    assert "short.unl" in short


def test_text_is_parsed_and_shown() -> None:
    pytest.importorskip("spacy", reason="extra 'parse'")
    shown = run("unl", "John killed Mary.", "Mary was killed by John.", "", "😀 🎉", "-f", "json")
    assert shown.code == 0, shown.err
    active, passive, empty, emoji = json.loads(shown.out)
    assert sorted(active["triples"]) == sorted(passive["triples"])
    assert (empty["nodes"], empty["relations"]) == ([], [])
    assert emoji["text"] == "😀 🎉"


def test_parses_of_files_are_scored_by_the_rules(tmp_path: Path) -> None:
    active, passive = Path(KILLED).read_text("utf-8").split("\n\n")[:2]
    for name, text, parse in (("ref", "John killed Mary .", active), ("sys", "Mary was killed by John .", passive)):
        (tmp_path / f"{name}.txt").write_text(f"{text}\n", "utf-8")
        (tmp_path / f"{name}.conllu").write_text(f"{parse}\n\n", "utf-8")
    files = ("--parse-hyp", "sys.conllu", "--parse-ref", "ref.conllu", "-m", "deep", "layered", "-f", "json")
    scored = run("score", "ref.txt", "-i", "sys.txt", *files, cwd=tmp_path)
    assert scored.code == 0, scored.err
    deep, whole = json.loads(scored.out)["systems"][0]["scores"]
    assert deep["score"] == 100.0
    assert "parse=files" in deep["signature"]
    assert 26.0 < whole["score"] < 100.0  # the whole deep layer, and parts of the others
