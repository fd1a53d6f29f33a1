"""The deep layer: vectors, documents, rules over parses, what counts as equal, several references, odd input."""

from __future__ import annotations

import math
import re
from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tertium
from tertium.corpus.annotations.parses import write_conllu
from tertium.corpus.annotations.unl import LABELS, Node, Relation, Sentence, document_of
from tertium.corpus.annotations.unl_reader import read_text
from tertium.corpus.chunk import Chunk, Graphed
from tertium.errors import InputError
from tertium.kernels.graphs import new_graphs
from tertium.metrics.deep import Deep, score_documents
from tertium.metrics.spec import parse
from tertium.views.unl.graphs import GROUP_OF
from tertium.views.unl.rules import example_parse
from vectors import vectors
from views.unl.test_enconvert import ACTIVE, BECAUSE, FRONTED, PASSIVE, SWAPPED, SWAPPED_CLAUSES


def sentence_of(triples: list[list[str]]) -> Sentence:
    """Triples of a vector, whose relations are Stanford's, under labels that UNL could have."""
    words = list(dict.fromkeys(word for _, head, dependent in triples for word in (head, dependent)))
    labels = {"nsubj": "agt", "dobj": "obj", "det": "mod", "root": "nam"}
    relations = tuple(Relation(labels[r], words.index(head), words.index(dep)) for r, head, dep in triples)
    return Sentence("", tuple(Node(word) for word in words), relations)


@pytest.mark.parametrize("vector", vectors("layered", "dependency-entailment"))
def test_vectors(vector: dict[str, Any]) -> None:
    hyp, ref = (document_of([sentence_of(vector[key])]) for key in ("hyp_deps", "ref_deps"))
    assert score_documents(hyp, ref) == pytest.approx([vector["expected"]["final"]], abs=1e-6)


def conllu(*examples: str) -> bytes:
    return b"".join(write_conllu([example_parse(text)]).encode() for text in examples)


def parsed_chunk(hyps: list[str], refs: list[list[str]]) -> Chunk:
    """A chunk whose texts are parses as the rules' table writes them."""
    graphs = new_graphs()
    for text in [*hyps, *(ref for listed in refs for ref in listed)]:
        data = np.frombuffer(conllu(text), dtype=np.uint8)
        assert graphs.add_conllu(data, np.array([0]), np.array([len(data)]), True) == -1
    places = np.arange(len(graphs), dtype=np.int32)
    chunk = Chunk.of([[f"h{i}" for i in range(len(hyps))]], [["r"] * len(listed) for listed in refs])
    return replace(chunk, graphs={"parse": Graphed(graphs, places[: len(hyps)], places[len(hyps) :])})


def scores(chunk: Chunk, spec: str = "deep:parse=files") -> list[float]:
    metric = parse(spec)
    metric.check(chunk)
    made: list[float] = metric.segment_score(metric.select(metric.measure(chunk)).values).tolist()
    return made


def test_as_the_paper_argues() -> None:
    """Dependencies stay intact where only voice or place of a clause changes; who did it to whom counts."""
    chunk = parsed_chunk([PASSIVE, SWAPPED, FRONTED, SWAPPED_CLAUSES], [[ACTIVE], [ACTIVE], [BECAUSE], [BECAUSE]])
    passive, swapped, fronted, reasons = scores(chunk, "deep:parse=files,attributes=none")
    assert passive == fronted == 1.0
    assert swapped == 0.0
    assert reasons == pytest.approx(5 / 6)  # all but the reason, of six relations
    passive, swapped, fronted, reasons = scores(chunk)
    assert passive == fronted == 1.0
    assert swapped == 0.5  # killed is the main word and past in both
    assert reasons < 1.0


DENIED = "He/PRON/4/nsubj did/AUX/4/aux not/PART/4/advmod kill=kill/VERB/0/root Mary/PROPN/4/obj"
KILLED = "He/PRON/2/nsubj killed=kill/VERB/0/root Mary/PROPN/2/obj"


@pytest.mark.parametrize(
    ("one", "other", "differ"),
    [
        (DENIED, KILLED, {"@not"}),
        ("He/PRON/3/nsubj may/AUX/3/aux come/VERB/0/root", "He/PRON/3/nsubj must/AUX/3/aux come/VERB/0/root",
         {"@possibility", "@obligation"}),
        ("Dogs/NOUN/2/nsubj bark/VERB/0/root", "Dog/NOUN/2/nsubj bark/VERB/0/root", {"@pl"}),
        ("He/PRON/2/nsubj comes=come/VERB/0/root", "He/PRON/2/nsubj came=come/VERB/0/root", {"@past"}),
    ],
)  # fmt: skip
def test_negation_modality_number_and_tense_are_seen(one: str, other: str, differ: set[str]) -> None:
    chunk = parsed_chunk([one], [[other]])
    assert scores(chunk)[0] < 1.0
    assert scores(chunk, "deep:parse=files,attributes=none") == [1.0]
    assert scores(chunk, "deep:parse=files,matching=unlabelled")[0] < 1.0  # an attribute has nothing but its label
    metric = parse("deep:parse=files")
    assert isinstance(metric, Deep)
    _, missing, extra = metric.explain_chunk(chunk).tables
    assert {str(row[0]) for row in (*missing.rows, *extra.rows)} == differ


def test_denied_is_four_fifths_against_all() -> None:
    """agt, obj, @entry and @past agree; @not is one of five against one of four."""
    assert scores(parsed_chunk([DENIED], [[KILLED]])) == [pytest.approx((4 / 5 + 4 / 4) / 2)]


def test_attributes_of_documents_count() -> None:
    plain = read_text("[S]{unl} agt(come.@entry.@past, he) {/unl}[/S]")
    denied = read_text("[S]{unl} agt(come.@entry.@past.@not, he) {/unl}[/S]")
    assert score_documents(denied, plain) == [pytest.approx((3 / 4 + 3 / 3) / 2)]
    assert score_documents(denied, plain, Deep(graphs="documents", attributes="none")) == [1.0]


def test_synonyms_count_as_equal() -> None:
    bought = "He/PRON/2/nsubj bought/VERB/0/root a/DET/4/det car/NOUN/2/obj"
    purchased = "He/PRON/2/nsubj purchased/VERB/0/root an/DET/4/det automobile/NOUN/2/obj"
    assert scores(parsed_chunk([purchased], [[bought]])) == [1.0]


def test_each_pair_takes_its_best_reference() -> None:
    chunk = parsed_chunk([ACTIVE, ACTIVE], [[SWAPPED, PASSIVE], [SWAPPED]])
    assert scores(chunk, "deep:parse=files,attributes=none") == [1.0, 0.0]
    assert scores(chunk) == [1.0, 0.5]


def test_a_related_label_counts_on_request_alone() -> None:
    def document(label: str) -> Any:
        return read_text(f"[S]{{unl}} {label}(live(icl>be), London) agt(live(icl>be), He(icl>person)) {{/unl}}[/S]")

    metric = Deep(graphs="documents")
    assert score_documents(document("scn"), document("plc"), metric) == [0.5]
    assert score_documents(document("scn"), document("plc"), replace(metric, partial=0.5)) == [0.75]
    assert score_documents(document("rsn"), document("plc"), replace(metric, partial=1.0)) == [0.5]
    assert score_documents(document("rsn"), document("plc"), replace(metric, matching="unlabelled")) == [1.0]
    assert set(GROUP_OF) == set(LABELS)


def test_headwords_are_compared_without_constraints_on_request() -> None:
    one = read_text("[S]{unl} agt(read(icl>do), John(iof>person)) {/unl}[/S]")
    other = read_text("[S]{unl} agt(READ(icl>see), john) {/unl}[/S]")
    assert score_documents(one, other) == [0.0]
    assert score_documents(one, other, Deep(graphs="documents", matching="headword")) == [1.0]


def test_scopes_and_instance_ids_do_not_matter() -> None:
    plain = read_text("[S]{unl} agt(say.@entry, he:01) obj(say.@entry, come) agt(come, he:02) {/unl}[/S]")
    scoped = read_text("[S]{unl} agt(say.@entry, he) obj(say.@entry, :05) agt:05(come.@entry, he) {/unl}[/S]")
    assert score_documents(plain, scoped) == [1.0]


def test_sentences_without_relations_score_nothing() -> None:
    empty, word = document_of([Sentence()]), document_of([Sentence("", (Node("yes"),))])
    full = read_text("[S]{unl} agt(a, b) {/unl}[/S]")
    for hyp, ref in ((empty, empty), (empty, full), (full, empty), (word, word)):
        assert score_documents(hyp, ref) == [0.0]
    yes = parsed_chunk(["Yes/INTJ/0/root", "No/INTJ/0/root"], [["Yes/INTJ/0/root"], ["Yes/INTJ/0/root"]])
    assert scores(yes, "deep:parse=files,attributes=none") == [0.0, 0.0]
    assert scores(yes) == [1.0, 0.0]  # by the attribute entry


def test_explain_lists_what_matched_is_missing_and_is_extra() -> None:
    hyp = "He/PRON/2/nsubj bought/VERB/0/root a/DET/4/det car/NOUN/2/obj yesterday/ADV/2/advmod"
    ref = "He/PRON/2/nsubj purchased/VERB/0/root a/DET/4/det house/NOUN/2/obj yesterday/ADV/2/advmod"
    metric = parse("deep:parse=files")
    assert isinstance(metric, Deep)
    made = metric.explain_chunk(parsed_chunk([hyp], [[SWAPPED, ref]]))
    assert made.score == pytest.approx(200 / 3)
    assert made.facts == {"reference": 2, "matched": 4, "related": 4, "hyp_relations": 6, "ref_relations": 6}
    matched, missing, extra = ([row[0] + " " + row[2].partition("(")[0] for row in t.rows] for t in made.tables)
    assert sorted(matched) == ["@entry buy", "@past buy", "agt he", "tim yesterday"]
    assert (missing, extra) == (["@indef house", "obj house"], ["@indef car", "obj car"])


def test_what_is_missing_is_said() -> None:
    chunk = Chunk.of([["a"]], [["a"]])
    with pytest.raises(InputError, match=r"deep needs UNL documents .* pass unl_hyp=… and unl_ref="):
        scores(chunk, "deep:graphs=documents")
    with pytest.raises(InputError, match=r"deep:parse=files needs the parses .* parse_hyp=… and parse_ref="):
        scores(chunk, "deep:parse=files")
    untagged = parsed_chunk(["a/_/0/root b/_/1/nmod"], [["a/_/0/root b/_/1/nmod"]])
    with pytest.raises(InputError, match="deep's rules need parts of speech"):
        scores(untagged)


_triple = st.tuples(st.sampled_from(("agt", "obj", "aoj", "plc")), st.integers(0, 3), st.integers(0, 3))


@given(st.lists(_triple, max_size=8), st.lists(_triple, max_size=8), st.sampled_from((0.0, 0.3, 1.0)))
@settings(max_examples=200, deadline=None)
def test_it_is_the_textbook_formula(hyp: list[Any], ref: list[Any], partial: float) -> None:
    def matched(rename: dict[str, str]) -> int:
        one, other = (Counter((rename.get(label, label), h, d) for label, h, d in side) for side in (hyp, ref))
        return sum((one & other).values())

    credit = (1 - partial) * matched({}) + partial * matched({"aoj": "agt"})
    expected = sum(credit / len(side) for side in (hyp, ref) if side) / 2

    def sentence(side: list[Any]) -> Sentence:
        """Every relation between nodes of its own: of the same two, one that is repeated would be one."""
        nodes = tuple(Node("abcd"[word], "", f"{k:02X}") for k, word in enumerate(w for _, *ends in side for w in ends))
        return Sentence("", nodes, tuple(Relation(label, 2 * k, 2 * k + 1) for k, (label, *_) in enumerate(side)))

    documents = [document_of([sentence(side)]) for side in (hyp, ref)]
    [found] = score_documents(*documents, Deep(graphs="documents", partial=partial))
    assert math.isclose(found, expected, abs_tol=1e-12)


def test_documents_from_python() -> None:
    texts = {"a": ["John killed Mary ."], "b": ["Mary killed John ."]}
    graph = "[S] {{unl}} agt(kill(icl>do).@entry, {}) obj(kill(icl>do), {}) {{/unl}} [/S]"
    ref, other = graph.format("John", "Mary"), graph.format("Mary", "John")
    report = tertium.score(
        texts, [["John killed Mary ."]], ["deep"], unl_hyp={"a": [ref], "b": read_text(other)}, unl_ref=[ref]
    )
    assert [report[name]["deep:graphs=documents"].score for name in texts] == [100.0, pytest.approx(100 / 3)]
    for wrong, what in (
        ({"a": [ref]}, "unl_hyp has UNL sentences for a, expected them for the systems a, b"),
        ({"a": [ref, ref], "b": [ref]}, "unl_hyp of 'a' has 2 UNL sentences but hypotheses has 1"),
        ({"a": [7], "b": [ref]}, "unl_hyp of 'a' segment 1 is a int, expected a UNL sentence"),
        ({"a": ["[S] agx(a, b) [/S]"], "b": [ref]}, "unl_hyp of 'a' segment 1 line 1: 'agx' is not a relation"),
        ({"a": [ref + ref], "b": [ref]}, "has 2 sentences, expected one"),
    ):
        with pytest.raises(InputError, match=re.escape(what)):
            tertium.score(texts, [["John killed Mary ."]], ["deep"], unl_hyp=wrong, unl_ref=[ref])
