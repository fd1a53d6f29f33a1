"""CoNLL-U: what is read, and every way in which a tree can be broken."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.corpus.annotations.parses import Parse, parse_conllu, write_conllu
from tertium.errors import InputError


def conllu(*rows: str) -> str:
    """Rows `id form head relation [deps]` as CoNLL-U."""
    lines = []
    for row in rows:
        number, form, head, relation, *deps = row.split()
        lines.append(
            "\t".join([number, form, form.lower(), "X", "_", "_", head, relation, deps[0] if deps else "_", "_"])
        )
    return "\n".join(lines) + "\n\n"


SLEEPS = conllu("1 She 2 nsubj", "2 sleeps 0 root")


def test_a_tree_is_read_column_by_column() -> None:
    (parse,) = parse_conllu(
        "# text = Dogs ran\n1\tDogs\tdog\tNOUN\tNNS\tNumber=Plur\t2\tnsubj\t_\t_\n"
        "2\tran\trun\tVERB\tVBD\tTense=Past|VerbForm=Fin\t0\troot\t_\tSpaceAfter=No\n"
    )
    assert parse == Parse(
        ("Dogs", "ran"),
        ("dog", "run"),
        ("NOUN", "VERB"),
        ("NNS", "VBD"),
        ("Number=Plur", "Tense=Past|VerbForm=Fin"),
        (2, 0),
        ("nsubj", "root"),
    )


def test_multiword_tokens_stand_for_their_words_in_the_text() -> None:
    (parse,) = parse_conllu(conllu("1-2 zum _ _", "1 zu 3 case", "2 dem 3 det", "3 Haus 0 root"))
    assert parse.forms == ("zu", "dem", "Haus")
    assert parse.text == ("zum", "Haus")


def test_empty_nodes_are_numbered_after_the_words() -> None:
    (parse,) = parse_conllu(
        conllu("1 Sue 2 nsubj 2:nsubj", "2 likes 0 root 0:root", "3 Ann 2 conj 3.1:nsubj", "3.1 likes _ _ 2:conj")
    )
    assert parse.empty == ("likes",)
    assert parse.enhanced == ((2, "nsubj", 1), (0, "root", 2), (4, "nsubj", 3), (2, "conj", 4))
    assert parse.text == ("Sue", "likes", "Ann")


def test_a_block_of_comments_is_an_empty_sentence_and_blank_lines_are_nothing() -> None:
    parses = parse_conllu(f"\n\n{SLEEPS}\n# text =\n\n{SLEEPS}".replace("\n", "\r\n"))
    assert [parse.forms for parse in parses] == [("She", "sleeps"), (), ("She", "sleeps")]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (conllu("1 a 2 x", "2 b 1 x", "3 c 0 root"), "line 1: the heads of words 1 -> 2 -> 1 form a cycle"),
        (conllu("1 a 0 root", "2 b 9 x"), "line 2: word 2 has head 9, but the sentence has 2 words"),
        (conllu("1 a 0 root", "2 b 2 x"), "line 2: word 2 is its own head"),
        (conllu("1 a 0 root", "2 b 0 root"), "line 2: word 2 is a second root"),
        (conllu("1 a 2 x", "2 b 3 x", "3 c 2 x"), "form a cycle"),
        (conllu("1 a 0 root", "1 b 1 x"), "line 2: word 1 follows word 1, expected 2"),
        (conllu("1 a 0 root", "3 b 1 x"), "line 2: word 3 follows word 1, expected 2"),
        (conllu("2 a 0 root"), "line 1: word 2 follows word 0, expected 1"),
        (conllu("1 a _ root"), "has head '_', expected a number from 0 to 1"),
        (conllu("1 a -1 root"), "has head '-1'"),
        (conllu("1 a 99999999999999999999 root"), "has head 99999999999999999999, but"),
        (conllu("1 a 0 _"), "word 1 has no relation"),
        (conllu("x a 0 root"), "'x' is not an id"),
        (conllu("1-3 ab _ _", "1 a 0 root", "2 b 1 x"), "line 1: the multiword token ends at word 3 of 2"),
        (conllu("1-2 ab _ _", "1 a 0 root", "2-3 bc _ _", "2 b 1 x", "3 c 1 x"), "line 3: the multiword token 2-3"),
        (conllu("2-3 ab _ _", "1 a 0 root"), "must begin at the next word, 1"),
        (conllu("1 a 0 root", "1.2 e _ _"), "empty node 1.2, expected 1.1 here"),
        (conllu("1 a 0 root 7:x"), "'7:x' is not an enhanced dependency"),
        (conllu("1 a 0 root 0"), "'0' is not an enhanced dependency"),
        ("1 a a X _ _ 0 root _ _\n", "1 column, expected 10; columns are separated by TAB"),
        ("1\ta\ta\tX\t_\t_\t0\troot\t_\n", "9 columns, expected 10"),
        ("1\ta\t\tX\t_\t_\t0\troot\t_\t_\n", "column 3 is empty"),
    ],
)
def test_a_broken_tree_is_an_error_with_its_line_and_never_a_smaller_tree(text: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_conllu(text, "h.conllu")
    assert said in str(caught.value)
    assert str(caught.value).startswith("h.conllu line ")


def test_lines_are_counted_over_sentences() -> None:
    with pytest.raises(InputError, match=r"^h line 6: word 1 is its own head"):
        parse_conllu(SLEEPS + "\n# c\n" + conllu("1 a 1 x"), "h")


def test_a_chain_of_fifty_thousand_words_is_read() -> None:
    count = 50_000
    (parse,) = parse_conllu(conllu(*(f"{at} w {at + 1 if at < count else 0} x" for at in range(1, count + 1))))
    assert len(parse) == count


@given(st.lists(st.integers(0, 6), min_size=1, max_size=6))
def test_heads_are_accepted_if_and_only_if_every_word_reaches_one_root(heads: list[int]) -> None:
    def reaches(word: int) -> bool:
        for _ in heads:
            word = heads[word - 1] if 0 < word <= len(heads) else word
        return word == 0

    whole = all(reaches(at) for at in range(1, len(heads) + 1)) and heads.count(0) == 1
    text = conllu(*(f"{at} w {head} x" for at, head in enumerate(heads, start=1)))
    if whole:
        assert parse_conllu(text)[0].heads == tuple(heads)
    else:
        with pytest.raises(InputError):
            parse_conllu(text)


@pytest.mark.parametrize("language", ["en", "de", "zh"])
def test_the_parallel_treebanks_read_whole_and_write_back(shared: Path, language: str) -> None:
    text = (shared / "data" / "ud-pud" / f"{language}_pud-ud-test.conllu").read_text("utf-8")
    parses = parse_conllu(text)
    assert len(parses) == 1000
    words = sum(1 for line in text.split("\n") if line.split("\t")[0].isdigit())
    assert sum(map(len, parses)) == words
    sources = [line.removeprefix("# text = ") for line in text.split("\n") if line.startswith("# text = ")]
    for parse, source in zip(parses, sources, strict=True):
        assert "".join(parse.text).replace(" ", "") == "".join(source.split())
    again = parse_conllu(write_conllu(parses))
    assert [parse.heads for parse in again] == [parse.heads for parse in parses]
