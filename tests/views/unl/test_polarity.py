"""Negation, modality, quantity and two objects: what the enconverter makes of them, and what is one graph."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tertium.corpus.annotations.unl import Sentence
from tertium.views.unl.enconvert import enconvert
from tertium.views.unl.numbers import number
from tertium.views.unl.rules import example_parse


def said(text: str) -> set[str]:
    """Relations with headwords, and attributes of words: agt(come, he), @not(come)."""
    made: Sentence = enconvert(example_parse(text))
    names = [node.headword for node in made.nodes]
    relations = {f"{r.label}({names[r.head]}, {names[r.dependent]})" for r in made.relations}
    return relations | {f"@{mark}({node.headword})" for node in made.nodes for mark in node.attributes}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Nobody/NOUN/2/nsubj came/VERB/0/root", "No/DET/2/det one/NOUN/3/nsubj came/VERB/0/root"),
        (
            "He/PRON/2/nsubj has/VERB/0/root no/DET/4/det money/NOUN/2/obj",
            "He/PRON/4/nsubj does/AUX/4/aux not/PART/4/advmod have/VERB/0/root any/DET/6/det money/NOUN/4/obj",
        ),
        (
            "He/PRON/2/nsubj saw/VERB/0/root nothing/NOUN/2/obj",
            "He/PRON/4/nsubj did/AUX/4/aux not/PART/4/advmod see/VERB/0/root anything/PRON/4/obj",
        ),
        (
            "He/PRON/4/nsubj no/ADV/3/advmod longer/ADV/4/advmod works/VERB/0/root",
            "He/PRON/4/nsubj does/AUX/4/aux not/PART/4/advmod work/VERB/0/root",
        ),
        (
            "He/PRON/2/nsubj has/VERB/0/root to/PART/4/mark go/VERB/2/xcomp",
            "He/PRON/3/nsubj must/AUX/3/aux go/VERB/0/root",
        ),
        (
            "He/PRON/3/nsubj is/AUX/3/cop unable/ADJ/0/root to/PART/5/mark swim/VERB/3/xcomp",
            "He/PRON/4/nsubj can/AUX/4/aux not/PART/4/advmod swim/VERB/0/root",
        ),
        (
            "He/PRON/3/nsubj is/AUX/3/aux going/VERB/0/root to/PART/5/mark swim/VERB/3/xcomp",
            "He/PRON/3/nsubj will/AUX/3/aux swim/VERB/0/root",
        ),
        (
            "He/PRON/2/nsubj gave/VERB/0/root his/PRON/4/nmod:poss daughter/NOUN/2/obj a/DET/6/det book/NOUN/2/obj",
            "He/PRON/2/nsubj gave/VERB/0/root a/DET/4/det book/NOUN/2/obj to/ADP/7/case his/PRON/7/nmod:poss "
            "daughter/NOUN/2/obl",
        ),
        (
            "They/PRON/2/nsubj bought/VERB/0/root three/NUM/4/nummod cars/NOUN/2/obj",
            "They/PRON/2/nsubj bought/VERB/0/root 3/NUM/4/nummod cars/NOUN/2/obj",
        ),
        (
            "Two/NUM/2/compound thousand/NUM/3/nummod people/NOUN/4/nsubj died/VERB/0/root",
            "2,000/NUM/2/nummod people/NOUN/3/nsubj died/VERB/0/root",
        ),
        (
            "2,000/NUM/2/nummod people/NOUN/3/nsubj died/VERB/0/root",
            "2000/NUM/2/nummod people/NOUN/3/nsubj died/VERB/0/root",
        ),
        (
            "Twenty/NUM/3/compound -/PUNCT/3/punct five/NUM/4/nummod cars/NOUN/5/nsubj came/VERB/0/root",
            "25/NUM/2/nummod cars/NOUN/3/nsubj came/VERB/0/root",
        ),
        (
            "He/PRON/2/nsubj ought/VERB/0/root to/PART/4/mark go/VERB/2/xcomp",
            "He/PRON/3/nsubj should/AUX/3/aux go/VERB/0/root",
        ),
    ],
)
def test_two_ways_to_say_it_are_one_graph(one: str, other: str) -> None:
    assert said(one) == said(other)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "He/PRON/2/nsubj came/VERB/0/root without/ADP/5/case a/DET/5/det hat/NOUN/2/obl",
            {"agt(come, he)", "man(come, hat)", "@not(hat)", "@indef(hat)", "@entry(come)", "@past(come)"},
        ),
        (
            "We/PRON/2/nsubj go/VERB/0/root unless/SCONJ/5/mark he/PRON/5/nsubj comes/VERB/2/advcl",
            {"agt(travel, we)", "con(travel, come)", "agt(come, he)", "@not(come)", "@entry(travel)"},
        ),
        (
            "The/DET/2/det cat/NOUN/7/nsubj was/AUX/7/cop not/PART/7/advmod on/ADP/7/case the/DET/7/det "
            "mat/NOUN/0/root",
            {"aoj(be, cat)", "plc(be, mat)", "@not(be)", "@past(be)", "@entry(be)", "@def(cat)", "@def(mat)"},
        ),
        (
            "The/DET/2/det work/NOUN/3/nsubj has/VERB/0/root to/PART/6/mark be/AUX/6/aux:pass done/VERB/3/xcomp",
            {"obj(make, work)", "@obligation(make)", "@entry(make)", "@def(work)"},
        ),
        (
            "They/PRON/2/nsubj called/VERB/0/root him/PRON/2/obj a/DET/5/det liar/NOUN/2/obj",
            {"agt(name, they)", "obj(name, he)", "gol(name, liar)", "@indef(liar)", "@entry(name)", "@past(name)"},
        ),
        ("Yes/INTJ/0/root ./PUNCT/1/punct", {"@entry(yes)"}),
    ],
)
def test_what_a_sentence_says(text: str, expected: set[str]) -> None:
    assert said(text) == expected


MUST_NOT = "He/PRON/4/nsubj must/AUX/4/aux not/PART/4/advmod go/VERB/0/root"
NOT_HAVE_TO = "He/PRON/4/nsubj does/AUX/4/aux not/PART/4/advmod have/VERB/0/root to/PART/6/mark go/VERB/4/xcomp"


def test_must_not_is_no_lack_of_an_obligation() -> None:
    assert said(MUST_NOT) == {"agt(travel, he)", "@entry(travel)", "@obligation-not(travel)", "@not(travel)"}
    assert said(NOT_HAVE_TO) == {"agt(travel, he)", "@entry(travel)", "@obligation(travel)", "@not(travel)"}


def test_a_german_must_not_is_one() -> None:
    parse = example_parse("Er/PRON/4/nsubj muss/AUX/4/aux nicht/PART/4/advmod gehen/VERB/0/root")
    lemmas = replace(parse, lemmas=("er", "müssen", "nicht", "gehen"))
    (node,) = (node for node in enconvert(lemmas, lang="de").nodes if "entry" in node.attributes)
    assert {"obligation", "not"} <= set(node.attributes)


@pytest.mark.parametrize(
    ("words", "value"),
    [
        ("two thousand", "2000"),
        ("three hundred fifty", "350"),
        ("twelve hundred", "1200"),
        ("2.5 million", "2500000"),
        ("two million three hundred thousand five", "2300005"),
        ("two million 500,000", "2500000"),
        ("ninety nine", "99"),
        ("hundred", "100"),
        ("1,234.50", "1234.5"),
        ("two three", None),
        ("twenty thirty", None),
        ("twenty eleven", None),
        ("two thousand million", None),
        ("five hundred hundred", None),
        ("1,2", None),
        ("many thousand", None),
        ("", None),
    ],
)
def test_numbers_in_words(words: str, value: str | None) -> None:
    assert number(words.split()) == value


def test_numbers_in_words_are_those_that_were_written() -> None:
    """Every number below a million, written in words by rules of this test, is read again."""
    ones = (
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen".split()
    )
    ones += "seventeen eighteen nineteen".split()
    tens = "twenty thirty forty fifty sixty seventy eighty ninety".split()

    def below_thousand(value: int) -> list[str]:
        made = [ones[value // 100], "hundred"] if value >= 100 else []
        rest = value % 100
        if rest >= 20:
            made += [tens[rest // 10 - 2], *([ones[rest % 10]] if rest % 10 else [])]
        elif rest or not made:
            made.append(ones[rest])
        return made

    for value in range(0, 1_000_000, 997):
        words = [*below_thousand(value // 1000), "thousand"] if value >= 1000 else []
        words += below_thousand(value % 1000) if value % 1000 or not words else []
        assert number(words) == str(value), words


def test_a_number_of_thousands_is_no_year() -> None:
    made = enconvert(
        example_parse("It/PRON/2/nsubj rose/VERB/0/root to/ADP/5/case two/NUM/5/compound thousand/NUM/2/obl")
    )
    year = enconvert(example_parse("It/PRON/2/nsubj rose/VERB/0/root in/ADP/4/case 2000/NUM/2/obl"))
    assert {r.label for r in made.relations} == {"obj", "plt"}
    assert {r.label for r in year.relations} == {"obj", "tim"}


def test_a_noun_alone_denies_for_itself() -> None:
    made = said("He/PRON/2/nsubj came/VERB/0/root with/ADP/5/case no/DET/5/det money/NOUN/2/obl")
    assert "@not(money)" in made
    assert "@not(come)" not in made


def test_a_chain_of_thousands_of_modals_ends_in_time() -> None:
    links = [
        f"have/VERB/{2 * k - 1 if k else 0}/{'xcomp' if k else 'root'} to/PART/{2 * k + 3}/mark" for k in range(800)
    ]
    made = enconvert(example_parse(" ".join([*links, "go/VERB/1599/xcomp"])))
    assert [node.headword for node in made.nodes] == ["travel"]
    assert "obligation" in made.nodes[0].attributes
