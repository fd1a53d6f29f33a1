"""Static vectors of words: made of pieces, compared in whole numbers, and silent where a text is not English."""

from __future__ import annotations

import numpy as np
import pytest

from tertium.corpus.chunk import Chunk
from tertium.kernels import known_words, word_vectors
from tertium.kernels.text import new_pool, tokenize
from tertium.views.tokens.tokenized import tokens
from tertium.views.words.known import ENGLISH, known_in, marked_words
from tertium.views.words.vectors import english_vectors, vectors_of_words

SIZE = 48


def small_table() -> word_vectors.WordVectors:
    """Three pieces: two whole words and an ending, each along its own direction."""
    vectors = np.zeros((3, SIZE), np.int8)
    vectors[0, 0] = vectors[1, 1] = vectors[2, 2] = 100
    weights = np.array([10, 20, 30], np.uint8)
    return word_vectors.new_word_vectors(known_words.hashes(["cat", "dog", "##s"]), weights, vectors.reshape(-1))


def vectors_by_word(table: word_vectors.WordVectors, *words: str) -> dict[str, tuple[int, list[int]]]:
    pool = new_pool()
    pool.add_strings([" ".join(words)])
    view = tokenize(pool, "words")
    marked = known_words.mark(known_in(ENGLISH), view)
    weights, numbers = word_vectors.vectors_of(table, view, marked)
    rows = numbers.reshape(-1, SIZE)
    return {
        view.word(i): (int(weights[marked.folded[i]]), rows[marked.folded[i]].tolist())
        for i in range(view.vocabulary_size)
    }


def test_a_word_of_one_piece_has_its_direction_and_weight_in_either_case() -> None:
    found = vectors_by_word(small_table(), "cat", "Dog")
    assert found["cat"] == (10, [1024] + [0] * 47)
    assert found["Dog"] == (20, [0, 1024] + [0] * 46)


def test_a_word_of_several_pieces_is_their_sum_and_weighs_all() -> None:
    weight, vector = vectors_by_word(small_table(), "cats")["cats"]
    assert weight == word_vectors.FULL_WEIGHT
    assert vector[:3] == [724, 0, 724]  # 1024 / sqrt(2)


@pytest.mark.parametrize("word", ["s", "catx", "x", "scat", "cat" + 60 * "s"])
def test_what_no_pieces_make_up_is_like_nothing(word: str) -> None:
    weight, vector = vectors_by_word(small_table(), word)[word]
    assert weight == word_vectors.FULL_WEIGHT
    assert not any(vector)


def alike(hyp: str, ref: str) -> list[float]:
    chunk = Chunk.of([[hyp]], [[ref]])
    view = tokens(chunk, "words")
    found = word_vectors.words_alike(
        *(view.values, view.offsets, chunk.compared),
        *(marked_words(chunk, "words"), vectors_of_words(chunk, "words"), 0.35),
    )
    assert found.shape == (1, 1, 3)
    return [float(number) for number in found[0, 0]]


def test_the_same_words_are_the_whole_in_any_order_and_case() -> None:
    match, weight, english = alike("Mat the on sat cat THE", "the cat sat on the mat")
    assert match == weight > 0
    assert english == 1.0


def test_like_words_count_more_than_others_and_less_than_the_same() -> None:
    said = [alike(f"he bought a {word} yesterday", "he bought a car yesterday")[0] for word in ("car", "truck", "poem")]
    assert said[0] > said[1] > said[2]


def test_rows_are_those_of_a_plain_computation() -> None:
    hyp, ref = "the minister spoke of large problems", "The Minister said there were big problems, big ones"
    chunk = Chunk.of([[hyp]], [[ref]])
    view, marked, vectors = tokens(chunk, "words"), marked_words(chunk, "words"), vectors_of_words(chunk, "words")
    rows = vectors.numbers.reshape(-1, SIZE).astype(np.int64)
    ours, theirs = (marked.folded[view.ids(int(side[0]))] for side in (chunk.hyp, chunk.refs))
    match = 0.0
    for word in theirs:
        likeness = 1.0 if word in ours else min(max(0, int((rows[ours] @ rows[word]).max())) / 2**20, 1.0)
        match += int(vectors.weights[word]) * likeness
    assert alike(hyp, ref)[:2] == [pytest.approx(match, rel=1e-12), float(vectors.weights[theirs].sum())]


def test_a_reference_in_another_language_is_not_counted_as_english() -> None:
    assert alike("Die Regierung wollte gehen", "Gestern wollte die Regierung schaufeln")[2] == 0.0
    assert 0 < alike("a b", "the old people of the town said that Regierung was a good word for it")[2] < 1


def test_scripts_without_spaces_are_not_english_though_a_name_in_them_is() -> None:
    assert alike("他昨天买了一本书", "他昨天买了一本新书")[2] == 0.0
    assert alike("他昨天买了 Obama 一本书", "他昨天买了 Obama 一本新书")[2] == 0.0


def test_letters_and_numbers_alone_are_no_english() -> None:
    assert alike("a", "b")[2] == 0.0
    assert alike("2009 !", "2008 !")[2] == 0.0
    assert alike("2009 men", "2008 men")[2] == 1.0


def test_a_number_is_like_no_other() -> None:
    assert alike("2009", "2008")[0] == 0.0
    assert alike("2008", "2008")[0] > 0.0


def test_the_nearest_word_is_named() -> None:
    chunk = Chunk.of([["he purchased an automobile"]], [["he bought a car xqzvw"]])
    view, marked, vectors = tokens(chunk, "words"), marked_words(chunk, "words"), vectors_of_words(chunk, "words")
    sides = view.ids(int(chunk.hyp[0])), view.ids(int(chunk.refs[0]))
    places, likeness = word_vectors.nearest_words(*sides, marked, vectors)
    assert places[:4].tolist() == [0, 1, 2, 3]
    assert likeness[0] == 1.0
    assert 0.3 < likeness[3] < 1.0
    assert places[4] == -1 or likeness[4] < 0.5


def test_long_texts_compare_only_the_same_words_and_take_no_square_of_time() -> None:
    ours = " ".join(f"word{letter}{number}" for letter in "ab" for number in range(3000))
    theirs = " ".join(f"word{letter}{number}" for letter in "bc" for number in range(3000))
    match, weight, _ = alike(ours, theirs)
    assert match == weight / 2


def test_no_two_texts_have_more_than_the_whole() -> None:
    match, weight, _ = alike(" ".join(["car truck vehicle automobile"] * 20), "the car and the truck")
    assert 0 < match <= weight


@pytest.mark.parametrize(
    ("hashes", "weights", "vectors", "said"),
    [
        ([1, 2], [1], 96, "a weight and a vector"),
        ([1, 2], [1, 2], 95, "a weight and a vector"),
        ([1, 1], [1, 2], 96, "the same hash"),
    ],
)
def test_a_bad_table_is_refused(hashes: list[int], weights: list[int], vectors: int, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        word_vectors.new_word_vectors(
            np.array(hashes, np.int32), np.array(weights, np.uint8), np.zeros(vectors, np.int8)
        )


def test_the_shipped_table_is_small_and_whole() -> None:
    assert len(english_vectors()) == 29_523
