"""The native counts of chrF against the textbook version: all paths, all lengths around the machine word, any text."""

from __future__ import annotations

import random
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.arrays import Floats
from tertium.kernels import chrf
from tertium.kernels.text import Pairs, new_pool
from textbook import chrf as textbook

# One machine word and its neighbours, several words, the last length for bits and the first for ranks.
LENGTHS = (0, 1, 2, 5, 63, 64, 65, 127, 128, 129, 192, 193, 256, 257, 384, 450, 511, 512, 513, 1000)
LETTERS = "abcdefgä.猫👍ßжλx,"
AS_THEY_ARE = (np.array([], dtype=np.int32), list[str]())  # no sentence is read as another text


def native_counts(
    texts: list[str], pairs: list[tuple[int, list[int]]], order: int, words: bool = False, spaces: bool = False
) -> Floats:
    """Rows of pairs (hypothesis, references), given as indices of texts; every pair is a segment of its own."""
    pool = new_pool()
    ids = pool.add_strings(texts)
    hyp = ids[np.array([h for h, _ in pairs], dtype=np.int32)]
    refs = ids[np.array([r for _, rs in pairs for r in rs], dtype=np.int32)]
    ref_offsets = np.cumsum([0] + [len(rs) for _, rs in pairs], dtype=np.int64)
    seg = np.arange(len(pairs), dtype=np.int32)
    if words:
        return chrf.word_counts(pool, Pairs(hyp, seg, refs, ref_offsets), order, False, AS_THEY_ARE)
    return chrf.character_counts(pool, Pairs(hyp, seg, refs, ref_offsets), order, spaces, False, AS_THEY_ARE)


def expect_equal(hyp: str, ref: str, order: int) -> None:
    for words in (False, True):
        rows = native_counts([hyp, ref], [(0, [1])], order, words)
        assert rows.shape == (1, 1, 3 * order)
        units = textbook.words if words else textbook.characters
        assert rows[0, 0].tolist() == textbook.counts(units(hyp), units(ref), order)


@pytest.mark.parametrize("words", [False, True])
@pytest.mark.parametrize("order", [1, 2, 3, 4, 5, 6, 7, 8, 9, 12])
@pytest.mark.parametrize("letters", [1, 2, 5, 16])
def test_counts_equal_the_textbook_at_lengths_around_the_machine_word(letters: int, order: int, words: bool) -> None:
    rng = random.Random(order * 1000 + letters)
    between = " a" if words else ""
    texts = [between.join(rng.choices(LETTERS[:letters], k=length)) for length in LENGTHS]
    pairs = [(h, [r]) for h in range(len(LENGTHS)) for r in range(len(LENGTHS)) if rng.random() < 0.25 or h == r]
    units = [textbook.words(text) if words else textbook.characters(text) for text in texts]
    rows = native_counts(texts, pairs, order, words)
    for row, (h, (r,)) in zip(rows, pairs, strict=True):
        assert row[0].tolist() == textbook.counts(units[h], units[r], order), (LENGTHS[h], LENGTHS[r])


@pytest.mark.parametrize("length", [60, 130, 300, 600])
def test_counts_of_an_edited_text_equal_the_textbook(length: int) -> None:
    rng = random.Random(length)
    for _ in range(20):
        ref = "".join(LETTERS[min(int(rng.expovariate(0.3)), 15)] for _ in range(length))
        cut = rng.randrange(length)
        hyp = list(ref[cut:] + ref[:cut])
        for _ in range(length // 10):
            hyp[rng.randrange(length)] = rng.choice(LETTERS)
        expect_equal("".join(hyp), ref, 6)


@given(st.text("ab é", max_size=150), st.text("ab é", max_size=150), st.integers(1, 10))
def test_counts_equal_the_textbook(hyp: str, ref: str, order: int) -> None:
    expect_equal(hyp, ref, order)


@given(st.text(), st.text())
def test_counts_of_any_text_equal_the_textbook(hyp: str, ref: str) -> None:
    expect_equal(hyp, ref, 6)
    expect_equal(hyp + ref, ref + hyp, 2)
    rows = native_counts([hyp, ref], [(0, [1])], 6, spaces=True)
    assert rows[0, 0].tolist() == textbook.counts(hyp, ref, 6)


@pytest.mark.parametrize("words", [False, True])
def test_nothing_is_left_of_the_references_before(words: bool) -> None:
    """References share scratch memory; lengths that need 1, 8, 2 words of bits and ranks come in turn."""
    rng = random.Random(4)
    between = " a" if words else ""
    texts = [between.join(rng.choices(LETTERS[:9], k=length)) for length in (40, 500, 100, 900, 3, 0, 64, 700)]
    units = [textbook.words(text) if words else textbook.characters(text) for text in texts]
    pairs = [(h, list(range(len(texts)))) for h in range(len(texts))]
    rows = native_counts(texts, pairs, 6, words)
    for row, (h, refs) in zip(rows, pairs, strict=True):
        for got, r in zip(row, refs, strict=True):
            assert got.tolist() == textbook.counts(units[h], units[r], 6)


def test_segments_may_have_different_numbers_of_references_and_several_pairs() -> None:
    pool = new_pool()
    texts = ["abc", "abd", "cba", "x"]
    pool.add_strings(texts)
    hyp = np.array([0, 3, 0, 2], dtype=np.int32)
    seg = np.array([1, 0, 0, 1], dtype=np.int32)  # out of order, two pairs a segment
    refs = np.array([1, 2, 0], dtype=np.int32)  # segment 0: abd; segment 1: cba and abc; segment 2: none
    ref_offsets = np.array([0, 1, 3, 3], dtype=np.int64)
    rows = chrf.character_counts(pool, Pairs(hyp, seg, refs, ref_offsets), 2, False, False, AS_THEY_ARE)
    assert rows.shape == (4, 2, 6)
    for pair, its_refs in {0: [2, 0], 1: [1], 2: [1], 3: [2, 0]}.items():
        for k, ref in enumerate(its_refs):
            assert rows[pair, k].tolist() == textbook.counts(texts[hyp[pair]], texts[ref], 2)
    assert not rows[1, 1].any()  # no such reference


def test_a_hundred_thousand_distinct_characters_and_a_million_long() -> None:
    every = "".join(map(chr, range(0xE000, 0xE000 + 100_000)))
    period = "".join(random.Random(8).choices(every[:50], k=1000))
    rows = native_counts([every, every[::-1], period * 1000, period * 500], [(0, [1]), (2, [3]), (3, [0])], 6)
    assert rows[0, 0, 2::3].tolist() == [100_000, 0, 0, 0, 0, 0]
    # Every n-gram of the shorter text occurs at least as often in the longer one.
    assert rows[1, 0].tolist() == [count for n in range(6) for count in (1_000_000 - n, 500_000 - n, 500_000 - n)]
    assert rows[2, 0, 2] == len(set(period))


def test_every_code_point_is_one_character_unless_python_calls_it_white_space() -> None:
    points = [p for p in range(sys.maxunicode + 1) if not 0xD800 <= p <= 0xDFFF]
    text = "".join(map(chr, points))
    even, odd = text[::2], text[1::2]
    visible = sum(not chr(p).isspace() for p in points)
    rows = native_counts([text, even, odd], [(0, [0]), (1, [2])], 1)
    assert rows[0, 0].tolist() == [visible] * 3
    assert rows[1, 0, 2] == 0  # no two of them are taken for the same
    assert native_counts([text], [(0, [0])], 1, spaces=True)[0, 0].tolist() == [len(points)] * 3
    for point in [p for p in points if chr(p).isspace()]:
        expect_equal(f"a{chr(point)}b", "ab", 2)


def test_counts_are_of_the_replaced_and_lowered_text() -> None:
    pool = new_pool()
    pool.add_strings(["ΟΔΟΣ AB.", "first", "οδος ab ."])
    hyp, refs = np.array([0, 1], dtype=np.int32), np.array([2, 2], dtype=np.int32)
    seg, ref_offsets = np.arange(2, dtype=np.int32), np.arange(3, dtype=np.int64)
    replaced = (np.array([1], dtype=np.int32), ["Οδος İ is now longer than it was"])
    texts = ["οδος ab.", "οδος i̇ is now longer than it was"]
    characters = chrf.character_counts(pool, Pairs(hyp, seg, refs, ref_offsets), 3, False, True, replaced)
    words = chrf.word_counts(pool, Pairs(hyp, seg, refs, ref_offsets), 2, True, replaced)
    for pair, text in enumerate(texts):
        expected = textbook.counts(textbook.characters(text), textbook.characters("οδος ab."), 3)
        assert characters[pair, 0].tolist() == expected
        assert words[pair, 0].tolist() == textbook.counts(textbook.words(text), textbook.words("οδος ab ."), 2)


@given(st.text(st.sampled_from("ab.,!(é中 \t\u00a0\u3000„“\0")))
def test_words_give_up_one_mark_as_the_textbook_says(text: str) -> None:
    assert chrf.chrf_words(text) == textbook.words(text)


def test_thousands_of_distinct_words_of_all_lengths_are_told_apart() -> None:
    rng = random.Random(5)
    words = ["".join(rng.choices("abcdefgh猫", k=rng.randint(1, 14))) for _ in range(4000)]
    words += [word + "x" for word in words[:500]] + [word[:-1] + "\0" for word in words[:500]]
    hyp, ref = " ".join(rng.choices(words, k=3000)), " ".join(words)
    few = " ".join(rng.choices(words, k=20))
    rows = native_counts([hyp, ref, few], [(0, [1, 2]), (2, [0]), (0, [2])], 2, words=True)
    for row, (h, r) in ((rows[0, 0], (hyp, ref)), (rows[0, 1], (hyp, few)), (rows[1, 0], (few, hyp))):
        assert row.tolist() == textbook.counts(textbook.words(h), textbook.words(r), 2)
    assert rows[2, 0].tolist() == rows[0, 1].tolist()


def test_bad_arrays_are_refused_before_they_are_read() -> None:
    pool = new_pool()
    one = pool.add_strings(["a"])
    ref_offsets = np.array([0, 1], dtype=np.int64)

    def count(hyp: np.ndarray = one, order: int = 6, ids: list[int] | None = None, texts: tuple[str, ...] = ()) -> None:
        replaced = (np.array(ids or [], dtype=np.int32), list(texts))
        chrf.character_counts(pool, Pairs(hyp, one, one, ref_offsets), order, False, False, replaced)

    with pytest.raises(ValueError, match="no such hypothesis"):
        count(hyp=one + 7)
    with pytest.raises(ValueError, match="order"):
        count(order=0)
    with pytest.raises(ValueError, match="one text for each"):
        count(ids=[0])
    with pytest.raises(ValueError, match="ascend"):
        count(ids=[3, 0], texts=("a", "b"))
