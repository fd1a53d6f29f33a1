"""Wu-Palmer similarity of words over the shipped WordNet."""

from __future__ import annotations

import numpy as np
import pytest

from tertium.kernels.text import intern_tokens
from tertium.views.wordnet import similarity, wordnet, wu_palmer


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        # SPEC section 11.1
        ("dog", "cat", 0.857143),
        ("boy", "girl", 0.833333),
        ("minister", "president", 0.88),
        ("chase", "pursue", 0.8),
        ("police", "thief", 0.125),
        # by hand: both are synsets of one word, or share none
        ("car", "automobile", 1.0),
        ("dogs", "dog", 1.0),
        ("quickly", "slowly", 0.0),
        ("zzzz", "dog", 0.0),
    ],
)
def test_similarity_of_words(one: str, other: str, expected: float) -> None:
    assert similarity(one, other) == pytest.approx(expected, abs=1e-6)
    assert similarity(other, one) == similarity(one, other)


def test_similarity_stays_between_0_and_1_and_is_1_for_the_same_word() -> None:
    words = "go make take give run man house tree time restrain inhibit entity be have see".split()
    view = intern_tokens([words])
    sets = wordnet().vocabulary_sets(view, False)
    ids = np.arange(len(words), dtype=np.int32)
    one, other = np.repeat(ids, len(ids)), np.tile(ids, len(ids))
    table = wu_palmer().of_words(*sets, one, other).reshape(len(ids), len(ids))
    assert (table == table.T).all()
    assert (np.diag(table) == 1).all()
    assert ((table >= 0) & (table <= 1)).all()


def test_what_is_no_word_or_synset_is_refused() -> None:
    nobody, word = np.array([5], dtype=np.int32), np.array([0], dtype=np.int32)
    values, offsets = wordnet().vocabulary_sets(intern_tokens([["dog"]]), False)
    with pytest.raises(ValueError, match="no such word"):
        wu_palmer().of_words(values, offsets, nobody, word)
    with pytest.raises(ValueError, match="no such synset"):
        wu_palmer().of_words(values + 1_000_000, offsets, word, word)
