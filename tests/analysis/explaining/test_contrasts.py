"""Two translations beside their references: which words are whose, and that the text stays the text."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.analysis.explaining.contrasts import contrasted, shared
from tertium.results.contrasts import MarkedText
from tertium.views.words.cutting import word_spans

WORDS = st.lists(st.sampled_from("abcd"), max_size=12)


def marks(text: MarkedText) -> list[tuple[str, str]]:
    return [(piece.text, piece.mark) for piece in text.pieces if piece.mark is not None]


def test_every_kind_of_mark() -> None:
    first, second, (reference,) = contrasted(
        "The cat sits on the mats .", "The dog sat on the mats .", ["The cat sat on a red mat ."]
    )
    assert marks(first) == [("cat", "only"), ("sits", "only-wrong"), ("the mats", "wrong")]
    assert marks(second) == [("dog", "only-wrong"), ("sat", "only"), ("the mats", "wrong")]
    assert marks(reference) == [("a red mat", "missed")]


def test_a_word_is_right_if_any_reference_has_it_and_missed_in_each() -> None:
    first, second, references = contrasted("a b", "a c", ["a b", "a d"])
    assert (marks(first), marks(second)) == ([("b", "only")], [("c", "only-wrong")])
    assert [marks(reference) for reference in references] == [[], [("d", "missed")]]


def test_words_that_moved_are_not_missing() -> None:
    first, second, (reference,) = contrasted("on the mat sat a cat", "a cat sat on the mat", ["a cat sat on the mat"])
    assert marks(first) == marks(second) == marks(reference) == []


def test_a_second_occurrence_is_one_too_many() -> None:
    first, second, _ = contrasted("the the cat", "the cat", ["the cat"])
    assert marks(first) == [("the", "only-wrong")]
    assert marks(second) == []


@given(WORDS, WORDS)
def test_words_are_shared_as_often_as_both_sides_have_them(first: list[str], second: list[str]) -> None:
    mine, theirs = shared(first, second)
    common = Counter(first) & Counter(second)
    assert Counter(word for word, taken in zip(first, mine, strict=True) if taken) == common
    assert Counter(word for word, taken in zip(second, theirs, strict=True) if taken) == common


@given(st.text(max_size=60), st.text(max_size=60), st.lists(st.text(max_size=40), max_size=2))
def test_the_pieces_of_any_text_are_the_text(first: str, second: str, references: list[str]) -> None:
    mine, theirs, refs = contrasted(first, second, references)
    assert (mine.text, theirs.text, [ref.text for ref in refs]) == (first, second, references)


def test_very_long_texts_are_compared_by_their_words_alone() -> None:
    text = "a b c d " * 1500
    first, second, _ = contrasted(text + "x", text + "y", [text])
    assert (marks(first), marks(second)) == ([("x", "only-wrong")], [("y", "only-wrong")])


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Don't panic: it's O’Neill-like.", ["Don't", "panic", ":", "it's", "O’Neill-like", "."]),
        ("猫が、テレビを見た。", ["猫", "が", "、", "テレビ", "を", "見", "た", "。"]),
        ("고양이가 잔다.", ["고양이가", "잔다", "."]),
        ("मैं हिन्दी", ["मैं", "हिन्दी"]),
        ("ไม่ดี", ["ไ", "ม่", "ดี"]),
        ("e\u0301te\u0301 5,5 %", ["e\u0301te\u0301", "5", ",", "5", "%"]),
        ("  \t\u3000", []),
        ("𠮷野家", ["𠮷", "野", "家"]),
        ("'quoted' - dash", ["'", "quoted", "'", "-", "dash"]),
    ],
)
def test_words_for_people(text: str, words: list[str]) -> None:
    assert [text[start:end] for start, end in word_spans(text)] == words


@given(st.text(max_size=50))
def test_words_cover_all_but_spaces_and_do_not_overlap(text: str) -> None:
    spans = word_spans(text)
    covered = [place for start, end in spans for place in range(start, end)]
    assert covered == sorted(set(covered))
    assert all(text[place].isspace() for place in set(range(len(text))) - set(covered))
    assert all(start < end for start, end in spans)
