"""Overlaps equal the textbook's, whichever of the kernel's ways they take."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.kernels import rouge
from textbook import rouge as textbook
from textbook.sentences import LENGTHS, pair_of, ragged, relatives

METRICS = {
    "rouge-1": ("words", "all"),
    "rouge-l": ("subsequence", "all"),
    "rouge-s": ("skip", "all"),
    "rouge-su": ("skip+words", "all"),
    "rouge-su:155": ("skip+words-last", "155"),
}
words = st.lists(st.integers(0, 5), max_size=40)
skips = st.one_of(st.none(), st.integers(0, 50))


def overlaps(hyp: list[int], refs: list[list[int]], units: str, skip: int | None) -> list[list[float]]:
    found = rouge.overlaps(
        *ragged([hyp, *refs]),
        pair_of(len(refs)),
        units,
        rouge.NO_LIMIT if skip is None else skip,
    )
    made: list[list[float]] = found[0].tolist()
    return made


@pytest.mark.parametrize("metric", METRICS)
@given(words, st.lists(words, min_size=1, max_size=3), skips)
def test_overlaps(metric: str, hyp: list[int], refs: list[list[int]], skip: int | None) -> None:
    units, su = METRICS[metric]
    want = [list(textbook.overlap(metric.partition(":")[0], hyp, ref, skip, su)) for ref in refs]
    assert overlaps(hyp, refs, units, skip) == want


@given(words, words)
def test_pairs_without_a_gap_are_bigrams(hyp: list[int], ref: list[int]) -> None:
    assert overlaps(hyp, [ref], "skip", 0) == [list(textbook.overlap("rouge-2", hyp, ref))]


@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("other", LENGTHS)
def test_lengths_around_a_block(length: int, other: int) -> None:
    a, b = relatives(length, other, seed=length * 3000 + other)
    assert overlaps(a, [b], "subsequence", 0) == [list(textbook.overlap("rouge-l", a, b))]
    for skip in (0, 4, 200) if max(length, other) == 1000 else (0, 4, 40, None):
        assert overlaps(a, [b], "skip", skip) == [list(textbook.overlap("rouge-s", a, b, skip))]


@given(words, words, skips)
def test_shared_pairs_are_those_counted(hyp: list[int], ref: list[int], skip: int | None) -> None:
    limit = rouge.NO_LIMIT if skip is None else skip
    arrays = np.array(hyp, np.int32), np.array(ref, np.int32)
    found = {(a, b): times for a, b, times in rouge.shared_skip_bigrams(*arrays, limit, 10_000)}
    assert found == dict(textbook.skip_bigrams(hyp, skip) & textbook.skip_bigrams(ref, skip))
    assert len(rouge.shared_skip_bigrams(*arrays, limit, 3)) == min(3, len(found))


def test_unlimited_pairs_of_ten_thousand_words() -> None:
    """Fifty million pairs a side, but a hundred distinct ones: counts by word, checked by prefix counts."""
    rng = random.Random(7)
    a, b = ([rng.randrange(10) for _ in range(10_000)] for _ in range(2))

    def counts(sentence: list[int]) -> dict[tuple[int, int], int]:
        seen, pairs = [0] * 10, dict.fromkeys(((x, y) for x in range(10) for y in range(10)), 0)
        for word in sentence:
            for first in range(10):
                pairs[first, word] += seen[first]
            seen[word] += 1
        return pairs

    in_a, in_b = counts(a), counts(b)
    want = sum(min(in_a[pair], in_b[pair]) for pair in in_a)
    assert overlaps(a, [b], "skip", None) == [[want, 49_995_000, 49_995_000]]


@given(
    st.one_of(st.floats(0, 1), st.integers(0, 400).flatmap(lambda n: st.integers(0, n).map(lambda m: m / max(n, 1))))
)
def test_rounding_is_that_of_printf(number: float) -> None:
    assert rouge.round_decimals(np.array([number]), 5).tolist() == [float(f"{number:.5f}")]


def test_rounding_of_every_fraction_that_could_lie_on_a_half() -> None:
    """k / (2^a 5^b) with six decimals: a plain round(x * 10^5) / 10^5 goes wrong in 55,719 of these."""
    numbers = [k / n for n in (64, 320, 1600, 8000, 40_000, 200_000) for k in range(n + 1)]
    want = [float(f"{number:.5f}") for number in numbers]
    assert rouge.round_decimals(np.array(numbers), 5).tolist() == want


def test_unknown_units_are_refused() -> None:
    with pytest.raises(ValueError, match="no such units"):
        overlaps([1], [[1]], "letters", 0)
