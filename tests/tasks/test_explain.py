"""``explain``: both doors give the same record, requests go through JSON, and wrong uses are refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import tertium
from cli.shell import GOOD, POOR, REF, run, write
from tertium.corpus.formats.opening import Place
from tertium.errors import InputError, SpecError
from tertium.tasks import explain
from tertium.tasks.differ import DifferRequest
from tertium.tasks.explain import ChosenLines, ExplainRequest, OneHypothesis, WorstRequest
from tertium.tasks.picture_words import PictureWords
from tertium.tasks.request import from_plain, to_plain
from tertium.tasks.texts import FileTexts, ListTexts

SYSTEMS = {"good": GOOD, "poor": POOR}
HYP, WORDS = "the fast car stopped at the houses", "the quick automobile stops at the house"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write(tmp_path, ref=REF, good=GOOD, poor=POOR)
    return tmp_path


def shown(folder: Path, *arguments: str) -> Any:
    ran = run("explain", *arguments, "-f", "json", cwd=folder)
    assert (ran.code, ran.err) == (0, "")
    return json.loads(ran.out)


@pytest.mark.parametrize(
    ("flags", "keywords"),
    [
        ((), {}),
        (("-m", "meteor", "0.5*bleu + 0.5*ter"), {"metrics": ["meteor", "0.5*bleu + 0.5*ter"]}),
        (("-m", "bleu", "-l", "es-en"), {"metrics": "bleu", "language": "es-en"}),
        (("-m", "bleu", "-tok", "char", "--lang", "de"), {"metrics": "bleu", "tokenizer": "char", "lang": "de"}),
    ],
)
def test_two_strings_are_explained_the_same_by_both_doors(folder: Path, flags: tuple[str, ...], keywords: Any) -> None:
    [record] = shown(folder, "--hyp", HYP, "--ref", WORDS, "a car", *flags)
    assert record == tertium.explain(HYP, [WORDS, "a car"], **keywords).to_dict()


def test_segments_of_texts_are_explained_the_same_by_both_doors(folder: Path) -> None:
    files = ("ref.txt", "-i", "good.txt", "poor.txt", "--line", "2", "1", "-m", "atec", "nist")
    made = tertium.explain(SYSTEMS, REF, ["atec", "nist"], lines=[2, 1])
    assert shown(folder, *files) == [one.to_dict() for one in made]
    assert [(one.picture.system, one.picture.segment) for one in made] == [
        ("good", 2),
        ("poor", 2),
        ("good", 1),
        ("poor", 1),
    ]
    assert [each.metric for each in made[0].explanations] == ["atec"]


@pytest.mark.parametrize(
    ("flags", "keywords"), [((), {}), (("-m", "nist", "--by", "all"), {"metrics": "nist", "by": "all"})]
)
def test_the_worst_are_the_same_by_both_doors(folder: Path, flags: tuple[str, ...], keywords: Any) -> None:
    files = ("ref.txt", "-i", "good.txt", "poor.txt", "--worst", "3")
    made = tertium.explain(SYSTEMS, REF, worst=3, **keywords)
    assert shown(folder, *files, *flags) == [one.to_dict() for one in made]
    assert len(made) == 3


def test_parses_and_graphs_of_ones_own_are_used() -> None:
    trees = ["1\tcats\tcat\tNOUN\t_\t_\t2\tnsubj\t_\t_\n2\tsleep\tsleep\tVERB\t_\t_\t0\troot\t_\t_\n"]
    [seen] = tertium.explain(["cats sleep"], ["cats sleep"], "shallow", lines=1, parse_hyp=trees, parse_ref=trees)
    [loss] = seen.picture.losses
    assert (loss.metric, loss.score) == ("shallow:parse=files", 100)


def test_where_two_systems_differ_is_the_same_by_both_doors(folder: Path) -> None:
    write(folder, third=REF)
    files = ("ref.txt", "-i", "good.txt", "third.txt", "poor.txt", "--differ", "poor", "good", "-q")
    made = tertium.explain(SYSTEMS | {"third": REF}, REF, differ=("poor", "good"))
    assert shown(folder, *files) == made.to_dict()
    assert [(one.segment, one.better) for one in made.report.contrasts] == [(2, "poor"), (1, "good")]
    assert [loss.metric for loss in made.explained[0].first.picture.losses] == ["chrf", "bleu", "ter", "ribes"]
    texts = FileTexts((Place("a"), Place("b"), Place("c")), (Place("ref"),), None, ("a", "b", "c"))
    request = DifferRequest(texts, "a", "c", (tertium.Ter(),), 3)
    assert from_plain(DifferRequest, json.loads(json.dumps(to_plain(request)))) == request


def test_two_of_several_systems_keep_their_own_alignments() -> None:
    """The file of every system with every reference: those of the systems that are left out must not stand in."""
    links = {"a": ["0-0 1-1", "0-1 1-0"], "b": ["0-0", "0-0"], "c": ["0-1 1-0", "0-0 1-1"]}
    given = {name: tertium.streams([lines, lines]) for name, lines in links.items()}
    hyps = {"a": ["x y", "x y"], "b": ["x q", "x q"], "c": ["y x", "x y"]}
    refs = tertium.streams([["x y", "x y"], ["x y", "x y"]])
    whole = ListTexts(hyps, refs, align_direct=given).corpus(reread=True)
    alone = ListTexts({"c": hyps["c"], "a": hyps["a"]}, refs, align_direct={"c": given["c"], "a": given["a"]}).corpus(
        reread=True
    )
    for corpus in (whole.of_systems(["c", "a"]), alone):
        [build] = corpus.chunks(10)
        chunk, _ = build()
        assert corpus.names == ("c", "a")
        found = [item.tolist() for item in (chunk.links["direct"].items(k, k + 1).pairs for k in range(8))]
        assert found == [
            [[0, 1], [1, 0]],
            [[0, 1], [1, 0]],
            [[0, 0], [1, 1]],
            [[0, 0], [1, 1]],
            [[0, 0], [1, 1]],
            [[0, 0], [1, 1]],
            [[0, 1], [1, 0]],
            [[0, 1], [1, 0]],
        ]


@pytest.mark.parametrize(
    ("arguments", "keywords", "said"),
    [
        ((GOOD, REF), {}, "say which segments: lines=7"),
        ((GOOD, REF), {"lines": 1, "worst": 1}, "one of the three"),
        ((GOOD, REF), {"differ": ("a",)}, "differ is \\('a',\\), expected the names of two systems"),
        ((SYSTEMS, REF), {"differ": ("good", "por")}, "there is no system 'por'; did you mean 'poor'"),
        ((SYSTEMS, REF), {"differ": ("good", "good")}, "good does not differ from itself"),
        ((GOOD, REF), {"lines": 3}, "there is no segment 3; the files have 2"),
        (("a", "a"), {"lines": 1}, "one hypothesis is explained as a whole"),
        (("a", []), {}, "references is empty"),
        ((GOOD, REF), {"worst": 0}, "worst is 0, expected how many segments"),
        (
            (GOOD, REF),
            {"worst": 1, "by": "colour"},
            "by is 'colour', expected 'order', 'words', 'length', 'all' or None",
        ),
        ((GOOD, REF, ["ter", "bleu"]), {"worst": 1}, "worst ranks by one metric, got 2"),
        ((GOOD, REF, tertium.Bleu), {"lines": 1}, "Bleu is a class"),
    ],
)
def test_wrong_uses_are_refused(arguments: tuple[Any, ...], keywords: Any, said: str) -> None:
    with pytest.raises((InputError, SpecError), match=said):
        tertium.explain(*arguments, **keywords)


def test_requests_come_back_from_json() -> None:
    texts = FileTexts((Place("a.txt"),), (Place("ref.txt"),), None, ("a",))
    for request in (
        ExplainRequest(OneHypothesis("a b", ("b a", "a")), (tertium.Ter(),), PictureWords("zh", "none"), True),
        ExplainRequest(ChosenLines(texts, (7, 12)), (tertium.metric("0.5*bleu + 0.5*ter"),)),
    ):
        assert from_plain(ExplainRequest, json.loads(json.dumps(to_plain(request)))) == request
    worst = WorstRequest(texts, tertium.Ribes(), 20, "words")
    assert from_plain(WorstRequest, json.loads(json.dumps(to_plain(worst)))) == worst


def test_requests_of_lists_explain_the_same_after_the_way() -> None:
    texts = ListTexts(SYSTEMS, [[ref] for ref in REF])
    request = ExplainRequest(ChosenLines(texts, (2,)), (tertium.Bleu(),), matches=True)
    back = from_plain(ExplainRequest, json.loads(json.dumps(to_plain(request))))
    assert explain.run(back) == explain.run(request)
    worst = WorstRequest(texts, tertium.Ter(), 2, "all")
    again = from_plain(WorstRequest, json.loads(json.dumps(to_plain(worst))))
    assert [one.to_dict() for one in explain.run_worst(again)] == [one.to_dict() for one in explain.run_worst(worst)]


def test_equal_losses_stand_in_the_order_of_systems_and_segments_wherever_chunks_end() -> None:
    """Two systems over more than one chunk, every segment the same: places of two chunks were taken for one."""
    count = 2100
    made = tertium.explain({"x": ["b a"] * count, "y": ["b a"] * count}, ["a b"] * count, "kendall", worst=2 * count)
    assert [(one.system, one.segment) for one in made] == [
        (system, segment) for system in "xy" for segment in range(1, count + 1)
    ]
    few = tertium.explain({"x": ["b a"] * 3, "y": ["b a"] * 3}, ["a b"] * 3, "kendall", worst=4)
    assert [(one.system, one.segment) for one in few] == [("x", 1), ("x", 2), ("x", 3), ("y", 1)]


def test_segments_without_a_score_are_not_among_the_worst(folder: Path) -> None:
    """A power below 0 of no edits has no value."""
    metric = "pow(ter, -0.5)"
    made = tertium.explain(SYSTEMS, REF, metric, worst=4, by="all")
    assert {(one.system, one.segment) for one in made} == {("good", 2), ("poor", 1), ("poor", 2)}
    edits = [tertium.score([one.hyp], [one.refs[0]], "ter")["ter"].value for one in made]
    assert edits == sorted(edits, reverse=True)
    assert [one.loss.score for one in made] == pytest.approx([100 * rate**-0.5 for rate in edits])
    asked = ("explain", "ref.txt", "-i", "ref.txt", "-m", metric, "--worst", "2", "--by", "all")
    assert run(*asked, cwd=folder).out == "No segment has a score.\n"
    assert '<p dir="auto">No segment has a score.</p>' in run(*asked, "-f", "html", cwd=folder).out


def test_segments_that_are_left_out_are_neither_ranked_nor_explained() -> None:
    """A missing output takes its segment out of every system; a missing reference leaves nothing to explain with."""
    chrf = tertium.metric("chrf")
    gap = ListTexts({"a": ["b a", None], "b": ["x", "z"]}, ["a b", "y"], missing="skip")
    assert [(one.system, one.segment) for one in explain.run_worst(WorstRequest(gap, chrf, 5, "all"))] == [
        ("b", 1),
        ("a", 1),
    ]
    bare = ListTexts({"a": ["x y", "z"]}, [["x y"], []], missing="skip")
    with pytest.raises(InputError) as refused:
        explain.run(ExplainRequest(ChosenLines(bare, (2,)), (chrf,)))
    assert str(refused.value) == "segment 2 has no reference to explain it with."
