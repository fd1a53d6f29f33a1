"""The bit-parallel kernels equal the textbook, at every length around a block of 64 and beyond."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.kernels import edit
from textbook import edit as textbook
from textbook.sentences import LENGTHS, pair_of, ragged, relatives

words = st.lists(st.integers(0, 4), max_size=150)


def rows(hyp: list[int], refs: list[list[int]], bag: bool | None = None) -> list[float]:
    """One pair through the kernel; ``bag`` given: bag_rows with that ``surplus``."""
    arrays = (*ragged([hyp, *refs]), pair_of(len(refs)))
    found = edit.edit_rows(*arrays) if bag is None else edit.bag_rows(*arrays, bag)
    return [float(number) for number in found[0]]


def check_path(ref: list[int], hyp: list[int], substitutions: bool) -> int:
    """Walk the path over both sentences; the number of edits on it."""
    path = edit.edit_path(np.array(ref, np.int32), np.array(hyp, np.int32), substitutions).tolist()
    i = j = edits = 0
    for step in path:
        if step in (edit.MATCH, edit.SUBSTITUTION):
            assert (ref[i] == hyp[j]) == (step == edit.MATCH)
        assert substitutions or step != edit.SUBSTITUTION
        i += step != edit.INSERTION
        j += step != edit.DELETION
        edits += step != edit.MATCH
    assert (i, j) == (len(ref), len(hyp))
    return edits


@given(words, st.lists(words, min_size=1, max_size=3))
def test_distance_to_the_nearest_reference(hyp: list[int], refs: list[list[int]]) -> None:
    edits = [textbook.edit_distance(ref, hyp) for ref in refs]
    best = textbook.nearest(edits)
    mean = sum(map(len, refs)) / len(refs)
    assert rows(hyp, refs) == [edits[best], 0, len(refs[best]), mean, best]


@given(words, st.lists(words, min_size=1, max_size=3), st.booleans())
def test_bags_of_words(hyp: list[int], refs: list[list[int]], surplus: bool) -> None:
    shared = [textbook.shared_words(hyp, ref) for ref in refs]
    needed = [max(len(hyp), len(ref)) if surplus else len(ref) for ref in refs]
    errors = [n - m for n, m in zip(needed, shared, strict=True)]
    best = textbook.nearest(errors)
    mean = sum(map(len, refs)) / len(refs)
    assert rows(hyp, refs, surplus) == [errors[best], shared[best], len(refs[best]), mean, best]


@given(words, words)
def test_paths_are_shortest_and_lead_from_reference_to_hypothesis(ref: list[int], hyp: list[int]) -> None:
    assert check_path(ref, hyp, substitutions=True) == textbook.edit_distance(ref, hyp)
    assert check_path(ref, hyp, substitutions=False) == textbook.edit_distance(ref, hyp, substitution=2)


@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("other", LENGTHS)
def test_lengths_around_a_block(length: int, other: int) -> None:
    a, b = relatives(length, other, seed=length * 2000 + other)
    edits = textbook.edit_distance(a, b)
    assert rows(b, [a])[0] == edits
    assert check_path(a, b, substitutions=True) == edits
    assert check_path(a, b, substitutions=False) == textbook.edit_distance(a, b, substitution=2)


def test_ten_thousand_words_are_explained_in_bounded_memory() -> None:
    """10,000 words of a 10-word vocabulary: the path is as short as the distance, the whole matrix is never held."""
    rng = random.Random(5)
    a, b = ([rng.randrange(10) for _ in range(10_000)] for _ in range(2))
    assert check_path(a, b, substitutions=True) == rows(b, [a])[0]


def test_a_pair_without_references_gets_a_row_of_zeros() -> None:
    assert rows([1, 2], []) == [0.0] * 5
    assert rows([1, 2], [], bag=True) == [0.0] * 5


def test_bad_ids_are_refused() -> None:
    bad = np.array([-1], np.int32)
    with pytest.raises(ValueError, match="negative"):
        edit.edit_path(bad, bad)
