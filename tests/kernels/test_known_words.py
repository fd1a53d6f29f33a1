"""Which words English knows, and what a translation has beyond its reference."""

from __future__ import annotations

import numpy as np
import pytest

from tertium.corpus.chunk import Chunk
from tertium.kernels import known_words
from tertium.kernels.text import new_pool, tokenize
from tertium.views.tokens.tokenized import tokens
from tertium.views.words.known import ENGLISH, GERMAN, known_in, marked_words


def marks(*words: str, language: str = ENGLISH) -> dict[str, int]:
    pool = new_pool()
    pool.add_strings([" ".join(words)])
    view = tokenize(pool, "words")
    marked = known_words.mark(known_in(language), view)
    return {view.word(i): int(marked.marks[i]) for i in range(view.vocabulary_size)}


@pytest.mark.parametrize(
    "word",
    [
        "cat",
        "cats",
        "boxes",
        "cities",
        "stopped",
        "stopping",
        "hoped",
        "bigger",
        "happily",
        "analyzes",
        "went",
        "geese",
    ],
)
def test_words_and_their_regular_forms_are_known(word: str) -> None:
    assert marks(word)[word] == known_words.ALPHABETIC


@pytest.mark.parametrize("word", ["regierung", "mattte", "governmnt", "правительство", "québecois"])
def test_other_words_are_not(word: str) -> None:
    assert marks(word)[word] == known_words.ALPHABETIC | known_words.UNKNOWN


@pytest.mark.parametrize(
    "word",
    ["Regierung", "Bundestagswahlkampf", "Krankenhausaufenthalt", "Wolkenkratzerbau", "Zwickmühle", "Hundeparks"],
)
def test_german_knows_words_and_what_is_made_of_them(word: str) -> None:
    assert not marks(word, language=GERMAN)[word] & known_words.UNKNOWN


@pytest.mark.parametrize("word", ["government", "said", "Rgierung", "Bundestagswahlkampfx", "mattte", "re" + 60 * "se"])
def test_german_knows_no_other_words_and_no_english_endings(word: str) -> None:
    assert marks(word, language=GERMAN)[word] & known_words.UNKNOWN


def test_a_compound_has_at_most_four_parts_of_three_letters_each_with_a_link_or_none() -> None:
    table = known_words.new_known_words(known_words.hashes(["haus", "tür", "ab"]), compounds=True)
    pool = new_pool()
    pool.add_strings(
        ["haustür haustürhaus tür türen hausestür hausxtür abhaus haus haushaushaushaus haushaushaushaushaus"]
    )
    view = tokenize(pool, "words")
    found = known_words.mark(table, view).marks & known_words.UNKNOWN
    unknown = {view.word(place) for place in range(view.vocabulary_size) if found[place]}
    assert unknown == {"hausxtür", "abhaus", "haushaushaushaushaus"}


def test_numbers_and_single_characters_are_no_words_to_know() -> None:
    assert set(marks("2013", "x", "b2b").values()) == {0}


def test_a_single_letter_beyond_ascii_is_marked_as_such_and_is_not_unknown() -> None:
    assert set(marks("书", "本", "é").values()) == {known_words.LONE}


def test_a_capital_is_marked_in_any_script() -> None:
    assert marks("Baranez")["Baranez"] & known_words.CAPITAL
    assert marks("Правительство")["Правительство"] & known_words.CAPITAL
    assert not marks("iPhone")["iPhone"] & known_words.CAPITAL


def test_spellings_in_either_case_share_a_number() -> None:
    pool = new_pool()
    pool.add_strings(["Cat cat CAT dog"])
    marked = known_words.mark(known_in(ENGLISH), tokenize(pool, "words"))
    assert len(set(marked.folded[:3].tolist())) == 1
    assert marked.folded[3] != marked.folded[0]


def counted(hyp: str, ref: str) -> list[float]:
    chunk = Chunk.of([[hyp]], [[ref]])
    view = tokens(chunk, "words")
    found = known_words.unknown_words(view.values, view.offsets, chunk.compared, marked_words(chunk, "words"), 0.35)
    assert found.shape == (1, 1, 2)
    return [float(x) for x in found[0, 0]]


FULL = "the president said that the people of the old town were happy with him today"


@pytest.mark.parametrize(
    ("hyp", "ref", "expected"),
    [
        (FULL, FULL, [0, 0]),
        (f"{FULL} gehen", FULL, [1, 0]),
        (f"{FULL} gehen Palliativpflege", FULL, [1, 1]),
        (f"{FULL} gehen gehen", FULL, [2, 0]),
        (f"{FULL} baranets", f"{FULL} Baranets", [0, 0]),  # a name in lower case is the reference's name
    ],
)
def test_what_the_reference_has_does_not_count(hyp: str, ref: str, expected: list[float]) -> None:
    assert counted(hyp, ref) == expected


def test_a_name_of_the_reference_excuses_another_spelling() -> None:
    assert counted(f"{FULL} Baranez", f"{FULL} Baranets") == [0, 0]
    lower_case, names = counted(f"{FULL} Baranez gehen", f"{FULL} Baranets")
    assert names == 0
    assert lower_case == pytest.approx(1 - (1 / 16) / 0.35)  # one of the reference's 16 words is unknown


def test_nothing_counts_where_the_reference_is_in_another_language() -> None:
    assert counted("Die Regierung wollte gestern gehen", "Gestern sagte der Minister dazu nichts") == [0, 0]


def test_bad_arrays_are_refused() -> None:
    chunk = Chunk.of([["a cat"]], [["a dog"]])
    view = tokens(chunk, "words")
    few = known_words.Marked(np.zeros(1, dtype=np.uint8), np.zeros(1, dtype=np.int32))
    with pytest.raises(ValueError, match="every word needs its marks"):
        known_words.unknown_words(view.values, view.offsets, chunk.compared, few, 0.35)
    with pytest.raises(ValueError, match="above 0"):
        known_words.unknown_words(view.values, view.offsets, chunk.compared, marked_words(chunk, "words"), 0.0)


def test_the_table_holds_hashes_that_never_change() -> None:
    """FNV-1a of 64 bits, its halves joined by exclusive or."""

    def expected(word: str) -> int:
        value = 0xCBF29CE484222325
        for byte in word.encode():
            value = (value ^ byte) * 0x100000001B3 % 2**64
        return (value ^ value >> 32) % 2**32

    words = ["cat", "Haus", "книга", ""]
    assert known_words.hashes(words).view(np.uint32).tolist() == [expected(word) for word in words]
    table = known_words.new_known_words(np.array([0, 5, 5, -1], dtype=np.int32))
    assert len(table) == 3
