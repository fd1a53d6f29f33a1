"""The shallow layer: the specification's vectors, the policies of matching, files of any form, and odd texts."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.corpus.chunk import Chunk
from tertium.corpus.formats.opening import GraphPlaces, Place, open_corpus
from tertium.engine import local
from tertium.errors import InputError, SpecError
from tertium.metrics.base import Segment
from tertium.metrics.graph_agreement import graph_score
from tertium.metrics.spec import parse
from textbook.triples import assignment, overlap
from vectors import vectors

Triples = list[tuple[str, str, str]]


def value(name: str, hyp: str, *refs: str) -> float:
    metric = parse(name)
    return metric.explain(Segment(hyp, refs)).score / 100


@pytest.mark.parametrize("vector", vectors("layered", "dependency-entailment"))
def test_vectors(vector: dict[str, Any]) -> None:
    hyp, ref = (list(map(tuple, vector[key])) for key in ("hyp_deps", "ref_deps"))
    assert graph_score(hyp, ref) == pytest.approx(vector["expected"]["final"], abs=vector["tolerance"])


def test_the_two_directions_of_the_paper_are_shares_of_either_side() -> None:
    ref: Triples = [("nsubj", "ate", "John"), ("obj", "ate", "fish"), ("root", "ROOT", "ate")]
    assert graph_score(ref[:2], ref) == pytest.approx((1 + 2 / 3) / 2)
    assert graph_score([], ref) == graph_score(ref, []) == graph_score([], []) == 0


def test_triples_count_as_often_as_they_occur_and_letter_case_does_not_matter() -> None:
    twice: Triples = [("det", "cat", "the"), ("det", "cat", "the")]
    assert graph_score(twice, twice[:1]) == pytest.approx((1 / 2 + 1) / 2)
    assert graph_score([("DET", "Cat", "The")], twice[:1]) == 1


def test_labels_count_unless_they_are_not_to() -> None:
    hyp, ref = [("nsubj", "ate", "John")], [("obj", "ate", "John")]
    assert graph_score(hyp, ref) == 0
    assert graph_score(hyp, ref, "unlabelled") == 1


def test_synonyms_match_by_sense_in_a_largest_assignment() -> None:
    ref: Triples = [("obj", "drove", "car"), ("obj", "drove", "automobile")]
    assert graph_score([("obj", "drove", "auto"), ("obj", "drove", "machine")], ref, "synset") == 1
    assert graph_score([("obj", "drove", "auto")], ref, "lemma") == 0
    # "auto" must leave "car" to the triple that matches nothing else
    assert graph_score([("obj", "drove", "auto"), ("obj", "drove", "car")], ref, "synset") == 1


words = st.sampled_from(["a", "b", "car", "auto", "machine", "wheel"])
graphs = st.lists(st.tuples(st.sampled_from(["nsubj", "obj"]), words | st.just("ROOT"), words), max_size=6)


@given(graphs, graphs)
def test_native_overlap_equals_the_textbook(hyp: Triples, ref: Triples) -> None:
    for matching, shared in (
        ("labelled", overlap(hyp, ref)),
        ("unlabelled", overlap([t[1:] for t in hyp], [t[1:] for t in ref])),
        ("synset", assignment(hyp, ref)),
    ):
        wanted = (shared / len(hyp) + shared / len(ref)) / 2 if hyp and ref else 0.0
        assert graph_score(hyp, ref, matching) == pytest.approx(wanted)


def test_who_did_it_matters_although_the_words_are_the_same() -> None:
    same = value("shallow", "John killed Mary .", "John killed Mary .")
    swapped = value("shallow", "Mary killed John .", "John killed Mary .")
    assert same == 1
    assert swapped == pytest.approx(0.5)  # root and full stop remain
    assert value("bleu:order=1", "Mary killed John .", "John killed Mary .") == 1


def test_swapped_clauses_keep_their_relations_where_order_metrics_fall() -> None:
    hyp = "because he was interested in world history he read the book"
    ref = "he read the book because he was interested in world history"
    assert value("shallow", hyp, ref) > 0.9 > value("ribes", hyp, ref)


def test_the_best_of_several_references_counts() -> None:
    refs = ("A dog barks .", "John killed Mary .")
    metric = parse("shallow")
    explained = metric.explain(Segment("John killed Mary .", refs))
    assert explained.score == 100
    assert explained.facts["reference"] == 2


def test_relations_that_matched_are_missing_and_are_extra_are_listed() -> None:
    matched, missing, extra = parse("shallow").explain(Segment("Mary killed John", ("John killed Mary",))).tables
    assert matched.rows == (("root", "ROOT", "killed"),)
    assert Counter(missing.rows) == {("nsubj", "killed", "John"): 1, ("obj", "killed", "Mary"): 1}
    assert Counter(extra.rows) == {("nsubj", "killed", "Mary"): 1, ("obj", "killed", "John"): 1}


ODD = {
    "nothing": "",
    "blank": " \t ",
    "one word": "sleep",
    "emoji": "😀 👩‍👩‍👧 ❤️ 🇺🇦",
    "words of another language": "the Weltanschauung of a naïve Katze",
    "words of other scripts": "the кошка sat on a 垫子 .",
    "controls": "a\x00b \u200b c\u2028d \x1b[31m",
    "five hundred words": " ".join(
        random.Random(5).choices("the cat sat on a mat and ate , then left .".split(), k=500)
    ),
    "a long word": "x" * 5000,
    "symbols": "( [ { `` '' -LRB- # 1-2 1.1 _ | : = \\ \" ' ) ] }",
}


@pytest.mark.parametrize("name", list(ODD))
@pytest.mark.parametrize("matching", ["labelled", "unlabelled", "lemma", "synset"])
def test_odd_texts_score_one_against_themselves_and_nothing_scores_nothing(name: str, matching: str) -> None:
    text = ODD[name]
    score = value(f"shallow:matching={matching}", text, text)
    assert score == pytest.approx(1.0 if text.strip() else 0.0)
    assert value(f"shallow:matching={matching}", text, "") == 0
    assert 0 <= value(f"shallow:matching={matching}", "the cat sat", text) <= 1


def test_sources_of_graphs_are_checked_before_anything_is_measured() -> None:
    with pytest.raises(SpecError, match="parse is 'klingon', expected en, files, or an installed spaCy pipeline"):
        parse("shallow:parse=klingon")
    chunk = Chunk.of([["a"]], [["a"]])
    with pytest.raises(InputError, match="parse_hyp=… and parse_ref="):
        parse("shallow:parse=files").check(chunk)
    with pytest.raises(InputError, match="graph=enhanced needs parses"):
        parse("shallow:graph=enhanced").check(chunk)
    assert str(parse(parse("shallow").signature)) == str(parse("shallow"))
    assert "parse=en" in parse("shallow").signature


def stanford(sentences: list[dict[str, Any]]) -> str:
    return "".join("".join(f"{r}({h}-{i}, {w}-{j})\n" for r, h, i, w, j in one["deps"]) + "\n" for one in sentences)


def conllu(sentences: list[dict[str, Any]]) -> str:
    """Collapsed dependencies are no trees: they go where enhanced graphs go, over a flat tree of all tokens."""
    blocks = []
    for one in sentences:
        deps: dict[int, list[str]] = {}
        for relation, _, head, _, dependent in one["deps"]:
            deps.setdefault(dependent, []).append(f"{head}:{relation}")
        rows = [
            f"{at}\t{form}\t{lemma}\t_\t{tag}\t_\t{0 if at == 1 else 1}\tdep\t{'|'.join(deps.get(at, ['_']))}\t_\n"
            for at, (form, tag, lemma) in enumerate(one["tokens"], start=1)
        ]
        blocks.append("".join(rows) + "\n")
    return "".join(blocks)


@pytest.mark.parametrize(
    ("part", "systems"), [("nc-test", ["cmu-uka", "nrc", "systran"]), ("test", ["saar", "systran"])]
)
def test_parsed_wmt07_scores_the_same_from_stanford_text_and_from_conllu(
    shared_data: Path, tmp_path: Path, part: str, systems: list[str]
) -> None:
    data = {}
    for name in ("refA", *systems):
        path = shared_data / "parsed-wmt07-es-en" / part / f"{name}.stanford.jsonl"
        data[name] = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        (tmp_path / f"{name}.txt").write_text("".join(f"{one['text']}\n" for one in data[name]), "utf-8")
        (tmp_path / f"{name}.stanford").write_text(stanford(data[name]), "utf-8")
        (tmp_path / f"{name}.conllu").write_text(conllu(data[name]), "utf-8")

    def places(names: list[str], form: str) -> tuple[Place, ...]:
        return tuple(Place(str(tmp_path / f"{name}.{form}")) for name in names)

    metric = parse("shallow:parse=files,graph=enhanced")
    scores = {}
    for form in ("stanford", "conllu"):
        corpus = open_corpus(
            places(systems, "txt"), places(["refA"], "txt"), names=systems,
            parses=GraphPlaces(places(systems, form), places(["refA"], form)),
        )  # fmt: skip
        report = local.score(corpus, [metric], version="test", segment_scores=True)
        scores[form] = np.array([system.scores[0].segment_scores for system in report.systems])
    assert scores["stanford"].tobytes() == scores["conllu"].tobytes()
    for system, row in zip(systems, scores["stanford"], strict=True):
        for one, ref, score in zip(data[system], data["refA"], row, strict=True):
            hyp_deps, ref_deps = (
                [(r, h.lower(), w.lower()) for r, h, _, w, _ in dict.fromkeys(map(tuple, s["deps"]))]
                for s in (one, ref)
            )
            shared = overlap(hyp_deps, ref_deps)
            assert score == pytest.approx(50 * (shared / len(hyp_deps) + shared / len(ref_deps)))
