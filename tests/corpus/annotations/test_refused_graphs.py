"""Graphs and parses that no text could say, and texts that are no graphs: refused, with what is expected."""

from __future__ import annotations

from pathlib import Path

import pytest

from tertium.corpus.annotations.parses import parse_conllu
from tertium.corpus.annotations.unl import Document, Node, Relation, Sentence, document_of, well_formed, write
from tertium.corpus.annotations.unl_reader import read_text, read_unl
from tertium.errors import FileError, InputError

A, B = Node("a"), Node("b")


@pytest.mark.parametrize(
    ("made", "says"),
    [
        (lambda: Sentence("1]", (A,)), "the id of a UNL sentence holds ']'"),
        (lambda: Sentence("", (A,), text=" a"), "the text of a UNL sentence holds '{/org}' or begins"),
        (lambda: Sentence("", (A,), translations=(("unl", "x"),)), "'unl' is not a language's code"),
        (lambda: Sentence("", (A, A)), "node a is listed twice"),
        (lambda: Sentence("", (A,), (Relation("agt", 0, 1),)), "agt refers to a node that is not there"),
        (lambda: Sentence("", (A, B), (Relation("Agent", 0, 1),)), "'Agent' is not a relation's label"),
        (lambda: Sentence("", (A, B), (Relation("agt", 0, 1, "1"),)), "'agt:1' is not a relation's label"),
        (lambda: Sentence("", (Node("a", "", "1"),)), "the instance id of a is '1', expected two digits"),
        (lambda: Sentence("", (Node("", "icl>do", "01"),)), "a scope has an id and no constraints"),
        (lambda: Sentence("", (Node("a", "icl do"),)), "the constraints of a(icl do) do not look like"),
        (lambda: Sentence("", (Node("a", "", "", ("past", "past")),)), "a has an attribute twice"),
        (lambda: Sentence("", (Node("a", "", "", ("pa st",)),)), "'pa st' of a is not an attribute's name"),
    ],
)
def test_what_could_not_be_written_cannot_be_made(made: object, says: str) -> None:
    with pytest.raises(InputError) as caught:
        made()  # type: ignore[operator]
    assert says in str(caught.value)


def test_a_document_has_two_forms() -> None:
    with pytest.raises(InputError, match="'table' or 'list', got 'tree'"):
        write(document_of([Sentence("", (A,))]), form="tree")


@pytest.mark.parametrize(
    ("constraints", "sound"),
    [("", True), ("icl>do", True), ("icl>do,agt>thing", True), ("icl", False), ("icl,a>b", False), ("a>b)(", False)],
)
def test_constraints_are_balanced_and_directed(constraints: str, sound: bool) -> None:
    assert well_formed(constraints) == sound


def test_the_root_is_the_entry_or_the_first_head() -> None:
    marked = Sentence("", (A, Node("b", "", "", ("entry",))), (Relation("agt", 0, 1),))
    assert marked.nodes[marked.entry() or 0].headword == "b"
    plain = Sentence("", (A, B), (Relation("agt", 0, 1),))
    assert plain.nodes[plain.entry() or 0].headword == "a"
    assert Sentence("", (A,)).entry() == 0
    assert Sentence().entry() is None
    assert marked.entry("01") is None


def one(text: str) -> Sentence:
    [sentence] = read_text(text).sentences
    return sentence


def graph(inside: str) -> str:
    return f"[S:1]\n{{unl}}\n{inside}\n{{/unl}}\n[/S]\n"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[S:1]\n{/es}\n[/S]", "{/es} closes nothing"),
        (graph("[P:1]"), "does not belong here"),
        (graph("[W]\nread:01\n"), "is not a universal word"),
        ("[S:1]\n{unl}\n[W]\nread:01\n", "[W] is never closed"),
        (graph("[W]\nread:01\n[/W]\n[R]\nagt 01"), "is not a relation"),
        ("[S:1]\n{unl}\n[W]\nread:01\nhe:02\n[/W]\n[R]\nagt(01, 02)\n", "[R] is never closed"),
        (graph("agt((icl>do):01, he)"), "constraints without a headword"),
        (graph("agt(read(icl>\ndo), he)"), "are not constraints"),
        ("[S:1]\n{unl}\nagt(read(icl>do", "are not constraints"),
        ("[S:1]\n{unl}\nagt(read", "expected"),
        ("[S:1]\n{unl}\nagt(read, he, she", "expected"),
    ],
)
def test_a_graph_that_cannot_be_read_is_refused_with_its_line(text: str, says: str) -> None:
    with pytest.raises(InputError) as caught:
        read_text(text)
    assert says in str(caught.value)
    assert "line" in str(caught.value)


def test_a_comment_may_be_the_last_line() -> None:
    assert read_text("; nothing but a comment") == Document(())


def test_a_file_without_a_sentence_is_no_document(tmp_path: Path) -> None:
    (tmp_path / "e.unl").write_text("; nothing\n")
    with pytest.raises(FileError, match="holds no sentence"):
        read_unl(tmp_path / "e.unl")


def word(number: object, deps: str = "_") -> str:
    return "\t".join([str(number), "Dogs", "dog", "NOUN", "_", "_", "0", "root", deps, "_"])


def test_a_range_of_words_has_two_numbers() -> None:
    with pytest.raises(InputError, match="'1-x' is not a range of words such as 1-2"):
        parse_conllu(f"{word('1-x')}\n{word(1)}\n\n")


def test_words_without_an_enhanced_head_have_no_edge() -> None:
    words = [word(1, "0:root"), word(2).replace("\t0\troot", "\t1\tdep")]
    [parse] = parse_conllu("\n".join(words) + "\n\n")
    assert parse.enhanced == ((0, "root", 1),)


def test_a_comment_is_a_line_of_its_own() -> None:
    assert len(one(graph("; a comment\nagt(a, b)")).nodes) == 2
    with pytest.raises(
        InputError, match="line 1: '; no comment' stands behind something, expected comments on their own lines"
    ):
        read_text("[S:1] ; no comment\n{unl}\nagt(a, b)\n{/unl}\n[/S]\n")


def test_a_relation_that_does_not_exist_is_refused_where_the_text_ends_in_it() -> None:
    with pytest.raises(InputError, match="line 3"):
        read_text("[S:1]\n{unl}\nxyz(a, b")
