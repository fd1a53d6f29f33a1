"""UNL documents: both forms, what is accepted, what is refused and how; writing then reading changes nothing."""

from __future__ import annotations

import contextlib
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium.corpus.annotations.unl import LABELS, Document, Node, Paragraph, Relation, Sentence, document_of, write
from tertium.corpus.annotations.unl_reader import read_text, read_unl
from tertium.errors import FileError, InputError

ISSUE = "[S:7] {unl} agt(read(icl>do).@entry, John(iof>person)) obj(read(icl>do).@entry, book) {/unl} [/S]"


def one(text: str) -> Sentence:
    [sentence] = read_text(text).sentences
    return sentence


def test_unl_2005_has_46_labels() -> None:
    listed = (
        "agt and aoj bas ben cag cao cnt cob con coo dur equ fmt frm gol icl ins int iof man met mod nam obj opl or "
        "per plc plf plt pof pos ptn pur qua rsn scn seq shd src tim tmf tmt to via"
    )
    assert sorted(LABELS) == listed.split()
    assert len(LABELS) == 46


def test_a_document_on_one_line() -> None:
    sentence = one(ISSUE)
    assert sentence.id == "7"
    assert sentence.nodes[0] == Node("read", "icl>do", "", ("entry",))
    assert sentence.triples() == (("agt", "read(icl>do)", "John(iof>person)"), ("obj", "read(icl>do)", "book"))


def test_all_parts_of_a_document() -> None:
    document = read_text(
        """; made by hand
        [D:dn=test]
        [P:1]
        [S:1]
        {org:en}
        John, who knows Mary, saw "it" {twice}.
        {/org}
        {unl}
          ; a comment inside
        agt(see(icl>perceive(agt>thing,obj>thing)):01.@entry.@past, John(iof>person))
        agt:01(know(icl>be).@entry, John(iof>person):0A)
        obj:01(know(icl>be).@entry, Mary(iof>person))
        mod(John(iof>person), :01)
        obj(see(icl>perceive(agt>thing,obj>thing)).@past:01, "it")
        man(see(icl>perceive(agt>thing,obj>thing)):01, 2.5 times)
        {/unl}
        {es}
        Juan lo vio.
        {/es}
        [/S]
        [/P]
        [P:2] [/P]
        [/D]"""
    )
    assert document.header == "dn=test"
    assert [p.id for p in document.paragraphs] == ["1", "2"]
    [sentence] = document.sentences
    assert sentence.text == 'John, who knows Mary, saw "it" {twice}.'
    assert (sentence.language, sentence.translations) == ("en", (("es", "Juan lo vio."),))
    see = sentence.nodes[0]
    assert see == Node("see", "icl>perceive(agt>thing,obj>thing)", "01", ("entry", "past"))
    assert ("mod", "John(iof>person)", "know(icl>be)") in sentence.triples()  # a scope is its entry
    assert ("man", see.universal_word, "2.5 times") in sentence.triples()


def test_the_list_form_is_the_same_graph() -> None:
    listed = one(
        """[S] {unl} [W] read(icl>do).@entry:01 John(iof>person):02
        member state:03.@pl [/W]
        [R] agt(01,02)
        obj:04( 01 , 03 )
        and(:04, 02) [/R] {/unl} [/S]"""
    )
    assert [node.headword for node in listed.nodes] == ["read", "John", "member state", ""]
    assert listed.relations[1] == Relation("obj", 0, 2, "04")
    assert listed.triples()[2] == ("and", "read(icl>do)", "John(iof>person)")


def test_a_word_alone_and_words_that_are_also_labels() -> None:
    assert one("[S] {unl} dog(icl>animal).@entry {/unl} [/S]").nodes == (Node("dog", "icl>animal", "", ("entry",)),)
    alone = document_of([Sentence("1", (Node("man", "icl>person"), Node("or")))])
    assert read_text(write(alone)) == alone


def test_a_semicolon_after_a_relation_is_no_word() -> None:
    for text in ("agt(a.@entry, b);\nobj(a, c) ;\n", "agt(a.@entry, b); obj(a, c);", "agt(a.@entry, b);obj(a, c)"):
        sentence = one(f"[S] {{unl}}\n{text} {{/unl}} [/S]")
        assert [node.headword for node in sentence.nodes] == ["a", "b", "c"]
        assert sentence.triples() == (("agt", "a", "b"), ("obj", "a", "c"))
    listed = one("[S] {unl} [W] a:01 b:02 [/W] [R] agt(01, 02); [/R] {/unl} [/S]")
    assert listed.triples() == (("agt", "a", "b"),)


@pytest.mark.parametrize(
    "text", ["agt(a.@entry, b) ; remark\n", "agt(a.@entry, b);remark of two\n", "obj(a, c);\nagt(a, b); 漢 {/unl}"]
)
def test_a_remark_behind_a_relation_is_no_word(text: str) -> None:
    with pytest.raises(InputError, match=r"' stands behind a relation and ';', expected another relation there"):
        one(f"[S] {{unl}}\n{text} {{/unl}} [/S]")


def test_relations_directly_in_a_sentence() -> None:
    assert one("[S]\nqua(member state.@pl, 186)\n[/S]").triples() == (("qua", "member state", "186"),)


@pytest.mark.parametrize(
    ("text", "line", "what", "expected"),
    [
        (
            "[S]\n{unl}\nagx(a, b)\n{/unl}\n[/S]",
            3,
            "'agx' is not a relation of UNL 2005",
            "did you mean 'cag'? it has agt, and,",
        ),
        (
            "[S]\n{unl}\nagtt(read(icl>do).@entry, John(iof>person))\n{/unl}\n[/S]",
            3,
            "'agtt' is not a relation of UNL 2005",
            "did you mean 'agt'? it has agt, and,",
        ),
        ("[S]\n{unl}\nAGT:01(a, b)\n{/unl}\n[/S]", 3, "'AGT' is not a relation of UNL 2005", "did you mean 'agt'?"),
        ("[S]\n{unl}\nread(do, b)\n{/unl}\n[/S]", 3, "'read' is not a relation of UNL 2005", "it has agt, and,"),
        ("[S]\n{unl}\nread(do)\n{/unl}\n[/S]", 3, "'(do)' are not constraints", "(icl>do,agt>person)"),
        ("[S]\n{unl}\nagt(a)\n{/unl}\n[/S]", 3, "')' cannot stand here", "a comma between the two arguments of agt"),
        ("[S]\n{unl}\nagt(a, b, c)\n{/unl}[/S]", 3, "', c)' cannot stand here", "')' after the second argument"),
        ("[S]\n{unl}\nagt(a, b\n{/unl}[/S]", 3, "the end of the line cannot stand here", "')'"),
        ("[S]\n{unl}\nagt(, b)\n{/unl}[/S]", 3, "', b)' is not a universal word", "read(icl>do)"),
        ("[S]\n{unl}\nagt(a(icl>b, c)\n{/unl}[/S]", 3, "are not constraints", "(icl>do,agt>person)"),
        ("[S]\n{unl}\nagt(a(b), c)\n{/unl}[/S]", 3, "'(b), c)' are not constraints", "(icl>do,agt>person)"),
        ("[S]\n{unl}\nagt(a.@, c)\n{/unl}[/S]", 3, "'.@, c)' after 'a' cannot be read", ".@past"),
        ("[S:4]\n{unl}\nagt(a, b)\n", 2, "{unl} is never closed", "{/unl}"),
        ("[S:4]\nagt(a, b)\n", 1, "sentence [S:4] is never closed", "[/S]"),
        ("[S]\n{org}\ntext\n[/S]", 2, "{org} is never closed", "{/org}"),
        ("\nhello", 2, "'hello' outside a sentence", "[D], [P] or [S]"),
        ("[/S]", 1, "[/S] closes no sentence", "[S] before it"),
        ("[D]\n[S][/S]\n", 3, "[D] is never closed", "[/D]"),
        ("[P]\n[P]", 2, "[P] is inside another [P]", "[P] and [/P] in turn"),
        ("[S]\n{unl}\n[W] a [/W] [R] [/R]\n{/unl}[/S]", 3, "'a' has no instance id", "read:01"),
        ("[S]\n{unl}\n[W] a:01\nb:01 [/W]\n{/unl}[/S]", 4, "id 01 is listed twice", "an id of its own"),
        ("[S]\n{unl}\n[W] a:01 [/W]\n[R]\nagt(01,02)[/R]\n{/unl}[/S]", 5, "refers to 02", "an id of [W]"),
        ("[S]\n{unl}\n[W] a:01 [/W]\n[R]\nagt(01,b)[/R]\n{/unl}[/S]", 5, "'b)[/R]' in agt is not an id", "01"),
        ("[S]\n{unl}\nagt(a, :01)\n{/unl}[/S]", 1, "scope :01 is used, but no relation belongs to it", "agt:01"),
        ('[S]\n{unl}\nagt("a, b)\n{/unl}[/S]', 3, "a quoted headword is never closed", '"'),
    ],
)
def test_errors_name_the_line_and_what_was_expected(text: str, line: int, what: str, expected: str) -> None:
    with pytest.raises(InputError) as caught:
        read_text(text, "doc.unl")
    message = str(caught.value)
    assert message.startswith(f"doc.unl line {line}: ")
    assert what in message
    assert expected in message


def test_files_that_are_not_utf_8_say_where(tmp_path: Path) -> None:
    file = tmp_path / "latin.unl"
    file.write_bytes("[S]\n{org} caf\xe9 {/org}[/S]".encode("latin-1"))
    with pytest.raises(FileError, match=r"latin\.unl line 2 is not UTF-8"):
        read_unl(str(file))
    file.write_text(ISSUE, "utf-8")
    assert read_unl(str(file)).sentences[0].id == "7"


def test_labels_of_other_versions_are_taken_on_request() -> None:
    text = "[S]{unl}res(build(icl>do), house(icl>thing)){/unl}[/S]"
    with pytest.raises(InputError, match="'res' is not a relation"):
        read_text(text)
    assert read_text(text, labels="any").sentences[0].relations[0].label == "res"


def test_a_relation_that_is_repeated_is_one_but_two_dogs_are_two() -> None:
    twice = "[S]{unl}agt(bark, dog)\nagt(bark.@entry, dog){/unl}[/S]"
    assert read_text(twice) == read_text("[S]{unl}agt(bark.@entry, dog){/unl}[/S]")
    dogs = read_text("[S]{unl}agt(bark, dog:01)\nagt(bark, dog:02){/unl}[/S]").sentences[0]
    assert dogs.triples() == (("agt", "bark", "dog"),) * 2
    scopes = read_text("[S]{unl}agt:01(bark, dog)\nagt(bark, dog)\nobj(say, :01){/unl}[/S]").sentences[0]
    assert len(scopes.relations) == 3  # what is said inside a scope is not said outside


def test_a_scope_is_its_entry_however_deep() -> None:
    size = 3000
    name = "{:04X}".format
    nodes = (*(Node("", "", name(i)) for i in range(1, size)), Node("eat", "", "", ("entry",)), Node("John"))
    scopes = tuple(Relation("agt", min(i, size - 1), size, name(i)) for i in range(1, size))
    begun = time.process_time()
    sentence = Sentence("", nodes, (*scopes, Relation("obj", 0, size)))
    assert set(sentence.triples()) == {("agt", "eat", "John"), ("obj", "eat", "John")}
    assert time.process_time() - begun < 2
    circle = Sentence(
        "", (Node("", "", "01"), Node("", "", "02")), (Relation("agt", 1, 0, "01"), Relation("agt", 0, 1, "02"))
    )
    assert circle.spoken_for() == (0, 1)


def test_words_of_the_language_that_look_like_labels_stay_words() -> None:
    made = read_text("[S]{unl}dog(icl>animal, equ>canine).@pl\nwordnet(icl>thing(icl>a,icl>b)){/unl}[/S]").sentences[0]
    assert [node.universal_word for node in made.nodes] == [
        "dog(icl>animal,equ>canine)",
        "wordnet(icl>thing(icl>a,icl>b))",
    ]
    assert read_text("[S]{unl}dog(icl>animal){/unl}[/S]", labels="any").sentences[0].relations == ()


def test_a_long_document_is_read_in_one_go() -> None:
    chain = tuple(Relation("obj", i, i + 1) for i in range(5000))
    nodes = tuple(Node(f"w{i}", "icl>thing") for i in range(5001))
    document = document_of([Sentence("1", nodes, chain)])
    assert read_text(write(document)) == document


# Documents of any shape: headwords with every character that means something in the notation.
_words = st.text(st.sampled_from('abAB19 .@:,()[]{}"\\;é漢\n'), min_size=1, max_size=8)
_constraints = st.sampled_from(("", "icl>do", "icl>do(agt>thing,obj>thing),equ>x", "mod<thing", "icl>x>y,iof<z"))
_ids = st.sampled_from(("", "01", "0A", "ZZ", "123"))
_attributes = st.lists(st.sampled_from(("entry", "past", "pl", "not", "topic")), unique=True, max_size=3).map(tuple)
_nodes = st.lists(
    st.builds(Node, _words, _constraints, _ids, _attributes), max_size=6, unique_by=lambda node: node.key
).map(tuple)
_texts = st.text(st.sampled_from("ab c.;[]S{}/é\n"), max_size=12).map(str.strip)


@st.composite
def _sentences(draw: st.DrawFn) -> Sentence:
    nodes = draw(_nodes)
    relations: list[Relation] = []
    scopes = draw(st.sets(st.sampled_from(("01", "02", "AB")), max_size=2)) if nodes else set()
    place = st.integers(0, len(nodes) - 1)
    for scope in sorted(scopes):
        relations.append(Relation(draw(st.sampled_from(sorted(LABELS))), draw(place), draw(place), scope))
    nodes += tuple(Node("", "", scope, draw(_attributes)) for scope in sorted(scopes) if draw(st.booleans()))
    if nodes:
        place = st.integers(0, len(nodes) - 1)
        relations += draw(st.lists(st.builds(Relation, st.sampled_from(sorted(LABELS)), place, place), max_size=6))
    languages = st.lists(st.tuples(st.sampled_from(("es", "hin")), _texts), max_size=2).map(tuple)
    return Sentence(
        draw(st.sampled_from(("", "1", "a b", "x:9"))),
        nodes,
        tuple(relations),
        draw(_texts),
        draw(st.sampled_from(("", "en", "en=utf-8"))),
        draw(languages),
    )


_paragraphs = st.builds(Paragraph, st.lists(_sentences(), max_size=3).map(tuple), st.sampled_from(("", "3")))
_documents = st.builds(Document, st.lists(_paragraphs, max_size=3).map(tuple), st.sampled_from(("", "dn=x, on=y")))


@given(_documents)
@settings(max_examples=300, deadline=None)
def test_reading_what_was_written_gives_the_document_back(document: Document) -> None:
    assert read_text(write(document)) == document


@given(_sentences())
@settings(max_examples=300, deadline=None)
def test_the_list_form_gives_back_the_numbered_sentence(sentence: Sentence) -> None:
    numbered = sentence.numbered()
    listed = write(document_of([sentence]), form="list")
    assert read_text(listed).sentences[0].triples() == sentence.triples()
    assert read_text(listed).sentences[0] == numbered


@given(st.text(st.sampled_from('[]/SDPWR{}unlorgag t(,):01.@>"\n;'), max_size=60))
@settings(max_examples=500, deadline=None)
def test_no_text_breaks_the_reader(text: str) -> None:
    with contextlib.suppress(InputError):
        assert read_text(write(read_text(text))) == read_text(text)
