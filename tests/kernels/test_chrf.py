"""The native counts of chrF against the textbook judge: all paths, all lengths around the machine word."""

from __future__ import annotations

import random
import sys
import unicodedata

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from judges import chrf as judge
from tertium.kernels import chrf
from tertium.kernels.text import Floats, new_pool

# One machine word and its neighbours, several words, the last length for bits and the first for ranks.
LENGTHS = (0, 1, 2, 5, 63, 64, 65, 127, 128, 129, 192, 193, 256, 257, 384, 450, 511, 512, 513, 1000)

AS_THEY_ARE = (np.array([], dtype=np.int32), list[str]())  # no sentence is read as another text


def native_counts(sentences: list[list[int]], pairs: list[tuple[int, list[int]]], order: int) -> Floats:
    """Rows of (hypothesis, references) pairs over the given sentences."""
    values = np.array([unit for sentence in sentences for unit in sentence], dtype=np.int32)
    offsets = np.cumsum([0] + [len(sentence) for sentence in sentences], dtype=np.int64)
    hyp = np.array([h for h, _ in pairs], dtype=np.int32)
    refs = np.array([r for _, rs in pairs for r in rs], dtype=np.int32)
    ref_offsets = np.cumsum([0] + [len(rs) for _, rs in pairs], dtype=np.int64)
    seg = np.arange(len(pairs), dtype=np.int32)
    return chrf.chrf_counts(values, offsets, hyp, seg, refs, ref_offsets, order)


def expect_equal(hyp: list[int], ref: list[int], order: int) -> None:
    rows = native_counts([hyp, ref], [(0, [1])], order)
    assert rows.shape == (1, 1, 3 * order)
    assert rows[0, 0].tolist() == judge.counts(hyp, ref, order)


@pytest.mark.parametrize("order", [1, 2, 3, 4, 5, 6, 7, 8, 9, 12])
@pytest.mark.parametrize("alphabet", [1, 2, 5, 40])
def test_counts_equal_the_textbook_at_lengths_around_the_machine_word(order: int, alphabet: int) -> None:
    rng = random.Random(order * 1000 + alphabet)
    sentences = [[rng.randrange(alphabet) for _ in range(length)] for length in LENGTHS]
    pairs = [(h, [r]) for h in range(len(LENGTHS)) for r in range(len(LENGTHS)) if rng.random() < 0.35 or h == r]
    rows = native_counts(sentences, pairs, order)
    for row, (h, (r,)) in zip(rows, pairs, strict=True):
        assert row[0].tolist() == judge.counts(sentences[h], sentences[r], order), (LENGTHS[h], LENGTHS[r])


@pytest.mark.parametrize("length", [60, 130, 300, 600])
def test_counts_of_an_edited_text_equal_the_textbook(length: int) -> None:
    rng = random.Random(length)
    for _ in range(20):
        ref = [min(int(rng.expovariate(0.15)), 30) for _ in range(length)]
        cut = rng.randrange(length)
        hyp = ref[cut:] + ref[:cut]
        for _ in range(length // 10):
            hyp[rng.randrange(length)] = rng.randrange(31)
        expect_equal(hyp, ref, 6)


@given(
    st.lists(st.integers(0, 3), max_size=150),
    st.lists(st.integers(0, 3), max_size=150),
    st.integers(1, 10),
)
def test_counts_equal_the_textbook(hyp: list[int], ref: list[int], order: int) -> None:
    expect_equal(hyp, ref, order)


def test_a_matcher_forgets_the_references_before() -> None:
    """References of one chunk share scratch memory; lengths that need 1, 8, 2 words and ranks come in turn."""
    rng = random.Random(4)
    sentences = [[rng.randrange(9) for _ in range(length)] for length in (40, 500, 100, 900, 3, 0, 64, 700)]
    pairs = [(h, list(range(len(sentences)))) for h in range(len(sentences))]
    rows = native_counts(sentences, pairs, 6)
    for row, (h, refs) in zip(rows, pairs, strict=True):
        for got, r in zip(row, refs, strict=True):
            assert got.tolist() == judge.counts(sentences[h], sentences[r], 6)


def test_segments_may_have_different_numbers_of_references_and_share_pairs() -> None:
    sentences = [[1, 2, 3], [1, 2, 4], [3, 2, 1], [7]]
    values = np.concatenate(sentences, dtype=np.int32)
    offsets = np.array([0, 3, 6, 9, 10], dtype=np.int64)
    hyp = np.array([0, 3, 0, 2], dtype=np.int32)
    seg = np.array([1, 0, 0, 1], dtype=np.int32)  # out of order, two pairs a segment
    refs = np.array([1, 2, 0], dtype=np.int32)  # segment 0: sentence 1; segment 1: sentences 2 and 0
    rows = chrf.chrf_counts(values, offsets, hyp, seg, refs, np.array([0, 1, 3], dtype=np.int64), 2)
    assert rows.shape == (4, 2, 6)
    by_pair = {0: [2, 0], 1: [1], 2: [1], 3: [2, 0]}
    for pair, its_refs in by_pair.items():
        for k, ref in enumerate(its_refs):
            assert rows[pair, k].tolist() == judge.counts(sentences[hyp[pair]], sentences[ref], 2)
    assert not rows[1, 1].any()  # no such reference


def test_a_hundred_thousand_distinct_characters_and_a_million_long() -> None:
    points = [p for p in range(0x3400, 0x2FFFF) if unicodedata.category(chr(p)) != "Cs"][:100_000]
    every = "".join(map(chr, points))
    period = "".join(random.Random(8).choices(every[:50], k=1000))
    pool = new_pool()
    pool.add_strings([every, every[::-1], period * 1000, period * 500])
    values, offsets = chrf.characters(pool, False, False, AS_THEY_ARE)
    assert len(set(values.tolist())) == 100_000
    hyp, refs = np.array([0, 2], dtype=np.int32), np.array([1, 3], dtype=np.int32)
    rows = chrf.chrf_counts(
        values, offsets, hyp, np.arange(2, dtype=np.int32), refs, np.array([0, 1, 2], dtype=np.int64), 6
    )
    assert rows[0, 0, 2::3].tolist() == [100_000, 0, 0, 0, 0, 0]
    # Every n-gram of the shorter text occurs at least as often in the longer one.
    assert rows[1, 0].tolist() == [count for n in range(6) for count in (1_000_000 - n, 500_000 - n, 500_000 - n)]


def split(texts: list[str], spaces: bool) -> list[list[int]]:
    pool = new_pool()
    ids = pool.add_strings(texts)
    values, offsets = chrf.characters(pool, spaces, False, AS_THEY_ARE)
    return [values[offsets[i] : offsets[i + 1]].tolist() for i in ids]


def expect_same_characters(texts: list[str]) -> None:
    """Ids differ exactly where characters differ, over all sentences of the pool."""
    for spaces in (False, True):
        ids: dict[str, int] = {}
        for text, got in zip(texts, split(texts, spaces), strict=True):
            expected = judge.characters(text, spaces)
            assert len(got) == len(expected)
            for character, unit in zip(expected, got, strict=True):
                assert ids.setdefault(character, unit) == unit
        assert len(set(ids.values())) == len(ids)


@given(st.lists(st.text(), max_size=5))
def test_characters_are_code_points_without_white_space(texts: list[str]) -> None:
    expect_same_characters(texts)


def test_every_code_point_is_a_character_or_white_space_as_python_says() -> None:
    points = [p for p in range(sys.maxunicode + 1) if not 0xD800 <= p <= 0xDFFF]
    expect_same_characters(["".join(map(chr, points))])
    for point in [p for p in points if chr(p).isspace()]:
        assert split([f"a{chr(point)}b"], spaces=False) == [[ord("a"), ord("b")]]


def test_characters_and_words_are_of_the_replaced_and_lowered_text() -> None:
    pool = new_pool()
    pool.add_strings(["AB", "first", "ΟΔΟΣ"])
    replaced = (np.array([1], dtype=np.int32), ["İI longer than it was."])
    values, offsets = chrf.characters(pool, False, True, replaced)
    dot = 0x80  # ids of others than ASCII come in the order first seen: the combining dot, then ο, δ, ς
    assert values[offsets[0] : offsets[1]].tolist() == [ord("a"), ord("b")]
    assert values[offsets[1] : offsets[2]].tolist()[:3] == [ord("i"), dot, ord("i")]
    assert offsets[2] - offsets[1] == len("i̇ilongerthanitwas.")
    assert values[offsets[2] :].tolist() == [dot + 1, dot + 2, dot + 1, dot + 3]
    view = chrf.chrf_words(pool, True, replaced)
    assert [view.word(int(w)) for w in view.values] == ["ab", "i̇i", "longer", "than", "it", "was", ".", "οδος"]
    with pytest.raises(ValueError, match="one text for each"):
        chrf.chrf_words(pool, True, (np.array([1], dtype=np.int32), []))


def words_of(texts: list[str]) -> list[list[str]]:
    pool = new_pool()
    ids = pool.add_strings(texts)
    view = chrf.chrf_words(pool, False, AS_THEY_ARE)
    return [[view.word(int(w)) for w in view.values[view.offsets[i] : view.offsets[i + 1]]] for i in ids]


@given(st.lists(st.text(alphabet=st.sampled_from("ab.,!(é中 \t\u00a0\u3000„“")), max_size=5))
def test_words_give_up_one_mark_as_the_textbook_says(texts: list[str]) -> None:
    assert words_of(texts) == [judge.words(text) for text in texts]


@given(st.text())
def test_words_of_any_text_are_the_textbooks(text: str) -> None:
    assert words_of([text]) == [judge.words(text)]


def test_bad_arrays_are_refused_before_they_are_read() -> None:
    values, offsets = np.array([0, 1], dtype=np.int32), np.array([0, 2], dtype=np.int64)
    one = np.zeros(1, dtype=np.int32)
    with pytest.raises(ValueError, match="no such hypothesis"):
        chrf.chrf_counts(values, offsets, one + 7, one, one, np.array([0, 1], dtype=np.int64), 6)
    with pytest.raises(ValueError, match="order"):
        chrf.chrf_counts(values, offsets, one, one, one, np.array([0, 1], dtype=np.int64), 0)
